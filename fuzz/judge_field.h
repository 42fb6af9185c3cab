/* judge_field.h - are the costs and ways of a field right? */
#ifndef JUDGE_FIELD_H
#define JUDGE_FIELD_H

#include "trial.h"

/* A field, brought up to date; and one forwards from the start. */
void judge_field(Trial *t, Player *p, Fielder *f);
void judge_reach(Trial *t, Player *p);

/* The same from a start that is blocked, through a way out. */
void judge_reach_out(Trial *t, Player *p);

#endif
