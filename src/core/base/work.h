/* work.h - work that is done piece by piece, and how much of it at a time.
 *
 * A unit of work is about what a search takes to expand a node, some 40 ns. It
 * counts what is looked at, never time: the same everywhere.
 */
#ifndef TP_WORK_H
#define TP_WORK_H

#include "changes.h"

/* Cells to look at, and how far one has come. What the four numbers count is
 * for the worker to say; all are 0 at first. */
typedef struct tp_Work {
  bool is_anew; /* nothing is known yet */
  int32_t pass, item;
  int32_t x, y;
  tp_Cell chain; /* a way that is being followed */
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

/* How many of the lines that are left the budget allows, at so many units each:
 * none where it is spent, else one at least. Takes them from it, or where some
 * remain for later, all of it. */
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
