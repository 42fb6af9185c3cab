/* judge_repair.h - does a field that is kept over changes equal a new one? */
#ifndef JUDGE_REPAIR_H
#define JUDGE_REPAIR_H

#include "trial.h"

/* Judges a field of its own over many small changes. */
void judge_repairs(Trial *t, Player *p);

/* Does a field equal a new one, and did it settle few more cells than that? */
void judge_as_new(Trial *t, Fielder *f, const tp_Navmap *nav);

#endif
