/* judge_structures.h - is what was repaired edit by edit as if built anew? */
#ifndef JUDGE_STRUCTURES_H
#define JUDGE_STRUCTURES_H

#include "trial.h"

/* Masks, core, dead ends, jump points and regions after edits against those of
 * an agent that has seen none. */
void judge_structures(Trial *t, Player *p);

#endif
