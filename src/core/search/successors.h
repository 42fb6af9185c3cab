/* successors.h - the successors of a cell that are worth trying, for searches
 * that go from cell to cell. */
#ifndef TP_SUCCESSORS_H
#define TP_SUCCESSORS_H

#include "../base/bits.h"
#include "../navmap/navmap.h"

/* A cell, its place in the grid, and the direction in which it was entered;
 * TP_DIRECTIONS: it is a start. */
typedef struct tp_Visit {
  tp_Cell at;
  size_t here;
  int came_by;
} tp_Visit;

/* What allows to prune: are costs orderly, so that more than the step back may
 * be pruned; and is all ground of one price? */
typedef struct tp_Prune {
  bool more, uniform;
} tp_Prune;

/* Which of the 3 x 3 cells around one are of its class, as topology.h draws
 * them; none at the edge of the map, where some lie outside. */
TP_INLINE unsigned tp_alike(const tp_Navmap *nav, tp_Visit v) {
  const int32_t width = nav->mask->width, height = nav->mask->height;
  const uint8_t *cell = nav->costs.class_of + v.here;
  const uint8_t *above = cell - width, *below = cell + width;
  if ((uint32_t)(v.at.x - 1) >= (uint32_t)(width - 2) ||
      (uint32_t)(v.at.y - 1) >= (uint32_t)(height - 2)) {
    return 0;
  }
  uint64_t around = (uint64_t)above[-1] | (uint64_t)above[0] << 8 |
                    (uint64_t)above[1] << 16 | (uint64_t)cell[-1] << 24 |
                    (uint64_t)cell[1] << 32 | (uint64_t)below[-1] << 40 |
                    (uint64_t)below[0] << 48 | (uint64_t)below[1] << 56;
  unsigned eight = tp_equal_bytes(around, *cell);
  return (eight & 15) | 16 | (eight & 240) << 1;
}

/* The cell that a visit came from, among the 3 x 3 around. */
TP_INLINE unsigned tp_predecessor_bit(int back) {
  return 1u << tp_nine_of(back);
}

/* The successors of a cell with that neighbourhood, where costs are those from
 * a start. A pruned step leads where one gets from the predecessor at no more
 * cost without this cell. On priced ground it is pruned only for a way over
 * cells of one class; the predecessor may be of another one, as no such way
 * enters it. */
TP_INLINE unsigned tp_successors_forwards(const tp_Navmap *nav, unsigned nine,
                                          tp_Visit v, const tp_Prune prune) {
  if (prune.more && prune.uniform) {
    return tp_pruning_steps(&nav->pruning, v.at, v.came_by, nine);
  }
  unsigned steps = tp_steps(&nav->moves, v.at, nine);
  if (v.came_by == TP_DIRECTIONS) return steps;
  int back = tp_opposite(v.came_by);
  if (!prune.more) return steps & ~(1u << back);
  unsigned like = (nine & tp_alike(nav, v)) | tp_predecessor_bit(back);
  unsigned pruned = tp_steps(&nav->moves, v.at, like) &
                    ~tp_pruning_steps(&nav->pruning, v.at, v.came_by, like);
  return steps & ~(pruned | 1u << back);
}

/* The same where costs are those to an end, so that the search runs against the
 * ways that it finds: a step costs what the class of the visited cell says, not
 * that of its successor. Then it is the successor that may be of another class.
 *
 * A way without this cell enters the predecessor, cell `before`, from somewhere
 * else. Where that is no dearer than this cell, steps are pruned as above.
 * Where it is dearer, only those to cells that share a side with it: from there
 * it is entered straight, whatever its class. */
TP_INLINE unsigned tp_successors_backwards(const tp_Navmap *nav, unsigned nine,
                                           tp_Visit v, size_t before,
                                           const tp_Prune prune) {
  if (prune.more && prune.uniform) {
    return tp_pruning_steps(&nav->pruning, v.at, v.came_by, nine);
  }
  unsigned steps = tp_steps(&nav->moves, v.at, nine);
  if (v.came_by == TP_DIRECTIONS) return steps;
  int back = tp_opposite(v.came_by);
  if (!prune.more) return steps & ~(1u << back);
  const uint64_t *straight = nav->costs.step[0];
  if (straight[nav->costs.class_of[before]] >
      straight[nav->costs.class_of[v.here]]) {
    return steps &
           ~(tp_pruning_aside(&nav->pruning, v.at, v.came_by) | 1u << back);
  }
  unsigned passable = (nine & tp_alike(nav, v)) | tp_predecessor_bit(back) |
                      1u << tp_nine_bit(0, 0);
  return steps &
         ~(tp_pruning_needless(&nav->pruning, v.at, v.came_by, passable) |
           1u << back);
}

#endif
