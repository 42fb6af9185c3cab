/* wide.h - a goal that covers a rectangle of cells, as single ones. It means
 * the same as a list of all its cells; here are those of them that decide. */
#ifndef TP_WIDE_H
#define TP_WIDE_H

#include "query.h"

typedef struct tp_Wide {
  tp_Rect rect;   /* its cells: inside the map, or all outside             */
  tp_Rect inside; /* those that may be left out; empty where none may      */
  tp_Rect kept;   /* those of them that are kept: they lie at the start, or
                     at ends of links                                      */
} tp_Wide;

/* The goal of the cells from `first` (top left) to `last`, anywhere, of that
 * kind, for a query from its start: what lies outside the map does not count,
 * unless all does. With `escape` the start is blocked: none may be left out.
 * `is_seen`: it is to be in sight, as its rim is. */
TP_FUNC tp_Wide tp_wide_goal(tp_Cell first, tp_Cell last, tp_GoalKind kind,
                             const tp_Navmap *navmap, const tp_Query *query,
                             bool is_seen);

/* How many cells are to stand in the list of goals; and puts them into so many
 * of its goals, in reading order. */
TP_FUNC uint64_t tp_wide_count(const tp_Wide *wide);
TP_FUNC void tp_wide_list(const tp_Wide *wide, tp_Goal *goals);

/* What a refusal by that reason is where this is one of the goals, of the kind
 * TP_GOAL_CELLS: the agent may be able to enter a cell that was left out, if
 * only a way led there. It has caught up. */
TP_FUNC tp_Reason tp_wide_reason(const tp_Wide *wide, const tp_Navmap *navmap,
                                 tp_Cell start, tp_Reason reason);

#endif
