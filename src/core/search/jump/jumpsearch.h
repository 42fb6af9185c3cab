/* jumpsearch.h - jump point search on maps of one price, its goals, and its
 * costs.
 */
#pragma once

#include "../algorithm.h"
#include "jumpapplies.h"
#include "jumpends.h"
#include "jumpgoals.h"
#include "jumptrace.h"

TP_FUNC const tp_AlgorithmOps tp_jump_search;

/* ---- costs -------------------------------------------------------------- */

/* The low bits of a cost decide between equal costs (jumpcosts.c): bits for the
 * rank of a goal among several, at most 2^TP_RANKED. */
typedef enum tp_Ranking { TP_UNRANKED = 0, TP_RANKED = 7 } tp_Ranking;

TP_INLINE tp_Ranking tp_jump_ranking(const tp_QueryPlan *plan) {
  return plan->kind == TP_PLAN_SEVERAL ? TP_RANKED : TP_UNRANKED;
}
