/* choose.h - chooses the kind of a trial: the size of its world, the costs of
 * steps, and the profile of its agents.
 */
#ifndef CHOOSE_H
#define CHOOSE_H

#include "trial.h"

/* Step costs that jump point search can serve; and any step costs. */
void choose_jumpy_costs(Trial *t, double *straight, double *diagonal);
void choose_costs(Trial *t, double *straight, double *diagonal);

/* Chooses how hexagons are staggered. */
void choose_stagger(Trial *t);

/* A profile with the trial's rule and body, and with these step costs. */
void choose_profile(Trial *t, tp_Profile *p, double straight, double diagonal,
                    bool jumpy);

/* Chooses the size of the world, and whether the trial is tiny or vast. All
 * kinds of trials together meet each size at which words of 64 bits end. */
void choose_size(Trial *t, int *width, int *height);

#endif
