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

/* How large a block it takes to note which cells have it, before the search
 * begins; 0: they are not to be noted. */
TP_FUNC size_t tp_nearby_bytes(const tp_Plan *plan);
TP_FUNC void tp_nearby_note(const tp_Plan *plan, uint64_t *noted);

/* Is a cell, which the search has come to, as near as that? `noted`: the block,
 * or NULL. */
TP_FUNC bool tp_nearby_ends_at(const tp_Plan *plan, const uint64_t *noted,
                               tp_Cell cell);

/* Which goal is nearest to an end by that metric; the first of them. */
TP_FUNC uint32_t tp_nearby_goal(const tp_Heuristic *metric, tp_Cell end);

/* Where a search ends whose budget is spent: in the cell that A* expanded
 * nearest to a goal, after so many. Ties: least cost, then reading order. */
TP_FUNC tp_Incumbent tp_nearby_settle(const tp_Plan *plan,
                                      const tp_Nodes *nodes, uint64_t expanded);

#endif
