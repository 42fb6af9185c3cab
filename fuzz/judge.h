/* judge.h - what judges of queries share. A judge asks the library something,
 * and compares the answer with the world and the oracle.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include "trial.h"

/* Are two numbers equal, up to the part `tolerance` of the larger one?
 * judge_is_exact: are they equal up to the rounding of sums of the same terms?
 */
bool judge_is_near(double a, double b, double tolerance);
bool judge_is_exact(double a, double b);

/* A query from the trial's start to its goal. */
tp_Query judge_query_of(const Trial *t, bool partial, uint64_t max_nodes);

/* Is the path legal, does it lead from the trial's start to that cell, and is
 * its stated cost right? */
void judge_path(Trial *t, const Answer *a, tp_Cell end);

/* Judges t->other, an answer cut short by a limit, while t->answer is the whole
 * answer. A way out begins with the exits that lead to the whole answer's end.
 * Where some connections are one-way, other exits may be nearer to the cell. */
void judge_cut_short(Trial *t, tp_Cell end);

/* Does t->other, found with a heap, agree with t->answer, found with buckets? A
 * node behind a link may lie beyond the window of the buckets, and waits there
 * (astar.c). So with links, cells of equal estimate may come in another order,
 * and another path of the same cost may be found. */
bool judge_heap_agrees(const Trial *t);

/* The ratio to the cheapest cost that the profile allows a path. */
double judge_allowance(const Trial *t, const tp_Profile *p);

/* Do all cells that can be entered cost the same? */
bool judge_is_unpriced(const Trial *t);

/* Distance of a cell from a goal, at price 1. */
double judge_distance(const Trial *t, tp_Cell goal, int x, int y);

#endif
