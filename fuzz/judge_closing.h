/* judge_closing.h - what closed cells cut off. */
#ifndef JUDGE_CLOSING_H
#define JUDGE_CLOSING_H

#include "trial.h"

/* Would closed cells cut the path from the start to the goal? */
void judge_closing(Trial *t, Player *p);

#endif
