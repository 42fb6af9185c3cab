/* judge_escape.h - queries that start in a blocked cell and ask for a way out:
 * what all judges of such queries need, with the oracle's costs.
 */
#ifndef JUDGE_ESCAPE_H
#define JUDGE_ESCAPE_H

#include "goals.h"

/* Moves the trial's start to a blocked cell, from which queries escape. Returns
 * false if no such cell was found. escape_end puts the start back. */
bool escape_begin(Trial *t);
void escape_end(Trial *t);

/* Tells the oracle which cells are outside. */
void escape_find_outside(Trial *t);

/* After these calls the trial's costs only tell which cells are reached: by all
 * exits, or by the nearest exits that lead to an end of
 * some aim (NULL: to any cell). Returns false if there is no such exit. */
void escape_take_all(Trial *t);
bool escape_take_least(const Aims *a, Trial *t);

/* Sets the trial's costs to those of paths by one exit, at the cost of the way
 * there; or by the exit of a found answer, if that is a way out. */
void escape_take_exit(Trial *t, tp_Cell exit, double cost);
void escape_follow(Trial *t, const Answer *a);

/* Is the path of an answer to a query for the trial's goal about as cheap as by
 * any other exit that is as near? It may cost so many times as much. */
void escape_judge_exit(Trial *t, const Answer *a, double allowance);

/* Lets the trial's costs be the least by any of the library's ways out. Returns
 * false if these do not lead to all exits that are as near, and from which a
 * path leads to the goal (NULL: anywhere). */
bool escape_take_ways(Trial *t, const tp_WayOut *way, const tp_Cell *goal);

#endif
