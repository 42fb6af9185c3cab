/* onlooker.h - the agent that must see a goal: the trial's agent, or another
 * one on the same board, of another size and rule and with other prices.
 */
#ifndef ONLOOKER_H
#define ONLOOKER_H

#include "trial.h"

typedef struct Onlooker {
  OracleRule rule;
  Body body;
  const double *price; /* by cell; INFINITY: blocked for it */
  const double *cell;  /* of the cells alone; NULL: the trial's agent */
} Onlooker;

/* The trial's agent. */
Onlooker onlooker_self(const Trial *t);

/* Another agent that no unit blocks. *p is the library's agent for it, up to
 * date; the caller frees it. Only one such agent exists at a time. */
Onlooker onlooker_draw(Trial *t, Player *p);

/* Does the agent see the goal from the cell, and may it stand there? The oracle
 * looks at a map of the cells between the two. */
bool onlooker_sees(const Onlooker *o, const Trial *t, tp_Cell goal,
                   tp_Cell cell);

#endif
