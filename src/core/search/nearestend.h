/* nearestend.h - the end nearest to a goal, if no goal can be reached. */
#pragma once

#include "nodes.h"
#include "query.h"

/* What "near" means: an estimate to the goals of a plan. */
TP_FUNC tp_Heuristic tp_nearestend_metric(const tp_QueryPlan *plan);

/* Takes all goals of the plan back, and aims at the cells at the least distance
 * from a goal, by that metric, of all cells that the start can reach: these are
 * the ends then. If there are many goals, those nearest to the start count. No
 * goal is left if a start is as near. The regions are up to date. */
TP_FUNC void tp_nearestend_take_ends(const tp_QueryPlan *plan);

/* The start of the plan that is nearest to a goal by that metric; of equal ones
 * the cheapest. */
TP_FUNC tp_Incumbent tp_nearestend_stay(const tp_QueryPlan *plan,
                                        const tp_Heuristic *metric);

/* The goal nearest to an end by that metric; the first of them. */
TP_FUNC uint32_t tp_nearestend_goal(const tp_Heuristic *metric, tp_Cell end);

/* The end of a search whose budget is spent: of `expanded` cells that A*
 * expanded the one nearest to a goal.
 * Ties: the cheapest, then reading order. */
TP_FUNC tp_Incumbent tp_nearestend_choose(const tp_QueryPlan *plan,
                                          tp_Nodes *nodes, uint64_t expanded);
