/* u128.c - numbers of 128 bits, compared with arithmetic on bytes, as on paper.
 */
#include "core/base/u128.h"

#include <string.h>

#include "unit.h"

enum { BYTES = 16 };

/* The lowest byte comes first. */
typedef struct Paper {
  uint8_t digit[BYTES];
} Paper;

static Paper write_down(tp_U128 w) {
  Paper p;
  for (int i = 0; i < BYTES; i++) {
    p.digit[i] = (uint8_t)((i < 8 ? w.low : w.high) >> i % 8 * 8);
  }
  return p;
}

static Paper add(Paper a, Paper b) {
  int carry = 0;
  for (int i = 0; i < BYTES; i++) {
    carry += a.digit[i] + b.digit[i];
    a.digit[i] = (uint8_t)carry;
    carry >>= 8;
  }
  return a;
}

static Paper multiply(uint64_t a, uint64_t b) {
  Paper left = write_down((tp_U128){0, a}), right = write_down((tp_U128){0, b});
  Paper sum = {{0}};
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) {
      Paper part = {{0}};
      int product = left.digit[i] * right.digit[j];
      part.digit[i + j] = (uint8_t)product;
      part.digit[i + j + 1] = (uint8_t)(product >> 8);
      sum = add(sum, part);
    }
  }
  return sum;
}

static int compare(Paper a, Paper b) {
  for (int i = BYTES - 1; i >= 0; i--) {
    if (a.digit[i] != b.digit[i]) return a.digit[i] < b.digit[i] ? -1 : 1;
  }
  return 0;
}

static bool is_same(tp_U128 w, Paper p) {
  return compare(write_down(w), p) == 0;
}

/* A number of any length, at times all ones or a single one. */
static uint64_t draw(Random *r, int bits) {
  uint64_t number = random_bits(r) >> (64 - 1 - random_below(r, bits));
  if (random_chance(r, 0.1)) return UINT64_MAX >> (64 - bits);
  if (random_chance(r, 0.1)) return UINT64_C(1) << random_below(r, bits);
  return number;
}

/* A square, one less, one more, or any number. */
static void judge_root(Unit *u) {
  Random *r = &u->random;
  uint64_t side = draw(r, 59);
  tp_U128 n = tp_u128_square(side);
  int off = random_below(r, 4);
  if (off == 1) n = tp_u128_sum(n, (tp_U128){0, 1});
  if (off == 2 && side > 0) {
    n = (tp_U128){n.high - (n.low == 0), n.low - 1};
  }
  if (off == 3) n = (tp_U128){draw(r, 55), random_bits(r)};
  uint64_t root = tp_u128_root(n);
  unit_expect(u, compare(multiply(root, root), write_down(n)) >= 0,
              "%llu is too small a root", (unsigned long long)root);
  unit_expect(
      u, root == 0 || compare(multiply(root - 1, root - 1), write_down(n)) < 0,
      "%llu is too large a root", (unsigned long long)root);
}

void unit_u128(Unit *u) {
  Random *r = &u->random;
  uint64_t a = draw(r, 64), b = draw(r, 64);
  tp_U128 x = tp_u128_product(a, b);
  tp_U128 y = {random_chance(r, 0.3) ? x.high : draw(r, 63), draw(r, 64)};
  tp_U128 half = {x.high >> 1, x.low};
  unit_expect(u, is_same(x, multiply(a, b)), "%llu times %llu is wrong",
              (unsigned long long)a, (unsigned long long)b);
  unit_expect(u, is_same(tp_u128_square(a), multiply(a, a)),
              "%llu squared is wrong", (unsigned long long)a);
  unit_expect(
      u,
      is_same(tp_u128_sum(half, (tp_U128){y.high >> 1, y.low}),
              add(write_down(half), write_down((tp_U128){y.high >> 1, y.low}))),
      "a sum is wrong");
  unit_expect(
      u, tp_u128_is_less(x, y) == (compare(write_down(x), write_down(y)) < 0),
      "a comparison is wrong");
  unit_expect(u, !tp_u128_is_less(x, x), "a number is less than itself");
  judge_root(u);
}
