/* erode.c - erosion of a mask by a rectangle (mathematical morphology: Serra
 * 1982), 64 cells a word.
 *
 * A rectangle is a row of cells moved down, so rows and columns are eroded one
 * after the other. A run of n free cells begins where two runs of k <= n begin
 * that together are as long: m_n(x) = m_k(x) and m_k(x + n - k). So the length
 * doubles with each step, and the last one overlaps:
 *
 *     6 = 1 -> 2 -> 4 -> 6      four cells from x and four from x + 2
 *
 * Along a row this is a shift of the word and the one after it, which are
 * enough for a run of 64 cells; down a column it is the word k rows further
 * down. The unit is a square of 64 x 64 cells, a word wide, and the cells
 * needed below it.
 *
 * log2(wide) + log2(high) steps of 2 to 5 operations a word: some 20 us for 512
 * x 512 cells.
 */
#include "erode.h"

#include <string.h>

enum { SIDE = 64 };

/* The word in which bit i is set if the bits i .. i + n - 1 of the two words,
 * read as one row, are. */
static uint64_t runs(uint64_t low, uint64_t high, int32_t n) {
  for (int32_t k = 1; k < n;) {
    int32_t shift = k < n - k ? k : n - k;
    low &= low >> shift | high << 1 << (63 - shift);
    high &= high >> shift;
    k += shift;
  }
  return low;
}

/* The same for columns: each of `rows` words becomes the common bits of it and
 * the n - 1 words below. */
static void columns(uint64_t word[], int32_t rows, int32_t n) {
  for (int32_t k = 1; k < n;) {
    int32_t shift = k < n - k ? k : n - k;
    for (int32_t y = 0; y < rows + n - k - shift; y++) {
      word[y] &= word[y + shift];
    }
    k += shift;
  }
}

void tp_erode_square(uint64_t fits[SIDE], const tp_Mask *mask, uint64_t flip,
                     int32_t wide, int32_t high, tp_Rect square) {
  uint64_t word[2 * SIDE] = {0};
  bool is_inside = square.x >= 0 && square.x < mask->width;
  TP_ASSERT((square.x & 63) == 0 && square.h <= SIDE);
  for (int32_t i = 0; is_inside && i < square.h + high - 1; i++) {
    /* Above and below the map nothing is set. */
    int32_t y = tp_lesser(tp_greater(square.y + i, -1), mask->height);
    const uint64_t *from = tp_mask_row(mask, y) + (square.x >> 6);
    word[i] = runs(from[0] ^ flip, from[1] ^ flip, wide);
  }
  columns(word, square.h, high);
  memcpy(fits, word, (size_t)square.h * sizeof *word);
}

/* Writes these bits of a square: other reasons that keep the agent from a cell
 * are not known here. Returns the smallest rectangle over all cells that
 * change. */
static tp_Rect write_square(tp_Mask *mask, const uint64_t word[], uint64_t bits,
                            tp_Rect square) {
  uint64_t changed = 0;
  int32_t top = -1, bottom = 0;
  for (int32_t i = 0; i < square.h; i++) {
    uint64_t *to = &tp_mask_words(mask, square.y + i)[square.x >> 6];
    uint64_t flips = (*to ^ word[i]) & bits;
    if (!flips) continue;
    changed |= flips;
    *to ^= flips;
    if (top < 0) top = i;
    bottom = i + 1;
  }
  if (!changed) return (tp_Rect){0, 0, 0, 0};
  int32_t left = tp_lowest(changed), right = tp_highest(changed) + 1;
  return (tp_Rect){square.x + left, square.y + top, right - left, bottom - top};
}

void tp_erode(tp_Mask *mask, const tp_Mask *cells, int32_t wide, int32_t high,
              tp_Rect rect) {
  int32_t bottom = rect.y + rect.h;
  tp_Rect changed = {0, 0, 0, 0};
  TP_ASSERT(wide >= 1 && wide <= SIDE && high >= 1 && high <= SIDE);
  TP_ASSERT(tp_rect_same(rect, tp_rect_clip(rect, mask->changes.whole)));
  for (int32_t y = rect.y; y < bottom; y += SIDE) {
    int32_t rows = tp_lesser(bottom - y, SIDE);
    for (int32_t w = rect.x >> 6; w <= (rect.x + rect.w - 1) >> 6; w++) {
      int32_t left = tp_greater(rect.x - 64 * w, 0);
      int32_t right = tp_lesser(rect.x + rect.w - 64 * w, 64);
      uint64_t within = UINT64_MAX << left & UINT64_MAX >> (64 - right);
      uint64_t fits[SIDE];
      tp_Rect square = {64 * w, y, 64, rows};
      tp_erode_square(fits, cells, 0, wide, high, square);
      changed = tp_rect_join(changed, write_square(mask, fits, within, square));
    }
  }
  if (!tp_rect_is_empty(changed)) tp_changelog_add(&mask->changes, changed);
}
