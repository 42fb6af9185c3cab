/* backtrace.h - reads the path and single nodes of A*, from the end back. */
#pragma once

#include "algorithm.h"

/* Read the path and the nodes, as tp_AlgorithmOps says. */
TP_FUNC bool tp_astar_next_leg(const tp_Search *s, tp_Cursor *c, tp_Leg *leg);
TP_FUNC uint32_t tp_astar_reached(const tp_Search *s, uint32_t *cells);
TP_FUNC bool tp_astar_node_info(const tp_Search *s, tp_Cell cell,
                                tp_NodeInfo *info);
