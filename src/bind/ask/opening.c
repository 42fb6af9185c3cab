/* opening.c - the path with the fewest closed things, for
 * lua/tilepath/explain.lua. Its blocks live as long as the call.
 */
#include "../../core/ask/opening.h"

#include "../finder/finder.h"

static const char function[] = "explain";

/* Pushes a block; the marks are up meanwhile. */
static void *make_block(lua_State *L, size_t bytes, bind_Marks marks) {
  lua_pushvalue(L, lua_upvalueindex(BIND_MAKE_BLOCK));
  lua_pushnumber(L, (lua_Number)bytes);
  tp_bind_call(L, 1, 1, marks);
  return bind_known(L, -1);
}

static void set_item(lua_State *L, int table, int i, double value) {
  compat_push_whole(L, value);
  lua_rawseti(L, table, i);
}

static void set_cell(lua_State *L, int table, int i, const tp_Grid *g,
                     tp_Cell c) {
  set_item(L, table, i, bind_to_user(c.x, g->base_x));
  set_item(L, table, i + 1, bind_to_user(c.y, g->base_y));
}

/* core.opening(finder, x1, y1, x2, y2) -> two lists, from the goal back to the
 * start, and the cost. For each cell: x, y, and 1 if a link leads there, else
 * 0. For each closed thing: x1, y1, x2, y2, and a link or 0. Nothing if the
 * agent does not fit on the map. */
static int opening(lua_State *L) {
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, function, "self");
  const tp_Grid *g = f->grid;
  const bind_Marks marks = finder_marks(f);
  tp_Opening o = {.navmap = &f->navmap,
                  .start = tp_bind_cell(L, 2, g, function, "x1", "y1"),
                  .goal = tp_bind_cell(L, 4, g, function, "x2", "y2")};
  luaL_checkstack(L, 16, NULL);
  tp_finder_catch_up(L, 1, f, function);
  if (!tp_opening_fits(o.navmap, o.start)) return 0;
  if (!tp_opening_fits(o.navmap, o.goal)) return 0;
  uint32_t capacity = 256;
  o.node = make_block(L, tp_grid_cells(o.navmap->grid) * sizeof *o.node, marks);
  o.heap = make_block(L, tp_heap_bytes(capacity), marks);
  const int at = lua_gettop(L);
  tp_heap_init(o.heap, capacity);
  tp_opening_begin(&o);
  while (tp_opening_run(&o) == TP_NEEDS_ROOM) {
    capacity *= 2;
    const size_t bytes = tp_heap_bytes(capacity);
    if (bytes == 0) tp_bind_error(L, "not enough memory");
    tp_Heap *larger = make_block(L, bytes, marks);
    tp_heap_move(larger, o.heap, capacity);
    o.heap = larger;
    lua_replace(L, at);
  }
  uint32_t cells = 0, things = 0;
  double cost = 0, again = 0;
  for (tp_Cell c = o.goal; c.x >= 0; cells++) {
    things += tp_opening_back(&o, &c, NULL, &cost);
  }
  tp_Closed *list = make_block(L, (things + 1) * sizeof *list, marks);
  tp_bind_new_table(L, 3 * (size_t)cells, 0, marks);
  tp_bind_new_table(L, 5 * (size_t)things, 0, marks);
  const int way = lua_gettop(L) - 1, closed = way + 1;
  uint32_t n = 0;
  int i = 1;
  for (tp_Cell c = o.goal; c.x >= 0; i += 3) {
    const int32_t by = o.node[tp_grid_index(g, c.x, c.y)].by;
    set_cell(L, way, i, g, c);
    set_item(L, way, i + 2, by >= TP_DIRECTIONS);
    n += tp_opening_back(&o, &c, list + n, &again);
  }
  for (uint32_t k = 0; k < things; k++) {
    set_cell(L, closed, 5 * (int)k + 1, g, list[k].at);
    set_cell(L, closed, 5 * (int)k + 3, g, list[k].to);
    set_item(L, closed, 5 * (int)k + 5, (double)list[k].link);
  }
  lua_pushnumber(L, cost);
  return 3;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg functions[] = {
    {"opening", opening},
    {NULL, NULL},
};

const bind_Exports tp_opening_exports = {.functions = functions};
