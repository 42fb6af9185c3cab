/* judge_sight.h - are lines of sight right? */
#ifndef JUDGE_SIGHT_H
#define JUDGE_SIGHT_H

#include "trial.h"

/* Judges a random line. */
void judge_sight(Trial *t, Player *p);

/* Judges a view: all cells that see a cell, or that are seen from it. */
void judge_view(Trial *t, Player *p);

#endif
