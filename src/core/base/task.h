/* task.h - the status of a task that runs in slices, the reason of its
 * failure, and the memory that it waits for.
 *
 * The core allocates nothing. A task that lacks a block stops and tells which
 * block it needs, and how large. The caller provides it and goes on:
 *
 *     while (tp_task_run(task, budget) == TP_NEEDS_ROOM)
 *       tp_task_give(task, a block of task->need.bytes bytes);
 */
#pragma once

#include "base.h"

typedef enum tp_Status {
  TP_RUNNING,
  TP_FOUND,     /* done */
  TP_FAILED,    /* see its reason */
  TP_NEEDS_ROOM /* a block is needed before it can go on */
} tp_Status;

/* Why a query was refused or ended, in the order of the checks. */
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

/* A budget counts units of work. A unit takes about as long as a search takes
 * to expand a node, some 40 ns. It counts what is examined, never time: so it
 * is the same everywhere. A look at a cell, a goal or a link is a sixteenth of
 * a unit; "work" without "units" counts looks. */
enum { TP_WORK_A_UNIT = 16 };

/* Takes so much from a budget, or what is left of it. */
TP_INLINE void tp_spend(uint64_t *budget, uint64_t units) {
  *budget -= units < *budget ? units : *budget;
}

/* With TP_NEEDS_ROOM: the slot and size of the block that a task needs; 0: no
 * size would do. */
typedef struct tp_Need {
  size_t bytes;
  int slot;
  int padding;
} tp_Need;
