/* judge_closing.h - what shut cells cut off. */
#ifndef JUDGE_CLOSING_H
#define JUDGE_CLOSING_H

#include "trial.h"

/* Would some shut cells cut the way from start to goal? */
void judge_closing(Trial *t, Player *p);

#endif
