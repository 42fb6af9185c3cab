/* goals.c - the cells that are ends, and their extra costs.
 *
 * A search for the cheapest of several ends is plain A* to a virtual last cell:
 * one more step leads there from each end, at its extra cost. The estimate to
 * that cell is the least over all goals of the goal's estimate plus its extra
 * cost (heuristic.h). The least of consistent estimates is consistent.
 *
 * 88 bytes a goal; working space for a view (fov.c); and 7 KB for ends.
 */
#include "goals.h"

#include <math.h>
#include <string.h>

#include "../ask/fov.h"
#include "../ask/sight.h"

size_t tp_goals_bytes(uint32_t count, const tp_Grid *grid) {
  return sizeof(tp_Goals) + count * sizeof(tp_Goal) +
         2 * (size_t)count * sizeof(tp_Ranked) +
         (1 + tp_fov_words(grid)) * sizeof(uint64_t) + sizeof(tp_Goals) +
         TP_MOST_ENDS * sizeof(tp_Goal);
}

void tp_goals_give(tp_Goals *goals, uint32_t count) {
  goals->given = count;
  goals->list = (tp_Ranked *)(void *)&goals->goal[count];
}

void tp_goals_init(tp_Goals *goals, uint32_t count, tp_GoalKind kind,
                   const tp_Grid *grid) {
  memset(goals, 0, sizeof *goals);
  goals->kind = kind;
  tp_goals_give(goals, count);
  goals->width = grid->width;
  goals->height = grid->height;
  goals->stagger = grid->stagger;
  /* For a view, or a row of bits; before it the address of the rows that use
   * it. */
  goals->work = 1 + tp_fov_words(grid);
  for (uint32_t k = 0; k < count; k++) {
    goals->goal[k].index = k;
  }
}

/* One axis. */
static void clip(int32_t *first, int32_t *last, int32_t side) {
  if (*last < 0) {
    *first = *last;
  } else if (*first >= side) {
    *last = *first;
  } else {
    *first = tp_greater(*first, 0);
    *last = tp_lesser(*last, side - 1);
  }
}

tp_Rect tp_goals_rect(const tp_Grid *g, tp_Cell first, tp_Cell last) {
  clip(&first.x, &last.x, g->width);
  clip(&first.y, &last.y, g->height);
  return (tp_Rect){first.x, first.y, last.x - first.x + 1,
                   last.y - first.y + 1};
}

/* ---- the list ----------------------------------------------------------- */

tp_Ranked *tp_goals_spare(const tp_Goals *goals) {
  return goals->list + goals->given;
}

tp_Ranked *tp_goals_list_by_tie(const tp_Goals *goals) {
  tp_Ranked *list = goals->list;
  for (uint32_t k = 0; k < goals->count; k++) {
    list[k] = (tp_Ranked){goals->goal[k].tie, k, 0};
  }
  tp_mergesort(list, tp_goals_spare(goals), goals->count);
  return list;
}

tp_Ranked *tp_goals_list_by_cost(const tp_Goals *goals) {
  tp_Ranked *list = goals->list;
  for (uint32_t k = 0; k < goals->count; k++) {
    const double cost = goals->goal[k].extra_cost + 0.0; /* no -0 */
    list[k] = (tp_Ranked){0, k, 0};
    memcpy(&list[k].key, &cost, sizeof cost);
  }
  tp_mergesort(list, tp_goals_spare(goals), goals->count);
  return list;
}

static uint64_t *owner_of_work(const tp_Goals *goals) {
  return (uint64_t *)(void *)(tp_goals_spare(goals) + goals->given);
}

uint64_t *tp_goals_work(const tp_Goals *goals) {
  return owner_of_work(goals) + 1;
}

tp_Goals *tp_goals_ends(const tp_Goals *goals) {
  return (tp_Goals *)(void *)(owner_of_work(goals) + goals->work);
}

/* ---- tests for ends -------------------------------------------------- */

static bool is_in_range(const tp_Goals *goals, tp_Rect goal, int32_t x,
                        int32_t y) {
  if (goals->is_near) {
    return tp_metric_to(goals->metric, (tp_Cell){x, y}, goal) <= goals->least;
  }
  if (tp_is_hexagonal(goals->stagger)) {
    const tp_Cell at = {x, y}, nearest = tp_rect_nearest(goal, at);
    const uint64_t steps = tp_hexagons_apart(goals->stagger, at, nearest);
    return steps * steps <= goals->range;
  }
  const uint64_t dx = tp_beyond(x, goal.x, goal.w);
  const uint64_t dy = tp_beyond(y, goal.y, goal.h);
  return dx * dx + dy * dy <= goals->range;
}

