/* twocore.h - the part of a map in which a search can go astray, and the way
 * back to it from everywhere else. */
#ifndef TP_TWOCORE_H
#define TP_TWOCORE_H

#include "../agent/mask.h"
#include "../agent/topology.h"
#include "../base/work.h"
#include "corestates.h"

/* A cell with one way out lies on no cheapest path but its own. Without it, the
 * cell that it led to may be left with one way out, and so on: what remains
 * when no such cell is left is the core of the map, and what was left out hangs
 * on it as trees. Between two cells of one tree there is one way; any other
 * path leaves its tree by the root, crosses the core, and enters a tree by the
 * root. A part of the map without any loop is all tree and no core.
 *
 * Odd cells, of which the mask does not tell all, are of the core. */

/* What it follows from. */
typedef struct tp_CoreMap {
  const tp_Mask *mask;
  const tp_Topology *moves;
  const tp_Mask *odd; /* odd cells; NULL: none */
} tp_CoreMap;

/* 5/8 of a byte a cell. */
TP_FUNC size_t tp_twocore_bytes(int32_t width, int32_t height);
TP_FUNC void tp_twocore_init(tp_Twocore *twocore, int32_t width,
                             int32_t height);

/* The mask without what was left out; it notes what changes there. */
TP_FUNC tp_Mask *tp_twocore_core(tp_Twocore *twocore);

/* Cells of the core. */
TP_FUNC uint32_t tp_twocore_size(const tp_Twocore *twocore);

/* Finds it again after cells of the work's rectangles (which lie inside), or
 * their oddness, have changed, and may still do: at the price of what changes
 * and of climbing there, or, where that would be more, anew. Is it done, within
 * the budget? */
TP_FUNC bool tp_twocore_update(tp_Twocore *twocore, const tp_CoreMap *map,
                               tp_Work *work, uint64_t *budget);

/* Direction of the step that leads a cell of a tree towards its root, which is
 * of the core; -1 for cells of the core, and for the roots of parts without. */
TP_FUNC int tp_twocore_way_out(const tp_Twocore *twocore, int32_t x, int32_t y);

#endif
