/* trial.h - one random trial: a world, some kinds of agent that differ only in
 * how they search, and questions between edits, each answer judged.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include <stdint.h>
#include <stdio.h>

#include "player.h"

/* Results over all trials of a run. */
typedef struct Tally {
  long queries; /* paths asked for                             */
  long failed;  /* trials in which something was wrong         */
  long found, refused, partial, sights, edits;
  long by[BY_HEAP + 1]; /* found, by what means                       */
  long fields;
  long walks;      /* of agents along a field                    */
  long structures; /* compared with new ones                     */
  FILE *report;    /* where a mismatch is described; NULL: nowhere */
} Tally;

/* Plays the trial of that number. The same number plays the same trial. */
void trial_play(uint64_t number, Tally *tally);

#endif
