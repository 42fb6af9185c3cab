/* tieway.h - which of several cheapest ways a search comes back by, and from
 * which of several ends. */
#ifndef TP_TIEWAY_H
#define TP_TIEWAY_H

#include "algorithm.h"

/* For A* from one start that has expanded all cells with an estimated cost of a
 * way through them of no more than the cheapest one to its end: notes in the
 * nodes, from the end back, by which direction each cell is entered. It depends
 * on map, agent, start and end alone. */
TP_FUNC void tp_tieway_choose(tp_Search *s);

/* The same if of the cells for which that estimate is just the cost some have
 * not been expanded; and of several ends at that cost, if `seeks_end`, it takes
 * the first as the incumbent before. False if it would take long: then it has
 * done nothing, but that it knows less of cells that are to be expanded for a
 * way back. */
TP_FUNC bool tp_tieway_settle(tp_Search *s, bool seeks_end);

#endif
