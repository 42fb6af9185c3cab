/* judge_body.h - what a body meets along a segment, by looking at every cell
 * around it in exact arithmetic. Points are whole numbers, as those of sight.
 */
#ifndef JUDGE_BODY_H
#define JUDGE_BODY_H

#include "trial.h"

/* Which sides stop a body: those closed in the direction of the segment; those
 * closed in either direction; those closed in both. */
typedef enum SweepSides {
  SWEEP_THAT_WAY,
  SWEEP_EITHER_WAY,
  SWEEP_BOTH_WAYS
} SweepSides;

/* A segment that the agent's point moves along, and cells that cannot stop it.
 */
typedef struct Sweep {
  tp_Point from, to;
  tp_Rect free;
  SweepSides sides;
} Sweep;

/* Does the body of the trial's agents pass? If not, *first is the first cell
 * that it meets. `first` may be NULL. */
bool judge_body_passes(const Trial *t, const Sweep *sweep, tp_Cell *first);

/* Does another body pass, with these prices by cell? */
bool judge_other_passes(const Trial *t, const Body *body, const double *price,
                        const Sweep *sweep);

/* Judges random segments, most of which barely touch something. */
void judge_body(Trial *t, Player *p);

#endif
