/* clash.c - overlaps on the way, counted in twelfths of a step; see clash.h.
 *
 * Of two movers of size 1 a follower clashes just where the leaver comes back
 * towards him: where the directions have a negative product. For larger ones
 * all phases are tried, 91 pairs: a 24th of a cell is the unit then.
 */
#include "clash.h"

enum { PHASES = 12, HALF = 12 };

/* Twice the distance of the middles along an axis, in 24ths, and how near that
 * may be. */
typedef struct Axis {
  int32_t apart, least;
  int32_t a, b; /* how each goes in a twelfth */
} Axis;

static Axis axis_of(int32_t a, int32_t a_side, int32_t a_goes, int32_t b,
                    int32_t b_side, int32_t b_goes) {
  return (Axis){24 * (b - a) + 12 * (b_side - a_side),
                12 * (a_side + b_side) - HALF, 2 * a_goes, 2 * b_goes};
}

static bool is_near(Axis x, int32_t of_a, int32_t of_b) {
  int32_t apart = x.apart + x.b * of_b - x.a * of_a;
  return apart < x.least && -apart < x.least;
}

bool tp_clash_in_step(tp_Move a, tp_Move b) {
  Axis x = axis_of(a.from.x, a.from.w, a.dx, b.from.x, b.from.w, b.dx);
  Axis y = axis_of(a.from.y, a.from.h, a.dy, b.from.y, b.from.h, b.dy);
  for (int32_t phase = 0; phase <= PHASES; phase++) {
    if (is_near(x, phase, phase) && is_near(y, phase, phase)) return true;
  }
  return false;
}

bool tp_clash_follows(tp_Move b, tp_Move a) {
  if (tp_rect_area(a.from) == 1 && tp_rect_area(b.from) == 1) {
    return a.dx * b.dx + a.dy * b.dy < 0;
  }
  Axis x = axis_of(a.from.x, a.from.w, a.dx, b.from.x, b.from.w, b.dx);
  Axis y = axis_of(a.from.y, a.from.h, a.dy, b.from.y, b.from.h, b.dy);
  for (int32_t of_a = 0; of_a <= PHASES; of_a++) {
    for (int32_t of_b = 0; of_b <= of_a; of_b++) {
      if (is_near(x, of_a, of_b) && is_near(y, of_a, of_b)) return true;
    }
  }
  return false;
}
