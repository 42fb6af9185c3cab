/* cells.h - cells, rectangles and terrains as arguments and results. */
#pragma once

#include "../../core/agent/legalsteps.h"
#include "../../core/map/grid.h"
#include "../kit/options.h"

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

/* Sets x, y of a cell, by those names, in the table on the top. */
TP_FUNC void tp_bind_set_cell(lua_State *L, const tp_Grid *grid, tp_Cell c,
                              const char *x, const char *y);

/* Pushes the name of a cell's terrain and the price to enter the cell
 * (math.huge if it is blocked). x, y lie inside. */
TP_FUNC void tp_bind_push_terrain(lua_State *L, const tp_Grid *grid, int32_t x,
                                  int32_t y);

/* The terrain at arg: a name, true (open) or false (wall); -1 if the grid has
 * no such terrain, or raises. */
TP_FUNC int tp_bind_known_terrain(lua_State *L, int arg, const tp_Grid *grid);
TP_FUNC int tp_bind_terrain(lua_State *L, int arg, const tp_Grid *grid,
                            const char *function, const char *name);

/* An option that is a terrain of the grid. */
typedef struct bind_TerrainOption {
  const tp_Grid *grid;
  int terrain; /* -1: not given */
} bind_TerrainOption;

TP_FUNC const bind_OptionKind tp_bind_terrain_kind;

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

/* For the calls of `sample`, with a function at 2: the rectangle at 3, or else
 * the whole grid. */
TP_FUNC tp_Rect tp_bind_sampled(lua_State *L, const tp_Grid *grid);
/* Pushes the function's answer for a cell. */
TP_FUNC void tp_bind_ask_cell(lua_State *L, const tp_Grid *grid, tp_Cell c,
                              bind_Locks locks);
/* Raises an error about the answer on the top. */
TP_FUNC TP_NORETURN void tp_bind_refuse_answer(lua_State *L,
                                               const tp_Grid *grid, tp_Cell c,
                                               const char *what);
