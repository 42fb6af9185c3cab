/* judge_agent.h - is what an agent knows of the map right? */
#ifndef JUDGE_AGENT_H
#define JUDGE_AGENT_H

#include "trial.h"

/* Mask, step costs and single steps against the world. */
void judge_agent(Trial *t, Player *p);

/* Is exactly that connected with the start which the oracle reaches from it? */
void judge_regions(Trial *t, Player *p);

#endif
