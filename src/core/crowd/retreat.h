/* retreat.h - a way for a mover to get away from something. */
#ifndef TP_RETREAT_H
#define TP_RETREAT_H

#include "state.h"

/* It looks so far around, along either axis. */
enum { TP_RETREAT_REACH = 24, TP_RETREAT_SIDE = 2 * TP_RETREAT_REACH + 1 };

/* Cells of a way, each a step from the one before it: first the mover's own. */
typedef struct tp_Retreat {
  uint32_t count;
  tp_Cell cell[TP_RETREAT_SIDE * TP_RETREAT_SIDE];
} tp_Retreat;

/* The square of how far apart, in cells, a cell and a rectangle are. */
TP_INLINE uint64_t tp_retreat_square(tp_Cell c, tp_Rect from) {
  const uint64_t dx = tp_beyond(c.x, from.x, from.w);
  const uint64_t dy = tp_beyond(c.y, from.y, from.h);
  return dx * dx + dy * dy;
}

/* A way with the fewest steps to a cell that is so far from the rectangle that
 * the square of that is `enough`, of several to the furthest; or else to the
 * cell that is furthest from it.
 * None of its cells is nearer to it than the mover, and nobody stands in the
 * last one. Of one cell: there is none. Units that the game alone moves are
 * walls. The navmap is up to date. */
TP_FUNC void tp_retreat_find(const tp_Motion *m, uint32_t id, tp_Rect from,
                             double enough, tp_Retreat *retreat);

#endif
