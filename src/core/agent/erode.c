/* erode.c - erosion of a mask by a rectangle (mathematical morphology: Serra
 * 1982), 64 cells a word.
 *
 * A rectangle is a row of cells moved down, so rows and columns are done one
 * after the other. A run of n free cells begins where two runs of k <= n begin
 * that together are as long: m_n(x) = m_k(x) and m_k(x + n - k). So the length
 * doubles with each step, and the last one overlaps:
 *
 *     6 = 1 -> 2 -> 4 -> 6      four cells from x and four from x + 2
 *
 * Along a row that is a shift of the word and the one after it, which no run of
 * 64 cells outgrows; down a column, the word k rows further down. Done in
 * squares of 64 x 64 cells, a word wide, and what is needed below them.
 *
 * log2(wide) + log2(high) steps of 2 to 5 operations a word: some 20 us for
 * 512 x 512 cells.
 */
#include "erode.h"

enum { SIDE = 64 };

/* The word in which bit i is set where the bits i .. i + n - 1 of the two, read
 * as one row, are. */
static uint64_t runs(uint64_t low, uint64_t high, int32_t n) {
  for (int32_t k = 1; k < n;) {
    int32_t shift = k < n - k ? k : n - k;
    low &= low >> shift | high << 1 << (63 - shift);
    high &= high >> shift;
    k += shift;
  }
  return low;
}

/* The same for columns: each of `rows` words becomes what it and the n - 1
 * below it have in common. */
static void columns(uint64_t word[], int32_t rows, int32_t n) {
  for (int32_t k = 1; k < n;) {
    int32_t shift = k < n - k ? k : n - k;
    for (int32_t y = 0; y < rows + n - k - shift; y++) {
      word[y] &= word[y + shift];
    }
    k += shift;
  }
}

/* One word of each of the rows y .. y + rows - 1. */
static void erode_square(tp_Mask *mask, const tp_Mask *cells, int32_t wide,
                         int32_t high, int32_t w, int32_t y, int32_t rows) {
  uint64_t word[2 * SIDE] = {0};
  int32_t below = cells->height - y;
  int32_t last = rows + high - 1 < below ? rows + high - 1 : below;
  for (int32_t i = 0; i < last; i++) {
    const uint64_t *from = tp_mask_row(cells, y + i) + w;
    word[i] = runs(from[0], from[1], wide);
  }
  columns(word, rows, high);
  for (int32_t i = 0; i < rows; i++) tp_mask_put(mask, w, y + i, word[i]);
}

void tp_erode(tp_Mask *mask, const tp_Mask *cells, int32_t wide, int32_t high,
              tp_Rect rect) {
  int32_t bottom = rect.y + rect.h;
  for (int32_t y = rect.y; y < bottom; y += SIDE) {
    int32_t rows = bottom - y < SIDE ? bottom - y : SIDE;
    for (int32_t w = rect.x >> 6; w <= (rect.x + rect.w - 1) >> 6; w++) {
      erode_square(mask, cells, wide, high, w, y, rows);
    }
  }
}
