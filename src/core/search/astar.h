/* astar.h - A* (Hart, Nilsson and Raphael 1968), and Dijkstra's algorithm,
 * which is A* with an estimate of 0; A* on ground of several prices, and
 * A* for agents that pay for turning. */
#ifndef TP_ASTAR_H
#define TP_ASTAR_H

#include "algorithm.h"

TP_FUNC const tp_Row tp_astar;
TP_FUNC const tp_Row tp_priced;
TP_FUNC const tp_Row tp_turning;

#endif
