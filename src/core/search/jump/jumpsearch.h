/* jumpsearch.h - jump point search on maps of one price, its goals, and its costs.
 */
#ifndef TP_JUMPSEARCH_H
#define TP_JUMPSEARCH_H

#include "../algorithm.h"

TP_FUNC const tp_Row tp_jump_search;

/* As in a row of algorithm.h. */
TP_FUNC bool tp_jump_fits(const tp_Plan *plan);
TP_FUNC bool tp_jump_next_leg(const tp_Search *s, tp_Backtrace *b, tp_Leg *leg);
TP_FUNC bool tp_jump_node_info(const tp_Search *s, tp_Cell cell,
                               tp_NodeInfo *info);

/* ---- several goals ------------------------------------------------------ */

/* Ranks the goals of a plan whose algorithm is chosen. A goal at the start is
 * not searched for: the best of them is the incumbent. If no other goal is
 * left, the plan becomes one that stands. */
TP_FUNC void tp_jump_goals_take(tp_Plan *plan);

/* The search has found a goal: it becomes the plan's goal. Returns its number
 * among the query's goals, or that of the goal whose end it is. */
TP_FUNC uint32_t tp_jump_goals_settle(tp_Plan *plan, uint32_t goal);

/* Lists the ends of a plan's goals, which are no single cells, in their
 * tp_goals_ends: those ends that may be the first on a path from the start. Of
 * equal ends the first listed wins. False if there may be too many, or if the
 * start is an end. */
TP_FUNC bool tp_rim_list(const tp_Plan *plan);

/* ---- costs -------------------------------------------------------------- */

/* The low bits of a cost decide between equal costs (jumpcosts.c): bits for the
 * rank of a goal among several, at most 2^TP_RANKED. */
typedef enum tp_Ranking { TP_UNRANKED = 0, TP_RANKED = 7 } tp_Ranking;

TP_INLINE tp_Ranking tp_jump_ranking(const tp_Plan *plan) {
  return plan->kind == TP_PLAN_SEVERAL ? TP_RANKED : TP_UNRANKED;
}

/* Converts the plan's estimates, and the costs of edges (NULL: there are none),
 * to such costs. */
TP_FUNC void tp_jump_take_costs(tp_Plan *plan, tp_SearchEdges *edges);

/* The metric of steps in such costs. */
TP_FUNC tp_Metric tp_jump_steps(const tp_Navmap *navmap, tp_Ranking ranking);

/* The bits that the cost of a path may need. */
TP_FUNC int tp_jump_bits(const tp_Navmap *navmap, tp_Ranking ranking);

/* The extra cost of a goal with its rank among many: of equal costs, rank 0
 * comes first. */
TP_FUNC uint64_t tp_jump_extra(const tp_Navmap *navmap, uint64_t cost,
                               uint32_t rank);

/* Converts back to the costs' whole numbers. */
TP_FUNC uint64_t tp_jump_plain(const tp_Navmap *navmap, uint64_t cost,
                               tp_Ranking ranking);

#endif
