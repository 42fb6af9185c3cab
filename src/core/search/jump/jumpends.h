/* jumpends.h - lists ends. */
#pragma once

#include "../query.h"

/* Lists the ends of a plan's goals, which are no single cells, in their
 * tp_goals_ends: those ends that may be the first on a path from the start. Of
 * equal ends the first listed wins. False if there may be too many, or if the
 * start is an end. */
TP_FUNC bool tp_jumpends_list(const tp_QueryPlan *plan);
