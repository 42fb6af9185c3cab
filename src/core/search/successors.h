/* successors.h - which steps to try from a cell, for searches that go from cell
 * to cell. */
#ifndef TP_SUCCESSORS_H
#define TP_SUCCESSORS_H

#include "../base/bits.h"
#include "../navmap/navmap.h"

/* Which of the 3 x 3 cells around one are of its class, as topology.h draws
 * them; none at the edge of the map, where some lie outside. */
TP_INLINE unsigned tp_alike(const tp_Navmap *nav, tp_Cell at, size_t here) {
  const int32_t width = nav->mask->width, bottom = nav->mask->height - 1;
  const uint8_t *cell = &nav->costs.class_of[here];
  if (at.x == 0 || at.y == 0 || at.x == width - 1 || at.y == bottom) return 0;
  return tp_equal_bytes(cell - width - 1, *cell) |
         tp_equal_bytes(cell - 1, *cell) << 3 |
         tp_equal_bytes(cell + width - 1, *cell) << 6;
}

/* The steps worth trying from a cell that was entered in that direction
 * (TP_DIRECTIONS: a start): never back. Where costs are orderly, more are left
 * out if `prunes`: each of them leads where one gets from the cell before at no
 * more cost without this one. On priced ground one is left out only for a way
 * over cells of one class; the cell that a way begins with is left and not
 * entered, so its class does not matter. */
TP_INLINE unsigned tp_successors_onward(const tp_Navmap *nav, unsigned nine,
                                        tp_Cell at, size_t here, int came_by,
                                        const bool uniform, const bool prunes) {
  if (uniform && prunes) return nav->pruning.steps[came_by][nine];
  unsigned steps = nav->moves.legal[nine];
  if (came_by == TP_DIRECTIONS) return steps;
  int back = tp_opposite(came_by);
  if (!prunes) return steps & ~(1u << back);
  unsigned like = nine & tp_alike(nav, at, here);
  like |= 1u << tp_nine_bit(tp_dx[back], tp_dy[back]);
  unsigned needless =
      nav->moves.legal[like] & ~(unsigned)nav->pruning.steps[came_by][like];
  return steps & ~(needless | 1u << back);
}

/* By the direction in which a cell was entered: the steps from it to the cells
 * that share a side with the one before. */
static const uint8_t tp_beside[TP_DIRECTIONS] = {
    [TP_E] = 1 << TP_NW | 1 << TP_SW, [TP_S] = 1 << TP_NW | 1 << TP_NE,
    [TP_W] = 1 << TP_NE | 1 << TP_SE, [TP_N] = 1 << TP_SE | 1 << TP_SW,
    [TP_SE] = 1 << TP_N | 1 << TP_W,  [TP_SW] = 1 << TP_N | 1 << TP_E,
    [TP_NW] = 1 << TP_S | 1 << TP_E,  [TP_NE] = 1 << TP_S | 1 << TP_W,
};

/* The same where costs are those of the way to a start, so that a step costs
 * what the cell is like from which one looks on. Then the cell at the end of a
 * way is the one whose class does not matter. The cell `before`, where the way
 * begins, may also be a cheaper one: its diagonal steps are then those that one
 * would rather take. Whatever it is like, a step to a cell straight beside it
 * is none to take from here. */
TP_INLINE unsigned tp_successors_back(const tp_Navmap *nav, unsigned nine,
                                      tp_Cell at, size_t here, size_t before,
                                      int came_by, const bool uniform,
                                      const bool prunes) {
  if (uniform && prunes) return nav->pruning.steps[came_by][nine];
  unsigned steps = nav->moves.legal[nine];
  if (came_by == TP_DIRECTIONS) return steps;
  int back = tp_opposite(came_by);
  if (!prunes) return steps & ~(1u << back);
  const uint64_t *straight = nav->costs.step[0];
  unsigned passable = 1u << tp_nine_bit(tp_dx[back], tp_dy[back]) | 1u << 4;
  if (straight[nav->costs.class_of[before]] <=
      straight[nav->costs.class_of[here]]) {
    passable |= nine & tp_alike(nav, at, here);
    return steps & ~(nav->pruning.needless[came_by][passable] | 1u << back);
  }
  return steps & ~(tp_beside[came_by] | 1u << back);
}

#endif
