/* assert.h - what a header demands of its callers, checked where a build asks
 * for that: with TP_CHECKED, as under the sanitizers and in the fuzz. There it
 * says where a demand is not met, and ends the process. Elsewhere nothing is
 * left of it, since the core does no I/O.
 */
#ifndef TP_ASSERT_H
#define TP_ASSERT_H

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

#endif
