/* grid.h - cells, rectangles and terrains as arguments and results, and the
 * slots of grids and layers.
 */
#ifndef BIND_GRID_H
#define BIND_GRID_H

#include "../../core/agent/legalsteps.h"
#include "../../core/map/grid.h"
#include "../kit/class.h"

/* Lua counts columns and rows from the grid's base, the core from 0. Only these
 * two functions translate, for one axis each. */
TP_INLINE double bind_to_core(double user, int32_t base) { return user - base; }
TP_INLINE double bind_to_user(double core, int32_t base) { return core + base; }

/* bind_map is the grid's rectangle in user coordinates. Objects that keep cells
 * of the core store it as `then`, because a resize changes the core's
 * coordinates. bind_now translates a cell of that time into today's core
 * coordinates; bind_then translates back. */
TP_INLINE tp_Rect bind_map(const tp_Grid *g) {
  return (tp_Rect){g->base_x, g->base_y, g->width, g->height};
}

TP_INLINE tp_Cell bind_now(const tp_Grid *g, tp_Rect then, tp_Cell c) {
  return (tp_Cell){c.x + then.x - g->base_x, c.y + then.y - g->base_y};
}

TP_INLINE tp_Cell bind_then(const tp_Grid *g, tp_Rect then, tp_Cell c) {
  return (tp_Cell){c.x + g->base_x - then.x, c.y + g->base_y - then.y};
}

/* Raises on a grid of hexagons, for an option that only squares have, such as
 * "size". */
TP_FUNC void tp_bind_for_squares(lua_State *L, const tp_Grid *grid,
                                 const char *function, const char *name);

/* The square of a range in cells, for the core. It is rounded down, but a range
 * that is itself a square root loses nothing by rounding. */
TP_FUNC uint64_t tp_bind_square(double range);

/* The cell at arg, arg + 1 (whole numbers), for the core. A cell far outside
 * the grid becomes another cell outside, on the same sides, at most 2^30
 * away. */
TP_FUNC tp_Cell tp_bind_cell(lua_State *L, int arg, const tp_Grid *grid,
                             const char *function, const char *name_x,
                             const char *name_y);

/* The same for two whole numbers, and for a world point. */
TP_FUNC tp_Cell tp_bind_cell_at(const tp_Grid *grid, double x, double y);
TP_FUNC tp_Cell tp_bind_cell_around(const tp_Grid *grid, double world_x,
                                    double world_y);

/* The same for the world point at arg, arg + 1. */
TP_FUNC tp_Cell tp_bind_world_cell(lua_State *L, int arg, const tp_Grid *grid,
                                   const char *function, const char *name_x,
                                   const char *name_y);

/* The same for any column and row of the core (whole numbers). */
TP_FUNC tp_Cell tp_bind_tame_cell(double column, double row);

/* The first takes a column or row (a whole number), for the core, however far
 * outside. The second pushes a column or row, at most the largest whole
 * number. */
TP_FUNC double tp_bind_place(lua_State *L, int arg, const char *function,
                             const char *name, int32_t base);
TP_FUNC void tp_bind_push_place(lua_State *L, double core, int32_t base);

/* Pushes x, y of a cell of the core. */
TP_INLINE void bind_push_cell(lua_State *L, const tp_Grid *grid, int32_t x,
                              int32_t y) {
  lua_pushinteger(L, (lua_Integer)bind_to_user(x, grid->base_x));
  lua_pushinteger(L, (lua_Integer)bind_to_user(y, grid->base_y));
}

/* Pushes x, y of a world point. */
TP_INLINE void bind_push_point(lua_State *L, tp_Place at) {
  lua_pushnumber(L, at.x);
  lua_pushnumber(L, at.y);
}

/* Pushes the name of a cell's terrain and the price to enter the cell
 * (math.huge if it is blocked). x, y lie inside. */
TP_FUNC void tp_bind_push_terrain(lua_State *L, const tp_Grid *grid, int32_t x,
                                  int32_t y);

/* The terrain at arg: a name, true (open) or false (wall); -1 if the grid has
 * no such terrain, or raises. */
TP_FUNC int tp_bind_known_terrain(lua_State *L, int arg, const tp_Grid *grid);
TP_FUNC int tp_bind_terrain(lua_State *L, int arg, const tp_Grid *grid,
                            const char *function, const char *name);

/* The part of a rectangle (x, y, w, h: whole numbers in user coordinates, w and
 * h at least 0) that lies on the grid; w or h is 0 if there is none. */
TP_FUNC tp_Rect tp_bind_clip(const tp_Grid *grid, const double rect[4]);

/* The rectangle of cells at arg .. arg + 3 (x, y, w, h), clipped to the grid; w
 * or h is 0 if nothing is left. */
TP_FUNC tp_Rect tp_bind_rect(lua_State *L, int arg, const tp_Grid *grid,
                             const char *function);

/* A diagonal rule: its name, true or absent (the default rule), or false
 * ("never"). */
TP_FUNC tp_Diagonal tp_bind_diagonal(lua_State *L, int arg,
                                     const char *function, const char *name);
/* The names of the four rules, by tp_Diagonal, then NULL. */
TP_FUNC const char *const tp_bind_diagonal_names[TP_NEVER + 2];

/* Slots of a layer. */
enum { LAYER_GRID = 1, LAYER_CELLS, LAYER_SLOTS = LAYER_CELLS };

/* Slots of a grid; most grids never fill them. */
enum {
  GRID_SIDES = 1,
  GRID_LINKS,
  GRID_CELLS,   /* of a grid that was resized */
  GRID_LODGERS, /* see below */
  GRID_SLOTS = GRID_LODGERS
};

/* Registers an object with a block as large as the grid (a lodger), at its
 * index, so that a resize of the grid at the other index moves it, too. May run
 * finalizers. */
TP_FUNC void tp_bind_lodge(lua_State *L, int grid, int lodger);

#endif
