/* charts.c - charts of units that look for ways: of their own, or of a whole
 * map and shared by those who go to one cell.
 *
 * The last few of the latter are kept in a table, with a count of who uses
 * each. Of those that nobody uses, the one that was asked for longest ago serves
 * for another goal.
 *
 * Invariant: `users` of a shared chart is how many units have it in way.chart,
 * and it serves one pathfinder and goal while there are any.
 *
 * 4 bytes a cell; finding a shared one takes a look at each of SHARED.
 */
#include "../core/crowd/detour.h"
#include "../core/search/plan.h"
#include "serving.h"
#include "ways.h"

Shared *tp_serving_shared_of(Ways *w, const tp_Chart *chart) {
  for (int i = 0; chart && i < SHARED; i++) {
    if (w->shared[i].chart == chart) return &w->shared[i];
  }
  return NULL;
}

void tp_serving_release_chart(Unit *u) {
  Ways *w = u->crowd->march.ways;
  Shared *shared = w ? tp_serving_shared_of(w, u->way.chart) : NULL;
  if (shared) shared->users--;
  u->way.chart = NULL;
}

tp_Chart *tp_ways_own_chart(const Unit *u) {
  Ways *w = u->crowd->march.ways;
  bool is_shared = w && tp_serving_shared_of(w, u->way.chart);
  return is_shared ? NULL : u->way.chart;
}

/* The unit has that chart from now on, which stands on the top, and goes by it
 * at once. */
void tp_serving_give(const Serving *s, tp_Chart *chart, tp_Cell goal) {
  tp_bind_keep(s->L, s->unit_at, UNIT_CHART, lua_gettop(s->L));
  s->unit->way.chart = chart;
  tp_Guide guide = {.chart = chart, .goal = goal};
  tp_motion_give_way(s->crowd->march.motion, s->unit->id, &guide);
  s->ways->unit = 0;
}

/* A chart of so many cells of the unit's own, which nobody else uses, and which
 * is pushed. The old one stands below it until the unit has this one. */
tp_Chart *tp_serving_push_chart(const Serving *s, uint32_t cells) {
  lua_State *L = s->L;
  Ways *w = s->ways;
  tp_Chart *chart = s->unit->way.chart;
  bool is_own =
      chart && chart->room == cells && !tp_serving_shared_of(w, chart);
  tp_bind_push_kept(L, s->unit_at, UNIT_CHART);
  if (is_own) return chart;
  lua_pushvalue(L, lua_upvalueindex(BIND_MAKE_BLOCK));
  lua_pushnumber(L, (lua_Number)tp_chart_bytes(cells));
  tp_bind_call(L, 1, 1, s->marks);
  chart = bind_known(L, -1);
  tp_chart_init(chart, cells);
  return chart;
}

int tp_serving_find_shared(const Serving *s, tp_Cell goal) {
  const Shared *spare = NULL, *all = s->ways->shared;
  for (const Shared *e = all; e < all + SHARED; e++) {
    if (e->finder == s->finder && tp_same_cell(e->goal, goal)) {
      return (int)(e - all);
    }
    if (e->users == 0 && (!spare || e->asked < spare->asked)) spare = e;
  }
  return spare ? (int)(spare - all) : -1;
}

Shared *tp_serving_push_shared(const Serving *s, int place, tp_Cell goal) {
  lua_State *L = s->L;
  Shared *e = &s->ways->shared[place];
  uint32_t cells = (uint32_t)tp_grid_cells(s->finder->navmap.grid);
  bind_BlockSlot slot = {s->ways_at, CHARTS + place, s->marks};
  if (!e->chart || e->chart->room != cells) {
    *e = (Shared){.finder = NULL};
    tp_Chart *made = tp_bind_block(L, slot, tp_chart_bytes(cells));
    lua_pop(L, 1);
    tp_chart_init(made, cells);
    e->chart = made;
  }
  if (e->finder != s->finder || !tp_same_cell(e->goal, goal)) {
    e->chart->area.w = 0;
    tp_bind_keep(L, s->ways_at, FINDERS + place, s->finder_at);
    e->finder = s->finder;
    e->goal = goal;
  }
  e->asked = ++s->ways->asked;
  tp_bind_push_kept(L, s->ways_at, CHARTS + place);
  return e;
}

/* Pushes a chart to that goal, which others may have, too. */
static tp_Chart *push_chart(const Serving *s, tp_Cell goal) {
  const tp_Grid *grid = s->finder->navmap.grid;
  int place = tp_serving_find_shared(s, goal);
  if (place >= 0) return tp_serving_push_shared(s, place, goal)->chart;
  return tp_serving_push_chart(s, (uint32_t)tp_grid_cells(grid));
}

void tp_serving_refuse(const Serving *s, tp_Reason reason) {
  s->ways->unit = 0;
  s->unit->orders.reason = reason;
  tp_motion_refuse(s->crowd->march.motion, s->unit->id, reason);
}

/* A chart of its own to one that is to go round those that are paused. */
static void give_round(const Serving *s, tp_Cell goal) {
  const tp_Grid *grid = s->finder->navmap.grid;
  tp_Motion *m = s->crowd->march.motion;
  tp_Chart *chart = tp_serving_push_chart(s, (uint32_t)tp_grid_cells(grid));
  if (!chart || !serving_stands(s)) return;
  if (chart != s->unit->way.chart) tp_serving_release_chart(s->unit);
  tp_chart_init(chart, chart->room);
  tp_Mover *mover = serving_mover(s);
  const tp_Fare fare = mover->fare;
  mover->guide = (tp_Guide){.chart = chart, .goal = goal};
  bool is_round = tp_detour_make(m, s->unit->id, s->budget);
  tp_serving_give(s, chart, goal);
  if (!is_round) mover->fare = fare;
}

/* The chart of a whole map: there is a way, or none, as soon as the regions are
 * known. */
void tp_serving_give_whole(const Serving *s) {
  tp_Navmap *nav = &s->finder->navmap;
  const tp_Mover *mover = serving_mover(s);
  tp_Cell at = tp_mover_cell(mover), goal = mover->guide.goal;
  const tp_Query query = {
      .start = at, .goal = goal, .escape = true, .one_step = true};
  if (!tp_navmap_is_crossed(nav)) tp_navmap_prepare(nav, TP_CROSSED);
  tp_Reason reason = tp_plan_refusal(nav, &query);
  if (reason != TP_NO_REASON) {
    tp_serving_refuse(s, reason);
    return;
  }
  void *scratch = tp_serving_scratch(s->L, s->crowd, s->ways_at, s->marks);
  if (mover->flags & TP_MOVER_ROUND) {
    give_round(s, goal);
    return;
  }
  tp_Chart *chart = push_chart(s, goal);
  if (!chart || !serving_stands(s)) return;
  at = tp_mover_cell(serving_mover(s));
  tp_Guide guide = {.chart = chart, .goal = goal};
  Shared *shared = tp_serving_shared_of(s->ways, chart);
  if (chart != s->unit->way.chart) {
    tp_serving_release_chart(s->unit);
    if (shared) shared->users++;
  }
  if (!shared) *chart = (tp_Chart){.room = chart->room}; /* led elsewhere */
  if (tp_guide_service(&guide, nav, at, true) == TP_GUIDE_LAGS) {
    tp_guide_refresh(&guide, nav, at, scratch, s->budget);
  }
  tp_serving_give(s, chart, goal);
}
