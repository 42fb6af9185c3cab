/* clock.c - seconds as integers: units of 2^-20 s, and fractions of 2^-64 of
 * that. A double is an integer times a power of two, so a shift is exact; parts
 * below 2^-84 s are cut off. So the parts of a second add up to that second.
 */
#include "clock.h"

#include <math.h>

void tp_clock_add(tp_Clock *clock, double seconds) {
  TP_ASSERT(seconds >= 0 && seconds <= 1073741824.0);
  double units = seconds * TP_SECOND; /* exact: a power of two */
  double whole = floor(units);
  /* Two pieces of 32 bits, each exact. */
  double rest = (units - whole) * 4294967296.0;
  double high = floor(rest);
  double low = floor((rest - high) * 4294967296.0);
  uint64_t fraction = (uint64_t)high << 32 | (uint64_t)low;
  uint64_t sum = clock->fraction + fraction;
  clock->whole += (uint64_t)whole + (sum < fraction);
  clock->fraction = sum;
}

uint32_t tp_sim_duration(double length, double speed) {
  double units = floor(length / speed * TP_SECOND + 0.5);
  if (!(units >= 1)) return 1;
  return units < 4294967295.0 ? (uint32_t)units : UINT32_MAX;
}
