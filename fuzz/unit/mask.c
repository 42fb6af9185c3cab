/* mask.c - takes cells over from a mask to another, except those of a third,
 * and compares each cell and the log.
 */
#include "core/agent/mask.h"

#include "unit.h"

/* More cells than the log notes one by one. */
enum { SIDE = 200, FEW = 1 << 14 };

static tp_Mask *make(Unit *u, int32_t width, int32_t height) {
  tp_Mask *m = unit_allocate(u, tp_mask_bytes(width, height));
  tp_mask_init(m, width, height);
  return m;
}

static void scatter(Unit *u, tp_Mask *m, double part) {
  for (int32_t y = 0; y < m->height; y++) {
    for (int32_t x = 0; x < m->width; x++) {
      tp_mask_set(m, x, y, random_chance(&u->random, part));
    }
  }
}

static tp_Rect draw_rect(Unit *u, tp_Rect whole) {
  Random *r = &u->random;
  if (random_chance(r, 0.2)) return whole;
  int32_t x = random_below(r, whole.w), y = random_below(r, whole.h);
  return (tp_Rect){x, y, 1 + random_below(r, whole.w - x),
                   1 + random_below(r, whole.h - y)};
}

/* What the log says of unchanged cells: nothing, if runs of cells are noted as
 * they are and there is room for all. */
static void judge_log(Unit *u, const tp_Mask *m, uint64_t seen,
                      const bool changed[], bool is_exact) {
  tp_Rect rects[TP_CHANGES];
  int count = tp_changelog_since(&m->changes, seen, rects);
  for (int32_t y = 0; y < m->height && !u->wrong; y++) {
    for (int32_t x = 0; x < m->width; x++) {
      bool reported = false;
      for (int i = 0; i < count; i++) reported |= tp_rect_has(rects[i], x, y);
      bool is = changed[y * SIDE + x];
      unit_expect(u, reported || !is, "%d, %d has changed, and nobody is told",
                  (int)x, (int)y);
      unit_expect(u, is || !reported || !is_exact,
                  "%d, %d is told of, and has not changed", (int)x, (int)y);
    }
  }
}

static void copy(tp_Mask *to, const tp_Mask *from) {
  for (int32_t y = 0; y < to->height; y++) {
    for (int32_t x = 0; x < to->width; x++) {
      tp_mask_set(to, x, y, tp_mask_has(from, x, y));
    }
  }
}

void unit_mask(Unit *u) {
  static bool changed[SIDE * SIDE];
  Random *r = &u->random;
  int32_t width = unit_draw_side(u, SIDE), height = unit_draw_side(u, SIDE);
  tp_Mask *to = make(u, width, height), *from = make(u, width, height);
  tp_Mask *without = make(u, width, height);
  double parts[] = {0, 0.03, 0.5, 0.97, 1};
  scatter(u, to, parts[random_below(r, 5)]);
  scatter(u, from, parts[random_below(r, 5)]);
  scatter(u, without, parts[random_below(r, 4)]);
  if (random_chance(r, 0.4)) { /* all except a few cells are as they were */
    copy(from, to);
    for (int n = random_below(r, 12); n > 0; n--) {
      int32_t x = random_below(r, width), y = random_below(r, height);
      tp_mask_set(from, x, y, !tp_mask_has(from, x, y));
    }
  }
  const tp_Mask *less = random_chance(r, 0.6) ? without : NULL;
  tp_Rect rect = draw_rect(u, to->changes.whole);
  tp_changelog_init(&to->changes, width, height); /* it shares no entry */
  uint64_t seen = to->changes.now;
  int runs = 0;
  tp_Mask *before = make(u, width, height);
  copy(before, to);
  tp_mask_take(to, from, less, rect);
  for (int32_t y = -1; y <= height; y++) {
    bool in_run = false;
    for (int32_t x = -1; x <= width; x++) {
      bool inside = x >= 0 && y >= 0 && x < width && y < height;
      bool was = inside && tp_mask_has(before, x, y), right = was;
      if (tp_rect_has(rect, x, y)) {
        right = tp_mask_has(from, x, y) && !(less && tp_mask_has(less, x, y));
      }
      unit_expect(u, tp_mask_has(to, x, y) == right, "%d, %d is %d, not %d",
                  (int)x, (int)y, !right, right);
      if (!inside) continue;
      bool is = changed[y * SIDE + x] = was != right;
      /* A run is noted word by word. */
      runs += is && (!in_run || (x & 63) == 0);
      in_run = is;
    }
  }
  bool is_exact = runs == 1 && tp_rect_area(rect) <= FEW;
  judge_log(u, to, seen, changed, is_exact);
  unit_expect(u, runs > 0 || to->changes.now == seen,
              "a change is noted where there is none");
}
