/* jumpgoals.h - the goals of jump point search, if they are several. */
#pragma once

#include "../query.h"

/* Ranks the goals of a plan whose algorithm is chosen. A goal at the start is
 * not searched for: the best of them is the incumbent. If no other goal is
 * left, the plan becomes one that stands. */
TP_FUNC void tp_jump_goals_take(tp_QueryPlan *plan);

/* The search has found a goal: it becomes the plan's goal. Returns its number
 * among the query's goals, or that of the goal whose end it is. */
TP_FUNC uint32_t tp_jump_goals_adopt(tp_QueryPlan *plan, uint32_t goal);
