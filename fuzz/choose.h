/* choose.h - of what kind a trial is: how large its world, what steps cost, and
 * what its agents are like.
 */
#ifndef CHOOSE_H
#define CHOOSE_H

#include "trial.h"

/* Step costs of which jump points know the order, and any. */
void choose_jumpy_costs(Trial *t, double *straight, double *diagonal);
void choose_costs(Trial *t, double *straight, double *diagonal);

/* Whether turning costs anything, in a few trials. */
void choose_turns(Trial *t);

/* How hexagons are staggered. */
void choose_stagger(Trial *t);

/* Of an agent with the trial's rule and body, and such step costs. */
void choose_profile(Trial *t, tp_Profile *p, double straight, double diagonal,
                    bool jumpy);

/* Of the world; also whether it is vast. All kinds of trials together have each
 * of the sizes at which words end. */
void choose_size(Trial *t, int *width, int *height);

#endif
