/* place.c - places of cells in the world, and distances between cells.
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

static const tp_Grid *hexagons(lua_State *L, const char *function) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, function);
  if (!tp_is_hexagonal(g->stagger)) {
    tp_bind_error(L, "%s: cube coordinates are for grids of hexagons",
                  function);
  }
  return g;
}

/* grid:to_cube(x, y) -> q, r, s */
static int to_cube(lua_State *L) {
  const tp_Grid *g = hexagons(L, "to_cube");
  const tp_Place at = straight(g, cell_argument(L, 2, g, "to_cube", "x", "y"));
  const tp_Place origin = straight(g, (tp_Place){g->first_x, g->first_y});
  double q = at.x - origin.x, r = at.y - origin.y;
  if (g->stagger.rows) {
    q -= r / 2;
  } else {
    r -= q / 2;
  }
  tp_bind_push_place(L, q, 0);
  tp_bind_push_place(L, r, 0);
  tp_bind_push_place(L, -q - r, 0);
  return 3;
}

/* grid:from_cube(q, r [, s]) -> x, y */
static int from_cube(lua_State *L) {
  const tp_Grid *g = hexagons(L, "from_cube");
  const double q = tp_bind_place(L, 2, "from_cube", "q", 0);
  const double r = tp_bind_place(L, 3, "from_cube", "r", 0);
  const bool has_s = !lua_isnoneornil(L, 4);
  if (has_s && tp_bind_place(L, 4, "from_cube", "s", 0) != -q - r) {
    tp_bind_wrong(L, 4, "from_cube", "s", "-q - r");
  }
  const tp_Place origin = straight(g, (tp_Place){g->first_x, g->first_y});
  tp_Place cell = {origin.x + q, origin.y + r};
  if (g->stagger.rows) {
    cell.x += r / 2;
    cell.x -= tp_grid_shove(g, 0, cell.y);
  } else {
    cell.y += q / 2;
    cell.y -= tp_grid_shove(g, cell.x, 0);
  }
  return push_cell(L, g, cell);
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"to_cell", to_cell},     {"to_world", to_world},
    {"cell_rect", cell_rect}, {"cell_polygon", cell_polygon},
    {"distance", distance},   {"to_cube", to_cube},
    {"from_cube", from_cube}, {NULL, NULL},
};

const bind_Exports tp_place_exports = {.kind = BIND_GRID, .methods = methods};