/* For an agent of one cell the cells beside a goal are within a range, too. */
uint64_t tp_goals_within(const tp_Goals *goals, const tp_Profile *p) {
  if (goals->is_near) return 0;
  if (goals->origin || goals->kind == TP_GOAL_WITHIN) return goals->range;
  if (goals->kind == TP_GOAL_CELLS || p->wide > 1 || p->high > 1) return 0;
  return tp_is_four(p->diagonal) || p->diagonal == TP_HEXAGONS ? 1 : 2;
}

/* For numbers this small the rounded square root is a whole number only if the
 * exact root is. On a map with shifted rows each row away costs half a column
 * of the range. On one with shifted columns the columns are the limit. */
int32_t tp_goals_reach(const tp_Goals *goals, int32_t rows) {
  if (!tp_is_hexagonal(goals->stagger)) {
    const uint64_t square = goals->range - (uint64_t)rows * (uint64_t)rows;
    return (int32_t)(uint64_t)sqrt((double)square);
  }
  const uint64_t farthest = (uint64_t)goals->width + (uint64_t)goals->height;
  const uint64_t steps = (uint64_t)sqrt((double)goals->range);
  const int32_t most = (int32_t)(steps < farthest ? steps : farthest);
  if (goals->stagger.rows) return (2 * most - rows + 1) / 2;
  return tp_lesser(most, 2 * (most - rows) + 1);
}

/* Do fences stand between all cells of the goal and the cells of the agent that
 * touch them in direction d? */
static bool all_are_fenced_off(const tp_Navmap *nav, tp_Rect cells, int d) {
  const tp_Fences *fences = tp_navmap_sides(nav);
  for (int32_t y = cells.y; y < cells.y + cells.h; y++) {
    for (int32_t x = cells.x; x < cells.x + cells.w; x++) {
      const tp_Cell at = tp_beside((tp_Cell){x, y}, tp_opposite(d));
      if (tp_fencedsteps_let(fences, nav->profile.diagonal, at, d))
        return false;
    }
  }
  return true;
}

/* The cells that an agent touches in direction d. */
static tp_Rect touched(tp_Rect agent, int d) {
  const tp_Cell next = tp_beside((tp_Cell){agent.x, agent.y}, d);
  tp_Rect r = {next.x, next.y, agent.w, agent.h};
  if (next.x > agent.x) r.x = agent.x + agent.w;
  if (next.y > agent.y) r.y = agent.y + agent.h;
  if (next.x != agent.x) r.w = 1;
  if (next.y != agent.y) r.h = 1;
  return r;
}

/* Does the agent touch cells around it with one of its sides? */
static bool is_at_side(tp_Rect agent, tp_Rect around) {
  const int32_t right = agent.x + agent.w, bottom = agent.y + agent.h;
  const int32_t end_x = around.x + around.w, end_y = around.y + around.h;
  const bool is_level = around.y < bottom && end_y > agent.y;
  const bool is_above = around.x < right && end_x > agent.x;
  return (is_level && (around.x < agent.x || end_x > right)) ||
         (is_above && (around.y < agent.y || end_y > bottom));
}

/* May an agent of one cell be there? */
static bool is_free(const tp_Navmap *nav, const tp_Mask *stood, int32_t x,
                    int32_t y) {
  return tp_mask_has(nav->cells ? nav->cells : nav->mask, x, y) &&
         !(stood && tp_mask_has(stood, x, y));
}

bool tp_goal_is_beside(const tp_Navmap *nav, const tp_Mask *stood, tp_Rect goal,
                       int32_t x, int32_t y) {
  const tp_Rect agent = {x, y, nav->profile.wide, nav->profile.high};
  const tp_Rect near = tp_rect_clip(goal, tp_rect_grow(agent, 1));
  const bool is_hexagonal = nav->profile.diagonal == TP_HEXAGONS;
  const unsigned open = tp_open_steps(&nav->moves, (tp_Cell){x, y});
  if (tp_rect_is_empty(near)) return false;
  const bool has_fences = tp_navmap_sides(nav);
  if (!has_fences && is_at_side(agent, near)) return true;
  for (int d = has_fences ? 0 : TP_SE; d < TP_DIRECTIONS; d++) {
    if (is_hexagonal && !(open >> d & 1)) continue;
    const tp_Rect cells = tp_rect_clip(near, touched(agent, d));
    if (tp_rect_is_empty(cells)) continue;
    if (has_fences && all_are_fenced_off(nav, cells, d)) continue;
    if (!tp_is_diagonal(d)) return true;
    /* May the agent cut the corner on the way? */
    const tp_Cell to = {cells.x, cells.y}, at = tp_rect_nearest(agent, to);
    if (tp_may_cut(nav->profile.diagonal, is_free(nav, stood, to.x, at.y),
                   is_free(nav, stood, at.x, to.y))) {
      return true;
    }
  }
  return false;
}

