/* fault.h - one fault for each rule of the watch. A fault is planted in a crowd
 * after time went on, as a mistake in the crowd might leave it.
 */
#ifndef FAULT_H
#define FAULT_H

#include "game.h"

#define FAULTS(X)                                                            \
  X(OVERLAP, "overlap", "two in a cell", "one steps onto who stands")        \
  X(THROUGH, "through", "tight", "two exchange their cells")                 \
  X(CROSS, "cross", "crossed", "two go over both diagonals at once")         \
  X(SQUEEZE, "squeeze", "squeezed", "one passes between two who stand")      \
  X(CORNER, "corner", "past a corner", "one cuts a corner")                  \
  X(WALL, "wall", "into a wall", "one steps into a wall")                    \
  X(FOLLOW, "follow", "there before it was left", "a follower is too early") \
  X(TIGHT, "tight", "tight", "a follower meets who comes back")              \
  X(PACE, "pace", "too fast", "a step is a bit too short")                   \
  X(SLOW, "slow", "too slow", "a step is a bit too long")                    \
  X(LEAP, "leap", "moved without a step", "one is where it did not go")      \
  X(HOLDER, "holder", "somebody else holds a cell", "a cell is lost")        \
  X(LEFT, "left", "somebody else holds a cell", "a cell is never let go")    \
  X(BIT, "bit", "a wrong bit", "the bit of a cell is turned")                \
  X(HELD, "held", "a wrong count", "a cell is counted twice")                \
  X(LOG, "log", "not in the log", "a move is not noted")                     \
  X(WAKE, "wake", "asleep on the way", "one wakes late")                     \
  X(PLAN, "plan", "not as planned", "a plan counts a step too many")

typedef enum Fault {
  FAULT_NONE,
#define FAULT_NAMED(id, name, says, what) FAULT_##id,
  FAULTS(FAULT_NAMED)
#undef FAULT_NAMED
      FAULT_COUNT
} Fault;

/* What the watch knew when time went on. */
typedef struct Watched {
  Scene before;
  uint64_t *seen; /* version of the occupancy's log */
} Watched;

/* Plants the fault. Returns false if there is no place for it. */
bool fault_plant(Game *g, Fault fault, const Watched *w);

#endif
