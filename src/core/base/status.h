/* status.h - how a task stands that runs in slices, why it failed, and which
 * memory it waits for.
 *
 * The core allocates nothing. A task that lacks a block stops and says which of
 * its blocks it wants, and how large; the caller hands one over, and goes on:
 *
 *     while (tp_task_run(task, budget) == TP_NEEDS_ROOM)
 *       tp_task_give(task, a block of task->need.bytes bytes);
 */
#ifndef TP_STATUS_H
#define TP_STATUS_H

#include "base.h"

typedef enum tp_Status {
  TP_RUNNING,
  TP_FOUND,     /* done                                                     */
  TP_FAILED,    /* see its reason                                           */
  TP_NEEDS_ROOM /* a block is wanted before it can go on                    */
} tp_Status;

/* Why a query was refused or ended, in the order in which it is checked. */
typedef enum tp_Reason {
  TP_NO_REASON,
  TP_START_OUTSIDE,
  TP_GOAL_OUTSIDE,
  TP_START_BLOCKED,
  TP_GOAL_BLOCKED,
  TP_GOAL_OCCUPIED,
  TP_UNREACHABLE,
  TP_BUDGET,
  TP_CANCELLED,
  TP_STALE
} tp_Reason;

/* With TP_NEEDS_ROOM: which of a task's blocks is wanted, and of which size; 0
 * where no size would do. */
typedef struct tp_Need {
  size_t bytes;
  int slot;
  int padding;
} tp_Need;

#endif