/* Beside a goal is off it. (Of a terrain each cell is a goal by itself.) */
static bool ends_beside(const tp_Goals *goals, const tp_Navmap *nav,
                        tp_Rect goal, int32_t x, int32_t y) {
  const tp_Rect agent = {x, y, nav->profile.wide, nav->profile.high};
  const bool is_on = !tp_rect_is_empty(tp_rect_clip(goal, agent));
  if (is_on && !goals->is_terrain) return false;
  return tp_goal_is_beside(nav, NULL, goal, x, y);
}

/* ---- sight ----------------------------------------------------------- */

/* The next cell of a rectangle's border, in reading order; TP_NO_CELL: the
 * first.
 */
static bool next_of_border(tp_Rect r, tp_Cell *at) {
  const int32_t right = r.x + r.w - 1, bottom = r.y + r.h - 1;
  if (at->x < 0) {
    *at = (tp_Cell){r.x, r.y};
  } else if (at->x == right) {
    *at = (tp_Cell){r.x, at->y + 1};
  } else if (at->y == r.y || at->y == bottom) {
    at->x++;
  } else {
    at->x = right;
  }
  return at->y <= bottom;
}

bool tp_goal_ends_at(const tp_Goals *goals, const tp_Navmap *nav, tp_Rect goal,
                     int32_t x, int32_t y, uint64_t *steps) {
  const tp_Navmap *eyes = goals->eyes;
  ++*steps;
  if (!tp_mask_has(tp_navmap_ends(nav), x, y)) return false;
  if (goals->held && tp_mask_has(goals->held, x, y)) return false;
  if (goals->is_near) return is_in_range(goals, goal, x, y);
  if (goals->kind == TP_GOAL_ADJACENT)
    return ends_beside(goals, nav, goal, x, y);
  if (!is_in_range(goals, goal, x, y)) return false;
  if (!eyes) return true;
  /* Is the cell in the goal, or does it see a cell of the border that is in
   * range? */
  if (!tp_mask_has(eyes->mask, x, y)) return false;
  if (tp_rect_has(tp_rect_grow(goal, -1), x, y)) return true;
  for (tp_Cell at = TP_NO_CELL; next_of_border(goal, &at);) {
    ++*steps;
    if (!is_in_range(goals, (tp_Rect){at.x, at.y, 1, 1}, x, y)) continue;
    if (tp_sees_goal(eyes, (tp_Cell){x, y}, at, steps)) return true;
  }
  return false;
}

/* ---- row by row --------------------------------------------------------- */

void tp_rows_start(tp_Rows *r, const tp_Goals *goals, const tp_Navmap *nav,
                   const tp_Goal *goal) {
  const tp_Rect around = tp_goals_around(goals, goal);
  r->goals = goals;
  r->navmap = nav;
  r->goal = tp_goal_at(goal);
  r->range = goals->range;
  r->border = TP_NO_CELL;
  r->y = around.y - 1;
  r->bottom = around.y + around.h;
  r->steps = 0;
  r->end = tp_goals_work(goals);
  *owner_of_work(goals) = (uintptr_t)r;
  if (!tp_goals_need_sight(goals)) return;
  r->y = r->goal.y; /* the inside comes first */
  r->bottom = r->goal.y + r->goal.h - 1;
}

/* Takes the free cells of columns first to last. */
static void take_columns(tp_Rows *r, int32_t first, int32_t last) {
  const uint64_t *free = tp_mask_row(tp_navmap_ends(r->navmap), r->y);
  const tp_Mask *mask = r->goals->held;
  const uint64_t *held = mask ? tp_mask_row(mask, r->y) : NULL;
  first = tp_greater(first, 0);
  last = tp_lesser(last, r->goals->width - 1);
  r->first_word = first >> 6;
  r->last_word = first > last ? r->first_word - 1 : last >> 6;
  for (int32_t w = r->first_word; w <= r->last_word; w++) {
    r->end[w] = held ? free[w] & ~held[w] : free[w];
    if (w == first >> 6) r->end[w] &= UINT64_MAX << (first & 63);
    if (w == last >> 6) r->end[w] &= UINT64_MAX >> (63 - (last & 63));
    r->steps++;
  }
}

