/* scout.h - a mover looks around for a cell that is further from something, or
 * nearer to it. */
#ifndef TP_SCOUT_H
#define TP_SCOUT_H

#include "state.h"

/* It looks so far, along either axis. */
enum { TP_SCOUT_REACH = 24, TP_SCOUT_SIDE = 2 * TP_SCOUT_REACH + 1 };

/* Cells of a way, each a step from the one before it: first the mover's own. Of
 * one cell: there is none that is better. */
typedef struct tp_Scout {
  uint32_t count;
  uint32_t looked; /* cells that were come to, and an eighth of all movers */
  tp_Cell cell[TP_SCOUT_SIDE * TP_SCOUT_SIDE];
} tp_Scout;

/* The square of how far apart, in cells, a cell and a rectangle are; hexagons:
 * in steps. */
TP_INLINE uint64_t tp_scout_square(tp_Stagger s, tp_Cell c, tp_Rect from) {
  if (tp_is_hexagonal(s)) {
    const uint64_t n = tp_hexagons_apart(s, c, tp_rect_nearest(from, c));
    return n * n;
  }
  const uint64_t dx = tp_beyond(c.x, from.x, from.w);
  const uint64_t dy = tp_beyond(c.y, from.y, from.h);
  return dx * dx + dy * dy;
}

/* A way with the fewest steps to a cell that is so far from the rectangle that
 * the square of that is `enough`, of several to the furthest; or else to the
 * cell that is furthest from it. None of its cells is nearer to it than the one
 * before, and nobody stands in the last one or goes there. Units that the game
 * alone moves are walls; those at rest where their orders have them, too,
 * unless it passes them. The navmap is up to date. */
TP_FUNC void tp_scout_away(const tp_Motion *m, uint32_t id, tp_Rect from,
                           double enough, bool passes, tp_Scout *found);

/* A way of a few steps, enough to go half round the rectangle, to the cell that
 * is nearest to it and where nobody goes, over cells where nobody stands; none
 * of them is so near that the square of that is below `least`. */
TP_FUNC void tp_scout_near(const tp_Motion *m, uint32_t id, tp_Rect to,
                           double least, tp_Scout *found);

#endif
