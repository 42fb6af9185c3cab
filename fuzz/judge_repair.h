/* judge_repair.h - is a field that is kept over changes as a new one? */
#ifndef JUDGE_REPAIR_H
#define JUDGE_REPAIR_H

#include "trial.h"

/* One of its own, over many small changes. */
void judge_repairs(Trial *t, Player *p);

/* Is a field what a new one is, without having settled many cells more? */
void judge_as_new(Trial *t, Fielder *f, const tp_Navmap *nav);

#endif
