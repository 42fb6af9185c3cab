/* judge_guide.h - what guides the movers of a crowd: windows and trails. */
#ifndef JUDGE_GUIDE_H
#define JUDGE_GUIDE_H

#include "trial.h"

/* Judges a window on some rectangle, with seeds of any costs. */
void judge_window(Trial *t, Player *p);

/* Judges the trail made of a path, and the windows on it. */
void judge_trail(Trial *t, Player *p);

#endif
