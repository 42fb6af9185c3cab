/* bits.h - counting bits in 64-bit words: builtins where the compiler has
 * them, portable forms elsewhere. */
#ifndef TP_BITS_H
#define TP_BITS_H

#include "base.h"

/* Number of ones. */
TP_INLINE int tp_popcount(uint64_t w) {
#if defined(__GNUC__)
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
#if defined(__GNUC__)
  return __builtin_ctzll(w);
#else
  return tp_popcount((w & (0 - w)) - 1);
#endif
}

/* Number of bits that v needs: 0 for 0, 1 for 1, 64 for 2^63. */
TP_INLINE int tp_bit_length(uint64_t v) {
  int n = 0;
  for (; v; v >>= 1) n++;
  return n;
}

#endif
