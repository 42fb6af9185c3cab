/* judge_guide.h - what movers of a crowd go by: charts and trails. */
#ifndef JUDGE_GUIDE_H
#define JUDGE_GUIDE_H

#include "trial.h"

/* A chart of some rectangle, from seeds of any costs. */
void judge_chart(Trial *t, Player *p);

/* The trail that is made of a path, and the windows on it. */
void judge_trail(Trial *t, Player *p);

#endif
