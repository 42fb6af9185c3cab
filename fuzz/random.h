/* random.h - random numbers that a seed repeats (SplitMix64: Steele, Lea and
 * Flood 2014).
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Random {
  uint64_t state;
} Random;

/* A generator for this seed and name. */
Random random_named(uint64_t seed, const char *name);

uint64_t random_bits(Random *r);
int random_below(Random *r, int n); /* 0 .. n - 1 */
double random_unit(Random *r);      /* 0 <= u < 1 */
bool random_chance(Random *r, double probability);

#endif
