/* judge_sight.h - are lines of sight right? */
#ifndef JUDGE_SIGHT_H
#define JUDGE_SIGHT_H

#include "trial.h"

/* A random line. */
void judge_sight(Trial *t, Player *p);

/* All cells that see some cell, in one sweep. */
void judge_view(Trial *t, Player *p);

#endif
