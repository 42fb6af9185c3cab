/* pathpoints.h - points that a game gives, and the path from point to point. */
#pragma once

#include "unitpath.h"

/* Points in an argument: pairs, or numbers one after the other. A path may also
 * have the numbers of the points where links begin. */
typedef struct Points {
  bind_List list;
  bool is_flat, in_cells, takes_links;
  bool wants_cells; /* in cells, whatever the points are */
  uint32_t count, links;
  tp_Cell *cell; /* of all points after reading, in a block */
  const uint32_t *link;
} Points;

/* Is one of the points of a patrol an area, { x, y, w, h }? */
TP_FUNC bool tp_pathpoints_are_areas(lua_State *L, int at);

/* Reads the points of the list; its at, function and name are set. Pushes a
 * block with their cells, and then the links. The table may change while the
 * block is made, so it is read again after that. False if a point lies outside
 * the grid. */
TP_FUNC bool tp_pathpoints_read(lua_State *L, Points *points,
                                const Finder *finder);

/* Reads the text of a saved path, which the string at `index` is; *is_strict is
 * the first mark. Pushes a block with its cells. False if the text is no such
 * path. */
TP_FUNC bool tp_pathpoints_parse(lua_State *L, int index, const tp_Grid *grid,
                                 KnownPath *known, bool *is_strict);

/* Pushes a block with all cells of a path from point to point, and the indices
 * where links begin. Each cell is a step or a link from the cell before it.
 * Pieces without links are as straight as possible on that grid. */
TP_FUNC KnownPath tp_pathpoints_push(lua_State *L, tp_Stagger stagger,
                                     const Points *points);

/* Is each piece of the path a link, or a run of one direction? */
TP_FUNC bool tp_pathpoints_are_runs(const KnownPath *known);

/* Can the agent walk each step and link of the path on the current map? */
TP_FUNC bool tp_pathpoints_can_walk(const Finder *finder,
                                    const KnownPath *known);
