/* plan.h - from a query to its plan. */
#ifndef TP_PLAN_H
#define TP_PLAN_H

#include "query.h"

/* What a query comes to, on a navmap that is up to date with TP_QUERY_PARTS; if
 * it has to find its way out first (out.h), its start is the exit. Nothing
 * changes but the order of the query's goals. */
TP_FUNC void tp_plan(tp_Plan *plan, const tp_Navmap *navmap,
                     const tp_Query *query);

/* Chooses how it is searched, which tp_plan has done unless that depends on
 * jump points that lag behind. Jump points are up to date now. */
TP_FUNC void tp_plan_choose(tp_Plan *plan);

/* Why there is no way, where regions tell that, which are up to date with what
 * crosses them: a plan of the query would be refused for that, or partial. */
TP_FUNC tp_Reason tp_plan_refusal(const tp_Navmap *navmap,
                                  const tp_Query *query);

/* Has the plan ask landmarks, if it may. Those that tell most are repaired
 * before that: false if the budget, which is lowered, is spent. NULL: for about
 * as long as a search without them takes, and those that are right are asked.
 */
TP_FUNC bool tp_plan_aim(tp_Plan *plan, uint64_t *budget);

#endif
