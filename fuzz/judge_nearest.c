/* judge_nearest.c - is a cell the nearest to a place? Looks at every cell. */
#include "judges.h"

#include <math.h>

#include "core/ask/nearest.h"
#include "core/navmap/connectivity.h"

static tp_Cell choose_place(Trial *t) {
  Random *r = &t->random;
  tp_Cell c = trial_choose_cell(t);
  if (random_chance(r, 0.3)) {
    c.x += random_below(r, 2 * t->world.width) - t->world.width;
  }
  if (random_chance(r, 0.3)) {
    c.y += random_below(r, 2 * t->world.height) - t->world.height;
  }
  if (random_chance(r, 0.05)) c.x = 1 << 30;
  if (random_chance(r, 0.05)) c.y = -(1 << 30);
  return c;
}

/* How far v lies outside of the `length` numbers from `first` on. */
static int64_t outside(int64_t v, int64_t first, int64_t length) {
  return v < first            ? first - v
         : v < first + length ? 0
                              : v - first - length + 1;
}

/* On hexagons a number of steps, on squares the square of the distance. */
static int64_t distance(const Trial *t, tp_Cell a, tp_Rect r) {
  int64_t least = INT64_MAX;
  for (int i = 0; trial_is_hexagonal(t) && i < r.w * r.h; i++) {
    const tp_Cell to = {r.x + i % r.w, r.y + i / r.w};
    const int64_t steps = trial_steps(t, a, to);
    if (steps < least) least = steps;
  }
  if (least < INT64_MAX) return least;

  const int64_t dx = outside(a.x, r.x, r.w), dy = outside(a.y, r.y, r.h);
  return dx * dx + dy * dy;
}

/* A rectangle, mostly of one cell. */
static tp_Rect choose_rect(Trial *t) {
  const tp_Cell at = choose_place(t);
  const bool is_wide = random_chance(&t->random, 0.3);
  return (tp_Rect){at.x, at.y, is_wide ? 1 + random_below(&t->random, 9) : 1,
                   is_wide ? 1 + random_below(&t->random, 9) : 1};
}

void judge_nearest(Trial *t, Player *p) {
  const tp_Metric steps = {.along = 1, .stagger = t->board.grid->stagger};
  tp_Nearest near = {.to = choose_rect(t),
                     .metric = trial_is_hexagonal(t) ? &steps : NULL};
  tp_Cell best = {-1, -1}, cell = {-1, -1};
  int64_t least = INT64_MAX;
  bool connected = trial_is_free(t, t->start) && random_chance(&t->random, 0.5);
  tp_GroupSet groups;
  if (connected) {
    tp_navmap_prepare(&p->navmap, TP_CONNECTED);
    near.regions = tp_navmap_home(&p->navmap, t->start, &groups);
  }
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    tp_Cell c = {i % t->world.width, i / t->world.width};
    if (!trial_is_free(t, c)) continue;
    if (connected && t->cost[i] == INFINITY) continue;
    if (best.x < 0 || distance(t, c, near.to) < least) {
      best = c;
      least = distance(t, c, near.to);
    }
  }
  tp_nearest(&p->navmap, &near, UINT64_MAX, &cell);
  trial_expect(t, tp_same_cell(cell, best),
               "the cell nearest to %d, %d is %d, %d, not %d, %d",
               (int)near.to.x, (int)near.to.y, (int)best.x, (int)best.y,
               (int)cell.x, (int)cell.y);
  t->tally->queries++;
}
