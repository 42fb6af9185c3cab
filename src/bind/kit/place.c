/* place.c - where in the world an agent is.
 *
 * A large agent is said to be in its top left cell; in the world it is in the
 * middle of what it covers: (size - 1) / 2 cells right of the middle of that
 * cell, and as many below. So the middle moves over the world as the middle of
 * a cell does, and everything that searches and sees goes by the top left cell
 * alone.
 */
#include <math.h>

#include "../finder/finder.h"

/* Cells from the middle of the top left cell to that of the agent. */
static double half(int32_t size) { return (size - 1) / 2.0; }

double tp_finder_column(const Finder *f, double x) {
  const tp_Grid *g = f->grid;
  return (x - g->origin_x) / g->cell_width - half(f->navmap.profile.wide) +
         g->first_x;
}

double tp_finder_row(const Finder *f, double y) {
  const tp_Grid *g = f->grid;
  return (y - g->origin_y) / g->cell_height - half(f->navmap.profile.high) +
         g->first_y;
}

double tp_finder_world_x(const Finder *f, double column) {
  return tp_grid_world_x(f->grid, column + half(f->navmap.profile.wide));
}

double tp_finder_world_y(const Finder *f, double row) {
  return tp_grid_world_y(f->grid, row + half(f->navmap.profile.high));
}

/* To the nearest, so that the centre of a cell is its centre whatever the size
 * of cells, but never out of the cell. */
static int64_t to_fixed(double cells) {
  const double one = INT64_C(1) << TP_POINT_BITS;
  double cell = floor(cells), part = floor((cells - cell) * one + 0.5);
  return (int64_t)(cell * one + fmin(part, one - 1));
}

tp_Point tp_finder_fixed(double column, double row) {
  return (tp_Point){to_fixed(column), to_fixed(row)};
}

bool tp_finder_point(const Finder *f, const double world[2], tp_Point *point) {
  const tp_Grid *g = f->grid;
  double x = tp_finder_column(f, world[0]), y = tp_finder_row(f, world[1]);
  if (!(x >= 0 && x < g->width && y >= 0 && y < g->height)) return false;
  *point = tp_finder_fixed(x, y);
  return true;
}

tp_Cell tp_finder_cell_at(const Finder *f, double x, double y) {
  return tp_bind_tame_cell(floor(tp_finder_column(f, x)),
                           floor(tp_finder_row(f, y)));
}

tp_Cell tp_finder_world_cell(lua_State *L, int arg, const Finder *f,
                             const char *function, const char *name_x,
                             const char *name_y) {
  double x = tp_bind_number(L, arg, function, name_x);
  double y = tp_bind_number(L, arg + 1, function, name_y);
  return tp_finder_cell_at(f, x, y);
}

/* ---- methods ------------------------------------------------------------ */

/* finder:to_cell(wx, wy) -> x, y */
int tp_finder_to_cell(lua_State *L) {
  const Finder *f = tp_bind_self(L, BIND_PATHFINDER, "to_cell");
  double x = tp_bind_number(L, 2, "to_cell", "wx");
  double y = tp_bind_number(L, 3, "to_cell", "wy");
  tp_bind_push_place(L, floor(tp_finder_column(f, x)), f->grid->base_x);
  tp_bind_push_place(L, floor(tp_finder_row(f, y)), f->grid->base_y);
  return 2;
}

/* finder:to_world(x, y) -> wx, wy */
int tp_finder_to_world(lua_State *L) {
  const Finder *f = tp_bind_self(L, BIND_PATHFINDER, "to_world");
  double x = tp_bind_place(L, 2, "to_world", "x", f->grid->base_x);
  double y = tp_bind_place(L, 3, "to_world", "y", f->grid->base_y);
  lua_pushnumber(L, tp_finder_world_x(f, x));
  lua_pushnumber(L, tp_finder_world_y(f, y));
  return 2;
}
