/* wayout.h - the ways out for an agent in a blocked cell: over blocked cells to
 * the nearest exits, free cells from which the agent may go on.
 */
#pragma once

#include "navmap.h"

enum {
  TP_WAYOUT_MOST = 32, /* steps of a way out */
  TP_WAYOUT_SIDE = 2 * TP_WAYOUT_MOST + 1
};

/* On hexagons, where a ring of as many steps has the most equally near exits.
 */
_Static_assert(TP_SIDES_OF_HEXAGON *TP_WAYOUT_MOST <= TP_MOST_STARTS,
               "there is room for all exits");

/* The ways from a blocked cell to the nearest exits, which are as near. */
typedef struct tp_WayOut {
  tp_Cell start, exit; /* the best exit */
  uint32_t length;     /* of each way, in steps; 0: there is none */
  uint32_t exits;      /* how many */
  /* Of the cells of a square around the start: 0, or the direction of the step
   * that enters the cell, from 1; with TP_IS_EXIT. */
  uint8_t cell[TP_WAYOUT_SIDE * TP_WAYOUT_SIDE];
} tp_WayOut;

enum { TP_IS_EXIT = 16 };

/* Which free cells are exits, and which of the nearest is the best: the one
 * with the least sum of its way's cost, times the factor, and its rest; of
 * equal ones the first in reading order. */
typedef struct tp_Exits {
  bool (*leads)(void *context, tp_Cell at); /* NULL: all do */
  /* TP_FAR: the cell is no exit. */
  uint64_t (*rest)(void *context, tp_Cell at);
  uint64_t factor; /* of the steps' costs; 0: they do not count */
  /* Cells that the way avoids, free or not; NULL: none. */
  bool (*avoids)(void *context, tp_Cell at);
  void *context;
} tp_Exits;

/* The steps that the map would allow from a cell if blocked cells were free.
 * Those to outside cells are missing, and those by which a large agent would
 * cover an outside cell, or a closed side, that it did not cover before. */
TP_FUNC unsigned tp_wayout_steps(const tp_Navmap *navmap, tp_Cell at);

/* May an agent step from a cell of the map in that direction? From a blocked
 * cell by any of those steps. */
TP_INLINE bool tp_wayout_can_step(const tp_Navmap *navmap, tp_Cell at, int d) {
  const bool is_free = tp_mask_can_enter(navmap->mask, at.x, at.y);
  const unsigned steps = is_free ? tp_navmap_steps(navmap, at.x, at.y)
                                 : tp_wayout_steps(navmap, at);
  return steps >> d & 1;
}

/* Finds the ways from a blocked cell of the map, which is up to date, to the
 * nearest exits: after the fewest steps and, if these are several, the nearest
 * in a straight line. False: there is none of at most TP_WAYOUT_MOST steps. */
TP_FUNC bool tp_wayout_find(const tp_Navmap *navmap, tp_Cell start,
                            const tp_Exits *exits, tp_WayOut *way);

/* ---- what was found ----------------------------------------------------- */

/* A cell's place in the square; at most TP_WAYOUT_MOST steps from the start. */
TP_INLINE size_t tp_wayout_index(tp_Cell start, tp_Cell c) {
  return (size_t)((c.y - start.y + TP_WAYOUT_MOST) * TP_WAYOUT_SIDE + c.x -
                  start.x + TP_WAYOUT_MOST);
}

/* Contains all exits; empty if there are none. */
TP_INLINE tp_Rect tp_wayout_box(const tp_WayOut *way) {
  const int32_t far = (int32_t)way->length;
  if (far == 0) return (tp_Rect){0, 0, 0, 0};
  return tp_rect_grow((tp_Rect){way->start.x, way->start.y, 1, 1}, far);
}

TP_INLINE bool tp_wayout_is_exit(const tp_WayOut *way, tp_Cell c) {
  const tp_Rect box = tp_wayout_box(way);
  return tp_rect_has(box, c.x, c.y) &&
         (way->cell[tp_wayout_index(way->start, c)] & TP_IS_EXIT);
}

/* The direction of the step of a way that enters a cell of it. */
TP_INLINE int tp_wayout_step(const tp_WayOut *way, tp_Cell c) {
  return (way->cell[tp_wayout_index(way->start, c)] & (TP_IS_EXIT - 1)) - 1;
}

/* The direction of the first step to the best exit. */
TP_FUNC int tp_wayout_first(const tp_WayOut *way);

/* What the way to an exit costs: each step at the dearest price. */
TP_FUNC uint64_t tp_wayout_cost(const tp_WayOut *way, const tp_Navmap *navmap,
                                tp_Cell exit);
