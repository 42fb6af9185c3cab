/* judge_query.h - is what an agent finds right? */
#ifndef JUDGE_QUERY_H
#define JUDGE_QUERY_H

#include "trial.h"

/* From start to goal: the answer, what the search tells of cells, the same in
 * other ways, and with a limit on nodes. */
void judge_query(Trial *t, Player *p);

/* The same, with `partial`. */
void judge_partial(Trial *t, Player *p);

/* Is the trial's answer the right one to that? */
void judge_partial_answer(Trial *t, const Player *p);

/* A board made anew, and an agent that never saw an edit, answer alike. */
void judge_fresh(Trial *t, Player *p);

/* Each rule allows all that the next one does; without prices, there and back
 * cost the same. */
void judge_laws(Trial *t);

/* Is an answer, from start to goal, right by the oracle's costs? */
void judge_answer(Trial *t, const tp_Profile *p, const Answer *a);

#endif
