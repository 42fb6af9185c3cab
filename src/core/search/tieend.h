/* tieend.h - which of several ends at the same cost a search comes to. */
#ifndef TP_TIEEND_H
#define TP_TIEEND_H

#include "algorithm.h"

/* For A* to the cheapest of several ends that has expanded all cells with an
 * estimated cost of less than its incumbent's, and of those at that cost none,
 * or some: takes the first of all ends at that cost as the incumbent. That
 * depends on map, agent and query alone. False where it would take long. */
TP_FUNC bool tp_tieend_choose(tp_Search *s, uint64_t *patience);

#endif
