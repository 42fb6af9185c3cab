/* plan.h - from a query to its plan. */
#ifndef TP_PLAN_H
#define TP_PLAN_H

#include "query.h"

/* What a query comes to, on a navmap that has caught up with the grid; from
 * these exits, where its way out is known, of which its start is the first.
 * Nothing changes but the order of the query's goals, so that it may be asked
 * again: where that depends on parts of the navmap that lag behind, the plan
 * says which, and no more. */
TP_FUNC void tp_plan(tp_Plan *plan, const tp_Navmap *navmap,
                     const tp_Query *query, const tp_Exits *exits);

#endif
