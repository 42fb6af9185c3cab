/* clock.c - what time it is. Windows's calls are declared here, because
 * <windows.h> gives common words a meaning. */
#include "clock.h"

#include <time.h>

#ifndef _WIN32

/* POSIX has had the second one for longer than C has had the first. */
double tp_clock_now(void) {
  struct timespec t;
#if defined(TIME_UTC) && !defined(__ANDROID__)
  timespec_get(&t, TIME_UTC);
#else
  clock_gettime(CLOCK_REALTIME, &t);
#endif
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#else

#include <stdint.h>

__declspec(dllimport) int __stdcall QueryPerformanceCounter(int64_t *ticks);
__declspec(dllimport) int __stdcall QueryPerformanceFrequency(int64_t *ticks);

double tp_clock_now(void) {
  int64_t ticks, ticks_a_second;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&ticks_a_second);
  return (double)ticks / (double)ticks_a_second;
}

#endif
