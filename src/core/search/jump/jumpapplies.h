/* jumpapplies.h - decides whether jump point search suits a plan. */
#pragma once

#include "../query.h"

/* As in a row of algorithm.h. */
TP_FUNC bool tp_jump_prepare(const tp_QueryPlan *plan);
