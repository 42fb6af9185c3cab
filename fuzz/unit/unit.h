/* unit.h - what the tests of the core's tools share. A test plays a round of
 * random operations, on a tool and on a model of it that is too plain to be
 * wrong, and compares all answers. The same seed plays the same round.
 */
#ifndef UNIT_H
#define UNIT_H

#include <stddef.h>

#include "../printf.h"
#include "../random.h"

enum { UNIT_BLOCKS = 512 };

typedef struct Unit {
  const char *name; /* of the tool */
  uint64_t seed;
  Random random;
  bool wrong;
  void *block[UNIT_BLOCKS]; /* memory of this round */
  int blocks;
} Unit;

/* Unless `right`, notes a mismatch, if it is the first of its round. Returns
 * `right`. */
PRINTF_LIKE(3, 4)
bool unit_expect(Unit *u, bool right, const char *format, ...);

/* Memory for this round, filled with junk, so that a read of unwritten bytes
 * shows. */
void *unit_allocate(Unit *u, size_t bytes);

/* Mostly small, at times where words of 64 bits end, rarely up to `most`. */
int unit_draw_side(Unit *u, int most);

/* The tests, named after what they test in src/core. */
void unit_base(Unit *u);
void unit_bits(Unit *u);
void unit_bits_portable(Unit *u);
void unit_bucketqueue(Unit *u);
void unit_changelog(Unit *u);
void unit_heapsort(Unit *u);
void unit_mergesort(Unit *u);
void unit_obstacles(Unit *u);
void unit_rect(Unit *u);
void unit_serialize(Unit *u);
void unit_u128(Unit *u);
void unit_versions(Unit *u);

#endif
