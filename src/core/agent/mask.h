/* mask.h - the cells that one agent may enter, a bit a cell. */
#pragma once

#include "../base/bits.h"
#include "../map/grid.h"
#include "layercosts.h"

/* Rows of 64-bit words; the cell in column x is bit x % 64 of word x / 64. One
 * blocked word comes before each row and after the last, and a blocked row
 * above and below: the neighbours of any cell of the grid can be read without a
 * test for the edge. Bits past the width are 0. */
typedef struct tp_Mask {
  int32_t width, height;
  int32_t stride; /* words from one row to the next */
  int32_t padding;
  tp_ChangeLog changes; /* recorded by every function that writes the mask */
  uint64_t words[];
} tp_Mask;

TP_FUNC size_t tp_mask_bytes(int32_t width, int32_t height);

/* Prepares the mask of a blocked map in tp_mask_bytes(width, height) bytes at
 * m. */
TP_FUNC void tp_mask_init(tp_Mask *m, int32_t width, int32_t height);

/* Copies another mask. */
TP_FUNC void tp_mask_copy(tp_Mask *m, const tp_Mask *from);

/* Reads the cells of the rectangle (which lies inside) from the grid; enter[b]
 * tells whether a cell with byte b is free. `closing`: layers that close cells;
 * NULL: none do. */
TP_FUNC void tp_mask_read(tp_Mask *m, const tp_Grid *g, const bool enter[256],
                          const tp_LayerCosts *closing, tp_Rect rect);

/* Makes a cell of the grid free or blocked. */
TP_FUNC void tp_mask_set(tp_Mask *m, int32_t x, int32_t y, bool yes);

/* Sets the bits of a rectangle, which lies inside or is empty. The log tells
 * nothing. */
TP_FUNC void tp_mask_fill(tp_Mask *m, tp_Rect rect, bool yes);

/* Copies the cells of the rectangle (which lies inside) from a mask of the same
 * size, without those of `without` (NULL: none). */
TP_FUNC void tp_mask_take(tp_Mask *m, const tp_Mask *from,
                          const tp_Mask *without, tp_Rect rect);

/* Word 0 of row y, -1 <= y <= height. tp_mask_words is for callers who write
 * the mask and note the changes themselves. */
TP_INLINE const uint64_t *tp_mask_row(const tp_Mask *m, int32_t y) {
  TP_ASSERT(y >= -1 && y <= m->height);
  return &m->words[(size_t)(y + 1) * (size_t)m->stride + 1];
}

TP_INLINE uint64_t *tp_mask_words(tp_Mask *m, int32_t y) {
  TP_ASSERT(y >= 0 && y < m->height);
  return &m->words[(size_t)(y + 1) * (size_t)m->stride + 1];
}

/* Sets or clears a bit, and records no change. */
TP_INLINE void tp_mask_write(tp_Mask *m, int32_t x, int32_t y, bool yes) {
  uint64_t *word = &tp_mask_words(m, y)[x >> 6];
  const uint64_t bit = UINT64_C(1) << (x & 63);
  *word = yes ? *word | bit : *word & ~bit;
}

/* Is the cell free? -1 <= x <= width, -1 <= y <= height. */
TP_INLINE bool tp_mask_has(const tp_Mask *m, int32_t x, int32_t y) {
  TP_ASSERT(x >= -1 && x <= m->width);
  return tp_mask_row(m, y)[x >> 6] >> (x & 63) & 1;
}

TP_INLINE bool tp_mask_is_inside(const tp_Mask *m, int32_t x, int32_t y) {
  return (uint32_t)x < (uint32_t)m->width && (uint32_t)y < (uint32_t)m->height;
}

/* The same for any x, y; outside is blocked. */
TP_INLINE bool tp_mask_can_enter(const tp_Mask *m, int32_t x, int32_t y) {
  return tp_mask_is_inside(m, x, y) && tp_mask_has(m, x, y);
}

/* 32 cells of a row from x on, the first one of a half word. */
TP_INLINE uint32_t tp_mask_half(const tp_Mask *m, int32_t x, int32_t y) {
  return (uint32_t)(tp_mask_row(m, y)[x >> 6] >> (x & 32));
}

/* 64 cells of a row from `first` on: -1 <= first <= width. */
TP_INLINE uint64_t tp_mask_window(const uint64_t *row, int32_t first) {
  const uint64_t *word = &row[first >> 6];
  const int shift = first & 63;
  return word[0] >> shift | word[1] << 1 << (63 - shift);
}

/* Bits x - 1, x, x + 1 of a row, as bits 0, 1, 2. */
TP_INLINE unsigned tp_mask_three(const uint64_t *row, int32_t x) {
  return (unsigned)(tp_mask_window(row, x - 1) & 7);
}

/* The neighbourhood of a cell of the grid, with the bits of neighborhood.h.
 * Only two of 64 columns need a second word. */
TP_INLINE unsigned tp_mask_neighborhood(const tp_Mask *m, int32_t x,
                                        int32_t y) {
  TP_ASSERT(x >= 0 && x < m->width && y >= 0 && y < m->height);
  const uint64_t *row = tp_mask_row(m, y);
  unsigned shift = (unsigned)(x - 1) & 63;
  if (shift < 62) {
    const uint64_t *word = &row[x >> 6];
    return (unsigned)(word[-m->stride] >> shift & 7) |
           (unsigned)(word[0] >> shift & 7) << 3 |
           (unsigned)(word[m->stride] >> shift & 7) << 6;
  }
  return tp_mask_three(row - m->stride, x) | tp_mask_three(row, x) << 3 |
         tp_mask_three(row + m->stride, x) << 6;
}

/* The first cell of a row at x or after it whose bit differs from those of
 * `same`; `end` if there is none before. 0 <= x, end <= width. */
TP_INLINE int32_t tp_mask_first(const tp_Mask *m, int32_t y, int32_t x,
                                int32_t end, uint64_t same) {
  TP_ASSERT(x >= 0 && end <= m->width);
  const uint64_t *row = tp_mask_row(m, y);
  while (x < end) {
    uint64_t rest = (row[x >> 6] ^ same) >> (x & 63);
    if (rest) {
      x += tp_lowest(rest);
      return x < end ? x : end;
    }
    x = (x | 63) + 1;
  }
  return end;
}

/* The last one at x or before it; first - 1 if there is none. 0 <= first, x <
 * width. */
TP_INLINE int32_t tp_mask_last(const tp_Mask *m, int32_t y, int32_t x,
                               int32_t first, uint64_t same) {
  TP_ASSERT(x < m->width && first >= 0);
  const uint64_t *row = tp_mask_row(m, y);
  while (x >= first) {
    uint64_t rest = (row[x >> 6] ^ same) << (63 - (x & 63));
    if (rest) {
      x -= 63 - tp_highest(rest);
      return x >= first ? x : first - 1;
    }
    x = (x & ~63) - 1;
  }
  return first - 1;
}

/* The first free cell, and the first blocked one. */
TP_INLINE int32_t tp_mask_next(const tp_Mask *m, int32_t y, int32_t x,
                               int32_t end) {
  return tp_mask_first(m, y, x, end, 0);
}

TP_INLINE int32_t tp_mask_run_end(const tp_Mask *m, int32_t y, int32_t x,
                                  int32_t end) {
  return tp_mask_first(m, y, x, end, UINT64_MAX);
}
