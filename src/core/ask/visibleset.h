/* visibleset.h - a set of the cells that are seen from one. */
#pragma once

#include "../navmap/navmap.h"

/* A bit for each cell: a plane over the rectangle within range, in words of a
 * mask's row. */
typedef struct tp_Seen {
  int32_t first_word, words; /* of each row */
  int32_t top, rows;
  uint64_t count; /* of cells */
  uint64_t *bits; /* the caller's: rows of words */
} tp_Seen;

/* Cells in a straight line, or steps, within a range, squared. */
TP_FUNC int32_t tp_seen_reach(uint64_t range);

/* An empty set for cells within a range, squared, of a cell inside the map. The
 * caller provides its bits: tp_seen_bytes of them. */
TP_FUNC void tp_seen_init(tp_Seen *seen, const tp_Mask *mask, tp_Cell cell,
                          uint64_t range);
TP_FUNC size_t tp_seen_bytes(const tp_Seen *seen);

/* The words of a row. */
TP_INLINE uint64_t *tp_seen_row(const tp_Seen *seen, int32_t y) {
  return &seen->bits[(size_t)(y - seen->top) * (size_t)seen->words];
}

/* Adds a cell, which lies in the set's rectangle. */
TP_INLINE void tp_seen_add(tp_Seen *seen, tp_Cell c) {
  uint64_t *const row = tp_seen_row(seen, c.y);
  row[(c.x >> 6) - seen->first_word] |= UINT64_C(1) << (c.x & 63);
}

/* Adds the blocked cells within range of a cell that touch a cell of the set
 * with a side or a corner. */
TP_FUNC void tp_seen_add_walls(tp_Seen *seen, const tp_Navmap *navmap,
                               tp_Cell cell, uint64_t range, uint64_t *work);

/* Adds the cells of another set, whose rectangle lies in that of the first. */
TP_FUNC void tp_seen_join(tp_Seen *all, const tp_Seen *one);

/* Is the cell, which may be anywhere, in the set? */
TP_FUNC bool tp_seen_has(const tp_Seen *seen, tp_Cell cell);

/* The first cell of the set in reading order whose place, as a bit of the
 * plane, is at least `*at`; *at becomes the place after it. False if there is
 * none. */
TP_FUNC bool tp_seen_next(const tp_Seen *seen, size_t *at, tp_Cell *cell);
