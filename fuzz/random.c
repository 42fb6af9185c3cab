/* random.c - random numbers that a seed repeats. */
#include "random.h"

/* Hashes the name by FNV-1a of 64 bits (Fowler, Noll and Vo). */
Random random_named(uint64_t seed, const char *name) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (; *name; name++) {
    hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
  }
  return (Random){seed ^ hash};
}

uint64_t random_bits(Random *r) {
  uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

int random_below(Random *r, int n) {
  return (int)(random_bits(r) % (uint64_t)n);
}

double random_unit(Random *r) {
  return (double)(random_bits(r) >> 11) / 9007199254740992.0;
}

bool random_chance(Random *r, double probability) {
  return random_unit(r) < probability;
}
