/* goals.h - the cells that end a search, where that is not just one: any of a
 * list, those within reach of one, or those beside it. */
#ifndef TP_GOALS_H
#define TP_GOALS_H

#include "agent.h"

typedef enum tp_GoalKind {
  TP_GOAL_CELLS, /* the goals themselves                                  */
  TP_GOAL_RANGE, /* cells whose centre is within range of a goal's        */
  TP_GOAL_SIDES  /* cells from which a step leads to a goal, or would if it
                    could be entered; for large agents goals are single cells,
                    and it ends where they touch one                      */
} tp_GoalKind;

typedef struct tp_Goal {
  tp_Cell cell;   /* anywhere                                             */
  tp_Cell at;     /* where a search looks for it: the same cell, or one of
                     the core from which it hangs                         */
  double asked;   /* cost of it, beside that of the way; at least 0       */
  uint64_t extra; /* the same in whole numbers, over the least of all     */
  uint64_t tie;   /* of equal costs in whole numbers, the smaller comes
                     first: what rounding left, then the place in the list */
  uint64_t index; /* in the caller's list                                 */
} tp_Goal;

/* In a block of tp_goals_bytes: the goals, then a table of them by cell. */
typedef struct tp_Goals {
  tp_GoalKind kind;
  uint32_t given;      /* goals listed                                    */
  uint32_t count;      /* those that are left, which stand in front       */
  uint32_t table_mask; /* entries of the table, a power of two, less one  */
  bool sight;          /* within range, and in sight                      */
  uint64_t range;      /* squared                                         */
  uint64_t first_tie;  /* the smallest of those that are left             */
  int32_t left, top, right, bottom; /* of those: the columns and rows, the
                     last ones included, in which they lie                */
  int32_t margin; /* so many steps further, along each axis, may ends lie */
  tp_Goal goal[];
} tp_Goals;

TP_INLINE void tp_goals_swap(tp_Goal *a, tp_Goal *b) {
  tp_Goal old = *a;
  *a = *b;
  *b = old;
}

TP_FUNC size_t tp_goals_bytes(uint32_t count);

/* For that many goals, of which the caller sets `cell` and `asked`, in his
 * order. */
TP_FUNC void tp_goals_init(tp_Goals *goals, uint32_t count, tp_GoalKind kind);

/* Leaves those out that cannot be reached from the start (anywhere), or cannot
 * be the cheapest; with none left, says why. The agent has caught up. */
TP_FUNC tp_Reason tp_goals_choose(tp_Goals *goals, tp_Agent *agent,
                                  tp_Cell start);

/* Those that are left are looked for elsewhere than before. */
TP_FUNC void tp_goals_move(tp_Goals *goals);

/* Takes all of them, moved into the map, at no extra cost. Where none was left
 * they stand in the caller's order. */
TP_FUNC void tp_goals_take_all(tp_Goals *goals, const tp_Grid *grid);

/* The cheapest goal that a cell, which may be entered, ends a search for; NULL
 * where it ends none. */
TP_FUNC const tp_Goal *tp_goals_at(const tp_Goals *goals, const tp_Agent *agent,
                                   int32_t x, int32_t y);

#endif
