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

/* From a blocked start the trial's costs tell by all exits, or by those over
 * the fewest blocked cells that lead to an end of any of the aims (NULL: to
 * anywhere), only which cells are reached. False: there are no such exits. */
void escape_take_all(Trial *t);
bool escape_take_least(const Aims *a, Trial *t);

/* Makes them those of the ways by one exit, over the fewest blocked cells; or
 * by that of an answer that was found, if it is a way out. */
void escape_take_exit(Trial *t, tp_Cell exit);
void escape_follow(Trial *t, const Answer *a);

#endif
