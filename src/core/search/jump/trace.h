/* trace.h - what a jump point search has found. */
#ifndef TP_SEARCH_JUMP_TRACE_H
#define TP_SEARCH_JUMP_TRACE_H

#include "../algorithm.h"

/* As a row of algorithm.h has them. */
TP_FUNC bool tp_jump_next_leg(const tp_Search *s, tp_Backtrace *b, tp_Leg *leg);
TP_FUNC bool tp_jump_node_info(const tp_Search *s, tp_Cell cell,
                               tp_NodeInfo *info);

#endif
