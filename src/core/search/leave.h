/* leave.h - by which exits a query whose start is blocked begins: those over
 * the fewest blocked cells from which there is a way to a goal.
 */
#ifndef TP_LEAVE_H
#define TP_LEAVE_H

#include "query.h"

typedef struct tp_Leave {
  tp_Escape escape;
  bool any;        /* the first exits will do, wherever they lead           */
  uint32_t first;  /* exit that was not tried yet                           */
  uint64_t looked; /* cells that were looked at, and how many of them there */
  uint64_t next;   /* are to be before exits are tried again                */
} tp_Leave;

/* For a plan of the kind TP_PLAN_ENCLOSED; where it has a reason, for none but
 * a partial path. */
TP_FUNC void tp_leave_begin(tp_Leave *l, tp_Navmap *navmap,
                            const tp_Plan *plan);

/* Lowers the budget by the cells that it looks at. TP_FOUND: by those exits;
 * TP_FAILED: by none, and a partial path has none either. With TP_NEEDS_ROOM it
 * is the escape's need. The map is up to date; goals may be put in another
 * order. */
TP_FUNC tp_Status tp_leave_run(tp_Leave *l, const tp_Plan *plan,
                               uint64_t *budget, tp_Exits *exits);

#endif
