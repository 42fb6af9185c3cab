/* astar.h - A* (Hart, Nilsson and Raphael 1968), and Dijkstra's algorithm,
 * which is A* with an estimate of 0. */
#ifndef TP_ASTAR_H
#define TP_ASTAR_H

#include "search.h"

/* What search.h promises, for this algorithm. */
TP_FUNC tp_Status tp_astar_start(tp_Search *s, const tp_Navmap *navmap);
TP_FUNC tp_Status tp_astar_run(tp_Search *s, const tp_Navmap *navmap,
                               uint64_t budget);
TP_FUNC bool tp_astar_next_leg(const tp_Search *s, tp_Backtrace *b,
                               tp_Leg *leg);
TP_FUNC bool tp_astar_node_info(const tp_Search *s, const tp_Grid *grid,
                                tp_Cell cell, tp_NodeInfo *info);

#endif
