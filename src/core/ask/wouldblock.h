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

/* Shuts a cell of the grid for the agent; and lets it enter that again as the
 * grid has it. Outside the grid there is nothing to shut. After either, what
 * was shut or reopened has to be settled; and between the two nothing may be
 * asked of the agent but what it may enter and tp_navmap_connects. After the
 * second it is as before. It has caught up with the grid. */
TP_FUNC void tp_wouldblock_shut(tp_Navmap *navmap, tp_Cell cell);
TP_FUNC void tp_wouldblock_reopen(tp_Navmap *navmap, tp_Cell cell);

/* Settles what was shut or reopened, where that is tp_wouldblock_of a cell or a
 * rectangle over several. Is one over so many cheaper than one for each? */
TP_FUNC void tp_wouldblock_settle(tp_Navmap *navmap, tp_Rect rect);
TP_FUNC bool tp_wouldblock_is_dense(const tp_Navmap *navmap, int cells,
                                    tp_Rect box);

#endif
