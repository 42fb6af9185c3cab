/* layers.h - layers of a trial's grid: numbers by the cell, of which the
 * harness keeps its own; and what they make of prices.
 */
#ifndef LAYERS_H
#define LAYERS_H

#include "trial.h"

/* Decides whether the trial has any, once its board is made, and draws them.
 * What is drawn hangs on the trial's number alone. */
void layers_draw(Trial *t);
void layers_free(Trial *t);

/* Numbers change here and there, or everywhere. */
void layers_edit(Trial *t);

/* Once the map is priced without them: takes over the prices of an agent that
 * has seen nothing of the board, after a look at each. Levels are the library's
 * to choose; that they are near enough, and where there is nothing to round, is
 * judged. `greatest`: of prices without layers. Returns the greatest with. */
double layers_price_map(Trial *t, double greatest);

/* The dearest price that the agents reckon with. */
double layers_dearest(const Trial *t);

/* The same among others who raise prices, for which there are fewer levels. */
void layers_raise(Trial *t, Player *p);

#endif
