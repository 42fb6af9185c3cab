/* place.c - where cells lie: in the world, and beside each other. */
#include "grid.h"

static const tp_Grid *self(lua_State *L, const char *function) {
  return tp_bind_self(L, BIND_GRID, function);
}

static int to_cell(lua_State *L) {
  const tp_Grid *g = self(L, "to_cell");
  double x = tp_bind_number(L, 2, "to_cell", "wx");
  double y = tp_bind_number(L, 3, "to_cell", "wy");
  tp_bind_push_place(L, tp_grid_column_at(g, x), g->base_x);
  tp_bind_push_place(L, tp_grid_row_at(g, y), g->base_y);
  return 2;
}

static int to_world(lua_State *L) {
  const tp_Grid *g = self(L, "to_world");
  double x = tp_bind_place(L, 2, "to_world", "x", g->base_x);
  double y = tp_bind_place(L, 3, "to_world", "y", g->base_y);
  lua_pushnumber(L, tp_grid_world_x(g, x));
  lua_pushnumber(L, tp_grid_world_y(g, y));
  return 2;
}

static int cell_rect(lua_State *L) {
  const tp_Grid *g = self(L, "cell_rect");
  double x = tp_bind_place(L, 2, "cell_rect", "x", g->base_x);
  double y = tp_bind_place(L, 3, "cell_rect", "y", g->base_y);
  lua_pushnumber(L, tp_grid_left(g, x));
  lua_pushnumber(L, tp_grid_top(g, y));
  lua_pushnumber(L, g->cell_width);
  lua_pushnumber(L, g->cell_height);
  return 4;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"to_cell", to_cell},
    {"to_world", to_world},
    {"cell_rect", cell_rect},
    {NULL, NULL},
};

const bind_Exports tp_place_exports = {.kind = BIND_GRID, .methods = methods};
