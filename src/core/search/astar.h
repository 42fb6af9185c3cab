/* astar.h - A* (Hart, Nilsson and Raphael 1968) and Dijkstra's algorithm, which
 * is A* with an estimate of 0; and A* on ground of several prices. They share
 * the functions that read the path.
 */
#ifndef TP_ASTAR_H
#define TP_ASTAR_H

#include "algorithm.h"

TP_FUNC const tp_Row tp_astar;
TP_FUNC const tp_Row tp_priced;

/* Read the path and the nodes, as in a row of algorithm.h. */
TP_FUNC bool tp_astar_next_leg(const tp_Search *s, tp_Backtrace *b,
                               tp_Leg *leg);
TP_FUNC bool tp_astar_node_info(const tp_Search *s, tp_Cell cell,
                                tp_NodeInfo *info);

/* Chooses the canonical path among all cheapest paths to the chosen end, and
 * notes in the nodes, from the end back, the direction that enters each cell.
 * The search must have expanded, from one start, all cells with an f of at most
 * the cost of the cheapest path. The result depends only on map, agent, start
 * and end. */
TP_FUNC void tp_canonical_choose(tp_Search *s);

/* The same if some cells whose f equals that cost were not expanded. With
 * `seeks_end`, the first of all ends at that cost becomes the incumbent before.
 * Returns false if the effort limit is hit: then no path was chosen, and nodes
 * in doubt are reset to unvisited. */
TP_FUNC bool tp_canonical_decide(tp_Search *s, bool seeks_end);

#endif
