/* edits.h - changes of a trial's map, between two rounds of questions. */
#ifndef EDITS_H
#define EDITS_H

#include "trial.h"

/* Makes some edits: a few, many, or more than a log has room for. */
void edits_make(Trial *t);

#endif
