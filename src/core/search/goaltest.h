/* goaltest.h - what becomes of a search with many ends when it closes a cell.
 */
#ifndef TP_GOALTEST_H
#define TP_GOALTEST_H

#include "query.h"

typedef enum tp_Arrival {
  TP_GO_ON,   /* to the cells around it                     */
  TP_TURN,    /* no cheaper end lies behind it              */
  TP_HAS_COME /* the incumbent is the cheapest end there is */
} tp_Arrival;

typedef struct tp_Goaltest {
  tp_Incumbent incumbent;
  /* Asking which cells are ends: the steps that took since it was paid for, and
   * how many are enough to pay for noting that instead; UINT64_MAX: no number
   * is. */
  uint64_t asked, price;
  uint64_t compared; /* steps that it took to compare goals                 */
  void *notes;       /* a tp_Cover, or a bit for each of the cells that are
                        nearest to a goal; NULL: nothing is noted yet       */
} tp_Goaltest;

TP_FUNC void tp_goaltest_begin(tp_Goaltest *t, const tp_Plan *plan);

/* Has asking goal by goal cost so much that it pays to note which cells are
 * ends? A search stops where it has. */
TP_INLINE bool tp_goaltest_wants_notes(const tp_Goaltest *t) {
  return t->asked >= t->price;
}

/* Looks at goals that asking and comparing took since notes were last taken. */
TP_INLINE uint64_t tp_goaltest_looks(const tp_Goaltest *t) {
  return t->asked + t->compared;
}

/* Bytes that notes take. */
TP_FUNC size_t tp_goaltest_bytes(const tp_Plan *plan);

/* Takes notes, in such a block, for as much as has been spent and for no more
 * than the budget, in cells expanded, which it lowers. */
TP_FUNC void tp_goaltest_note(tp_Goaltest *t, const tp_Plan *plan, void *block,
                              uint64_t *budget);

/* A cell is closed, at that cost; no open one has a smaller f. When every open
 * cell's f is above the incumbent's cost, that is the cheapest end. */
TP_FUNC tp_Arrival tp_goaltest(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                               uint64_t cost, uint64_t f);

/* The same where cells are closed in any order, and again where there is a
 * cheaper way to them. Of ends of one goal at the same cost it takes the first
 * in reading order, whenever that comes. */
TP_FUNC void tp_goaltest_meet(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                              uint64_t cost);

/* Of a search for the cheapest of several: does a goal cost less from a cell
 * than the incumbent, as far as one can tell; or as much, and stands before it?
 */
TP_FUNC bool tp_goaltest_can_gain(tp_Goaltest *t, const tp_Plan *plan,
                                  tp_Cell at, uint64_t cost, uint64_t f);

#endif
