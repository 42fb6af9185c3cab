/* twocore.h - the 2-core: the part of a map with loops, which a search must
 * explore; and the way back to it from everywhere else. */
#ifndef TP_TWOCORE_H
#define TP_TWOCORE_H

#include "../agent/mask.h"
#include "../agent/topology.h"
#include "../base/work.h"

/* A leaf, a cell with one way out, is on no cheapest path except from or to
 * itself. Without it, the next cell may become a leaf, and so on. The cells
 * that remain when no leaf is left are the core of the map; the cells that were
 * taken off hang on it as trees. Between two cells of one tree there is one
 * path. Any other path leaves its tree by the root, crosses the core, and
 * enters a tree by the root. A part of the map without any loop is all tree and
 * no core.
 *
 * Odd cells, about which the mask does not tell all, are in the core. */

/* The state of a cell, half a byte: in the core, a wall, the root of a part
 * without a core, or TP_IN_TREE + the direction that leads out; during a
 * repair, a new wall. */
enum {
  TP_IN_CORE,
  TP_IN_WALL,
  TP_AT_ROOT,
  TP_IN_TREE,
  TP_IN_NEW_WALL = TP_IN_TREE + TP_DIRECTIONS
};

/* Followed by the core, and then the states: two cells in a byte, the first in
 * the low half. */
typedef struct tp_Twocore {
  int32_t width, height;
  int32_t stride; /* cells from row to row: an even number */
  uint32_t core_size;
  uint64_t states_at; /* in bytes from here */
  uint64_t built;     /* cells taken off when all was found anew */
} tp_Twocore;

TP_INLINE int tp_core_state(const tp_Twocore *t, size_t i) {
  const uint8_t *pairs = (const uint8_t *)t + t->states_at;
  return pairs[i / 2] >> (i % 2 * 4) & 15;
}

/* The source of the core. */
typedef struct tp_CoreMap {
  const tp_Mask *mask;
  const tp_Topology *moves;
  const tp_Mask *odd; /* odd cells; NULL: none */
} tp_CoreMap;

/* 5/8 of a byte a cell. */
TP_FUNC size_t tp_twocore_bytes(int32_t width, int32_t height);
TP_FUNC void tp_twocore_init(tp_Twocore *twocore, int32_t width,
                             int32_t height);

/* The mask of the core; its log notes what changes. */
TP_FUNC tp_Mask *tp_twocore_core(tp_Twocore *twocore);

/* Cells of the core. */
TP_FUNC uint32_t tp_twocore_size(const tp_Twocore *twocore);

/* Finds the core again after cells of the work's rectangles (which lie inside),
 * or their oddness, have changed; they may change further meanwhile. The cost
 * is that of the changes and of climbing there, or, if that is more, of finding
 * all anew. Is it done, within the budget? */
TP_FUNC bool tp_twocore_update(tp_Twocore *twocore, const tp_CoreMap *map,
                               tp_Work *work, uint64_t *budget);

/* The direction of the step from a cell of a tree towards its root in the core;
 * -1 for cells of the core, and for roots of parts without one. */
TP_FUNC int tp_twocore_way_out(const tp_Twocore *twocore, int32_t x, int32_t y);

/* Climbs from two cells of trees to where their ways up meet, or to their
 * roots; `steps`: the number from each, if they do not meet. Do they? (In
 * treepaths.c.) */
TP_FUNC bool tp_twocore_meet(const tp_Twocore *twocore, tp_Cell *a, tp_Cell *b,
                             size_t steps[2]);

#endif
