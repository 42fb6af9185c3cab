/* assert.h - checks of what a header demands of its callers, in builds with
 * TP_CHECKED: under the sanitizers and in the fuzz. A failed check prints the
 * demand and ends the process. In other builds the checks are gone, since the
 * core does no I/O.
 */
#pragma once

#ifdef TP_CHECKED

#include <stdio.h>
#include <stdlib.h>

#define TP_ASSERT(demand)                                                      \
  ((demand)                                                                    \
       ? (void)0                                                               \
       : (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #demand), \
          abort()))

#else
#define TP_ASSERT(demand) ((void)0)
#endif
