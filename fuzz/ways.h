/* ways.h - thin walls and links of a trial's world: drawn at random, and edited
 * in world and grid alike.
 */
#ifndef WAYS_H
#define WAYS_H

#include "trial.h"

/* Decides whether the trial has any, and draws those that it begins with. What
 * is drawn hangs on the trial's number alone, so that one without is as it
 * would be if there were none of this. */
void ways_draw(Trial *t);

/* Some walls or a link come or go. */
void ways_edit(Trial *t);

/* Does a thin wall or a link lead one way only? */
bool ways_lead_one_way(const World *w);

#endif
