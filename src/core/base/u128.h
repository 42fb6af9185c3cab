/* u128.h - whole numbers of 128 bits for exact geometry: products, sums,
 * comparisons, roots. As two halves, since C11 has none. */
#pragma once

#include "base.h"

typedef struct tp_U128 {
  uint64_t high, low;
} tp_U128;

/* a times b, from the products of their halves. */
TP_INLINE tp_U128 tp_u128_product(uint64_t a, uint64_t b) {
  const uint64_t half = UINT32_MAX;
  uint64_t low = (a & half) * (b & half);
  uint64_t one = (a >> 32) * (b & half) + (low >> 32);
  uint64_t other = (a & half) * (b >> 32) + (one & half);
  return (tp_U128){(a >> 32) * (b >> 32) + (one >> 32) + (other >> 32),
                   other << 32 | (low & half)};
}

TP_INLINE tp_U128 tp_u128_square(uint64_t a) { return tp_u128_product(a, a); }

/* The sum must be below 2^128. */
TP_INLINE tp_U128 tp_u128_sum(tp_U128 a, tp_U128 b) {
  uint64_t low = a.low + b.low;
  return (tp_U128){a.high + b.high + (low < a.low), low};
}

TP_INLINE bool tp_u128_is_less(tp_U128 a, tp_U128 b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* The least whole number whose square is at least n, which is below 2^120. */
TP_FUNC uint64_t tp_u128_root(tp_U128 n);
