/* occupancy.h - who stands where on one grid. Nobody shares a cell.
 */
#ifndef TP_OCCUPANCY_H
#define TP_OCCUPANCY_H

#include "../base/changes.h"

/* Holders are numbers from 1, the caller's own. 4 1/8 bytes a cell. */
typedef struct tp_Occupancy {
  int32_t width, height;
  int32_t stride;      /* words of a row of bits */
  uint32_t held;       /* cells                  */
  uint64_t id;         /* no other one of the grid has ever had it */
  tp_Changes changes;  /* of cells whose holder is another one now */
  uint64_t holders_at; /* in words from `words`                    */
  uint64_t words[];    /* a bit a cell, row by row; the holders    */
} tp_Occupancy;

TP_FUNC size_t tp_occupancy_bytes(int32_t width, int32_t height);

/* One where nobody stands, in tp_occupancy_bytes(width, height) bytes at o. */
TP_FUNC void tp_occupancy_init(tp_Occupancy *o, int32_t width, int32_t height,
                               uint64_t id);

/* For who has written the holders (below): whether cells are held follows from
 * those. */
TP_FUNC void tp_occupancy_restate(tp_Occupancy *o);

/* Bit x % 64 of word x / 64 says whether a cell of the row is held. */
TP_INLINE const uint64_t *tp_occupancy_row(const tp_Occupancy *o, int32_t y) {
  return &o->words[(size_t)y * (size_t)o->stride];
}

/* Who holds a cell, by its place in the grid; 0: nobody. */
TP_INLINE const uint32_t *tp_occupancy_holders(const tp_Occupancy *o) {
  return (const uint32_t *)(const void *)&o->words[o->holders_at];
}

/* The same of a cell that lies inside. */
TP_INLINE uint32_t tp_occupancy_at(const tp_Occupancy *o, int32_t x,
                                   int32_t y) {
  TP_ASSERT(x >= 0 && x < o->width && y >= 0 && y < o->height);
  return tp_occupancy_holders(o)[(size_t)y * (size_t)o->width + (size_t)x];
}

/* Rectangles lie inside. */

/* Is no cell of it held by anybody but `who`? */
TP_FUNC bool tp_occupancy_is_free(const tp_Occupancy *o, tp_Rect rect,
                                  uint32_t who);

/* Gives `who` those of its cells that nobody holds; takes those that `who`
 * holds from it. Each returns how many cells changed. */
TP_FUNC int64_t tp_occupancy_hold(tp_Occupancy *o, tp_Rect rect, uint32_t who);
TP_FUNC int64_t tp_occupancy_release(tp_Occupancy *o, tp_Rect rect,
                                     uint32_t who);

/* Gives `who`, who holds no cells but those of `from`, the cells of `to`
 * instead. False, without a change, where somebody else holds one of `to`. */
TP_FUNC bool tp_occupancy_move(tp_Occupancy *o, tp_Rect from, tp_Rect to,
                               uint32_t who);

/* ---- for units that reserve cells tentatively ---------------------------- */

/* Who holds a cell may be overwritten here, if all is as it was, or agreed,
 * before anybody else asks. */
TP_INLINE uint32_t *tp_occupancy_reservations(tp_Occupancy *o) {
  return (uint32_t *)(void *)&o->words[o->holders_at];
}

/* The holders of cells of the rectangle are others now: all else follows, but
 * that the change is left pending, to be noted in the log before anybody else
 * asks. */
TP_FUNC void tp_occupancy_agree(tp_Occupancy *o, tp_Rect rect,
                                tp_Pending *pending);

/* Takes those cells of `from` that are none of `to` from `who`, where he holds
 * them. The change is left pending. How many changed. */
TP_FUNC int64_t tp_occupancy_leave(tp_Occupancy *o, tp_Rect from, tp_Rect to,
                                   uint32_t who, tp_Pending *pending);

#endif
