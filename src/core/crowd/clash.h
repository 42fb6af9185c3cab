/* clash.h - which two steps may not happen at the same time.
 *
 * A step goes straight from cell to cell. Two of them clash where on the way
 * the rectangles would overlap by more than half a cell, along both axes, at
 * any phase of the one and of the other; of a follower, who takes over cells
 * that the leaver leaves, at no later phase than the leaver's: he begins no
 * earlier and ends no earlier.
 *
 * Of two that take over nothing from each other only those of size 1 clash, and
 * only where they go over both diagonals of the same four cells. To see that,
 * look at the other's place relative to the one's: at the beginning, after one
 * step, after the other, and after both, they do not overlap. The other moves
 * by at most 2 along each axis, across a square of side W, the sizes added up;
 * where W is at least 3 no two steps go from one side of it to the other one
 * but by a place in it, and along a corner they cut off no more than a half.
 */
#ifndef TP_CLASH_H
#define TP_CLASH_H

#include "mover.h"

/* A step, or who stands: there dx, dy are 0. */
typedef struct tp_Move {
  tp_Rect from;
  int32_t dx, dy;
} tp_Move;

/* May B not take over cells of A, who leaves? Both move. */
TP_FUNC bool tp_clash_follows(tp_Move b, tp_Move a);

/* The same of two steps that begin and end at the same times. */
TP_FUNC bool tp_clash_in_step(tp_Move a, tp_Move b);

/* Do the steps go over both diagonals of the same four cells? */
TP_INLINE bool tp_clash_crosses(tp_Move a, tp_Move b) {
  return a.dx && a.dy && b.dx && b.dy && (a.dx != b.dx) != (a.dy != b.dy) &&
         tp_rect_area(a.from) == 1 && tp_rect_area(b.from) == 1 &&
         2 * a.from.x + a.dx == 2 * b.from.x + b.dx &&
         2 * a.from.y + a.dy == 2 * b.from.y + b.dy;
}

#endif
