/* judge_guide.h - what movers of a crowd go by: windows and trails. */
#ifndef JUDGE_GUIDE_H
#define JUDGE_GUIDE_H

#include "trial.h"

/* A window that shows some rectangle, from seeds of any costs. */
void judge_window(Trial *t, Player *p);

/* The trail that is made of a path, and the windows on it. */
void judge_trail(Trial *t, Player *p);

#endif
