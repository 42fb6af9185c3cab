/* occupancy.h - the occupants of the cells of one grid. No cell has two
 * occupants.
 */
#pragma once

#include "../base/changelog.h"

/* Occupants are numbers from 1, given by the caller. 4 1/8 bytes a cell. */
typedef struct tp_Occupancy {
  int32_t width, height;
  int32_t stride;       /* words in a row of bits */
  uint64_t id;          /* unique on this grid */
  tp_ChangeLog changes; /* cells whose occupant has changed */
  uint64_t holders_at;  /* in words from `words` */
  uint64_t words[];     /* a bit a cell, row by row; then the occupants */
} tp_Occupancy;

TP_FUNC size_t tp_occupancy_bytes(int32_t width, int32_t height);

/* Makes an empty occupancy in tp_occupancy_bytes(width, height) bytes at o. */
TP_FUNC void tp_occupancy_init(tp_Occupancy *o, int32_t width, int32_t height,
                               uint64_t id);

/* Call it after the occupants (below) were written: derives the bits from
 * them. */
TP_FUNC void tp_occupancy_restate(tp_Occupancy *o);

/* Bit x % 64 of word x / 64: the cell of the row is held. */
TP_INLINE const uint64_t *tp_occupancy_row(const tp_Occupancy *o, int32_t y) {
  return &o->words[(size_t)y * (size_t)o->stride];
}

/* The occupant of each cell, by its index in the grid; 0: none. */
TP_INLINE const uint32_t *tp_occupancy_holders(const tp_Occupancy *o) {
  return (const uint32_t *)(const void *)&o->words[o->holders_at];
}

/* The occupant of a cell inside the map. */
TP_INLINE uint32_t tp_occupancy_at(const tp_Occupancy *o, int32_t x,
                                   int32_t y) {
  TP_ASSERT(x >= 0 && x < o->width && y >= 0 && y < o->height);
  return tp_occupancy_holders(o)[(size_t)y * (size_t)o->width + (size_t)x];
}

/* Rectangles lie inside the map. */

/* Is each cell of the rectangle free, or held by `who`? */
TP_FUNC bool tp_occupancy_is_free(const tp_Occupancy *o, tp_Rect rect,
                                  uint32_t who);

/* Gives `who` the free cells of the rectangle; or releases those that `who`
 * holds. */
TP_FUNC void tp_occupancy_hold(tp_Occupancy *o, tp_Rect rect, uint32_t who);
TP_FUNC void tp_occupancy_release(tp_Occupancy *o, tp_Rect rect, uint32_t who);

/* Gives `who` the cells of `to` instead of those of `from`; it must hold no
 * others. False, without a change, if another occupant has one of `to`. */
TP_FUNC bool tp_occupancy_move(tp_Occupancy *o, tp_Rect from, tp_Rect to,
                               uint32_t who);

/* ---- for units that reserve cells tentatively ---------------------------- */

/* The occupants, to be overwritten for a while. Before any other use they must
 * be restored, or confirmed by tp_occupancy_agree. */
TP_INLINE uint32_t *tp_occupancy_reservations(tp_Occupancy *o) {
  return (uint32_t *)(void *)&o->words[o->holders_at];
}

/* The occupants of cells of the rectangle have changed: updates the bits. */
TP_FUNC void tp_occupancy_agree(tp_Occupancy *o, tp_Rect rect);

/* Releases those cells of `from` outside of `to` that `who` holds. Has any
 * changed? */
TP_FUNC bool tp_occupancy_leave(tp_Occupancy *o, tp_Rect from, tp_Rect to,
                                uint32_t who);
