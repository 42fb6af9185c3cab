/* layers.h - layers of a trial's grid, and what they do to prices. The harness
 * keeps its own copy of their numbers.
 */
#ifndef LAYERS_H
#define LAYERS_H

#include "trial.h"

/* Decides whether the trial has layers, once its board is made, and draws them.
 * The draw depends on the trial's number alone. */
void layers_draw(Trial *t);
void layers_free(Trial *t);

/* Changes numbers here and there, or everywhere. */
void layers_edit(Trial *t);

/* Replaces the trial's prices, given without layers, by those of a new agent,
 * after a check of each. The library chooses the levels: the check is that they
 * are near enough, and exact where nothing is rounded. `greatest` is the
 * greatest price without layers. Returns the greatest price with them. */
double layers_price_map(Trial *t, double greatest);

/* The greatest price of the agents. */
double layers_dearest(const Trial *t);

/* The same with other units that raise prices, for which there are fewer
 * levels. */
void layers_raise(Trial *t, Player *p);

#endif
