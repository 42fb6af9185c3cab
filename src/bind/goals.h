/* goals.h - the list of goals that a query or a field is given. */
#ifndef BIND_GOALS_H
#define BIND_GOALS_H

#include "bind.h"

/* As a call names it; goals are cells, unless the caller takes `broken` for
 * world points. */
TP_INLINE bind_List goals_list(int arg, const char *function) {
  return (bind_List){.at = arg,
                     .function = function,
                     .name = "goals",
                     .item = "{ x, y [, extra cost] }",
                     .numbers = 2,
                     .extra = true};
}

enum { GOAL_NUMBERS = 3 };

/* One of those that were read, from 0. */
typedef struct Goal {
  double x, y;
  double extra; /* what it costs besides the way there; >= 0 */
} Goal;

TP_INLINE Goal goals_get(const bind_Numbers *goals, uint32_t i) {
  const double *number = goals->number + (size_t)GOAL_NUMBERS * i;
  return (Goal){number[0], number[1], number[2]};
}

#endif
