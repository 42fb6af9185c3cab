/* arrive.h - what becomes of a search with many ends when it closes a cell. */
#ifndef TP_ARRIVE_H
#define TP_ARRIVE_H

#include "search.h"

typedef enum tp_Arrival {
  TP_GO_ON,   /* to the cells around it                                   */
  TP_TURN,    /* no cheaper end lies behind it                            */
  TP_HAS_COME /* this is the cheapest: s->end, s->chosen                  */
} tp_Arrival;

/* A cell is closed, at that cost; no open one has a smaller f. Notes in the
 * search the best end so far and, as end_f, what it costs: when every open
 * cell's f is above that, it is the cheapest. */
TP_FUNC tp_Arrival tp_arrive(tp_Search *s, const tp_Agent *agent, tp_Cell at,
                             uint64_t cost, uint64_t f);

#endif
