/* few.h - up to four movers where there are up to sixteen cells to come to: a
 * search over all their positions, which finds a way if there is one.
 */
#ifndef TP_FEW_H
#define TP_FEW_H

#include "joint.h"
#include "state.h"

enum {
  TP_FEW_MOVERS = 4,
  TP_FEW_CELLS = 16,
  TP_FEW_STEPS = TP_DIRECTIONS + 1,
  TP_FEW_BUCKETS = 128
};

/* To where one steps from a cell: its number, and the direction. */
typedef struct tp_FewStep {
  uint8_t to, direction;
  uint8_t sides; /* beside a diagonal one somebody else stands: 1, 2 */
} tp_FewStep;

/* Where a mover may come, as far as walls say. */
typedef struct tp_FewRange {
  uint32_t id, cells;
  uint32_t shut, goals; /* bits: taken for good; wanted            */
  uint32_t cell[TP_FEW_CELLS];
  uint8_t way[TP_FEW_CELLS]; /* steps to the next goal, were it alone */
  uint8_t steps[TP_FEW_CELLS];
  tp_FewStep step[TP_FEW_CELLS][TP_FEW_STEPS]; /* to stay is the first */
} tp_FewRange;

/* A search, at the head of a list of words that may move. */
typedef struct tp_Few {
  uint32_t members, positions;
  uint32_t hash[2];       /* of all but where members are                    */
  uint32_t start, looked; /* a position; at so many it has looked         */
  uint32_t sides;      /* a hash of who stands beside diagonal steps          */
  uint32_t best, done; /* where most are at their goals; how many         */
  uint32_t began, low; /* of so many at the start; the first bucket in use */
  uint32_t pair[6];    /* where the tables begin                          */
  tp_FewRange range[TP_FEW_MOVERS];
} tp_Few;

/* All who may get in each other's way with the mover. False: they are more than
 * a few, or have more room. Nothing is written behind the head. */
TP_FUNC bool tp_few_gather(const tp_Motion *m, uint32_t id, tp_Few *few);

/* Words for its search, the head included. */
TP_FUNC size_t tp_few_words(const tp_Few *few);

/* Sees who stands beside their steps. @return a hash of that */
TP_FUNC uint32_t tp_few_see(tp_Few *few, const tp_Motion *m);

/* Begins with the members where they stand; behind the head there is room. */
TP_FUNC void tp_few_begin(tp_Few *few, const tp_Motion *m);

/* Never TP_JOINT_NEEDS_ROOM. Failed: there is no way. */
TP_FUNC tp_JointStatus tp_few_run(tp_Few *few, uint64_t *budget);

/* How many steps lead to a position, and where they lead: cells of all members
 * for each step from the first on. */
TP_FUNC uint32_t tp_few_steps(const tp_Few *few, uint32_t position);
TP_FUNC void tp_few_way(const tp_Few *few, uint32_t position, uint32_t *cells);

#endif
