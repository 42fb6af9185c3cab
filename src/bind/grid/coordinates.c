/* coordinates.c - places of cells in the world, and distances between cells.
 */
#include <math.h>

#include "grid.h"

/* Pushes x, y of any cell, inside or outside. */
static int push_cell(lua_State *L, const tp_Grid *g, tp_Place cell) {
  tp_bind_push_place(L, cell.x, g->base_x);
  tp_bind_push_place(L, cell.y, g->base_y);
  return 2;
}

/* The cell at arg, arg + 1. */
static tp_Place cell_argument(lua_State *L, int arg, const tp_Grid *g,
                              const char *function, const char *name_x,
                              const char *name_y) {
  const double x = tp_bind_place(L, arg, function, name_x, g->base_x);
  const double y = tp_bind_place(L, arg + 1, function, name_y, g->base_y);
  return (tp_Place){x, y};
}

/* ---- in the world -------------------------------------------------------- */

static int to_cell(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "to_cell");
  double x = tp_bind_number(L, 2, "to_cell", "wx");
  double y = tp_bind_number(L, 3, "to_cell", "wy");
  return push_cell(L, g, tp_grid_cell_at(g, x, y));
}

static int to_world(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "to_world");
  const tp_Place c = cell_argument(L, 2, g, "to_world", "x", "y");
  bind_push_point(L, tp_grid_middle(g, c.x, c.y));
  return 2;
}

static int cell_rect(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "cell_rect");
  const tp_Place c = cell_argument(L, 2, g, "cell_rect", "x", "y");
  bind_push_point(L, tp_grid_corner(g, c.x, c.y));
  lua_pushnumber(L, g->cell_width);
  lua_pushnumber(L, g->cell_height);
  return 4;
}

/* grid:cell_polygon(x, y) -> { x1, y1, ... } */
static int cell_polygon(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "cell_polygon");
  const tp_Place c = cell_argument(L, 2, g, "cell_polygon", "x", "y");
  tp_Place corners[TP_SIDES_OF_HEXAGON];
  const int count = tp_grid_corners(g, c.x, c.y, corners);
  lua_createtable(L, 2 * count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushnumber(L, corners[i].x);
    lua_rawseti(L, -2, 2 * i + 1);
    lua_pushnumber(L, corners[i].y);
    lua_rawseti(L, -2, 2 * i + 2);
  }
  return 1;
}

/* ---- between cells ------------------------------------------------------ */

/* The cell's place without the stagger: a shoved cell lies half a cell
 * further. */
static tp_Place straight(const tp_Grid *g, tp_Place cell) {
  const double shove = tp_grid_shove(g, cell.x, cell.y);
  if (g->stagger.rows) cell.x += shove;
  if (g->stagger.columns) cell.y += shove;
  return cell;
}

/* grid:distance(x1, y1, x2, y2): as tp_hexagons_apart, for any cells. A step to
 * the next row (or column) of hexagons also moves half a cell along it, which
 * is free. */
static int distance(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "distance");
  const tp_Place a =
      straight(g, cell_argument(L, 2, g, "distance", "x1", "y1"));
  const tp_Place b =
      straight(g, cell_argument(L, 4, g, "distance", "x2", "y2"));
  const double dx = fabs(b.x - a.x), dy = fabs(b.y - a.y);
  double steps = fmax(dx, dy);
  if (g->stagger.rows) steps = dy + fmax(dx - dy / 2, 0);
  if (g->stagger.columns) steps = dx + fmax(dy - dx / 2, 0);
  compat_push_whole(L, steps);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"to_cell", to_cell},     {"to_world", to_world},
    {"cell_rect", cell_rect}, {"cell_polygon", cell_polygon},
    {"distance", distance},   {NULL, NULL},
};

const bind_Exports tp_coordinates_exports = {.kind = BIND_GRID,
                                             .methods = methods};
