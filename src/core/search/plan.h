/* plan.h - from a query to its plan. */
#ifndef TP_PLAN_H
#define TP_PLAN_H

#include "query.h"

/* What a query comes to, on a navmap that is up to date, and its regions with
 * it. It changes nothing but the order of the query's goals, so that it may be
 * asked again: where jump points are to be brought up to date first, which is
 * done only for who asks for them, the plan is TP_PLAN_UNREADY. */
TP_FUNC void tp_plan(tp_Plan *plan, const tp_Navmap *navmap,
                     const tp_Query *query);

#endif
