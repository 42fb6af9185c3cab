/* nearby.h - ends that are as near to a goal as can be, with no way to any. */
#ifndef TP_NEARBY_H
#define TP_NEARBY_H

#include "nodes.h"
#include "query.h"

/* What "near" means: an estimate to the goals of a plan. */
TP_FUNC tp_Heuristic tp_nearby_metric(const tp_Plan *plan);

/* The least distance to a goal, by that metric, that a cell connected with the
 * start has. The regions are up to date. */
TP_FUNC uint64_t tp_nearby_distance(const tp_Plan *plan,
                                    const tp_Heuristic *metric);

/* Which goal is nearest to an end by that metric; the first of them. */
TP_FUNC uint32_t tp_nearby_goal(const tp_Heuristic *metric, tp_Cell end);

/* Where a search ends whose budget is spent: in the cell that A* expanded
 * nearest to a goal, after so many. Ties: least cost, then reading order. */
TP_FUNC tp_Incumbent tp_nearby_settle(const tp_Plan *plan,
                                      const tp_Nodes *nodes, uint64_t expanded);

#endif
