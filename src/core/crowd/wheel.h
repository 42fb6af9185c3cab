/* wheel.h - when each mover decides: a timing wheel has the movers in slots by
 * the times at which they wake, those of one moment in one list. 8 bytes a
 * mover, links in the mover itself; some 10 ns a change.
 */
#ifndef TP_WHEEL_H
#define TP_WHEEL_H

#include "mover.h"

enum {
  TP_WHEEL_BITS = 6, /* of a time, that a level looks at */
  TP_WHEEL_SLOTS = 1 << TP_WHEEL_BITS,
  TP_WHEEL_LEVELS = (64 + TP_WHEEL_BITS - 1) / TP_WHEEL_BITS
};

/* One of nobody, at time 0, is all zeros. */
typedef struct tp_Wheel {
  uint64_t base; /* nobody wakes earlier */
  uint64_t used[TP_WHEEL_LEVELS];
  uint32_t first[TP_WHEEL_LEVELS][TP_WHEEL_SLOTS];
} tp_Wheel;

/* Sets when a mover wakes; TP_NO_TIME takes it out. Times that have been due
 * are now. */
TP_FUNC void tp_wheel_set(tp_Wheel *a, tp_Mover *mover, uint32_t id,
                          uint64_t wake);

/* When the next ones wake, if that is no later than the limit; else, and where
 * nobody does, TP_NO_TIME. From then on no time before that may be set, nor
 * any before the limit. */
TP_FUNC uint64_t tp_wheel_due(tp_Wheel *a, tp_Mover *mover, uint64_t limit);

/* Takes one out of those who wake at the time that was due, any of them; 0: no
 * more do. */
TP_FUNC uint32_t tp_wheel_take(tp_Wheel *a, tp_Mover *mover);

/* When the next one wakes; TP_NO_TIME where nobody does. Changes nothing; takes
 * a look at some of them. */
TP_FUNC uint64_t tp_wheel_next(const tp_Wheel *a, const tp_Mover *mover);

#endif
