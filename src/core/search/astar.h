/* astar.h - A* (Hart, Nilsson and Raphael 1968), and Dijkstra's algorithm,
 * which is A* with an estimate of 0; and A* on ground of several prices. */
#ifndef TP_ASTAR_H
#define TP_ASTAR_H

#include "algorithm.h"

TP_FUNC const tp_Row tp_astar;
TP_FUNC const tp_Row tp_priced;

#endif
