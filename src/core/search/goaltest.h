/* goaltest.h - what becomes of a search with many ends when it closes a cell.
 */
#ifndef TP_GOALTEST_H
#define TP_GOALTEST_H

#include "ends.h"

typedef enum tp_Arrival {
  TP_GO_ON,   /* to the cells around it                     */
  TP_TURN,    /* no cheaper end lies behind it              */
  TP_HAS_COME /* the incumbent is the cheapest end there is */
} tp_Arrival;

typedef struct tp_Goaltest {
  tp_Incumbent incumbent;
  tp_Ends ends; /* that it asks for                                          */
} tp_Goaltest;

TP_FUNC void tp_goaltest_begin(tp_Goaltest *t, const tp_Plan *plan);

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
TP_FUNC bool tp_goaltest_can_gain(const tp_Goaltest *t, const tp_Plan *plan,
                                  tp_Cell at, uint64_t cost, uint64_t f);

#endif
