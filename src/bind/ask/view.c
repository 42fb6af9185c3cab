/* view.c - the view userdata: all cells that an agent sees from a cell. A
 * snapshot: it owns its bits, so later edits do not change it.
 */
#include "../../core/ask/view.h"
#include "../crowd/avoid.h"

typedef struct View {
  Finder *finder; /* kept alive by a slot                     */
  tp_Rect map;    /* the grid's rectangle then; cells refer to it */
  tp_Cell from;
  tp_Seen seen;
} View;

/* Slots of the handle. */
enum { VIEW_BITS = MAKER + 1, VIEW_SLOTS = VIEW_BITS };

/* ---- creation ----------------------------------------------------------- */

/* finder:view(x, y, within [, options]) -> view */
static int look_around(lua_State *L) {
  static const char *const options[] = {AVOID_NAMES, "walls", NULL};
  Finder *finder = tp_bind_self(L, BIND_PATHFINDER, "view");
  tp_Cell c = tp_bind_cell(L, 2, finder->grid, "view", "x", "y");
  double within = tp_bind_cost(L, 4, "view", "within");
  uint64_t square = tp_bind_square(within);
  Avoid avoid = tp_avoid_read(L, 5, finder, "view", options);
  const bool walls = tp_bind_flag(L, 5, "view", "walls");
  tp_finder_catch_up(L, 1, finder, "view");
  if (!tp_grid_contains(finder->grid, c.x, c.y)) {
    return tp_bind_push_no(L, "outside");
  }
  /* The working space stays with the pathfinder, for the next view. */
  bind_BlockSlot room = {1, SWEEP, finder_marks(finder)};
  const size_t words = tp_view_words(finder->grid);
  if (finder->sweep_words < words) {
    finder->sweep = tp_bind_block(L, room, words * sizeof(uint64_t));
    finder->sweep_words = words;
    lua_pop(L, 1);
  }
  uint64_t *work = finder->sweep;
  View *view = tp_bind_new_handle(L, sizeof *view, VIEW_SLOTS);
  int handle = lua_gettop(L);
  tp_bind_keep(L, handle, MAKER, 1);
  view->finder = finder;
  view->map = bind_map(finder->grid);
  view->from = c;
  tp_seen_init(&view->seen, finder->navmap.mask, c, square);
  bind_BlockSlot slot = {handle, VIEW_BITS, bind_marks(view, finder->grid)};
  view->seen.bits = tp_bind_block(L, slot, tp_seen_bytes(&view->seen));
  lua_pop(L, 1);
  /* Updated again: finalizers may have edited the grid. */
  const tp_Navmap *nav = tp_avoid_navmap(L, &avoid, finder, "view", &c);
  if (!tp_mask_has(nav->mask, c.x, c.y)) return tp_bind_push_no(L, "blocked");
  tp_seen_fill(&view->seen, nav, c, square, work);
  if (walls) tp_seen_add_walls(&view->seen, nav, c, square, work);
  lua_settop(L, handle);
  tp_bind_adopt(L, BIND_VIEW);
  return 1;
}

/* ---- answers ------------------------------------------------------------ */

static int has(lua_State *L) {
  const View *view = tp_bind_self(L, BIND_VIEW, "has");
  const tp_Grid *g = view->finder->grid;
  tp_Cell c = tp_bind_cell(L, 2, g, "has", "x", "y");
  lua_pushboolean(L, tp_seen_has(&view->seen, bind_then(g, view->map, c)));
  return 1;
}

/* Upvalues of the iterator: the view, and the position. */
enum { VIEW = 1, NEXT };

static int next_cell(lua_State *L) {
  const View *view = bind_known(L, lua_upvalueindex(VIEW));
  size_t at = (size_t)lua_tonumber(L, lua_upvalueindex(NEXT));
  tp_Cell c;
  if (!tp_seen_next(&view->seen, &at, &c)) return 0;
  lua_pushnumber(L, (lua_Number)at);
  lua_replace(L, lua_upvalueindex(NEXT));
  compat_push_whole(L, bind_to_user(c.x, view->map.x));
  compat_push_whole(L, bind_to_user(c.y, view->map.y));
  return 2;
}

static int cells(lua_State *L) {
  tp_bind_self(L, BIND_VIEW, "cells");
  lua_pushvalue(L, 1);
  lua_pushnumber(L, 0);
  lua_pushcclosure(L, next_cell, NEXT);
  return 1;
}

/* ---- properties --------------------------------------------------------- */

static const char *const properties[] = {"count", NULL};

static int index_view(lua_State *L) {
  const View *view = tp_bind_self(L, BIND_VIEW, "__index");
  if (tp_bind_member(L)) compat_push_whole(L, (double)view->seen.count);
  return 1;
}

static int length(lua_State *L) {
  const View *view = tp_bind_self(L, BIND_VIEW, "__len");
  compat_push_whole(L, (double)view->seen.count);
  return 1;
}

static int to_string(lua_State *L) {
  const View *view = tp_bind_self(L, BIND_VIEW, "__tostring");
  const char *cells_in_it = tp_bind_show_number(L, (double)view->seen.count);
  lua_pushfstring(L, "view of %s %s from %d, %d", cells_in_it,
                  view->seen.count == 1 ? "cell" : "cells",
                  (int)bind_to_user(view->from.x, view->map.x),
                  (int)bind_to_user(view->from.y, view->map.y));
  return 1;
}

/* core.maker(view or reach) -> its pathfinder */
static int maker(lua_State *L) {
  tp_bind_push_kept(L, 1, MAKER);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"has", has}, {"cells", cells}, {NULL, NULL}};

static const luaL_Reg functions[] = {{"maker", maker}, {NULL, NULL}};

static const luaL_Reg metamethods[] = {
    {"__len", length},
    {"__tostring", to_string},
    {NULL, NULL},
};

const bind_Exports tp_view_exports = {
    .kind = BIND_VIEW,
    .methods = methods,
    .metamethods = metamethods,
    .functions = functions,
    .properties = properties,
    .index = index_view,
};

static const luaL_Reg finder_methods[] = {
    {"view", look_around},
    {NULL, NULL},
};

const bind_Exports tp_look_exports = {.kind = BIND_PATHFINDER,
                                      .methods = finder_methods};
