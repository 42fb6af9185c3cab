/* wouldblock.h - would it cut the path between two cells if some cells were
 * closed? */
#pragma once

#include "../navmap/navmap.h"

/* Would two connected cells outside of the box (not empty, inside the grid)
 * stay connected, whatever is closed inside? True is certain; false: the ring
 * of cells around the box cannot tell. */
TP_FUNC bool tp_wouldblock_is_harmless(const tp_Navmap *navmap, tp_Rect box);

/* Otherwise, with the map up to date:
 *
 *     logs = tp_wouldblock_begin(navmap);
 *     for all cells: tp_wouldblock_set(navmap, rect, true);
 *     for pairs: tp_wouldblock_cuts(navmap, from, to);
 *     for all cells: tp_wouldblock_set(navmap, rect, false);
 *     tp_wouldblock_end(navmap, &logs);
 *
 * No other query may run between begin and end. `end` restores everything, and
 * regions are up to date. */
typedef struct tp_ClosedLogs {
  tp_ChangeLog cells, mask; /* of the navmap's masks */
} tp_ClosedLogs;

TP_FUNC tp_ClosedLogs tp_wouldblock_begin(const tp_Navmap *navmap);

/* Shuts the cells of a rectangle inside the grid for the agent, or gives them
 * back the grid's terrain. */
TP_FUNC void tp_wouldblock_set(tp_Navmap *navmap, tp_Rect rect, bool is_closed);

/* Is there no path left between two cells (inside)? */
TP_FUNC bool tp_wouldblock_cuts(tp_Navmap *navmap, tp_Cell from, tp_Cell to);

TP_FUNC void tp_wouldblock_end(tp_Navmap *navmap, const tp_ClosedLogs *logs);
