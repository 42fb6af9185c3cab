/* play.h - one random trial: questions between edits, each answer judged. */
#ifndef PLAY_H
#define PLAY_H

#include "trial.h"

/* Plays the trial of that number, of squares or of hexagons. The same number
 * always plays the same trial. */
void play_trial(uint64_t number, bool hexagonal, Tally *tally);

#endif
