/* fences_links.h - fences and links of a trial's world: drawn at random, and
 * edited alike in world and grid.
 */
#ifndef FENCES_LINKS_H
#define FENCES_LINKS_H

#include "trial.h"

/* Decides whether the trial has any, and draws the first ones. All draws depend
 * on the trial's number alone. So a trial without them is as if this file did
 * not exist. */
void ways_draw(Trial *t);

/* Adds or removes some fences or a link. */
void ways_edit(Trial *t);

/* Is a fence or a link one-way? */
bool ways_lead_one_way(const World *w);

#endif
