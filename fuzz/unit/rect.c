/* rect.c - rectangles, compared cell by cell. */
#include "core/base/rect.h"

#include "unit.h"

/* All lie between -FAR and FAR. */
enum { FAR = 12 };

static tp_Rect draw(Random *r) {
  int32_t x = random_below(r, FAR) - FAR / 2,
          y = random_below(r, FAR) - FAR / 2;
  return (tp_Rect){x, y, random_below(r, 6), random_below(r, 6)};
}

static bool has(tp_Rect r, int32_t x, int32_t y) {
  int32_t right = r.x + r.w, bottom = r.y + r.h;
  return r.x <= x && x < right && r.y <= y && y < bottom;
}

/* The smallest rectangle around all cells of both. */
static tp_Rect around(tp_Rect a, tp_Rect b) {
  int32_t left = FAR, top = FAR, right = -FAR, bottom = -FAR;
  for (int32_t y = -FAR; y < FAR; y++) {
    for (int32_t x = -FAR; x < FAR; x++) {
      if (!has(a, x, y) && !has(b, x, y)) continue;
      left = tp_lesser(left, x);
      top = tp_lesser(top, y);
      right = tp_greater(right, x);
      bottom = tp_greater(bottom, y);
    }
  }
  return (tp_Rect){left, top, right - left + 1, bottom - top + 1};
}

static void judge_one(Unit *u, tp_Rect a) {
  int64_t cells = 0;
  tp_Rect grown = tp_rect_grow(a, 2);
  for (int32_t y = -FAR; y < FAR; y++) {
    for (int32_t x = -FAR; x < FAR; x++) {
      bool is_near = false;
      cells += has(a, x, y);
      unit_expect(u, tp_rect_has(a, x, y) == has(a, x, y),
                  "%d, %d is inside, or is not", (int)x, (int)y);
      for (int i = 0; i < 25; i++) {
        is_near = is_near || has(a, x + i % 5 - 2, y + i / 5 - 2);
      }
      unit_expect(
          u, cells == 0 || tp_rect_is_empty(a) || has(grown, x, y) == is_near,
          "%d, %d is within two cells, or is not", (int)x, (int)y);
    }
  }
  unit_expect(u, tp_rect_is_empty(a) == (cells == 0), "no cells, or %d",
              (int)cells);
  unit_expect(u, tp_rect_area(a) == cells, "%d cells", (int)cells);
}

void unit_rect(Unit *u) {
  tp_Rect a = draw(&u->random), b = draw(&u->random);
  tp_Rect both = tp_rect_join(a, b), shared = tp_rect_clip(a, b);
  bool is_same = a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
  judge_one(u, a);
  unit_expect(u, tp_rect_same(a, b) == is_same && tp_rect_same(a, a),
              "the same, or not");
  int64_t cells = 0;
  for (int32_t y = -FAR; y < FAR; y++) {
    for (int32_t x = -FAR; x < FAR; x++) {
      cells += has(shared, x, y);
      unit_expect(u, has(shared, x, y) == (has(a, x, y) && has(b, x, y)),
                  "%d, %d is in both, or is not", (int)x, (int)y);
    }
  }
  unit_expect(u, tp_rect_area(shared) == cells, "%d cells are in both",
              (int)cells);
  if (tp_rect_is_empty(a) && tp_rect_is_empty(b)) {
    unit_expect(u, tp_rect_is_empty(both), "nothing and nothing is something");
  } else {
    unit_expect(u, tp_rect_same(both, around(a, b)),
                "the smallest over both is %d x %d", (int)both.w, (int)both.h);
  }
}
