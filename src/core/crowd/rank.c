/* rank.c - those come last who rest; of the others those first to whom the game
 * gives a higher priority, then those who have been on their way for longest,
 * so that everybody's turn comes; then whatever a hash of the ids says.
 */
#include "rank.h"

enum { AGE_BITS = 28, ID_BITS = 19 };

/* Exact for half of the bits; coarser, but in order, beyond. */
static uint64_t age_of(uint64_t age) {
  const uint64_t half = UINT64_C(1) << (AGE_BITS - 1);
  if (age < half) return age;
  age = half + (age >> 10);
  return age < 2 * half ? age : 2 * half - 1;
}

/* From high to low: 1 bit: rests; 16: priority; then age and id. */
uint64_t tp_round_rank(const tp_Round *r, uint32_t id) {
  const tp_Mover *m = &r->mover[id];
  const uint64_t oldest = (UINT64_C(1) << AGE_BITS) - 1;
  uint64_t rests = tp_mover_rests(m);
  uint64_t priority = (uint64_t)(INT16_MAX - m->priority);
  uint64_t age = r->now - m->progress.since; /* `since` may lie before time 0 */
  if (age > INT64_MAX) age = 0;
  uint64_t tie = id * UINT32_C(0x9e3779b1) & ((1u << ID_BITS) - 1);
  return rests << 63 | priority << (AGE_BITS + ID_BITS) |
         (oldest - age_of(age)) << ID_BITS | tie;
}
