/* plans.h - clusters of movers that stopped getting nearer: a search finds how
 * all of them get to where they want to be, and then they do so, step by step,
 * all at once.
 */
#ifndef TP_PLANS_H
#define TP_PLANS_H

#include "store.h"

/* Before the round of a moment: looks for clusters and plans for them. False:
 * m->want says what room it needs. */
TP_FUNC bool tp_plans_think(tp_Motion *m, uint64_t *budget);

/* In the round, before anybody else: members of plans decide. */
TP_FUNC void tp_plans_lead(tp_Motion *m);

/* The round is done: plans that it has led have come a step further. */
TP_FUNC void tp_plans_step(tp_Motion *m);

#endif
