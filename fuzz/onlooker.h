/* onlooker.h - by whose eyes a goal is seen: the trial's agents', or those of
 * another agent on the same board, of another size, rule and purse.
 */
#ifndef ONLOOKER_H
#define ONLOOKER_H

#include "trial.h"

typedef struct Onlooker {
  OracleRule rule;
  Body body;
  const double *price; /* by cell; INFINITY: it may not be there            */
  const double *cell;  /* of the cells themselves; NULL: the trial's agents */
} Onlooker;

/* The trial's agents themselves. */
Onlooker onlooker_self(const Trial *t);

/* Another one, in whose way nobody is, and what the library has of it: up to
 * date; the caller frees that. There is one at a time. */
Onlooker onlooker_draw(Trial *t, Player *p);

/* Does it see the goal from the cell, where it may be; on a map of the cells
 * that lie between them? */
bool onlooker_sees(const Onlooker *o, const Trial *t, tp_Cell goal,
                   tp_Cell cell);

#endif
