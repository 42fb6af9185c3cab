/* jumpcosts.h - costs for jump point search, with low bits that decide ties:
 *
 *     cost | rank of a goal (7 bits, with many) | of steps (20, where D = 2S)
 */
#pragma once

#include "jumpsearch.h"

/* Converts the plan's estimates to such costs. Returns the number of low bits.
 */
TP_FUNC int tp_jump_take_costs(tp_QueryPlan *plan);

/* The metric of steps in such costs. */
TP_FUNC tp_Metric tp_jump_steps(const tp_Navmap *navmap, tp_Ranking ranking);

/* The bits that the cost of a path may need. */
TP_FUNC int tp_jump_bits(const tp_Navmap *navmap, tp_Ranking ranking);

/* A cost in such costs. */
TP_FUNC uint64_t tp_jump_cost(const tp_Navmap *navmap, uint64_t cost,
                              tp_Ranking ranking);

/* The extra cost of a goal with its rank among many: of equal costs, rank 0
 * comes first. */
TP_FUNC uint64_t tp_jump_extra(const tp_Navmap *navmap, uint64_t cost,
                               uint32_t rank);

/* Converts back to the costs' whole numbers. */
TP_FUNC uint64_t tp_jump_plain(const tp_Navmap *navmap, uint64_t cost,
                               tp_Ranking ranking);
