/* astar.h - A* (Hart, Nilsson and Raphael 1968), and Dijkstra's algorithm,
 * which is A* with an estimate of 0. */
#ifndef TP_ASTAR_H
#define TP_ASTAR_H

#include "search.h"

/* Runs a search that has started and holds all its blocks. */
TP_FUNC tp_Status tp_astar_run(tp_Search *s, const tp_Agent *agent,
                               const tp_Grid *grid, uint64_t budget);

#endif
