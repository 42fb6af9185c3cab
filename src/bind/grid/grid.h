/* grid.h - cells, rectangles and terrains as arguments and results, and the
 * slots of what belongs to a grid.
 */
#ifndef BIND_GRID_H
#define BIND_GRID_H

#include "../../core/agent/topology.h"
#include "../../core/map/grid.h"
#include "../kit/class.h"

/* Lua counts columns and rows from the grid's base, the core from 0. These
 * two translate, for one axis; nothing else does. */
TP_INLINE double bind_to_core(double user, int32_t base) { return user - base; }
TP_INLINE double bind_to_user(double core, int32_t base) { return core + base; }

/* Where a grid was, as the user counts, for what keeps cells of the core from
 * then on; and a cell of then as the core counts it now, and back. */
TP_INLINE tp_Rect bind_map(const tp_Grid *g) {
  return (tp_Rect){g->base_x, g->base_y, g->width, g->height};
}

TP_INLINE tp_Cell bind_now(const tp_Grid *g, tp_Rect then, tp_Cell c) {
  return (tp_Cell){c.x + then.x - g->base_x, c.y + then.y - g->base_y};
}

TP_INLINE tp_Cell bind_then(const tp_Grid *g, tp_Rect then, tp_Cell c) {
  return (tp_Cell){c.x + g->base_x - then.x, c.y + g->base_y - then.y};
}

/* Raises for what hexagons have not, such as "size". */
TP_FUNC void tp_bind_for_squares(lua_State *L, const tp_Grid *grid,
                                 const char *function, const char *name);

/* The square of a range in cells, for the core: rounded down, but a range that
 * is itself a root is not missed by what rounding took from it. */
TP_FUNC uint64_t tp_bind_square(double range);

/* The cell at arg, arg + 1 (whole numbers), for the core. One far outside the
 * grid comes back as another one outside, on the same sides, at most 2^30
 * away. */
TP_FUNC tp_Cell tp_bind_cell(lua_State *L, int arg, const tp_Grid *grid,
                             const char *function, const char *name_x,
                             const char *name_y);

/* The same of two whole numbers, and of a world point. */
TP_FUNC tp_Cell tp_bind_cell_at(const tp_Grid *grid, double x, double y);
TP_FUNC tp_Cell tp_bind_cell_around(const tp_Grid *grid, double world_x,
                                    double world_y);

/* The same for the cell in which a world point at arg, arg + 1 lies. */
TP_FUNC tp_Cell tp_bind_world_cell(lua_State *L, int arg, const tp_Grid *grid,
                                   const char *function, const char *name_x,
                                   const char *name_y);

/* The same for a column and row of the core, whole numbers, wherever they lie.
 */
TP_FUNC tp_Cell tp_bind_tame_cell(double column, double row);

/* A column or row (whole number), for the core, however far outside; and pushes
 * one, the last that has a number where it lies beyond. */
TP_FUNC double tp_bind_place(lua_State *L, int arg, const char *function,
                             const char *name, int32_t base);
TP_FUNC void tp_bind_push_place(lua_State *L, double core, int32_t base);

/* Pushes x, y of a cell of the core. */
TP_INLINE void bind_push_cell(lua_State *L, const tp_Grid *grid, int32_t x,
                              int32_t y) {
  compat_push_whole(L, bind_to_user(x, grid->base_x));
  compat_push_whole(L, bind_to_user(y, grid->base_y));
}

/* Pushes x, y of a point of the world. */
TP_INLINE void bind_push_point(lua_State *L, tp_Place at) {
  lua_pushnumber(L, at.x);
  lua_pushnumber(L, at.y);
}

/* Pushes the name of a cell's terrain and the price of entering it (math.huge
 * where it may not be entered). x, y lie inside. */
TP_FUNC void tp_bind_push_terrain(lua_State *L, const tp_Grid *grid, int32_t x,
                                  int32_t y);

/* The terrain that arg names; raises where the grid has none of that name. */
TP_FUNC int tp_bind_terrain(lua_State *L, int arg, const tp_Grid *grid,
                            const char *function, const char *name);

/* The cells of a rectangle (x, y, w, h: whole numbers of the user's, the last
 * two at least 0) that lie on the grid; w or h is 0 where none do. */
TP_FUNC tp_Rect tp_bind_clip(const tp_Grid *grid, const double rect[4]);

/* The rectangle of cells at arg .. arg + 3 (x, y, w, h), clipped to the grid;
 * w or h is 0 where nothing is left. */
TP_FUNC tp_Rect tp_bind_rect(lua_State *L, int arg, const tp_Grid *grid,
                             const char *function);

/* A diagonal rule's name, true (the default rule), false ("never") or nothing
 * (the default rule). */
TP_FUNC tp_Diagonal tp_bind_diagonal(lua_State *L, int arg,
                                     const char *function, const char *name);
/* The four names, by tp_Diagonal, and NULL. */
TP_FUNC const char *const tp_bind_diagonal_names[TP_NEVER + 2];

/* Slots of a layer. */
enum { LAYER_GRID = 1, LAYER_CELLS, LAYER_SLOTS = LAYER_CELLS };

/* Blocks of a grid, which most never have. */
enum {
  GRID_SIDES = 1,
  GRID_LINKS,
  GRID_CELLS,   /* of one that has had another size */
  GRID_LODGERS, /* see below                        */
  GRID_SLOTS = GRID_LODGERS
};

/* What has a block as large as the grid at an index, and stands at another, is
 * told when that gets another size. May run finalizers. */
TP_FUNC void tp_bind_lodge(lua_State *L, int grid, int lodger);

#endif
