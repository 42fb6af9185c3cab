/* pathfinder.h - the pathfinder userdata. */
#pragma once

#include "finder.h"

/* Updates parts of the map of the pathfinder at an absolute index to the grid's
 * edits. `user`: an object that must not change meanwhile, or NULL. */
TP_FUNC void tp_finder_prepare(lua_State *L, int index, unsigned parts,
                               void *user, const char *function);

/* The same for TP_MAP. */
TP_FUNC void tp_finder_prepare_map(lua_State *L, int index,
                                   const Finder *finder, const char *function);

/* Updates the map of the other eyes of the pathfinder at an absolute index, if
 * it has some. */
TP_FUNC void tp_finder_prepare_eyes(lua_State *L, int index,
                                    const Finder *finder, const char *function);

/* Is there a path between two free cells? The map must be up to date. */
TP_FUNC bool tp_finder_connects(Finder *finder, tp_Cell from, tp_Cell to);

/* Raises if the heuristic is a function, for searches in slices. */
TP_FUNC void tp_finder_refuse_function(lua_State *L, const Finder *finder,
                                       const char *function);

TP_FUNC int tp_finder_push_reason(lua_State *L, tp_Reason reason);

/* The world position of an agent is the middle of the cells under it. Place
 * returns, for a world position, the column and row by which searches and sight
 * go, with fractions: those of the middle of the agent's top left cell. For
 * hexagons it is always the middle of a cell. Middle does the reverse. */
TP_FUNC tp_Place tp_finder_place(const Finder *finder, double world_x,
                                 double world_y);
TP_FUNC tp_Place tp_finder_middle(const Finder *finder, double column,
                                  double row);

/* Fixed returns the same as a point of the core, inside its cell. Point does so
 * for a world point; false if it lies outside the grid. On hexagons such a
 * point is that of the box around its cell. */
TP_FUNC tp_Point tp_finder_fixed(double column, double row);
TP_FUNC bool tp_finder_point(const Finder *finder, const double world[2],
                             tp_Point *point);

/* As tp_bind_cell_around and tp_bind_world_cell, with the agent's size. */
TP_FUNC tp_Cell tp_finder_cell_at(const Finder *finder, double world_x,
                                  double world_y);
TP_FUNC tp_Cell tp_finder_world_cell(lua_State *L, int arg,
                                     const Finder *finder, const char *function,
                                     const char *name_x, const char *name_y);
