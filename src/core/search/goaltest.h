/* goaltest.h - what becomes of a search with many ends when it closes a cell.
 */
#ifndef TP_GOALTEST_H
#define TP_GOALTEST_H

#include "search.h"

typedef enum tp_Arrival {
  TP_GO_ON,   /* to the cells around it                                   */
  TP_TURN,    /* no cheaper end lies behind it                            */
  TP_HAS_COME /* this is the cheapest: s->end, s->chosen                  */
} tp_Arrival;

/* Has asking goal by goal cost so much that it pays to note which cells end the
 * search? A search stops where it does. */
TP_INLINE bool tp_goaltest_wants_notes(const tp_Search *s) {
  return s->asked >= s->price;
}

/* Notes them, for as much as has been spent and for no more than the budget, in
 * cells expanded, which it lowers. TP_NEEDS_ROOM, or TP_RUNNING. */
TP_FUNC tp_Status tp_goaltest_note(tp_Search *s, const tp_Navmap *navmap,
                                   uint64_t *budget);

/* A cell is closed, at that cost; no open one has a smaller f. Notes in the
 * search the best end so far and, as end_f, what it costs: when every open
 * cell's f is above that, it is the cheapest. */
TP_FUNC tp_Arrival tp_goaltest(tp_Search *s, const tp_Navmap *navmap,
                               tp_Cell at, uint64_t cost, uint64_t f);

#endif
