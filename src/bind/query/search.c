/* search.c - the search userdata: a query that runs in slices, whose nodes can
 * be inspected.
 *
 * A search has its own node store, so the pathfinder can answer other queries
 * between the slices. It keeps the pathfinder alive, which keeps the grid
 * alive.
 */
#include "../../core/base/heapsort.h"
#include "../finder/pathfinder.h"
#include "path.h"
#include "queryrun.h"

/* The slots behind those of the query run. */
enum {
  SEARCH_INTO = RUN_SLOTS + 1, /* the table to fill */
  SEARCH_SLOTS = SEARCH_INTO
};

typedef struct Search {
  Finder *finder;  /* kept alive by a slot */
  tp_Measure path; /* measured when it was found */
  double scale;    /* of costs, when it began */
  QueryOptions options;
  QueryRun query_run;
} Search;

static const char *const states[] = {
    [TP_RUNNING] = "running",
    [TP_FOUND] = "found",
    [TP_FAILED] = "failed",
};

/* After a resize the search is stale: its nodes belong to the old shape. */
static Search *record_resize(Search *search) {
  tp_Search *run = &search->query_run.search;
  if (run->shape == search->finder->grid->shape) return search;
  run->has_begun = false;
  if (run->status != TP_FAILED) tp_search_fail(run, TP_STALE);
  return search;
}

static Search *self(lua_State *L, const char *function) {
  return record_resize(tp_bind_self(L, BIND_SEARCH, function));
}

static bind_Locks locks_of(Search *search) {
  return bind_locks(search, search->finder->grid);
}

static void record_result(Search *search) {
  const tp_Search *run = &search->query_run.search;
  if (run->status != TP_FOUND) return;
  tp_query_record_goal(run, &search->query_run.goals, &search->options);
  const tp_Path path = tp_search_path(run);
  search->path = tp_path_measure(&path);
}

/* finder:search(x1, y1, x2, y2 [, query]) */
static int search(lua_State *L) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, "search");
  tp_finder_refuse_function(L, f, "search");
  QueryArgs q = queryargs_default("search");
  tp_queryargs_read(L, f, &q);

  Search *search = tp_bind_new_handle(L, sizeof *search, SEARCH_SLOTS);
  int handle = lua_gettop(L);
  search->finder = f;
  tp_bind_keep(L, handle, RUN_OWNER, 1);
  if (q.into) tp_bind_keep(L, handle, SEARCH_INTO, q.into);
  const QueryCall call = {L, "search", 1, handle, locks_of(search), false};
  const bind_BlockSlot list = {handle, RUN_GOAL_LIST, call.locks};
  tp_queryargs_read_list(L, &q, &search->query_run.goals, list);
  queryrun_reset(&search->query_run);
  while (!tp_queryrun_begin(&call, &search->query_run, &q)) continue;
  search->options = q.options;
  search->scale = search->query_run.search.navmap->costs.scale;
  record_result(search);
  lua_settop(L, handle);
  tp_bind_adopt(L, BIND_SEARCH);
  return 1;
}

static int step(lua_State *L) {
  Search *search = self(L, "step");
  double n = 1;
  if (!lua_isnoneornil(L, 2)) {
    n = tp_bind_integer(L, 2, "step", "n", 1, BIND_MAX_WHOLE);
  }
  tp_bind_check_idle(L, search, BIND_SEARCH, "step");
  if (search->query_run.search.status == TP_RUNNING) {
    const QueryCall call = {L, "step", 2, 1, locks_of(search), false};
    lua_settop(L, 1);
    tp_bind_push_kept(L, 1, RUN_OWNER);
    tp_queryrun_prepare(&call, &search->query_run);
    tp_queryrun_run(&call, &search->query_run, (uint64_t)n);
    record_result(search);
  }
  lua_pushstring(L, states[search->query_run.search.status]);
  return 1;
}

static int push_path(lua_State *L) {
  Search *search = self(L, "path");
  const tp_Search *s = &search->query_run.search;
  if (s->status == TP_FAILED) return tp_finder_push_reason(L, s->reason);
  if (s->status == TP_RUNNING) return tp_bind_push_no(L, states[TP_RUNNING]);
  lua_settop(L, 1);
  tp_bind_push_kept(L, 1, SEARCH_INTO);
  if (lua_istable(L, 2) && !tp_path_may_fill(L, 2)) {
    tp_bind_wrong(L, 2, "path", "into", PATH_WHAT_INTO);
  }
  PathTable path = {.into = lua_istable(L, 2) ? 2 : 0,
                    .locks = locks_of(search),
                    .measure = search->path};
  tp_path_push(L, s, search->finder, &search->options, &path);
  lua_pushnumber(L, path.measure.cost);
  return 2;
}

