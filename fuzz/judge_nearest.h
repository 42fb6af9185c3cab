/* judge_nearest.h - is a cell the nearest to a place? */
#ifndef JUDGE_NEAREST_H
#define JUDGE_NEAREST_H

#include "trial.h"

/* Judges the cell nearest to some place. */
void judge_nearest(Trial *t, Player *p);

#endif
