/* queryrun.c - runs queries: see queryrun.h.
 *
 * A budget counts units of work: expanded nodes, and work on the map as
 * base/task.h counts it.
 */
#include "queryrun.h"

#include <math.h>

#include "../finder/pathfinder.h"
#include "../kit/taskrunner.h"

/* ---- the map ------------------------------------------------------------ */

/* Updates the map of the pathfinder at that index. */
static void prepare_map(const QueryCall *c, int at, unsigned parts) {
  tp_finder_prepare(c->L, at, parts, c->locks.objects[0], c->function);
}

/* Pushes the handle of avoided units. Units in the start's cells do not
 * count. */
static AvoidCall open_others(const QueryCall *c, QueryRun *query_run,
                             tp_Cell start) {
  Finder *f = bind_known(c->L, c->finder);
  return (AvoidCall){
      .function = c->function,
      .finder = f,
      .search = &query_run->search,
      .others = tp_avoid_push_handle(c->L, c->handle, RUN_OTHERS),
      .locks = c->locks,
      .start = finder_footprint(f, start)};
}

/* Updates the map of the other eyes of the pathfinder, if the query looks. */
static void prepare_eyes(const QueryCall *c, bool looks) {
  const Finder *f = bind_known(c->L, c->finder);
  if (!looks || !f->eyes) return;
  tp_bind_push_kept(c->L, c->finder, FINDER_EYES);
  prepare_map(c, lua_gettop(c->L), TP_MAP);
  lua_pop(c->L, 1);
}

void tp_queryrun_prepare(const QueryCall *c, QueryRun *query_run) {
  const tp_Search *s = &query_run->search;
  const tp_Goals *goals = s->plan.query.goals;
  const bool runs = s->navmap && s->status == TP_RUNNING;
  const bool is_overlay = runs && s->navmap->base;
  const unsigned parts = runs ? tp_search_parts(s) : TP_QUERY_PARTS;
  prepare_map(c, c->finder, is_overlay ? TP_QUERY_PARTS : parts);
  prepare_eyes(c, runs && goals && goals->eyes);
  if (!is_overlay) return;
  const AvoidCall call = open_others(c, query_run, s->plan.query.start);
  tp_avoid_prepare(c->L, &call, s->navmap, parts);
  lua_pop(c->L, 1);
}

/* First come the calls that may run a finalizer without locks, then the map,
 * then the avoided units. Goals are made when all these are up to date. */
bool tp_queryrun_begin(const QueryCall *c, QueryRun *query_run, QueryArgs *q) {
  Finder *f = bind_known(c->L, c->finder);
  tp_Navmap *nav = &f->navmap;
  AvoidCall call = {.others = 0};
  if (q->avoid.avoid) call = open_others(c, query_run, q->query.start);
  prepare_map(c, c->finder, TP_QUERY_PARTS);
  prepare_eyes(c, q->options.sight);
  const uint64_t revision = tp_navmap_revision(&f->navmap);
  if (call.others) {
    nav = tp_avoid_update_overlay(c->L, &q->avoid, &call);
    if (revision != tp_navmap_revision(&f->navmap)) return false;
    tp_avoid_prepare(c->L, &call, nav, TP_QUERY_PARTS);
  }
  const bind_BlockSlot slot = {c->handle, RUN_GOAL_SET, c->locks};
  tp_queryargs_make_goals(c->L, f, q, &query_run->goals, slot);
  if (revision != tp_navmap_revision(&f->navmap)) return false;
  Walls *walls = finder_walls(f);
  const bool shares = c->is_find && !nav->base && !tp_bind_is_busy(walls);
  query_run->search.shared = shares ? &walls->store : NULL;
  tp_queryargs_begin(q, nav, &query_run->search);
  return true;
}

/* ---- the user's heuristic ----------------------------------------------- */

typedef struct Asking {
  const QueryCall *call;
  int function; /* the heuristic's stack index */
  tp_Search *search;
  const tp_Grid *grid;
} Asking;

static uint64_t ask_for(const Asking *asking, int32_t x, int32_t y,
                        tp_Cell goal) {
  lua_State *L = asking->call->L;
  lua_pushvalue(L, asking->function);
  bind_push_cell(L, asking->grid, x, y);
  bind_push_cell(L, asking->grid, goal.x, goal.y);
  tp_bind_call(L, 4, 1, asking->call->locks);
  double estimate = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
  if (!(estimate >= 0 && estimate - estimate == 0)) {
    tp_bind_error(L,
                  "%s: heuristic must return a finite number of at least 0, "
                  "got %s",
                  asking->call->function, tp_bind_show(L, -1));
  }
  lua_pop(L, 1);
  /* Rounds down, so that an admissible estimate stays admissible. */
  const double most = ldexp(1, 62);
  double scaled = estimate * asking->search->navmap->costs.scale *
                  asking->search->navmap->profile.weight;
  return scaled < most ? (uint64_t)scaled : (uint64_t)most;
}

/* With several goals: the lowest estimate plus extra cost. */
static uint64_t estimate_by_user(void *context, int32_t x, int32_t y) {
  const Asking *asking = context;
  const tp_Query *query = &asking->search->plan.query;
  uint64_t best = UINT64_MAX;
  if (!query->goals) return ask_for(asking, x, y, query->goal);
  for (uint32_t k = 0; k < query->goals->count; k++) {
    const tp_Goal *goal = &query->goals->goal[k];
    uint64_t estimate = ask_for(asking, x, y, goal->at) + goal->extra;
    if (estimate < best) best = estimate;
  }
  return best;
}

/* ---- running ------------------------------------------------------------ */

enum { MOST_RESETS = 256 }; /* units of a slice that resets nodes */

tp_Status tp_queryrun_run(const QueryCall *c, QueryRun *query_run,
                          uint64_t nodes) {
  lua_State *L = c->L;
  tp_Search *s = &query_run->search;
  const Finder *f = bind_known(L, c->finder);
  Asking asking = {c, 0, s, f->grid};
  const int top = lua_gettop(L);
  bind_BlockSlot blocks = {c->handle, RUN_BLOCKS, c->locks};
  if (s->plan.heuristic.kind == TP_HEURISTIC_USER) {
    luaL_checkstack(L, 16, NULL);
    tp_bind_push_kept(L, c->finder, FINDER_HEURISTIC);
    asking.function = lua_gettop(L);
  }
  if (s->shared) {
    luaL_checkstack(L, 16, NULL);
    tp_bind_push_kept(L, c->finder, FINDER_WALLS);
    blocks.handle = lua_gettop(L);
    blocks.number = WALLS_BLOCKS;
  }
  s->user = (tp_Estimator){estimate_by_user, &asking};
  tp_taskrunner_search(L, s, blocks, nodes);
  s->user.context = NULL;
  lua_settop(L, top);
  query_run->restarts += s->status == TP_FAILED && s->reason == TP_STALE;
  return s->status;
}

tp_Status tp_queryrun_run_some(const QueryCall *c, QueryRun *query_run,
                               uint64_t *budget) {
  tp_Search *s = &query_run->search;
  if (!tp_search_prepare(s, budget)) return s->status;
  s->reset_budget = *budget < MOST_RESETS ? *budget + 1 : MOST_RESETS;
  const uint64_t before = s->expanded;
  const tp_Status status = tp_queryrun_run(c, query_run, *budget);
  tp_spend(budget, s->expanded - before);
  return status;
}
