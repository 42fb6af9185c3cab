/* bits.h - counts bits in 64-bit words: with builtins if the compiler has them,
 * else portably. */
#pragma once

#include "base.h"

/* Number of ones. */
TP_INLINE int tp_popcount(uint64_t w) {
  /* Without such an instruction the builtin is a call, and slower. */
#if defined(__GNUC__) && (defined(__POPCNT__) || !defined(__x86_64__))
  return __builtin_popcountll(w);
#else
  w -= (w >> 1) & UINT64_C(0x5555555555555555);
  w = (w & UINT64_C(0x3333333333333333)) +
      ((w >> 2) & UINT64_C(0x3333333333333333));
  w = (w + (w >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (int)((w * UINT64_C(0x0101010101010101)) >> 56);
#endif
}

/* Index of the lowest one; w is not 0. */
TP_INLINE int tp_lowest(uint64_t w) {
  TP_ASSERT(w != 0);
#if defined(__GNUC__)
  return __builtin_ctzll(w);
#else
  return tp_popcount((w & (0 - w)) - 1);
#endif
}

/* Index of the highest one; w is not 0. */
TP_INLINE int tp_highest(uint64_t w) {
  TP_ASSERT(w != 0);
#if defined(__GNUC__)
  return 63 - __builtin_clzll(w);
#else
  for (int shift = 1; shift < 64; shift *= 2) w |= w >> shift;
  return tp_popcount(w) - 1;
#endif
}

/* In a row of bits: the position of the first one at or after `at`, and of the
 * last one at or before it. There must be one. */
TP_INLINE size_t tp_next_one(const uint64_t *bits, size_t at) {
  size_t i = at >> 6;
  uint64_t word = bits[i] >> (at & 63);
  if (word) return at + (size_t)tp_lowest(word);
  while (!(word = bits[++i])) {
  }
  return i * 64 + (size_t)tp_lowest(word);
}

TP_INLINE size_t tp_last_one(const uint64_t *bits, size_t at) {
  size_t i = at >> 6;
  uint64_t word = bits[i] << (63 - (at & 63));
  if (word) return at - 63 + (size_t)tp_highest(word);
  while (!(word = bits[--i])) {
  }
  return i * 64 + (size_t)tp_highest(word);
}

/* Which of eight bytes equal `byte`, the lowest first, as bits 0 to 7. */
TP_INLINE unsigned tp_equal_bytes(uint64_t bytes, uint8_t byte) {
  uint64_t other = bytes ^ byte * UINT64_C(0x0101010101010101);
  uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
  uint64_t equal = ~(((other & low) + low) | other | low) >> 7;
  return (unsigned)(equal * UINT64_C(0x0102040810204080) >> 56);
}

/* Number of bits that v needs: 0 for 0, 1 for 1, 64 for 2^63. */
TP_INLINE int tp_bit_length(uint64_t v) {
  int n = 0;
  for (; v; v >>= 1) n++;
  return n;
}
