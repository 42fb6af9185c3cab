/* queryplan.h - turns a query into a plan. */
#pragma once

#include "query.h"

/* Turns a query into a plan, on a navmap that is up to date with
 * TP_QUERY_PARTS.
 * Nothing changes except the order of the query's goals, and jump points, which
 * are brought up to date if the choice depends on them. */
TP_FUNC void tp_plan(tp_QueryPlan *plan, tp_Navmap *navmap,
                     const tp_Query *query);

/* The regions that the start can reach, or one of several; none if it is blocked
 * (an empty list, as without a list all regions belong to the set). Regions and
 * the region graph are up to date. */
TP_FUNC tp_RegionSet tp_queryplan_regions(const tp_QueryPlan *plan,
                                          tp_GroupSet *groups);

/* Lets the plan use landmarks, if it may. First the best tables are repaired:
 * false if the budget, which is lowered, is spent. NULL: repairs for about as
 * long as a search without landmarks takes, and uses the consistent tables. */
TP_FUNC bool tp_queryplan_choose_landmarks(tp_QueryPlan *plan,
                                           uint64_t *budget);
