/* judge_standing.h - judges searches that run while the map changes. */
#ifndef JUDGE_STANDING_H
#define JUDGE_STANDING_H

#include "trial.h"

/* Begins a query of the player, and edits the world until the query is
 * answered. `price` then tells the trial what cells cost. */
void judge_standing(Trial *t, Player *p, void (*price)(Trial *));

#endif
