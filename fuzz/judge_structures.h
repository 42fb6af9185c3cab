/* judge_structures.h - does what was repaired edit by edit equal what is built
 * anew?
 */
#ifndef JUDGE_STRUCTURES_H
#define JUDGE_STRUCTURES_H

#include "trial.h"

/* Compares masks, jump points and regions after edits with those of a new
 * agent. */
void judge_structures(Trial *t, Player *p);

#endif
