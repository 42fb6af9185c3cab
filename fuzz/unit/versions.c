/* versions.c - when parts of a map changed, compared with a list of the
 * changes.
 */
#include "core/base/changelog.h"

#include "unit.h"

/* A block's side, and the greatest number of blocks that are looked at:
 * promises of the versions of squares. */
enum { SIDE = 16, MANY = 64, CHANGES = 40 };

static tp_Box draw_box(Random *r, int32_t width, int32_t height) {
  int wide = random_chance(r, 0.2) ? width : 1 + width / 8;
  int high = random_chance(r, 0.2) ? height : 1 + height / 8;
  tp_Box b;
  b.left = (uint16_t)random_below(r, width);
  b.top = (uint16_t)random_below(r, height);
  b.right = (uint16_t)tp_lesser(b.left + random_below(r, wide), width - 1);
  b.bottom = (uint16_t)tp_lesser(b.top + random_below(r, high), height - 1);
  return b;
}

static tp_Rect rect_of(tp_Box b) {
  return (tp_Rect){b.left, b.top, b.right - b.left + 1, b.bottom - b.top + 1};
}

/* Do two of their blocks touch, along one axis? */
static bool meet(int a_first, int a_last, int b_first, int b_last) {
  return a_first / SIDE <= b_last / SIDE && b_first / SIDE <= a_last / SIDE;
}

static bool share_a_block(tp_Box a, tp_Box b) {
  return meet(a.left, a.right, b.left, b.right) &&
         meet(a.top, a.bottom, b.top, b.bottom);
}

static bool is_too_large(tp_Box b) {
  int wide = b.right / SIDE - b.left / SIDE + 1;
  return wide * (b.bottom / SIDE - b.top / SIDE + 1) > MANY;
}

typedef struct Change {
  tp_Box box;
  uint64_t when;
} Change;

static void judge(Unit *u, const uint64_t *words, const tp_Versions *v,
                  const Change changes[], int count, tp_Box box) {
  uint64_t then = (uint64_t)random_below(&u->random, (int)v->now + 1);
  bool stood = !is_too_large(box);
  for (int i = 0; i < count; i++) {
    if (changes[i].when > then && share_a_block(changes[i].box, box)) {
      stood = false;
    }
  }
  unit_expect(u, tp_versions_are_unchanged(words, v, box, then) == stood,
              "%d, %d to %d, %d %s since %llu", box.left, box.top, box.right,
              box.bottom, stood ? "stood" : "did not stand",
              (unsigned long long)then);
}

void unit_versions(Unit *u) {
  Random *r = &u->random;
  Change changes[CHANGES + 1];
  int32_t width = unit_draw_side(u, 3000), height = unit_draw_side(u, 400);
  const tp_Box all = {0, 0, (uint16_t)(width - 1), (uint16_t)(height - 1)};
  tp_Versions v;
  uint64_t at = (uint64_t)random_below(r, 4);
  uint64_t end = tp_versions_place(&v, at, width, height);
  uint64_t *words = unit_allocate(u, (size_t)end * sizeof *words);
  tp_versions_touch_all(words, &v);
  changes[0] = (Change){all, v.now};
  for (int i = 1; i <= CHANGES && !u->wrong; i++) {
    bool whole = random_chance(r, 0.05);
    v.now += (uint64_t)random_below(r, 3);
    changes[i] = (Change){whole ? all : draw_box(r, width, height), v.now};
    if (whole) {
      tp_versions_touch_all(words, &v);
    } else {
      tp_versions_touch(words, &v, rect_of(changes[i].box));
    }
    for (int n = 0; n < 8; n++) {
      judge(u, words, &v, changes, i + 1, draw_box(r, width, height));
    }
  }
}
