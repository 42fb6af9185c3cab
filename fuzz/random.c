/* random.c - random numbers that a seed gives again. */
#include "random.h"

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
