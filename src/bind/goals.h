/* goals.h - a list of goals from Lua, `{ { x, y [, extra cost] }, ... }`: for
 * queries to the cheapest of several cells, and for fields.
 *
 *     Goals goals;                   a member of a handle, zero at first
 *     goals_read(L, arg, finder, &goals, keeper, "find", false);
 *     for (uint32_t i = 0; i < goals.count; i++) use(goals.goal[i]);
 *
 * The buffer is kept in a slot of the handle and serves the next list, too: no
 * garbage, unless a list is longer than any before it.
 */
#ifndef BIND_GOALS_H
#define BIND_GOALS_H

#include "bind.h"

struct Finder;

typedef struct Goal {
  tp_Cell cell;    /* for the core, as bind_cell has it: anywhere         */
  double extra;    /* what it costs besides the way there, as given; >= 0 */
  double world[2]; /* the point asked for, where goals are world points   */
} Goal;

typedef struct Goals {
  Goal *goal;     /* in the caller's order: goal[0] is his first */
  uint32_t count; /* at least 1 after reading                    */
  uint32_t room;
} Goals;

/* Raises where the value at arg is no list of goals, naming `goals[2][1]`, or,
 * for question 3 of many, `queries[3][3][2][1]`. Allocates nothing otherwise.
 * Returns how many there are. */
TP_FUNC uint32_t goals_check(lua_State *L, int arg, const char *function,
                             bool world, int question);

/* Reads the list at arg; raises where it is none, or holds anything else than
 * goals, before it changes anything. A longer buffer than before is an
 * allocation, which may run finalizers: let nothing be half done when this is
 * called. */
TP_FUNC void goals_read(lua_State *L, int arg, const struct Finder *finder,
                        Goals *goals, bind_BlockSlot keeper,
                        const char *function, bool world);

#endif
