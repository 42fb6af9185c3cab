/* work.h - work in slices, and its budget.
 *
 * A unit of work takes about as long as a search takes to expand a node, some
 * 40 ns. It counts what is examined, never time: so it is the same everywhere.
 */
#ifndef TP_WORK_H
#define TP_WORK_H

#include "changes.h"

/* Cells to examine, and the progress. Each worker uses the four numbers `pass`
 * to `y` in its own way; all are 0 at first. */
typedef struct tp_Work {
  bool is_anew; /* nothing is known yet */
  int32_t pass, item;
  int32_t x, y;
  tp_Cell chain; /* a chain that is being followed */
  bool is_on_chain;
  bool renumbers; /* jump points have got other numbers */
  int32_t count;
  uint64_t spent; /* in all */
  tp_Rect rect[2 * TP_CHANGES];
} tp_Work;

TP_INLINE void tp_work_begin(tp_Work *w, bool is_anew) {
  w->is_anew = is_anew;
  w->pass = w->item = w->x = w->y = 0;
  w->is_on_chain = w->renumbers = false;
  w->spent = 0;
}

/* Takes so much from a budget, or what is left of it. */
TP_INLINE void tp_spend(uint64_t *budget, uint64_t units) {
  *budget -= units < *budget ? units : *budget;
}

/* How many of the lines left the budget allows, at so many units each: none if
 * it is spent, else at least one. Lowers the budget by these; to 0 if lines
 * remain. */
TP_INLINE int32_t tp_spend_lines(uint64_t *budget, int32_t left,
                                 uint64_t units) {
  if (*budget == 0 || left == 0) return 0;
  uint64_t may = *budget / units;
  int32_t lines = may < (uint64_t)left ? (int32_t)may : left;
  if (lines == 0) lines = 1;
  tp_spend(budget, lines < left ? UINT64_MAX : (uint64_t)lines * units);
  return lines;
}

#endif
