/* successors.h - the successors of a cell that are worth trying, for searches
 * from cell to cell. */
#pragma once

#include "../base/bits.h"
#include "../navmap/navmap.h"

/* A cell, its index in the grid, and the direction that entered it;
 * TP_NO_DIRECTION: a start. */
typedef struct tp_Visit {
  tp_Cell at;
  size_t here;
  int came_by;
} tp_Visit;

/* What allows pruning, which omits successors: `more` if costs are orderly
 * (agent/costs.h), so that more than the step back may be pruned; `uniform` if
 * all ground has one price. */
typedef struct tp_Prune {
  bool more, uniform;
} tp_Prune;

/* Which of the 3 x 3 cells around a cell have its class, with the bits of
 * neighborhood.h; none at the edge of the map, where some lie outside. */
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

/* The successors of a cell with that neighbourhood, if costs count from a
 * start. A step is pruned if a path from the predecessor that avoids this cell
 * costs no more. On priced ground that path must lie in cells of one class; the
 * predecessor may have another one, as no such path enters it. */
TP_INLINE unsigned tp_successors_forwards(const tp_Navmap *nav,
                                          unsigned neighborhood, tp_Visit v,
                                          const tp_Prune prune) {
  if (prune.more && prune.uniform) {
    return tp_pruning_steps(&nav->moves, v.at, v.came_by, neighborhood);
  }
  unsigned steps = tp_steps(&nav->moves, v.at, neighborhood);
  if (v.came_by == TP_NO_DIRECTION) return steps;
  int back = tp_opposite(v.came_by);
  if (!prune.more) return steps & ~(1u << back);
  unsigned like =
      (neighborhood & tp_alike(nav, v)) | 1u << tp_neighborhood_of(back);
  unsigned pruned = tp_steps(&nav->moves, v.at, like) &
                    ~tp_pruning_onward(&nav->moves, v.at, v.came_by, like);
  return steps & ~(pruned | 1u << back);
}

/* The same if costs count to an end, and the search runs against its paths. A
 * step then costs by the class of the visited cell, not of the successor. So
 * the successor may be of another class.
 *
 * A path that avoids this cell enters the predecessor, cell `before`, from
 * elsewhere. If the predecessor is no dearer than this cell, steps are pruned
 * as above. If it is dearer, only steps to cells that share a side with it are
 * pruned: from there it is entered straight, whatever its class. */
TP_INLINE unsigned tp_successors_backwards(const tp_Navmap *nav,
                                           unsigned neighborhood, tp_Visit v,
                                           size_t before,
                                           const tp_Prune prune) {
  if (prune.more && prune.uniform) {
    return tp_pruning_steps(&nav->moves, v.at, v.came_by, neighborhood);
  }
  unsigned steps = tp_steps(&nav->moves, v.at, neighborhood);
  if (v.came_by == TP_NO_DIRECTION) return steps;
  int back = tp_opposite(v.came_by);
  if (!prune.more) return steps & ~(1u << back);
  const uint64_t *straight = nav->costs.step[0];
  if (straight[nav->costs.class_of[before]] >
      straight[nav->costs.class_of[v.here]]) {
    return steps &
           ~(tp_pruning_aside(&nav->moves, v.at, v.came_by) | 1u << back);
  }
  unsigned passable = neighborhood & tp_alike(nav, v);
  return steps & tp_pruning_onward(&nav->moves, v.at, v.came_by, passable);
}
