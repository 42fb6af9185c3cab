/* search.c - the search userdata: one query, run in slices and looked into.
 *
 * It holds a store of its own, so that the pathfinder may answer other queries
 * in between, and keeps the pathfinder alive, which keeps the grid alive.
 */
#include "finder.h"

static const char *const states[] = {
    [TP_RUNNING] = "running",
    [TP_FOUND] = "found",
    [TP_FAILED] = "failed",
};

/* A search whose grid has changed is told so before anything else. */
static Run *self(lua_State *L, const char *function) {
  Run *run = bind_self(L, BIND_SEARCH, function);
  tp_Search *s = &run->search;
  if (s->status == TP_RUNNING &&
      s->revision != tp_grid_revision(run->finder->grid)) {
    tp_search_fail(s, TP_STALE);
  }
  return run;
}

static bind_Marks marks_of(Run *run) {
  return bind_marks(run, run->finder->grid);
}

static void note_result(Run *run) {
  const Finder *f = run->finder;
  if (run->search.status != TP_FOUND) return;
  finder_note_goal(&run->search, &run->targets, &run->wishes);
  const tp_Route route = tp_search_route(&run->search, &f->navmap);
  run->cost = tp_route_measure(&route).cost;
}

/* finder:search(x1, y1, x2, y2 [, query]) */
int finder_search(lua_State *L) {
  Finder *f = bind_self(L, BIND_PATHFINDER, "search");
  tp_Query query;
  Wishes wishes = {.world = false};
  int into = finder_read_question(L, f, "search", &query, &wishes);

  Run *run = bind_new_handle(L, sizeof *run, RUN_SLOTS);
  int handle = lua_gettop(L);
  run->finder = f;
  run->wishes = wishes;
  lua_pushvalue(L, 1);
  bind_keep(L, handle, OWNER);
  if (into) {
    lua_pushvalue(L, into);
    bind_keep(L, handle, INTO);
  }
  bind_BlockSlot slot = {handle, BLOCKS, marks_of(run)};
  finder_take_goals(L, 4, f, &run->targets, slot, "search", &query,
                    &run->wishes);
  /* After the last allocation, whose finalizers may have edited the grid. */
  finder_get_ready(L, 1, f, "search");
  run->scale = f->navmap.costs.scale;
  tp_search_begin(&run->search, &f->navmap, query);
  note_result(run);
  bind_adopt(L, BIND_SEARCH);
  return 1;
}

static int step(lua_State *L) {
  Run *run = self(L, "step");
  double n = 1;
  if (!lua_isnoneornil(L, 2)) {
    n = bind_integer(L, 2, "step", "n", 1, BIND_MAX_WHOLE);
  }
  bind_check_idle(L, run, BIND_SEARCH, "step");
  if (run->search.status == TP_RUNNING) {
    lua_settop(L, 1);
    bind_push_kept(L, 1, OWNER);
    bind_BlockSlot slot = {1, BLOCKS, marks_of(run)};
    finder_run(L, &run->search, slot, 2, (uint64_t)n, "step");
    note_result(run);
  }
  lua_pushstring(L, states[run->search.status]);
  return 1;
}

static int cancel(lua_State *L) {
  Run *run = self(L, "cancel");
  bind_check_idle(L, run, BIND_SEARCH, "cancel");
  if (run->search.status == TP_RUNNING) {
    tp_search_fail(&run->search, TP_CANCELLED);
  }
  return 0;
}

static int path(lua_State *L) {
  Run *run = self(L, "path");
  const tp_Search *s = &run->search;
  if (s->status == TP_FAILED) return finder_push_reason(L, s->reason);
  if (s->status == TP_RUNNING) return bind_push_no(L, states[TP_RUNNING]);
  lua_settop(L, 1);
  bind_push_kept(L, 1, INTO);
  finder_push_path(L, s, run->finder, &run->wishes, run->cost,
                   lua_istable(L, 2) ? 2 : 0, marks_of(run));
  lua_pushnumber(L, run->cost);
  return 2;
}

