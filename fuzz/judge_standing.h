/* judge_standing.h - judges searches that run while the map changes. */
#ifndef JUDGE_STANDING_H
#define JUDGE_STANDING_H

#include "trial.h"

/* Asks a player something, and edits the world until that is answered: `price`
 * tells the trial what it costs then. */
void judge_standing(Trial *t, Player *p, void (*price)(Trial *));

#endif
