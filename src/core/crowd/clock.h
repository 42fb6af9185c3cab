/* clock.h - the time of a crowd, in whole units and an exact fraction. */
#pragma once

#include "../base/base.h"

/* One unit of time is 2^-20 s, or one tick. */
#define TP_SECOND (1u << 20)

/* Time that has passed: whole units, and a fraction in 2^-64. So sums of
 * doubles are exact. */
typedef struct tp_Clock {
  uint64_t whole, fraction;
} tp_Clock;

/* The first moment that is not before the clock's time. */
TP_INLINE uint64_t tp_clock_end(const tp_Clock *clock) {
  return clock->whole + (clock->fraction > 0);
}

/* Adds seconds, at least 0 and at most 2^30. */
TP_FUNC void tp_clock_add(tp_Clock *clock, double seconds);

/* The duration of a length at a speed (both above 0), in units of 2^-20 s: at
 * least 1. */
TP_FUNC uint32_t tp_sim_duration(double length, double speed);
