/* nearestend.h - the end nearest to a goal, if no goal can be reached. */
#pragma once

#include "nodes.h"
#include "query.h"

/* What "near" means: an estimate to the goals of a plan. */
TP_FUNC tp_Heuristic tp_nearestend_metric(const tp_QueryPlan *plan);

/* Takes all goals of the plan back, and aims at the cells at the least distance
 * from a goal, by that metric, of all cells that the start can reach: these are
 * the ends then. If there are many goals, those nearest to the start count. No
 * goal is left if there is one start, which is as near. The regions are up to
 * date. False: the path may end in no cell. */
TP_FUNC bool tp_nearestend_take_ends(const tp_QueryPlan *plan);

/* The goal nearest to an end by that metric; the first of them. */
TP_FUNC uint32_t tp_nearestend_goal(const tp_Heuristic *metric, tp_Cell end);

/* The end of a search whose budget is spent: of `expanded` cells that A*
 * expanded the one nearest to a goal; with the cost TP_NO_END if the path may
 * end in none. Ties: the cheapest, then the first goal, then reading order. */
TP_FUNC tp_Incumbent tp_nearestend_choose(const tp_QueryPlan *plan,
                                          tp_Nodes *nodes, uint64_t expanded);
