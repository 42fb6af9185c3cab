/* observer.h - the agent that must see a goal: the trial's agent, or another
 * one on the same board, of another size and rule and with other prices.
 */
#ifndef OBSERVER_H
#define OBSERVER_H

#include "trial.h"

typedef struct Observer {
  OracleRule rule;
  Body body;
  const double *price; /* by cell; INFINITY: blocked for it */
  const double *cell;  /* of the cells alone; NULL: the trial's agent */
} Observer;

/* The trial's agent. */
Observer observer_self(const Trial *t);

/* Another agent that no unit blocks. *p is the library's agent for it, up to
 * date; the caller frees it. Only one such agent exists at a time. */
Observer observer_draw(Trial *t, Player *p);

/* Does the agent see the goal from the cell, and may it stand there? The oracle
 * looks at a map of the cells between the two. */
bool observer_sees(const Observer *o, const Trial *t, tp_Cell goal,
                   tp_Cell cell);

#endif