/* ---- looking into it ---------------------------------------------------- */

static void push_cost(lua_State *L, const Run *run, uint64_t cost) {
  lua_pushnumber(L, (double)cost / run->scale);
}

static int cell(lua_State *L) {
  const Run *run = self(L, "cell");
  const tp_Grid *g = run->finder->grid;
  tp_Cell c = bind_cell(L, 2, g, "cell", "x", "y");
  tp_NodeInfo info;
  if (!tp_grid_contains(g, c.x, c.y) ||
      !tp_search_node_info(&run->search, &run->finder->navmap, c, &info)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushstring(L, info.closed ? "closed" : "open");
  push_cost(L, run, info.g);
  push_cost(L, run, info.h);
  if (tp_same_cell(info.parent, c)) return 3;
  bind_push_cell(L, g, info.parent.x, info.parent.y);
  return 5;
}

/* Upvalues of the iterators: the search, the index of the next cell to look
 * at, and whether closed cells are wanted. */
enum { RUN = 1, NEXT, CLOSED };

static int next_known(lua_State *L) {
  const Run *run = bind_known(L, lua_upvalueindex(RUN));
  bool closed = lua_toboolean(L, lua_upvalueindex(CLOSED));
  const tp_Grid *g = run->finder->grid;
  int64_t cells = (int64_t)g->width * g->height;
  int64_t i = (int64_t)lua_tonumber(L, lua_upvalueindex(NEXT));
  for (; i < cells; i++) {
    tp_Cell c = {(int32_t)(i % g->width), (int32_t)(i / g->width)};
    tp_NodeInfo info;
    if (!tp_search_node_info(&run->search, &run->finder->navmap, c, &info)) {
      continue;
    }
    if (info.closed != closed) continue;
    lua_pushnumber(L, (lua_Number)(i + 1));
    lua_replace(L, lua_upvalueindex(NEXT));
    bind_push_cell(L, g, c.x, c.y);
    push_cost(L, run, info.g + info.h);
    push_cost(L, run, info.g);
    push_cost(L, run, info.h);
    return 5;
  }
  return 0;
}

static int known(lua_State *L, const char *function, bool closed) {
  self(L, function);
  lua_pushvalue(L, 1);
  lua_pushnumber(L, 0);
  lua_pushboolean(L, closed);
  lua_pushcclosure(L, next_known, CLOSED);
  return 1;
}

static int open(lua_State *L) { return known(L, "open", false); }
static int closed(lua_State *L) { return known(L, "closed", true); }

/* ---- properties --------------------------------------------------------- */

enum { STATUS = 1, REASON, EXPANDED };

static const char *const properties[] = {"status", "reason", "expanded", NULL};

static int index_search(lua_State *L) {
  const Run *run = self(L, "__index");
  switch (bind_member(L)) {
    case STATUS: lua_pushstring(L, states[run->search.status]); break;
    case REASON:
      if (run->search.status != TP_FAILED) return 0;
      finder_push_reason(L, run->search.reason);
      break;
    case EXPANDED: compat_push_whole(L, (double)run->search.expanded); break;
    default: break;
  }
  return 1;
}

static int to_string(lua_State *L) {
  const Run *run = self(L, "__tostring");
  lua_pushfstring(L, "search (%s, %s expanded)", states[run->search.status],
                  bind_show_number(L, (double)run->search.expanded));
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"step", step}, {"path", path},     {"cancel", cancel}, {"cell", cell},
    {"open", open}, {"closed", closed}, {NULL, NULL},
};

static const luaL_Reg metamethods[] = {
    {"__tostring", to_string},
    {NULL, NULL},
};

void bind_open_search(lua_State *L) {
  static const bind_Class class = {methods, metamethods, properties,
                                   index_search};
  bind_class(L, BIND_SEARCH, &class);
}
