/* judge.h - what judges of queries share. A judge asks the library something,
 * and compares the answer with the world and the oracle.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include "trial.h"

/* Equal but for that part of the larger one; and but for the rounding of sums
 * of the same things. */
bool judge_is_near(double a, double b, double tolerance);
bool judge_is_exact(double a, double b);

/* From the trial's start to its goal. */
tp_Query judge_query_of(const Trial *t, bool partial, uint64_t max_nodes);

/* Is the path legal, from the trial's start to that cell, and costs what it
 * says? */
void judge_path(Trial *t, const Answer *a, tp_Cell end);

/* The same of t->other, where it was cut short by a limit, and t->answer is all
 * of it: a way out begins with the exits that lead to its end, though others,
 * where some ways lead one way only, may be nearer to the cell. */
void judge_cut_short(Trial *t, tp_Cell end);

/* Is t->other, found by a heap, what t->answer is, found by buckets? What links
 * lead to beyond the window of the buckets has to wait there (astar.c): so with
 * links, of cells of one estimate, others may come first, and another way of
 * the same cost be found. */
bool judge_heap_agrees(const Trial *t);

/* The most that the profile allows a path to cost, over the cheapest. */
double judge_allowance(const Trial *t, const tp_Profile *p);

/* Do all cells that may be entered cost the same? */
bool judge_is_unpriced(const Trial *t);

/* Of a cell from a goal, at price 1. */
double judge_distance(const Trial *t, tp_Cell goal, int x, int y);

#endif
