/* goals.c - the goals of a list as the core has them: single cells. One that
 * covers a rectangle becomes several, which share its place in the list.
 *
 * Most goals are cells or points. So whether there is a wide one is found out
 * first, by two comparisons for each.
 */
#include "goals.h"

#include <math.h>

#include "../core/search/wide.h"

/* ---- what they cover ---------------------------------------------------- */

GoalCells tp_goal_cells(const tp_Grid *grid, Goal goal) {
  double right = goal.x + (goal.w > 0 ? goal.w - 1 : 0);
  double bottom = goal.y + (goal.h > 0 ? goal.h - 1 : 0);
  return (GoalCells){tp_bind_cell_at(grid, goal.x, goal.y),
                     tp_bind_cell_at(grid, right, bottom)};
}

/* The last cell that a stretch touches which begins in cell `first` and reaches
 * as far as `end`; that does not belong to it. */
static double last_before(double end, double first) {
  return fmax(ceil(end) - 1, first);
}

/* Column and row of a world point: by the agent's middle, or of the map. */
static double column(const Finder *f, double x, bool of_map) {
  const tp_Grid *g = f->grid;
  return of_map ? (x - g->origin_x) / g->cell_width : tp_finder_column(f, x);
}

static double row(const Finder *f, double y, bool of_map) {
  const tp_Grid *g = f->grid;
  return of_map ? (y - g->origin_y) / g->cell_height : tp_finder_row(f, y);
}

/* A goal to stop beside is made of cells of the map, however large the agent.
 */
static GoalCells cells_of(const Finder *f, const QueryOptions *o, Goal goal) {
  bool of_map = o->kind == TP_GOAL_SIDES;
  if (!o->in_world) return tp_goal_cells(f->grid, goal);
  double x = floor(column(f, goal.x, of_map));
  double y = floor(row(f, goal.y, of_map));
  double end_x = column(f, goal.x + goal.w, of_map);
  double end_y = row(f, goal.y + goal.h, of_map);
  return (GoalCells){
      tp_bind_tame_cell(x, y),
      tp_bind_tame_cell(last_before(end_x, x), last_before(end_y, y))};
}

tp_Cell tp_goal_cell(const Finder *f, const QueryOptions *o, Goal goal) {
  if (!o->in_world) return tp_bind_cell_at(f->grid, goal.x, goal.y);
  return o->kind == TP_GOAL_SIDES ? tp_bind_cell_around(f->grid, goal.x, goal.y)
                                  : tp_finder_cell_at(f, goal.x, goal.y);
}

/* ---- for a query -------------------------------------------------------- */

static tp_Wide wide_of(const Finder *f, const tp_Query *query,
                       const QueryOptions *o, Goal goal) {
  GoalCells cells = cells_of(f, o, goal);
  tp_Query whole = *query;
  whole.escape = o->is_whole;
  return tp_wide_goal(cells.first, cells.last, o->kind, &f->navmap, &whole,
                      o->sight);
}

uint32_t tp_goals_count(lua_State *L, const Finder *f, const tp_Query *query,
                        const QueryOptions *o, QueryGoals *goals) {
  const uint64_t most = INT32_MAX / sizeof(tp_Goal);
  uint64_t count = goals->list.count;
  goals->has_wide = false;
  for (uint32_t i = 0; i < goals->list.count; i++) {
    Goal goal = goals_get(&goals->list, i);
    if (!goal_is_wide(goal)) continue;
    tp_Wide wide = wide_of(f, query, o, goal);
    goals->has_wide = true;
    count += tp_wide_count(&wide) - 1;
    if (count > most) tp_bind_error(L, "not enough memory");
  }
  return (uint32_t)count;
}

void tp_goals_fill(const Finder *f, const tp_Query *query,
                   const QueryOptions *o, QueryGoals *goals) {
  tp_Goal *next = goals->set->goal;
  for (uint32_t i = 0; i < goals->list.count; i++) {
    Goal goal = goals_get(&goals->list, i);
    uint64_t count = 1;
    if (goal_is_wide(goal)) {
      tp_Wide wide = wide_of(f, query, o, goal);
      count = tp_wide_count(&wide);
      tp_wide_list(&wide, next);
    } else {
      next->cell = tp_goal_cell(f, o, goal);
    }
    for (tp_Goal *end = next + count; next < end; next++) {
      next->asked = goal.extra;
      next->place = i;
    }
  }
}

tp_Reason tp_goals_reason(const Finder *f, const tp_Navmap *nav,
                          const tp_Query *query, const QueryOptions *o,
                          const QueryGoals *goals, tp_Reason reason) {
  if (!goals->has_wide || o->kind != TP_GOAL_CELLS) return reason;
  for (uint32_t i = 0; i < goals->list.count; i++) {
    Goal goal = goals_get(&goals->list, i);
    if (!goal_is_wide(goal)) continue;
    tp_Wide wide = wide_of(f, query, o, goal);
    reason = tp_wide_reason(&wide, nav, query->start, reason);
  }
  return reason;
}
