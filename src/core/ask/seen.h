/* seen.h - the set of all cells that are seen from one, as a bit a cell. */
#ifndef TP_SEEN_H
#define TP_SEEN_H

#include "visible.h"

/* A plane over the rectangle within range: in words of a mask's row. */
typedef struct tp_Seen {
  int32_t first_word, words; /* of each row                 */
  int32_t top, rows;
  uint64_t count; /* of cells                    */
  uint64_t *bits; /* the caller's: rows of words */
} tp_Seen;

/* An empty set for cells within that range, squared, of a cell inside the map.
 * Its bits are yet to be given: tp_seen_bytes of them. */
TP_FUNC void tp_seen_init(tp_Seen *seen, const tp_Mask *mask, tp_Cell cell,
                          uint64_t range);
TP_FUNC size_t tp_seen_bytes(const tp_Seen *seen);

/* Fills the set, for which `bits` has room, with what tp_view_start(...) comes
 * to, looking outwards. `work`: tp_view_words of the map's width. */
TP_FUNC void tp_seen_fill(tp_Seen *seen, const tp_Navmap *navmap, tp_Cell cell,
                          uint64_t range, uint64_t *work);

/* Is the cell, which may lie anywhere, one of the set? */
TP_FUNC bool tp_seen_has(const tp_Seen *seen, tp_Cell cell);

/* The first cell of the set in reading order whose place, as a bit of the
 * plane, is `*at` or comes after it; then *at is the place behind it. False
 * where there is none. */
TP_FUNC bool tp_seen_next(const tp_Seen *seen, size_t *at, tp_Cell *cell);

#endif
