/* visibleset.h - a set of the cells that are seen from one. */
#pragma once

#include "../navmap/navmap.h"

/* A bit for each cell: a plane over the rectangle within range, in words of a
 * mask's row. */
typedef struct tp_VisibleSet {
  int32_t first_word, words; /* of each row */
  int32_t top, rows;
  uint64_t count; /* of cells */
  uint64_t *bits; /* the caller's: rows of words */
} tp_VisibleSet;

/* Cells in a straight line, or steps, within a range, squared. */
TP_FUNC int32_t tp_visibleset_reach(uint64_t range);

/* An empty set for cells within a range, squared, of a cell inside the map. The
 * caller provides its bits: tp_visibleset_bytes of them. */
TP_FUNC void tp_visibleset_init(tp_VisibleSet *visible, const tp_Mask *mask,
                                tp_Cell cell, uint64_t range);
TP_FUNC size_t tp_visibleset_bytes(const tp_VisibleSet *visible);

/* The words of a row. */
TP_INLINE uint64_t *tp_visibleset_row(const tp_VisibleSet *visible, int32_t y) {
  return &visible->bits[(size_t)(y - visible->top) * (size_t)visible->words];
}

/* Adds a cell, which lies in the set's rectangle. */
TP_INLINE void tp_visibleset_add(tp_VisibleSet *visible, tp_Cell c) {
  uint64_t *const row = tp_visibleset_row(visible, c.y);
  row[(c.x >> 6) - visible->first_word] |= UINT64_C(1) << (c.x & 63);
}

/* Removes a cell of the set. */
TP_INLINE void tp_visibleset_remove(tp_VisibleSet *visible, tp_Cell c) {
  uint64_t *const row = tp_visibleset_row(visible, c.y);
  row[(c.x >> 6) - visible->first_word] &= ~(UINT64_C(1) << (c.x & 63));
  visible->count--;
}

/* Adds the blocked cells within range of a cell that touch a cell of the set
 * with a side or a corner. */
TP_FUNC void tp_visibleset_add_walls(tp_VisibleSet *visible,
                                     const tp_Navmap *navmap, tp_Cell cell,
                                     uint64_t range, uint64_t *work);

/* Adds the cells of another set, whose rectangle lies in that of the first. */
TP_FUNC void tp_visibleset_join(tp_VisibleSet *all, const tp_VisibleSet *one);

/* Is the cell, which may be anywhere, in the set? */
TP_FUNC bool tp_visibleset_has(const tp_VisibleSet *visible, tp_Cell cell);

/* The first cell of the set in reading order whose place, as a bit of the
 * plane, is at least `*at`; *at becomes the place after it. False if there is
 * none. */
TP_FUNC bool tp_visibleset_next(const tp_VisibleSet *visible, size_t *at,
                                tp_Cell *cell);
