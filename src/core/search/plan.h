/* plan.h - from a query to its plan. */
#ifndef TP_PLAN_H
#define TP_PLAN_H

#include "query.h"

/* What a query comes to, on a navmap that has caught up with the grid; if it
 * has to find its way out first (out.h), its start is the exit.
 * Nothing changes but the order of the query's goals, so that it may be asked
 * again: where that depends on parts of the navmap that lag behind, the plan
 * says which, and no more. */
TP_FUNC void tp_plan(tp_Plan *plan, const tp_Navmap *navmap,
                     const tp_Query *query);

/* Why there is no way, where regions tell that, which are up to date with what
 * crosses them: a plan of the query would be refused for that, or partial. */
TP_FUNC tp_Reason tp_plan_refusal(const tp_Navmap *navmap,
                                  const tp_Query *query);

/* If the plan may ask landmarks, repairs those that tell most, which are those
 * of the agent alone. Are they right, within the budget? */
TP_FUNC bool tp_plan_repair(const tp_Plan *plan, tp_Navmap *alone,
                            uint64_t *budget);

/* Repairs the landmarks of the plan's navmap, for about as long as a search
 * without takes, and has the plan ask those that are right, if it may. */
TP_FUNC void tp_plan_aim(tp_Plan *plan, tp_Navmap *navmap);

#endif
