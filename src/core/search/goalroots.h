/* goalroots.h - several goals on the 2-core of the map: where a search has to
 * look for each, and what remains from there. And goals that are no single
 * cells, as a list of their ends (jump/rim.c). */
#ifndef TP_GOALROOTS_H
#define TP_GOALROOTS_H

#include "query.h"

/* Are there few enough goals for it? */
TP_FUNC bool tp_goalroots_fit(const tp_Goals *goals);

/* Moves the goals of a plan whose algorithm is chosen to their roots. Those to
 * which a way leads through trees alone are not searched for: the best of them,
 * if there is any, is the incumbent. With no others, the plan is one for that
 * goal. */
TP_FUNC void tp_goalroots_take(tp_Plan *plan);

/* That goal was found: makes the plan's goal and ends those of a query to it
 * alone. Returns which of the query's goals that is, or is an end of. */
TP_FUNC uint32_t tp_goalroots_settle(tp_Plan *plan, uint32_t goal);

/* Lists the ends of a plan's goals, which are no single cells, in tp_goals_ends
 * of them: those that may be the first on a way from the start. False if there
 * may be too many, or if it starts at an end. Of equal ends the first listed
 * counts. */
TP_FUNC bool tp_rim_list(const tp_Plan *plan);

/* The same of the cells that are as near to a goal as can be, in reading order:
 * as the plan's heuristic has it (nearby.h). False, too, where there are
 * several goals. */
TP_FUNC bool tp_rim_list_nearest(const tp_Plan *plan);

#endif
