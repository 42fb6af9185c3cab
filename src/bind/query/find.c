/* find.c - from a query in Lua to a finished search.
 *
 * Each query is checked, run to its end, and its result pushed. The
 * node store stays after the query; the next query uses it again.
 */
#include <math.h>

#include "../finder/pathfinder.h"
#include "../kit/taskrunner.h"
#include "goals.h"
#include "path.h"
#include "queryrun.h"

/* Answers a query: the path and its cost, or nil and the reason. A query that
 * raises leaves the info as it was. The time is at least 0, even if the clock
 * was set back. */
static int find_path(lua_State *L, QueryArgs *q) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, q->function);
  QueryCall call = {L, q->function, 1, 1, finder_locks(f), true};
  const bind_BlockSlot list = {1, RUN_GOAL_LIST, call.locks};
  QueryRun *query_run = &f->query_run;
  const tp_Search *s = &query_run->search;
  const double start = tp_clock_now();
  tp_queryargs_read(L, f, q);
  tp_bind_check_idle(L, f, BIND_PATHFINDER, q->function);
  /* Pushed before the list is read: making the handle may run a finalizer that
   * calls find. */
  if (q->avoid.avoid) tp_avoid_push_handle(L, 1, RUN_OTHERS);
  tp_queryargs_read_list(L, q, &query_run->goals, list);
  queryrun_reset(query_run);
  while (!tp_queryrun_begin(&call, query_run, q)) continue;
  if (s->shared) call.locks.objects[2] = finder_walls(f);
  tp_queryrun_run(&call, query_run, UINT64_MAX);
  if (s->status == TP_FOUND) {
    const tp_Path path = tp_search_path(s);
    PathTable table = {.into = q->into,
                       .locks = call.locks,
                       .measure = tp_path_measure(&path)};
    tp_query_record_goal(s, &query_run->goals, &q->options);
    tp_path_push(L, s, f, &q->options, &table);
    lua_pushnumber(L, table.measure.cost);
  } else {
    tp_finder_push_reason(L, s->reason);
  }
  f->info = (Info){true, s->plan.algorithm, s->expanded,
                   fmax(tp_clock_now() - start, 0)};
  return 2;
}

static int find_cells(lua_State *L) {
  QueryArgs q = queryargs_default("find");
  return find_path(L, &q);
}

static int find_world(lua_State *L) {
  QueryArgs q = queryargs_default("find_world");
  q.options.in_world = true;
  return find_path(L, &q);
}

/* core.find_for(call, finder, wx1, wy1, wx2, wy2, query, in_cells): find_world
 * or find for a call of the Lua files, with its name in errors. */
static int find_for(lua_State *L) {
  enum { IN_CELLS = 7, NAME };
  lua_settop(L, NAME);
  lua_pushvalue(L, 1);
  lua_remove(L, 1);
  QueryArgs q = queryargs_default(lua_tostring(L, NAME));
  q.options.in_world = !lua_toboolean(L, IN_CELLS);
  return find_path(L, &q);
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"find", find_cells},
    {"find_world", find_world},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"find_for", find_for},
    {NULL, NULL},
};

const bind_Exports tp_find_exports = {
    .kind = BIND_PATHFINDER,
    .methods = methods,
    .functions = functions,
    .list_options = tp_queryargs_list_options};
