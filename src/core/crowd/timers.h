/* timers.h - the wake times of movers: a binary heap of ids, the earliest time
 * first and of equal times the lowest id.
 */
#pragma once

#include "crowdunit.h"

typedef struct tp_Wakes {
  uint32_t *id; /* has room for all movers */
  uint32_t count;
} tp_Wakes;

/* Sets the wake time of a mover; TP_NO_TIME removes the mover. */
TP_FUNC void tp_wakes_set(tp_Wakes *wakes, tp_Mover *mover, uint32_t id,
                          uint64_t wake);

/* The next wake time; TP_NO_TIME: there is none. */
TP_INLINE uint64_t tp_wakes_next(const tp_Wakes *w, const tp_Mover *mover) {
  return w->count > 0 ? mover[w->id[0]].wake : TP_NO_TIME;
}
