/* goalroots.h - several goals on the 2-core of the map: the cell at which a
 * search looks for each, and the cost from there. And lists of ends, for goals
 * that are no single cells (jump/rim.c). */
#ifndef TP_GOALROOTS_H
#define TP_GOALROOTS_H

#include "query.h"

/* Are the goals few enough? */
TP_FUNC bool tp_goalroots_fit(const tp_Goals *goals);

/* Moves the goals of a plan whose algorithm is chosen to their roots. Goals
 * that are reached through trees alone are not searched for: the best of them
 * is the incumbent. If no other goal is left, the plan becomes one for that
 * goal. */
TP_FUNC void tp_goalroots_take(tp_Plan *plan);

/* The search has found a goal: the plan's goal and ends become those of a query
 * to this goal alone. Returns its number among the query's goals, or of the
 * goal whose end it is. */
TP_FUNC uint32_t tp_goalroots_settle(tp_Plan *plan, uint32_t goal);

/* Lists the ends of a plan's goals, which are no single cells, in their
 * tp_goals_ends: those ends that may be the first on a path from the start. Of
 * equal ends the first listed wins. False if there may be too many, or if the
 * start is an end. */
TP_FUNC bool tp_rim_list(const tp_Plan *plan);

/* The same for the cells nearest to a goal by the plan's heuristic (nearby.h),
 * in reading order. False, too, if there are several goals. */
TP_FUNC bool tp_rim_list_nearest(const tp_Plan *plan);

#endif
