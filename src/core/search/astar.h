/* astar.h - A* (Hart, Nilsson and Raphael 1968), and Dijkstra's algorithm,
 * which is A* with an estimate of 0; A* on ground of several prices, and
 * A* for agents that pay for turning. And how the first two come back. */
#ifndef TP_ASTAR_H
#define TP_ASTAR_H

#include "algorithm.h"

TP_FUNC const tp_Row tp_astar;
TP_FUNC const tp_Row tp_priced;
TP_FUNC const tp_Row tp_turning;

/* The way back through the nodes, as a row of algorithm.h has them. */
TP_FUNC bool tp_astar_next_leg(const tp_Search *s, tp_Backtrace *b,
                               tp_Leg *leg);
TP_FUNC bool tp_astar_node_info(const tp_Search *s, tp_Cell cell,
                                tp_NodeInfo *info);

/* Chooses one of several cheapest ways, and of several ends. For A* from one
 * start that has expanded all cells with an estimated cost of a way through
 * them of no more than the cheapest one to its end: notes in the nodes, from
 * the end back, by which direction each cell is entered. It depends on map,
 * agent, start and end alone. */
TP_FUNC void tp_canonical_choose(tp_Search *s);

/* The same if of the cells for which that estimate is just the cost some have
 * not been expanded; and of several ends at that cost, if `seeks_end`, it takes
 * the first as the incumbent before. False if it would take long: then it has
 * done nothing, but that it knows less of cells that are to be expanded for a
 * way back. */
TP_FUNC bool tp_canonical_decide(tp_Search *s, bool seeks_end);

#endif
