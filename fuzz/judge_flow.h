/* judge_flow.h - do agents arrive that follow a field? */
#ifndef JUDGE_FLOW_H
#define JUDGE_FLOW_H

#include "trial.h"

/* Agents that move along a field. */
void judge_flow(Trial *t, Player *p, Fielder *f);

#endif
