/* goals.h - the list of goals of a query or a field, and the cells that the
 * goals cover.
 */
#pragma once

#include "../finder/finder.h"

/* The rows of calls of queues, which lua/tilepath/queue.lua reads. */
#define QUEUE_ROWS(calls)                                             \
  BIND_ROW("on_done", calls, BIND_CHECKED(tp_option_function, 0, 0)), \
      BIND_ROW("priority", calls,                                     \
               BIND_CHECKED(tp_option_number, -BIND_FINITE, BIND_FINITE))

/* The list at arg. Goals are cells, unless the caller sets `broken` for world
 * points. */
TP_INLINE bind_List goals_list(int arg, const char *function) {
  return (bind_List){.at = arg,
                     .function = function,
                     .name = "goals",
                     .item = "{ x, y } or { x, y, w, h, cost = }",
                     .numbers = 2,
                     .sized = true,
                     .costs = true};
}

enum { GOAL_NUMBERS = 5 };

/* A goal that was read, by its number from 0. */
typedef struct Goal {
  double x, y;
  double w, h; /* of its rectangle; in the world 0: a point */
  double cost; /* on top of the path's cost; >= 0 */
} Goal;

TP_INLINE Goal goals_get(const bind_Numbers *goals, uint32_t i) {
  const double *number = goals->number + (size_t)GOAL_NUMBERS * i;
  return (Goal){number[0], number[1], number[2], number[3], number[4]};
}

/* The cells that a goal covers, as tp_goals_rect returns them. */
TP_FUNC tp_Rect tp_goal_cells(const tp_Grid *grid, Goal goal);

/* The same for a goal of a query, in cells or in the world. */
TP_FUNC tp_Rect tp_goal_rect(const Finder *finder, const QueryOptions *options,
                             Goal goal);

/* Sets what tp_goal_ends_at reads of the goals of a query. */
TP_FUNC void tp_goals_set_ends(tp_Goals *ends, const Finder *finder,
                               const QueryOptions *options);

/* Fills the goals with runs of cells of that terrain (from 1), up to `room`; if
 * there is no such cell, with a cell outside. Returns the number of runs. */
TP_FUNC uint32_t tp_goals_fill_terrain(const tp_Grid *grid, int terrain,
                                       tp_Goal *goal, uint32_t room);
