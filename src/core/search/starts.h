/* starts.h - where a search begins that has many starts, as far as a bucket
 * queue has to know that beforehand. */
#ifndef TP_STARTS_H
#define TP_STARTS_H

#include "query.h"

/* By how much f differs from start to start at most, by that heuristic, or by
 * one that takes the same from all estimates that are not less. 0 where there
 * is one start. */
TP_FUNC uint64_t tp_starts_spread(const tp_Plan *plan, const tp_Heuristic *h);

/* The least f of all starts. */
TP_FUNC uint64_t tp_starts_first(const tp_Plan *plan);

#endif
