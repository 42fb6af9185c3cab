/* wouldblock.h - cells that are shut for the time of a question: would that cut
 * the way from here to there? */
#ifndef TP_WOULDBLOCK_H
#define TP_WOULDBLOCK_H

#include "../navmap/navmap.h"

/* The cells that the agent may no longer stand on once a cell of the grid is
 * shut, clipped to the grid: those above it. Empty (w is 0) where the cell lies
 * outside. */
TP_FUNC tp_Rect tp_wouldblock_of(const tp_Navmap *navmap, tp_Cell cell);

/* Whatever is shut in the box (not empty, inside the grid): is every two cells
 * outside of it that are connected now still connected then? True is certain;
 * false says that the ring of cells around the box cannot tell. */
TP_FUNC bool tp_wouldblock_spares(const tp_Navmap *navmap, tp_Rect box);

/* Otherwise, with the map up to date:
 *
 *     logs = tp_wouldblock_begin(navmap);
 *     for all cells: tp_wouldblock_shut(navmap, cell);
 *     for pairs: tp_wouldblock_cuts(navmap, from, to);
 *     for all cells: tp_wouldblock_reopen(navmap, cell);
 *     tp_wouldblock_end(navmap, &logs);
 *
 * In between the agent is asked nothing else. After it all is as before,
 * and regions are up to date. */
typedef struct tp_ShutLogs {
  tp_Changes cells, mask; /* of the navmap's masks */
} tp_ShutLogs;

TP_FUNC tp_ShutLogs tp_wouldblock_begin(const tp_Navmap *navmap);

/* Shuts a cell of the grid for the agent; and lets it enter that again as the
 * grid has it. Outside the grid there is nothing to shut. */
TP_FUNC void tp_wouldblock_shut(tp_Navmap *navmap, tp_Cell cell);
TP_FUNC void tp_wouldblock_reopen(tp_Navmap *navmap, tp_Cell cell);

/* Is there no way left between two cells (inside)? */
TP_FUNC bool tp_wouldblock_cuts(tp_Navmap *navmap, tp_Cell from, tp_Cell to);

TP_FUNC void tp_wouldblock_end(tp_Navmap *navmap, const tp_ShutLogs *logs);

#endif
