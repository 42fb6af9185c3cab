/* judge_flow.h - do agents that follow a field arrive? */
#ifndef JUDGE_FLOW_H
#define JUDGE_FLOW_H

#include "trial.h"

/* Judges agents that move along a field. */
void judge_flow(Trial *t, Player *p, Fielder *f);

#endif
