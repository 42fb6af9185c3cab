/* bits.c - counts in words, compared with a look at every bit. */
#include "core/base/bits.h"

#include "unit.h"

enum { WORDS = 6 };

/* A word with a single bit, with few, many or any bits. */
static uint64_t draw_word(Random *r) {
  uint64_t word = random_bits(r);
  switch (random_below(r, 5)) {
    case 0: return UINT64_C(1) << random_below(r, 64);
    case 1: return word & random_bits(r) & random_bits(r) & random_bits(r);
    case 2: return word | random_bits(r) | random_bits(r) | random_bits(r);
    case 3: return word >> random_below(r, 64);
    default: return word;
  }
}

static void judge_word(Unit *u, uint64_t word) {
  int ones = 0, lowest = -1, highest = -1;
  for (int i = 0; i < 64; i++) {
    if (!(word >> i & 1)) continue;
    if (lowest < 0) lowest = i;
    highest = i;
    ones++;
  }
  unit_expect(u, tp_popcount(word) == ones, "%d ones in %llx, not %d", ones,
              (unsigned long long)word, tp_popcount(word));
  unit_expect(u, tp_bit_length(word) == highest + 1, "%llx needs %d bits",
              (unsigned long long)word, highest + 1);
  if (ones == 0) return;
  unit_expect(u, tp_lowest(word) == lowest, "the lowest of %llx is %d",
              (unsigned long long)word, lowest);
  unit_expect(u, tp_highest(word) == highest, "the highest of %llx is %d",
              (unsigned long long)word, highest);
}

/* A row of words whose first and last bit are ones. */
static void judge_row(Unit *u) {
  uint64_t row[WORDS];
  size_t next = 64 * WORDS - 1, last = 0;
  for (int i = 0; i < WORDS; i++) {
    row[i] = random_chance(&u->random, 0.5) ? 0 : draw_word(&u->random);
  }
  row[0] |= 1;
  row[WORDS - 1] |= UINT64_C(1) << 63;
  for (size_t i = 0; i < 64 * (size_t)WORDS; i++) {
    if (row[i / 64] >> (i % 64) & 1) last = i;
    unit_expect(u, tp_last_one(row, i) == last,
                "the last one up to bit %zu is %zu, not %zu", i, last,
                tp_last_one(row, i));
  }
  for (size_t i = next + 1; i-- > 0;) {
    if (row[i / 64] >> (i % 64) & 1) next = i;
    unit_expect(u, tp_next_one(row, i) == next,
                "the next one from bit %zu is %zu, not %zu", i, next,
                tp_next_one(row, i));
  }
}

/* Bytes that differ in a bit or two, and any bytes. */
static void judge_bytes(Unit *u) {
  Random *r = &u->random;
  uint8_t byte = (uint8_t)random_bits(r), bytes[8];
  uint64_t all = 0;
  unsigned equal = 0;
  for (int i = 0; i < 8; i++) {
    bytes[i] = random_chance(r, 0.2) ? (uint8_t)random_bits(r) : byte;
    if (random_chance(r, 0.4)) bytes[i] ^= (uint8_t)(1 << random_below(r, 8));
    if (bytes[i] == byte) equal |= 1u << i;
    all |= (uint64_t)bytes[i] << 8 * i;
  }
  unit_expect(u, tp_equal_bytes(all, byte) == equal,
              "%llx is like %x in bits %x, not %x", (unsigned long long)all,
              byte, equal, tp_equal_bytes(all, byte));
}

void unit_bits(Unit *u) {
  judge_word(u, u->seed % 64 == 0 ? 0 : draw_word(&u->random));
  judge_row(u);
  for (int i = 0; i < 10; i++) judge_bytes(u);
}
