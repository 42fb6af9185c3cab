/* wayout.h - the way out for an agent in a blocked cell: over blocked cells to
 * the nearest exit, a free cell from which the agent may go on.
 */
#pragma once

#include "navmap.h"

enum { TP_WAYOUT_MOST = 32 }; /* steps of a way out */

typedef struct tp_WayOut {
  tp_Cell exit;
  uint32_t length;              /* in steps; 0: there is no way out */
  uint8_t step[TP_WAYOUT_MOST]; /* their directions, from the start on */
} tp_WayOut;

/* Which free cells are exits. */
typedef struct tp_Exits {
  bool (*leads)(void *context, tp_Cell at); /* NULL: all do */
  /* Of exits after as many steps the nearest one in a straight line counts, of
   * equally near ones the one with the least rest, then the first in reading
   * order. TP_FAR: the cell is no exit. */
  uint64_t (*rest)(void *context, tp_Cell at);
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

/* Finds the shortest way from a blocked cell of the map, which is up to date.
 * False: there is none of at most TP_WAYOUT_MOST steps. */
TP_FUNC bool tp_wayout_find(const tp_Navmap *navmap, tp_Cell start,
                            const tp_Exits *exits, tp_WayOut *way);
