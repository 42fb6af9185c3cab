/* clock.c - what time it is. In a file of its own, because <windows.h> gives
 * common words a meaning. */
#include "clock.h"

#include <time.h>

#ifdef TIME_UTC

double clock_now(void) {
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#else

#include <windows.h>

double clock_now(void) {
  LARGE_INTEGER ticks, ticks_a_second;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&ticks_a_second);
  return (double)ticks.QuadPart / (double)ticks_a_second.QuadPart;
}

#endif
