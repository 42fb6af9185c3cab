/* grid.h - cells, rectangles and terrains as arguments and results, and the
 * slots of grids and layers.
 */
#pragma once

#include "../../core/agent/legalsteps.h"
#include "../../core/map/grid.h"
#include "../kit/class.h"
#include "cells.h"

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

/* The names of the four rules, by tp_Diagonal, then NULL. */
TP_FUNC const char *const tp_bind_diagonal_names[TP_NEVER + 2];

/* Slots of a layer. */
enum { LAYER_GRID = 1, LAYER_CELLS, LAYER_SLOTS = LAYER_CELLS };

/* Slots of a grid; most grids never fill them. */
enum {
  GRID_FENCES = 1,
  GRID_LINKS,
  GRID_CELLS,      /* of a grid that was resized */
  GRID_DEPENDENTS, /* see below */
  GRID_SHIFT,      /* of a building's floors */
  GRID_WALLS,      /* that pathfinders share, see finder/walls.c */
  GRID_SLOTS = GRID_WALLS
};

/* Registers an object with a block as large as the grid (a dependent), at its
 * index, so that a resize of the grid at the other index moves it, too. May run
 * finalizers. */
TP_FUNC void tp_bind_lodge(lua_State *L, int grid, int dependent);
