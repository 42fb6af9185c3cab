/* judge_goals.h - is the answer to a query with many ends right? */
#ifndef JUDGE_GOALS_H
#define JUDGE_GOALS_H

#include "trial.h"

/* A query with a list of goals, a range, or a goal to stop beside. */
void judge_goals(Trial *t, Player *p);

#endif