/* ---- inspection --------------------------------------------------------- */

static void push_cost(lua_State *L, const Search *search, uint64_t cost) {
  lua_pushnumber(L, (double)cost / search->scale);
}

static int cell(lua_State *L) {
  const Search *search = self(L, "cell");
  const tp_Grid *g = search->finder->grid;
  tp_Cell c = tp_bind_cell(L, 2, g, "cell", "x", "y");
  tp_NodeInfo info;
  if (!tp_grid_contains(g, c.x, c.y) ||
      !tp_search_node_info(&search->query_run.search, c, &info)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushstring(L, info.closed ? "closed" : "open");
  push_cost(L, search, info.g);
  push_cost(L, search, info.h);
  if (tp_same_cell(info.parent, c)) return 3;
  bind_push_cell(L, g, info.parent.x, info.parent.y);
  return 5;
}

/* Upvalues of the iterator: the search, the place of the next cell in the list,
 * and the list: its length, then the cells, packed and in reading order. */
enum { SEARCH = 1, NEXT, LIST };

static int next_known(lua_State *L) {
  const Search *search = record_resize(bind_known(L, lua_upvalueindex(SEARCH)));
  const uint32_t *list = bind_known(L, lua_upvalueindex(LIST));
  const tp_Grid *g = search->finder->grid;
  uint32_t i = (uint32_t)lua_tonumber(L, lua_upvalueindex(NEXT));
  for (; i <= list[0]; i++) {
    const tp_Cell c = tp_unpack_cell(list[i]);
    tp_NodeInfo info;
    if (i > 1 && list[i] == list[i - 1]) continue;
    if (!tp_search_node_info(&search->query_run.search, c, &info)) continue;
    lua_pushnumber(L, (lua_Number)i + 1);
    lua_replace(L, lua_upvalueindex(NEXT));
    bind_push_cell(L, g, c.x, c.y);
    lua_pushstring(L, info.closed ? "closed" : "open");
    push_cost(L, search, info.g);
    push_cost(L, search, info.h);
    return 5;
  }
  return 0;
}

static bool is_before(const void *a, const void *b) {
  return *(const uint32_t *)a < *(const uint32_t *)b;
}

/* search:cells() -> iterator over x, y, state, g, h of the cells reached so
 * far */
static int cells(lua_State *L) {
  Search *search = self(L, "cells");
  const tp_Search *run = &search->query_run.search;
  uint32_t room, *list;
  do { /* a finalizer may go on with the search */
    room = tp_search_reached(run, NULL);
    lua_settop(L, 1);
    list = tp_bind_new(L, ((size_t)room + 1) * sizeof *list);
    record_resize(search);
  } while (tp_search_reached(run, NULL) > room);
  list[0] = tp_search_reached(run, list + 1);
  tp_sort(list + 1, list[0], sizeof *list, is_before);
  lua_pushvalue(L, 1);
  lua_pushnumber(L, 1);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, next_known, LIST);
  return 1;
}

/* ---- properties --------------------------------------------------------- */

enum { STATUS = 1, REASON, EXPANDED };

static const char *const properties[] = {"status", "reason", "expanded", NULL};

static int index_search(lua_State *L) {
  const int member = tp_bind_member(L);
  if (member == BIND_METHOD) return 1;
  const Search *search = self(L, "__index");
  switch (member) {
    case STATUS:
      lua_pushstring(L, states[search->query_run.search.status]);
      break;
    case REASON:
      if (search->query_run.search.status != TP_FAILED) return 0;
      tp_finder_push_reason(L, search->query_run.search.reason);
      break;
    case EXPANDED:
      compat_push_whole(L, (double)search->query_run.search.expanded);
      break;
    default: break;
  }
  return 1;
}

static int to_string(lua_State *L) {
  const Search *search = self(L, "__tostring");
  lua_pushfstring(
      L, "search (%s, %s expanded)", states[search->query_run.search.status],
      tp_bind_show_number(L, (double)search->query_run.search.expanded));
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"step", step},   {"path", push_path},       {"cell", cell},
    {"cells", cells}, {"__tostring", to_string}, {NULL, NULL},
};

const bind_Exports tp_search_exports = {
    .kind = BIND_SEARCH,
    .methods = methods,
    .properties = properties,
    .index = index_search,
};

static const luaL_Reg finder_methods[] = {
    {"search", search},
    {NULL, NULL},
};

const bind_Exports tp_find_search_exports = {.kind = BIND_PATHFINDER,
                                             .methods = finder_methods};
