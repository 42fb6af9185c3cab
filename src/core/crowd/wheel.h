/* wheel.h - the wake times of movers: a timing wheel has slots of times, and
 * the movers of one moment in one list. 8 bytes a mover, as links in the mover
 * itself; some 10 ns a change.
 */
#ifndef TP_WHEEL_H
#define TP_WHEEL_H

#include "mover.h"

enum {
  TP_WHEEL_BITS = 6, /* bits of a time for one level */
  TP_WHEEL_SLOTS = 1 << TP_WHEEL_BITS,
  TP_WHEEL_LEVELS = (64 + TP_WHEEL_BITS - 1) / TP_WHEEL_BITS
};

/* All zeros: an empty wheel at time 0. */
typedef struct tp_Wheel {
  uint64_t base; /* no mover wakes earlier */
  uint64_t used[TP_WHEEL_LEVELS];
  uint32_t first[TP_WHEEL_LEVELS][TP_WHEEL_SLOTS];
} tp_Wheel;

/* Sets the wake time of a mover; TP_NO_TIME removes the mover. A time before
 * the base counts as the base. */
TP_FUNC void tp_wheel_set(tp_Wheel *a, tp_Mover *mover, uint32_t id,
                          uint64_t wake);

/* The next wake time, if it is at most the limit; else TP_NO_TIME. After the
 * call no time before the result may be set; after TP_NO_TIME none before the
 * limit. */
TP_FUNC uint64_t tp_wheel_due(tp_Wheel *a, tp_Mover *mover, uint64_t limit);

/* Removes one mover that wakes at the time that was due, in any order; 0: none
 * is left. */
TP_FUNC uint32_t tp_wheel_take(tp_Wheel *a, tp_Mover *mover);

#endif
