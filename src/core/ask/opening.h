/* opening.h - the path between two cells on which the fewest things are closed;
 * of equal ones the cheapest.
 *
 *     tp_opening_begin(opening);
 *     while (tp_opening_run(opening) == TP_NEEDS_ROOM)
 *       opening->heap = a larger one, moved;
 *     for (cell = goal; cell.x >= 0;) tp_opening_back(opening, &cell, ...);
 */
#ifndef TP_OPENING_H
#define TP_OPENING_H

#include "../base/heap.h"
#include "../navmap/navmap.h"

/* A thing that closes a path: a cell (`to` is the same), the side between two
 * cells, or a link that the profile forbids. */
typedef struct tp_Closed {
  tp_Cell at, to;
  uint64_t link; /* its number; 0: none */
} tp_Closed;

/* The cheapest known path to a cell. */
typedef struct tp_OpeningNode {
  uint64_t key;  /* its closed things; UINT64_MAX: no path is known */
  uint64_t tie;  /* its cost, the bits of a double */
  uint32_t from; /* the cell before, packed */
  int32_t by;    /* direction; or TP_DIRECTIONS + the index of an edge;
                    -1: at the start */
} tp_OpeningNode;

/* The caller sets all members, and owns the blocks. */
typedef struct tp_Opening {
  const tp_Navmap *navmap; /* up to date with TP_MAP; must not change */
  tp_Cell start, goal;     /* the agent lies on the map at both */
  tp_OpeningNode *node;    /* one for each cell */
  tp_Heap *heap;
} tp_Opening;

/* Could the agent be in that cell if nothing was closed? */
TP_FUNC bool tp_opening_fits(const tp_Navmap *navmap, tp_Cell cell);

TP_FUNC void tp_opening_begin(tp_Opening *opening);

/* TP_FOUND, or TP_NEEDS_ROOM: in the heap. */
TP_FUNC tp_Status tp_opening_run(tp_Opening *opening);

/* The last step of the path to a cell: returns the number of things that are
 * closed on it, and writes them to the list (unless NULL). Adds the cost of the
 * step, and sets `cell` to the cell before; for the start to -1, -1. */
TP_FUNC uint32_t tp_opening_back(const tp_Opening *opening, tp_Cell *cell,
                                 tp_Closed *list, double *cost);

#endif
