/* goals.c - which cells are ends, and at what extra cost.
 *
 * A search for the cheapest of several ends is A* all the same: as if one more
 * step led from each end, at its extra cost, to a last cell common to all. An
 * estimate to that cell is the least over all goals of the estimate to the goal
 * plus its extra cost (heuristic.h); the least of consistent estimates is
 * consistent.
 *
 * 80 bytes a goal; 16 bytes a column of the map to work in, and 6 KB for ends.
 */
#include "goals.h"

#include <math.h>
#include <string.h>

#include "../ask/sight.h"
#include "../ask/visible.h"

/* Views take it, or a row of bits. */
static size_t work_words(int32_t width) {
  size_t view = tp_view_words(width), row = ((size_t)width + 63) / 64;
  return view > row ? view : row;
}

size_t tp_goals_bytes(uint32_t count, const tp_Grid *grid) {
  return sizeof(tp_Goals) + count * sizeof(tp_Goal) +
         2 * (size_t)count * sizeof(tp_Ranked) +
         work_words(grid->width) * sizeof(uint64_t) + sizeof(tp_Goals) +
         TP_MOST_ENDS * sizeof(tp_Goal);
}

void tp_goals_init(tp_Goals *goals, uint32_t count, tp_GoalKind kind,
                   const tp_Grid *grid) {
  memset(goals, 0, sizeof *goals);
  goals->kind = kind;
  goals->given = count;
  goals->width = grid->width;
  goals->height = grid->height;
  for (uint32_t k = 0; k < count; k++) {
    goals->goal[k].index = goals->goal[k].place = k;
  }
}

/* ---- the list ----------------------------------------------------------- */

tp_Ranked *tp_goals_list(const tp_Goals *goals) {
  return (tp_Ranked *)(uintptr_t)&goals->goal[goals->given];
}

tp_Ranked *tp_goals_spare(const tp_Goals *goals) {
  return tp_goals_list(goals) + goals->given;
}

uint64_t *tp_goals_work(const tp_Goals *goals) {
  return (uint64_t *)(void *)(tp_goals_spare(goals) + goals->given);
}

tp_Goals *tp_goals_ends(const tp_Goals *goals) {
  return (tp_Goals *)(void *)(tp_goals_work(goals) + work_words(goals->width));
}

/* ---- which cells end a search ------------------------------------------- */

static bool is_in_range(const tp_Goals *goals, tp_Cell goal, int32_t x,
                        int32_t y) {
  int64_t dx = goal.x - x, dy = goal.y - y;
  return (uint64_t)(dx * dx + dy * dy) <= goals->range;
}

/* The cells beside a goal are within a range, too, of an agent of one cell. */
uint64_t tp_goals_within(const tp_Goals *goals, const tp_Profile *p) {
  if (goals->of || goals->kind == TP_GOAL_RANGE) return goals->range;
  if (goals->kind == TP_GOAL_CELLS || p->wide > 1 || p->high > 1) return 0;
  return p->diagonal == TP_NEVER ? 1 : 2;
}

/* By the metric, which rises with the columns. */
static int32_t reach_near(const tp_Goals *goals, int32_t rows) {
  int32_t least = 0, most = tp_greater(goals->width, goals->height);
  while (least < most) {
    const int32_t half = (least + most + 1) / 2;
    const uint64_t far =
        tp_metric_over(goals->metric, (uint32_t)half, (uint32_t)rows);
    if (far <= goals->far) {
      least = half;
    } else {
      most = half - 1;
    }
  }
  return least;
}

/* A whole number as small as that has a root that is rounded to a whole number
 * only where it is one. */
int32_t tp_goals_reach(const tp_Goals *goals, int32_t rows) {
  if (goals->is_near) return reach_near(goals, rows);
  uint64_t rest = goals->range - (uint64_t)rows * (uint64_t)rows;
  return (int32_t)sqrt((double)rest);
}

/* -1, 0 or 1 where v lies just before, in or just behind `length` numbers from
 * `first` on; else 2. */
static int32_t side_of(int32_t v, int32_t first, int32_t length) {
  if (v < first) return v == first - 1 ? -1 : 2;
  return v < first + length ? 0 : v == first + length ? 1 : 2;
}

/* Does a thin wall stand between the goal and that cell of the agent's which
 * touches it there? */
static bool is_walled_off(const tp_Navmap *nav, tp_Cell goal, int32_t dx,
                          int32_t dy) {
  const tp_Cell at = {goal.x - dx, goal.y - dy};
  return !tp_bars_let(nav->grid->edges, nav->profile.diagonal, at,
                      tp_direction(dx, dy));
}

/* Would a step from the cell lead to the goal, if that could be entered? Large
 * agents touch it then. */
static bool is_beside(const tp_Navmap *nav, tp_Cell goal, int32_t x,
                      int32_t y) {
  int32_t wide = nav->profile.wide, high = nav->profile.high;
  int32_t dx = side_of(goal.x, x, wide), dy = side_of(goal.y, y, high);
  if (dx == 2 || dy == 2 || (dx == 0 && dy == 0)) return false;
  if (nav->bars && is_walled_off(nav, goal, dx, dy)) return false;
  if (dx == 0 || dy == 0) return true;
  const tp_Mask *cells = nav->cells ? nav->cells : nav->mask;
  int32_t corner_x = dx < 0 ? x : x + wide - 1;
  int32_t corner_y = dy < 0 ? y : y + high - 1;
  return tp_may_cut(nav->profile.diagonal, tp_mask_has(cells, goal.x, corner_y),
                    tp_mask_has(cells, corner_x, goal.y));
}

