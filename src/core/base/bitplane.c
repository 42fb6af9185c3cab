/* bitplane.c - places planes, and converts them from one layout to another.
 *
 * A turn takes blocks of 64 x 64 bits, each in 6 x 64 swaps of masked halves
 * (Warren, Hacker's Delight, 7-3). A skew moves column x by x lines: six passes
 * move the columns with bit k of x set by 2^k lines, a word of 64 columns at a
 * time. Both touch each word once and take some 0.1 ns a cell.
 */
#include "bitplane.h"

uint64_t tp_bitplane_place(tp_Bitplane *plane, uint64_t at, int32_t lines,
                           int32_t length) {
  plane->at = at;
  plane->stride = (uint32_t)(length + 63) / 64 + 1;
  plane->padding = 0;
  return at + (uint64_t)lines * plane->stride + 2;
}

/* Bit i of word k becomes bit k of word i. */
static void transpose(uint64_t block[64]) {
  uint64_t mask = UINT64_C(0x00000000ffffffff);
  for (int s = 32; s > 0; s >>= 1, mask ^= mask << s) {
    for (int k = 0; k < 64; k = (k + s + 1) & ~s) {
      uint64_t swap = (block[k] >> s ^ block[k + s]) & mask;
      block[k] ^= swap << s;
      block[k + s] ^= swap;
    }
  }
}

void tp_bitplane_turn(uint64_t *words, tp_Bitplane rows, tp_Bitplane columns,
                      int32_t width, int32_t height) {
  for (int32_t x = 0; x < width; x += 64) {
    for (int32_t y = 0; y < height; y += 64) {
      uint64_t block[64];
      for (int32_t i = 0; i < 64; i++) {
        block[i] = UINT64_MAX;
        if (y + i >= height) continue;
        block[i] = tp_bitplane_words(words, rows, y + i)[x / 64];
      }
      transpose(block);
      for (int32_t i = 0; i < 64 && x + i < width; i++) {
        tp_bitplane_words(words, columns, x + i)[y / 64] = block[i];
      }
    }
  }
}

/* Columns whose number has bit k. */
static const uint64_t with_bit[6] = {
    UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
    UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
    UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000),
};

void tp_bitplane_skew(uint64_t *words, tp_Bitplane plane, int32_t height,
                      bool falls, uint64_t *scratch) {
  const size_t lines = (size_t)height;
  uint64_t *from = scratch, *to = scratch + lines;
  for (int32_t w = 0; w + 1 < (int32_t)plane.stride; w++) {
    const size_t rest = (size_t)w * 64 % lines;
    for (int32_t y = 0; y < height; y++) {
      from[tp_bitplane_diagonal(rest, (size_t)y, lines, falls)] =
          tp_bitplane_words(words, plane, y)[w];
    }
    for (int k = 0; k < 6; k++) {
      size_t by = ((size_t)1 << k) % lines;
      uint64_t moved = with_bit[k];
      for (size_t i = 0; i < by; i++) {
        to[i] = (from[i] & ~moved) | (from[i + lines - by] & moved);
      }
      for (size_t i = by; i < lines; i++) {
        to[i] = (from[i] & ~moved) | (from[i - by] & moved);
      }
      uint64_t *swap = from;
      from = to;
      to = swap;
    }
    for (int32_t y = 0; y < height; y++) {
      tp_bitplane_words(words, plane, y)[w] = from[y];
    }
  }
}