static void leave_out_blocked(tp_Rows *r, const tp_Mask *m) {
  const uint64_t *free = tp_mask_row(m, r->y);
  for (int32_t w = r->first_word; w <= r->last_word; w++) r->end[w] &= free[w];
}

/* From where a cell of the border is seen and in range. */
static bool take_view(tp_Rows *r) {
  const uint64_t before = r->view.steps;
  if (r->border.x < 0 || !tp_fov_next(&r->view)) return false;
  r->y = r->view.y;
  r->first_word = r->view.first_word;
  r->last_word = r->view.last_word;
  r->end = r->view.visible;
  leave_out_blocked(r, tp_navmap_ends(r->navmap));
  r->steps += r->view.steps - before;
  return true;
}

static bool next_seen(tp_Rows *r) {
  const tp_Goals *goals = r->goals;
  uint64_t *work = tp_goals_work(goals);
  if (r->border.x < 0 && ++r->y < r->bottom) {
    /* The free cells inside the goal. */
    r->steps++;
    take_columns(r, r->goal.x + 1, r->goal.x + r->goal.w - 2);
    leave_out_blocked(r, goals->eyes->mask);
    return true;
  }
  if (take_view(r)) return true;
  while (next_of_border(r->goal, &r->border)) {
    tp_fov_start(&r->view, goals->eyes, r->border, r->range, work);
    if (take_view(r)) return true;
  }
  return false;
}

bool tp_rows_next(tp_Rows *r) {
  const tp_Goals *goals = r->goals;
  const tp_Rect goal = r->goal;
  TP_ASSERT(*owner_of_work(goals) == (uintptr_t)r);
  if (tp_goals_need_sight(goals)) return next_seen(r);
  if (++r->y >= r->bottom) return false;
  const int32_t rows = (int32_t)tp_beyond(r->y, goal.y, goal.h);
  const bool is_near = goals->is_near;
  const bool is_touched = goals->kind == TP_GOAL_ADJACENT && !is_near;
  const int32_t reach =
      is_touched || is_near ? goals->margin : tp_goals_reach(goals, rows);
  take_columns(r, goal.x - reach, goal.x + goal.w - 1 + reach);
  if (!is_touched && !is_near && !tp_is_hexagonal(goals->stagger)) return true;
  /* Columns and rows do not tell: each cell is tested. */
  for (int32_t w = r->first_word; w <= r->last_word; w++) {
    for (uint64_t rest = r->end[w]; rest; rest &= rest - 1) {
      const int32_t x = w * 64 + tp_lowest(rest);
      const bool is_end = is_touched
                              ? ends_beside(goals, r->navmap, goal, x, r->y)
                              : is_in_range(goals, goal, x, r->y);
      r->steps++;
      if (!is_end) r->end[w] &= ~(rest & (0 - rest));
    }
  }
  return true;
}

uint64_t tp_rows_ends(tp_Rows *r, int32_t word, uint64_t among) {
  const bool is_view = tp_goals_need_sight(r->goals) && r->border.x >= 0;
  if (!is_view) return r->end[word] & among;
  const uint64_t before = r->view.steps;
  const uint64_t ends = tp_fov_ends(&r->view, word, among);
  r->steps += r->view.steps - before;
  return ends;
}

/* ---- places of goals ------------------------------------------------- */

void tp_goals_move(tp_Goals *goals) {
  const tp_Rect map = {0, 0, goals->width, goals->height};
  goals->box = (tp_Rect){0, 0, 0, 0};
  goals->cells = 0;
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Rect at = tp_goal_at(&goals->goal[k]);
    goals->box = tp_rect_join(goals->box, at);
    goals->cells += (uint64_t)tp_rect_area(tp_rect_grow(at, goals->margin));
  }
  goals->near = tp_rect_clip(tp_rect_grow(goals->box, goals->margin), map);
}

void tp_goals_reorder(tp_Goals *goals) {
  for (uint32_t k = 0; k < goals->given; k++) {
    tp_Goal *goal = &goals->goal[k];
    while (goal->index != k) tp_goals_swap(goal, &goals->goal[goal->index]);
  }
}

void tp_goals_restore(tp_Goals *goals, const tp_Grid *g) {
  tp_goals_reorder(goals);
  goals->count = goals->given;
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Goal *goal = &goals->goal[k];
    goal->at = tp_grid_clamp(g, (tp_Cell){goal->rect.x, goal->rect.y});
    goal->extra = 0;
    goal->tie = goal->index;
  }
  tp_goals_move(goals);
}
