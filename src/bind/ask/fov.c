/* fov.c - the view userdata: all cells that an agent sees from a cell, or from
 * any cell of a reach. A snapshot: it owns its bits, so later edits do not
 * change it.
 */
#include "../../core/ask/fov.h"
#include "../../core/ask/viewcone.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../crowd/avoid.h"
#include "../field/reach.h"
#include "../finder/pathfinder.h"

typedef struct View {
  Finder *finder; /* kept alive by a slot */
  tp_Rect map;    /* the grid's rectangle then; cells refer to it */
  tp_Cell from;
  tp_VisibleSet visible;
} View;

/* Slots of the handle. */
enum { VIEW_BITS = MAKER + 1, VIEW_SLOTS = VIEW_BITS };

/* ---- creation ----------------------------------------------------------- */

/* How to look around. */
typedef struct Look {
  const tp_Navmap *navmap;
  uint64_t square; /* of the range */
  uint64_t *work;
  bool walls;              /* adds those beside seen cells */
  const tp_ViewCone *cone; /* NULL: all around */
} Look;

static void look_from(const Look *look, tp_VisibleSet *visible, tp_Cell c) {
  tp_visibleset_fill(visible, look->navmap, c, look->square, look->work);
  if (look->cone) {
    tp_viewcone_keep(look->cone, look->navmap->grid, c, visible);
  }
  if (look->walls) {
    tp_visibleset_add_walls(visible, look->navmap, c, look->square, look->work);
  }
}

/* The range, squared, of a square around the start that contains all that can
 * be seen from the cells of a reach. */
static uint64_t range_around(const Reach *r, uint64_t square) {
  const int32_t within = tp_visibleset_reach(square);
  int64_t most = within;
  tp_Cell c;
  for (size_t i = 0; tp_reach_next(r, &i, &c);) {
    const int32_t far =
        tp_greater(abs(c.x - r->start.x), abs(c.y - r->start.y));
    most = most > far + within ? most : far + within;
  }
  return (uint64_t)(most * most);
}

/* Looks from each cell of a reach. `one`: bits for as many cells as `all` has.
 */
static void look_from_all(const Look *look, const Reach *r, tp_VisibleSet *all,
                          uint64_t *bits) {
  const tp_Mask *mask = look->navmap->mask;
  tp_Cell c;
  memset(all->bits, 0, tp_visibleset_bytes(all));
  for (size_t i = 0; tp_reach_next(r, &i, &c);) {
    tp_VisibleSet one;
    if (!tp_mask_has(mask, c.x, c.y)) continue;
    tp_visibleset_init(&one, mask, c, look->square);
    one.bits = bits;
    look_from(look, &one, c);
    tp_visibleset_join(all, &one);
  }
}

typedef struct ViewOptions {
  Avoid avoid;
  bool walls;
  double angle, cone; /* INFINITY: not given */
} ViewOptions;

enum { CALL = 1 };

static const bind_Option rows[] = {
    AVOID_ROWS(ViewOptions, CALL),
    {"angle", CALL, BIND_NUMBER(ViewOptions, angle, -1048576, 1048576)},
    {"cone", CALL, BIND_NUMBER(ViewOptions, cone, 0, 6.283185307179586)},
    {"walls", CALL, BIND_FLAG(ViewOptions, walls)},
};

static const bind_OptionCall view_call = {"finder:view", "options",
                                          BIND_ROWS(rows), CALL, 0};

static const ViewOptions defaults = {.angle = INFINITY, .cone = INFINITY};

static void list_options(lua_State *L) {
  tp_options_list(L, &view_call, &defaults);
}

/* finder:view(x, y, within [, options]) -> view, or (reach, within [, options])
 */
