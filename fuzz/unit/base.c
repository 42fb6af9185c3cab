/* base.c - directions, compared with their steps. */
#include "core/base/base.h"

#include "unit.h"

static void judge_diagonal(Unit *u, int d) {
  int x = tp_side_x(d), y = tp_side_y(d);
  unit_expect(u, tp_dx[x] == tp_dx[d] && tp_dy[x] == 0,
              "side %d of direction %d", x, d);
  unit_expect(u, tp_dy[y] == tp_dy[d] && tp_dx[y] == 0,
              "side %d of direction %d", y, d);
}

void unit_base(Unit *u) {
  int found = 0;
  for (int32_t dy = -2; dy <= 2; dy++) {
    for (int32_t dx = -2; dx <= 2; dx++) {
      bool is_step = (dx || dy) && dx * dx <= 1 && dy * dy <= 1;
      int d = tp_direction(dx, dy);
      unit_expect(u, is_step == (d >= 0), "%d, %d is direction %d", (int)dx,
                  (int)dy, d);
      if (d < 0) continue;
      int back = tp_opposite(d);
      found++;
      unit_expect(u, tp_dx[d] == dx && tp_dy[d] == dy, "%d, %d is %d", (int)dx,
                  (int)dy, d);
      unit_expect(u, tp_dx[back] == -dx && tp_dy[back] == -dy,
                  "the way back from %d is %d", d, back);
      unit_expect(u, tp_is_diagonal(d) == (dx && dy), "%d is straight", d);
      if (dx && dy) judge_diagonal(u, d);
    }
  }
  unit_expect(u, found == TP_DIRECTIONS, "%d directions", found);
}
