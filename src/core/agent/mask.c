/* mask.c - the grid as one agent sees it, 64 cells a word.
 *
 * 1/8 byte a cell (and a word a row); reading takes a quarter of a nanosecond a
 * cell, only over the words that an edit touched. Changes are recorded to the
 * bit. Tuned for searches that read the 3 x 3 cells around a place, and for
 * scans along rows.
 */
#include "mask.h"

#include <string.h>

size_t tp_mask_bytes(int32_t width, int32_t height) {
  const size_t stride = (size_t)(width + 63) / 64 + 1;
  const size_t words = ((size_t)height + 2) * stride + 1;
  return offsetof(tp_Mask, words) + words * sizeof(uint64_t);
}

void tp_mask_init(tp_Mask *m, int32_t width, int32_t height) {
  memset(m, 0, tp_mask_bytes(width, height));
  m->width = width;
  m->height = height;
  m->stride = (width + 63) / 64 + 1;
  tp_changelog_init(&m->changes, width, height);
}

void tp_mask_copy(tp_Mask *m, const tp_Mask *from) {
  memcpy(m, from, tp_mask_bytes(from->width, from->height));
}

void tp_mask_read(tp_Mask *m, const tp_Grid *g, const bool enter[256],
                  const tp_LayerCosts *closing, tp_Rect rect) {
  tp_Rect all = {0, 0, 0, 0};
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    uint64_t *row = tp_mask_words(m, y);
    int32_t left = -1, right = 0; /* columns that change */
    for (int32_t w = rect.x >> 6; w <= (rect.x + rect.w - 1) >> 6; w++) {
      const uint8_t *cells = &g->cells[tp_grid_index(g, w * 64, y)];
      const int n = tp_lesser(m->width - w * 64, 64);
      uint64_t word = 0;
      for (int i = 0; i < n; i++) word |= (uint64_t)enter[cells[i]] << i;
      for (int i = 0; closing && i < n; i++) {
        const size_t cell = tp_grid_index(g, w * 64 + i, y);
        if (tp_layercosts_is_closed(closing, cell)) word &= ~(UINT64_C(1) << i);
      }
      const uint64_t changed = row[w] ^ word;
      row[w] = word;
      if (!changed) continue;
      if (left < 0) left = w * 64 + tp_lowest(changed);
      right = w * 64 + tp_highest(changed) + 1;
    }
    if (left >= 0) all = tp_rect_join(all, (tp_Rect){left, y, right - left, 1});
  }
  if (!tp_rect_is_empty(all)) tp_changelog_add(&m->changes, all);
}

void tp_mask_set(tp_Mask *m, int32_t x, int32_t y, bool yes) {
  TP_ASSERT(x >= 0 && x < m->width);
  uint64_t *word = &tp_mask_words(m, y)[x >> 6];
  if ((*word >> (x & 63) & 1) == yes) return;
  *word ^= UINT64_C(1) << (x & 63);
  tp_changelog_add(&m->changes, (tp_Rect){x, y, 1, 1});
}

/* The columns of a rectangle in word i of a row. */
static uint64_t columns_in(tp_Rect rect, int32_t i) {
  const int32_t begin = tp_greater(rect.x - i * 64, 0);
  const int32_t end = tp_lesser(rect.x + rect.w - i * 64, 64);
  return UINT64_MAX >> (64 - (end - begin)) << begin;
}

void tp_mask_fill(tp_Mask *m, tp_Rect rect, bool yes) {
  for (int32_t y = rect.y; rect.w > 0 && y < rect.y + rect.h; y++) {
    uint64_t *row = tp_mask_words(m, y);
    for (int32_t i = rect.x >> 6; i <= (rect.x + rect.w - 1) >> 6; i++) {
      const uint64_t columns = columns_in(rect, i);
      row[i] = yes ? row[i] | columns : row[i] & ~columns;
    }
  }
}

/* Changes in larger rectangles are recorded as one: such a rectangle means that
 * the exact changes are unknown. */
enum { NOTED_AS_ONE = 1 << 14 };

/* Notes the cells of a word that have changed, run by run. */
static void record_runs(tp_Mask *m, int32_t x, int32_t y, uint64_t changed) {
  while (changed) {
    int at = tp_lowest(changed);
    uint64_t after = ~(changed >> at);
    int length = after ? tp_lowest(after) : 64;
    int end = at + length;
    tp_changelog_add(&m->changes, (tp_Rect){x + at, y, length, 1});
    changed = end < 64 ? changed >> end << end : 0;
  }
}

void tp_mask_take(tp_Mask *m, const tp_Mask *from, const tp_Mask *without,
                  tp_Rect rect) {
  const int32_t first = rect.x >> 6, last = (rect.x + rect.w - 1) >> 6;
  const bool as_one = tp_rect_area(rect) > NOTED_AS_ONE;
  tp_Rect all = {0, 0, 0, 0};
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    uint64_t *row = tp_mask_words(m, y);
    const uint64_t *wanted = tp_mask_row(from, y);
    const uint64_t *taken = without ? tp_mask_row(without, y) : NULL;
    for (int32_t i = first; i <= last; i++) {
      uint64_t word = wanted[i] & ~(taken ? taken[i] : 0);
      uint64_t changed = (row[i] ^ word) & columns_in(rect, i);
      row[i] ^= changed;
      if (!changed) continue;
      if (as_one) {
        int32_t left = i * 64 + tp_lowest(changed);
        int32_t width = i * 64 + tp_highest(changed) + 1 - left;
        all = tp_rect_join(all, (tp_Rect){left, y, width, 1});
      } else {
        record_runs(m, i * 64, y, changed);
      }
    }
  }
  if (!tp_rect_is_empty(all)) tp_changelog_add(&m->changes, all);
}
