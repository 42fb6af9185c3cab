/* judge_goals.h - is the answer to a query with many ends right? */
#ifndef JUDGE_GOALS_H
#define JUDGE_GOALS_H

#include "trial.h"

/* Judges a query with a list of goals, with a range, or with a goal to stop
 * beside. */
void judge_goals(Trial *t, Player *p);

#endif
