/* u128.c - roots of whole numbers of 128 bits.
 *
 * The root of a double is exact to some 52 bits: it is off by a few below 2^106
 * and by a few hundred below 2^120. From there the result is corrected one by
 * one in whole numbers, so it is exact.
 */
#include "u128.h"

#include <math.h>

uint64_t tp_u128_root(tp_U128 n) {
  uint64_t root =
      (uint64_t)sqrt((double)n.high * 18446744073709551616.0 + (double)n.low);
  TP_ASSERT(n.high >> 56 == 0);
  while (tp_u128_is_less(tp_u128_square(root), n)) root++;
  while (root > 0 && !tp_u128_is_less(tp_u128_square(root - 1), n)) root--;
  return root;
}
