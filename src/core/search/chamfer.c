/* chamfer.c - distances to the nearest of many goals, on an empty plane.
 *
 * An estimate of `both` for each diagonal step and `along` for each straight
 * one is the length of a shortest way of such steps. One such way comes down
 * row by row, straight or diagonally, and then goes along a row. So a row's
 * distances follow from those of the row before (Borgefors 1986), exactly, as
 * `along` <= `both` <= 2 `along` for every heuristic but the Euclidean.
 *
 * A few nanoseconds a cell and pass, whatever the number of goals; 8 bytes a
 * column.
 */
#include "chamfer.h"

enum { LOOKS = 2 }; /* that a cell and pass take (navmap.h) */

static const uint64_t far = UINT64_MAX / 4;

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void forget(tp_Chamfer *c) {
  for (int32_t x = 0; x < c->goals->width; x++) c->distance[x] = far;
}

void tp_chamfer_start(tp_Chamfer *c, const tp_Goals *goals,
                      const tp_Heuristic *distance) {
  *c = (tp_Chamfer){.goals = goals,
                    .both = distance->metric.both,
                    .along = distance->metric.along,
                    .work = distance->work,
                    .y = -1,
                    .distance = tp_goals_work(goals)};
  forget(c);
}

static void step_over(tp_Chamfer *c) {
  uint64_t *d = c->distance, before = far, here = d[0];
  const uint64_t both = c->both, along = c->along;
  const int32_t last = c->goals->width - 1;
  for (int32_t x = 0; x <= last; x++) {
    uint64_t behind = x < last ? d[x + 1] : far;
    d[x] = least(here + along, least(before, behind) + both);
    before = here;
    here = behind;
  }
}

static void spread(tp_Chamfer *c) {
  uint64_t *d = c->distance;
  const tp_Ranked *list = tp_goals_list(c->goals);
  const uint64_t along = c->along;
  uint32_t end = tp_goals_row(c->goals, c->y + 1);
  for (uint32_t i = tp_goals_row(c->goals, c->y); i < end; i++) {
    d[c->goals->goal[list[i].number].at.x] = 0;
  }
  for (int32_t x = 1; x < c->goals->width; x++) {
    d[x] = least(d[x], d[x - 1] + along);
  }
  for (int32_t x = c->goals->width - 1; x > 0; x--) {
    d[x - 1] = least(d[x - 1], d[x] + along);
  }
}

bool tp_chamfer_next(tp_Chamfer *c) {
  if (!c->up && ++c->y == c->goals->height) {
    c->up = true;
    forget(c);
  }
  if (c->up && --c->y < 0) return false;
  *c->work += LOOKS * (uint64_t)c->goals->width;
  step_over(c);
  spread(c);
  return true;
}
