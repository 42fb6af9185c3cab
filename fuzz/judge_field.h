/* judge_field.h - are the costs and ways of a field right? */
#ifndef JUDGE_FIELD_H
#define JUDGE_FIELD_H

#include "trial.h"

/* Judges a field that is updated; and a forward field from the start. */
void judge_field(Trial *t, Player *p, Fielder *f);
void judge_reach(Trial *t, Player *p);

/* The same from a blocked start, through a way out. */
void judge_reach_out(Trial *t, Player *p);

#endif
