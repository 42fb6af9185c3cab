/* jumpapplies.h - decides whether jump point search suits a plan. */
#pragma once

#include "../query.h"

/* As in tp_AlgorithmOps. */
TP_FUNC bool tp_jump_prepare(const tp_QueryPlan *plan);
