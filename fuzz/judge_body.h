/* judge_body.h - what a body meets, by looking at every cell around a segment
 * in exact arithmetic. Points are as sight has them.
 */
#ifndef JUDGE_BODY_H
#define JUDGE_BODY_H

#include "trial.h"

/* Which sides are in the way of one that goes along a segment: those that are
 * shut that way; or either way; or both ways. */
typedef enum SweepSides {
  SWEEP_THAT_WAY,
  SWEEP_EITHER_WAY,
  SWEEP_BOTH_WAYS
} SweepSides;

/* A segment that the agent's point moves along, and cells that are not in its
 * way. */
typedef struct Sweep {
  tp_Point from, to;
  tp_Rect free;
  SweepSides sides;
} Sweep;

/* Does the body of the trial's agents pass? If not, *first is the cell that it
 * meets first; NULL: nobody asks. */
bool judge_body_passes(const Trial *t, const Sweep *sweep, tp_Cell *first);

/* Does another one's, for which cells have those prices? */
bool judge_other_passes(const Trial *t, const Body *body, const double *price,
                        const Sweep *sweep);

/* Random segments, most of them such that just touch something. */
void judge_body(Trial *t, Player *p);

#endif
