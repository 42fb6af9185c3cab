/* queryplan.h - turns a query into a plan. */
#pragma once

#include "query.h"

/* Turns a query into a plan, on a navmap that is up to date with
 * TP_QUERY_PARTS.
 * Nothing changes except the order of the query's goals, and jump points, which
 * are brought up to date if the choice depends on them. */
TP_FUNC void tp_plan(tp_QueryPlan *plan, tp_Navmap *navmap,
                     const tp_Query *query);

/* Lets the plan use landmarks, if it may. First the best tables are repaired:
 * false if the budget, which is lowered, is spent. NULL: repairs for about as
 * long as a search without landmarks takes, and uses the consistent tables. */
TP_FUNC bool tp_queryplan_choose_landmarks(tp_QueryPlan *plan,
                                           uint64_t *budget);
