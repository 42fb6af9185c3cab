/* goals.h - the list of goals that a query or a field is given, and the cells
 * that they cover. */
#ifndef BIND_GOALS_H
#define BIND_GOALS_H

#include "../finder/finder.h"

/* As a call names it; goals are cells, unless the caller takes `broken` for
 * world points. */
TP_INLINE bind_List goals_list(int arg, const char *function) {
  return (bind_List){.at = arg,
                     .function = function,
                     .name = "goals",
                     .item = "{ x, y [, extra cost] }",
                     .numbers = 2,
                     .extra = true,
                     .sized = true};
}

enum { GOAL_NUMBERS = 5 };

/* One of those that were read, from 0. */
typedef struct Goal {
  double x, y;
  double extra; /* what it costs besides the way there; >= 0              */
  double w, h;  /* of the rectangle that it covers; 0: none was given     */
} Goal;

TP_INLINE Goal goals_get(const bind_Numbers *goals, uint32_t i) {
  const double *number = goals->number + (size_t)GOAL_NUMBERS * i;
  return (Goal){number[0], number[1], number[2], number[3], number[4]};
}

/* Does it cover more than a cell or a point, for all that one can tell before
 * it is looked at more closely? */
TP_INLINE bool goal_is_wide(Goal goal) { return goal.w > 0 || goal.h > 0; }

/* The cells that a goal covers, as tp_goals_rect has them. */
TP_FUNC tp_Rect tp_goal_cells(const tp_Grid *grid, Goal goal);

/* Those that it covers as a query has it. */
TP_FUNC tp_Rect tp_goal_rect(const Finder *finder, const QueryOptions *options,
                             Goal goal);

/* ---- by terrain ---------------------------------------------------------- */

/* The terrain, counted from 1, that the table at arg asks for in the place of a
 * list; 0: that is a list. */
TP_FUNC int tp_goals_terrain(lua_State *L, int arg, const tp_Grid *grid,
                             const char *function, const char *name);

/* Puts the runs of its cells into the goals, as many as there is room for; if
 * there is none, a cell outside. Returns how many there are. */
TP_FUNC uint32_t tp_goals_fill_terrain(const tp_Grid *grid, int terrain,
                                       tp_Goal *goal, uint32_t room);

/* ---- for the core, as a query's set of goals (goals.c) ------------------ */

/* Puts them into the set, which has room for them. */
TP_FUNC void tp_goals_fill(const Finder *finder, const QueryOptions *options,
                           QueryGoals *goals);

#endif
