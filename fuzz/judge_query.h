/* judge_query.h - is the answer to a query right? */
#ifndef JUDGE_QUERY_H
#define JUDGE_QUERY_H

#include "trial.h"

/* Judges a query from start to goal: the answer, what the search tells of
 * cells, the same query in other ways, and with a limit on nodes. */
void judge_query(Trial *t, Player *p);

/* The same for a partial path. */
void judge_partial(Trial *t, Player *p);

/* Is the trial's answer the right one for a partial path? */
void judge_partial_answer(Trial *t, const Player *p);

/* A new board and a new agent that never saw an edit must answer alike. */
void judge_fresh(Trial *t, Player *p);

/* Is an answer, from start to goal, right by the oracle's costs? */
void judge_answer(Trial *t, const tp_Profile *p, const Answer *a);

#endif
