/* wayback.h - what A* has found. */
#ifndef TP_WAYBACK_H
#define TP_WAYBACK_H

#include "algorithm.h"

/* As a row of algorithm.h has them. */
TP_FUNC bool tp_astar_next_leg(const tp_Search *s, tp_Backtrace *b,
                               tp_Leg *leg);
TP_FUNC bool tp_astar_node_info(const tp_Search *s, tp_Cell cell,
                                tp_NodeInfo *info);

#endif
