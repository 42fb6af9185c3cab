/* judge_escape.h - queries whose start is blocked, and that ask for a way out:
 * what all judges of queries ask of those, with the costs that the oracle has
 * for them.
 */
#ifndef JUDGE_ESCAPE_H
#define JUDGE_ESCAPE_H

#include "aims.h"

/* Moves the trial's start into a cell that is blocked, from which queries
 * escape; false where none was found. At the end it is put back. */
bool escape_begin(Trial *t);
void escape_end(Trial *t);

/* Makes the trial's costs those of all ways. */
void escape_take_all(Trial *t);

/* Makes them those of the ways over the fewest blocked cells that lead to an
 * end of any of the aims; NULL: to anywhere. False where there are none. */
bool escape_take_least(const Aims *a, Trial *t);

#endif