static int look_around(lua_State *L) {
  Finder *finder = tp_bind_self(L, BIND_PATHFINDER, "view");
  const Reach *reach = tp_bind_test(L, 2, BIND_REACH);
  if (reach) {
    lua_pushnil(L); /* in place of y */
    lua_insert(L, 3);
    if (reach->finder->grid != finder->grid) {
      tp_bind_wrong(L, 2, "view", "reach", "a reach on the same grid");
    }
  }
  tp_Cell c =
      reach ? reach->start : tp_bind_cell(L, 2, finder->grid, "view", "x", "y");
  double within = tp_bind_cost(L, 4, "view", "within");
  uint64_t square = tp_bind_square(within);
  ViewOptions options = defaults;
  tp_options_read(L, 5, "view", &view_call, &options);
  const bool has_cone = !isinf(options.cone);
  if (has_cone == (bool)isinf(options.angle)) {
    return tp_bind_error(L, "view: options 'angle' and 'cone' need each other");
  }
  tp_avoid_check(L, &options.avoid, finder, "view");
  tp_finder_prepare_map(L, 1, finder, "view");
  if (reach && reach->shape != finder->grid->shape) {
    return tp_bind_push_no(L, "stale");
  }
  if (!tp_grid_contains(finder->grid, c.x, c.y)) {
    return tp_bind_push_no(L, "outside");
  }
  /* The working space stays with the pathfinder, for the next view. */
  bind_BlockSlot room = {1, FINDER_SWEEP, finder_locks(finder)};
  const size_t words = tp_fov_words(finder->grid);
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
  tp_visibleset_init(&view->visible, finder->navmap.mask, c,
                     reach ? range_around(reach, square) : square);
  bind_BlockSlot slot = {handle, VIEW_BITS, bind_locks(view, finder->grid)};
  const size_t bytes = tp_visibleset_bytes(&view->visible);
  view->visible.bits = tp_bind_block(L, slot, bytes);
  lua_pop(L, 1);
  uint64_t *one = reach ? tp_bind_new(L, bytes) : NULL;
  /* Updated again: finalizers may have edited the grid. */
  const tp_Navmap *nav = tp_avoid_navmap(L, &options.avoid, finder, "view", &c);
  tp_ViewCone cone;
  if (has_cone) cone = tp_viewcone(options.angle, options.cone);
  const Look look = {nav, square, work, options.walls, has_cone ? &cone : NULL};
  if (reach) {
    look_from_all(&look, reach, &view->visible, one);
  } else if (tp_mask_has(nav->mask, c.x, c.y)) {
    look_from(&look, &view->visible, c);
  } else {
    return tp_bind_push_no(L, "blocked");
  }
  lua_settop(L, handle);
  tp_bind_adopt(L, BIND_VIEW);
  return 1;
}

/* ---- answers ------------------------------------------------------------ */

static int has(lua_State *L) {
  const View *view = tp_bind_self(L, BIND_VIEW, "has");
  const tp_Grid *g = view->finder->grid;
  tp_Cell c = tp_bind_cell(L, 2, g, "has", "x", "y");
  lua_pushboolean(
      L, tp_visibleset_has(&view->visible, bind_then(g, view->map, c)));
  return 1;
}

/* Upvalues of the iterator: the view, and the position. */
enum { VIEW = 1, NEXT };

static int next_cell(lua_State *L) {
  const View *view = bind_known(L, lua_upvalueindex(VIEW));
  size_t at = (size_t)lua_tonumber(L, lua_upvalueindex(NEXT));
  tp_Cell c;
  if (!tp_visibleset_next(&view->visible, &at, &c)) return 0;
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

/* core.list_view(view, list) -> how many items: x, y of each cell */
static int list_cells(lua_State *L) {
  const View *view = tp_bind_self(L, BIND_VIEW, "cells");
  size_t at = 0;
  tp_Cell c;
  int items = 0;
  luaL_checktype(L, 2, LUA_TTABLE);
  while (tp_visibleset_next(&view->visible, &at, &c)) {
    compat_push_whole(L, bind_to_user(c.x, view->map.x));
    lua_rawseti(L, 2, ++items);
    compat_push_whole(L, bind_to_user(c.y, view->map.y));
    lua_rawseti(L, 2, ++items);
  }
  compat_push_whole(L, items);
  return 1;
}

/* ---- properties --------------------------------------------------------- */

static const char *const properties[] = {"count", NULL};

static int index_view(lua_State *L) {
  const int member = tp_bind_member(L);
  if (member == BIND_METHOD) return 1;
  const View *view = tp_bind_self(L, BIND_VIEW, "__index");
  if (member) compat_push_whole(L, (double)view->visible.count);
  return 1;
}

static int length(lua_State *L) {
  const View *view = tp_bind_self(L, BIND_VIEW, "__len");
  compat_push_whole(L, (double)view->visible.count);
  return 1;
}

static int to_string(lua_State *L) {
  const View *view = tp_bind_self(L, BIND_VIEW, "__tostring");
  const char *cells_in_it = tp_bind_show_number(L, (double)view->visible.count);
  lua_pushfstring(L, "view of %s %s from %d, %d", cells_in_it,
                  view->visible.count == 1 ? "cell" : "cells",
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

static const luaL_Reg methods[] = {{"has", has},
                                   {"cells", cells},
                                   {"__len", length},
                                   {"__tostring", to_string},
                                   {NULL, NULL}};

static const luaL_Reg functions[] = {
    {"maker", maker}, {"list_view", list_cells}, {NULL, NULL}};

const bind_Exports tp_fov_exports = {
    .kind = BIND_VIEW,
    .methods = methods,
    .functions = functions,
    .properties = properties,
    .index = index_view,
};

static const luaL_Reg finder_methods[] = {
    {"view", look_around},
    {NULL, NULL},
};

const bind_Exports tp_pathfinder_fov_exports = {.kind = BIND_PATHFINDER,
                                                .methods = finder_methods,
                                                .list_options = list_options};