bool tp_goal_ends_at(const tp_Goals *goals, const tp_Navmap *nav, tp_Cell goal,
                     int32_t x, int32_t y, uint64_t *steps) {
  ++*steps;
  if (goals->is_near) {
    return tp_metric_between(goals->metric, (tp_Cell){x, y}, goal) <=
           goals->far;
  }
  if (goals->kind == TP_GOAL_SIDES) return is_beside(nav, goal, x, y);
  if (!is_in_range(goals, goal, x, y)) return false;
  const tp_Navmap *eyes = goals->eyes;
  return !eyes || (tp_mask_has(eyes->mask, x, y) &&
                   tp_sees_goal(eyes, (tp_Cell){x, y}, goal, steps));
}

/* ---- row by row --------------------------------------------------------- */

static bool is_beside_goal(const tp_Goals *goals) {
  return !goals->is_near && goals->kind == TP_GOAL_SIDES;
}

static bool is_seen(const tp_Goals *goals) {
  return !goals->is_near && goals->eyes;
}

void tp_rows_start(tp_Rows *r, const tp_Goals *goals, const tp_Navmap *nav,
                   const tp_Goal *goal) {
  const tp_Rect around = tp_goals_around(goals, goal);
  r->goals = goals;
  r->navmap = nav;
  r->goal = goal->at;
  r->range = goals->range;
  r->bottom = around.y + around.h;
  r->steps = 0;
  r->y = around.y - 1;
  r->end = tp_goals_work(goals);
  r->view.navmap = NULL;
}

/* Takes those that may be entered of columns first to last. */
static void take_columns(tp_Rows *r, int32_t first, int32_t last) {
  const uint64_t *free = tp_mask_row(r->navmap->mask, r->y);
  first = tp_greater(first, 0);
  last = tp_lesser(last, r->goals->width - 1);
  r->first_word = first >> 6;
  r->last_word = first > last ? r->first_word - 1 : last >> 6;
  for (int32_t w = r->first_word; w <= r->last_word; w++) {
    r->end[w] = free[w];
    if (w == first >> 6) r->end[w] &= UINT64_MAX << (first & 63);
    if (w == last >> 6) r->end[w] &= UINT64_MAX >> (63 - (last & 63));
    r->steps++;
  }
}

/* Asks cell by cell. */
static void leave_out_apart(tp_Rows *r) {
  for (int32_t w = r->first_word; w <= r->last_word; w++) {
    for (uint64_t rest = r->end[w]; rest; rest &= rest - 1) {
      const int32_t x = w * 64 + tp_lowest(rest);
      r->steps++;
      if (!is_beside(r->navmap, r->goal, x, r->y)) {
        r->end[w] &= ~(rest & (0 - rest));
      }
    }
  }
}

static bool take_view(tp_Rows *r) {
  const tp_Goals *goals = r->goals;
  if (!r->view.navmap) {
    tp_view_start(&r->view, goals->eyes, r->goal, r->range, r->end);
  }
  const uint64_t before = r->view.steps;
  if (!tp_view_next(&r->view)) return false;
  r->y = r->view.y;
  r->first_word = r->view.first_word;
  r->last_word = r->view.last_word;
  r->end = r->view.seen;
  const uint64_t *free = tp_mask_row(r->navmap->mask, r->y);
  for (int32_t w = r->first_word; w <= r->last_word; w++) r->end[w] &= free[w];
  r->steps += r->view.steps - before;
  return true;
}

bool tp_rows_next(tp_Rows *r) {
  const tp_Goals *goals = r->goals;
  if (is_seen(goals)) return take_view(r);
  if (++r->y >= r->bottom) return false;
  const int32_t rows = (int32_t)tp_apart(r->y, r->goal.y);
  const bool is_touched = is_beside_goal(goals);
  const int32_t reach =
      is_touched ? goals->margin : tp_goals_reach(goals, rows);
  r->steps++;
  take_columns(r, r->goal.x - reach, r->goal.x + reach);
  if (is_touched) leave_out_apart(r);
  return true;
}

/* ---- where they are ----------------------------------------------------- */

void tp_goals_move(tp_Goals *goals) {
  const tp_Rect map = {0, 0, goals->width, goals->height};
  goals->box = (tp_Rect){0, 0, 0, 0};
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Cell at = goals->goal[k].at;
    goals->box = tp_rect_join(goals->box, (tp_Rect){at.x, at.y, 1, 1});
  }
  goals->near = tp_rect_clip(tp_rect_grow(goals->box, goals->margin), map);
}

void tp_goals_come_near(tp_Goals *goals, tp_Metric metric, uint64_t far) {
  goals->is_near = true;
  goals->metric = metric;
  goals->far = far;
  goals->margin = tp_goals_reach(goals, 0);
  tp_goals_move(goals);
}

void tp_goals_take_all(tp_Goals *goals, const tp_Grid *g) {
  goals->count = goals->given;
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Goal *goal = &goals->goal[k];
    goal->at = tp_grid_clamp(g, goal->cell);
    goal->extra = 0;
    goal->tie = goal->index;
  }
  tp_goals_move(goals);
}
