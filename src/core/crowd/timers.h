/* timers.h - the wake times of units: a binary heap of ids, the earliest time
 * first and of equal times the lowest id.
 */
#pragma once

#include "crowdunit.h"

typedef struct tp_Timers {
  uint32_t *id; /* has room for all units */
  uint32_t count;
} tp_Timers;

/* Sets the wake time of a unit; TP_NO_TIME removes the unit. */
TP_FUNC void tp_timers_set(tp_Timers *timers, tp_Unit *units, uint32_t id,
                           uint64_t wake);

/* The next wake time; TP_NO_TIME: there is none. */
TP_INLINE uint64_t tp_timers_next(const tp_Timers *t, const tp_Unit *units) {
  return t->count > 0 ? units[t->id[0]].wake : TP_NO_TIME;
}
