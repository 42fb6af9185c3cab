/* costs.h - costs as jump point search counts them: whole numbers with room
 * below for what is to decide between equal ones. */
#ifndef TP_SEARCH_JUMP_COSTS_H
#define TP_SEARCH_JUMP_COSTS_H

#include "../../agent/metric.h"
#include "../../navmap/navmap.h"
#include "../edges.h"
#include "../query.h"

/* Bits below for the rank of a goal among several: enough for 2^TP_RANKED. */
typedef enum tp_Ranking { TP_UNRANKED = 0, TP_RANKED = 7 } tp_Ranking;

TP_INLINE tp_Ranking tp_jump_ranking(const tp_Plan *plan) {
  return tp_plan_has_many_ends(plan) ? TP_RANKED : TP_UNRANKED;
}

/* Makes the plan's estimates count so, and what edges cost (NULL: there are
 * none), which count as everybody does. */
TP_FUNC void tp_jump_take_costs(tp_Plan *plan, tp_SearchEdges *edges);

/* Of steps. */
TP_FUNC tp_Metric tp_jump_steps(const tp_Navmap *navmap, tp_Ranking ranking);

/* The bits that a path's cost may need. */
TP_FUNC int tp_jump_bits(const tp_Navmap *navmap, tp_Ranking ranking);

/* An extra cost of a goal, with its rank among many: of equal costs, 0 comes
 * first. */
TP_FUNC uint64_t tp_jump_extra(const tp_Navmap *navmap, uint64_t cost,
                               uint32_t rank);

/* Back to what everybody else counts. */
TP_FUNC uint64_t tp_jump_plain(const tp_Navmap *navmap, uint64_t cost,
                               tp_Ranking ranking);

#endif
