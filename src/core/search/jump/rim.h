/* rim.h - the ends of goals as goals themselves: a search that looks for cells
 * can look for these. */
#ifndef TP_SEARCH_JUMP_RIM_H
#define TP_SEARCH_JUMP_RIM_H

#include "../query.h"

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
