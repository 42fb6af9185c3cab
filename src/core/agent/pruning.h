/* pruning.h - the steps that lead on from a cell, by the direction that entered
 * it (jump point pruning). */
#ifndef TP_PRUNING_H
#define TP_PRUNING_H

#include "topology.h"

/* For a hexagon entered in a direction: sets of its steps. */
typedef struct tp_Ahead {
  uint8_t ahead; /* straight on, and 60 degrees to both sides */
  uint8_t aside; /* to the two cells that touch the cell before */
  uint8_t past[2], left_out[2]; /* if a step of `past` is legal, `left_out`
                                   is pruned: on both sides; may be empty */
} tp_Ahead;

/* For a cell entered in a direction (TP_DIRECTIONS: the start), by its
 * neighbourhood: the steps that a cheapest path may take there on ground of one
 * price. Every other legal step leads to a cell that the cell before reaches at
 * no more cost without this one. For step costs straight <= diagonal <= 2 x
 * straight. Hexagons: line 0 has the legal steps of a cell that is not shoved,
 * line 1 those of one that is. */
typedef struct tp_Pruning {
  tp_Stagger stagger;
  tp_Ahead hexagon[2][TP_DIRECTIONS + 1];
  uint8_t steps[TP_DIRECTIONS + 1][512];
  /* By the free cells around: the pruned steps, whether or not the cells that
   * they lead to are free. */
  uint8_t needless[TP_DIRECTIONS][512];
} tp_Pruning;

TP_FUNC void tp_pruning_init(tp_Pruning *pruning, const tp_Topology *moves,
                             tp_Diagonal rule);

TP_INLINE unsigned tp_left_out(const tp_Ahead *a, unsigned free) {
  return (free & a->past[0] ? a->left_out[0] : 0u) |
         (free & a->past[1] ? a->left_out[1] : 0u);
}

TP_INLINE const tp_Ahead *tp_pruning_ahead(const tp_Pruning *pruning,
                                           tp_Cell at, int came_by) {
  return &pruning->hexagon[tp_is_shoved(pruning->stagger, at)][came_by];
}

TP_INLINE unsigned tp_pruning_of_hexagon(const tp_Pruning *pruning, tp_Cell at,
                                         int came_by, unsigned nine) {
  const tp_Ahead *a = tp_pruning_ahead(pruning, at, came_by);
  const unsigned free =
      pruning->steps[tp_is_shoved(pruning->stagger, at)][nine];
  return free & a->ahead & ~tp_left_out(a, free);
}

/* The line of the table for a cell, as tp_steps has it. */
TP_INLINE unsigned tp_pruning_steps(const tp_Pruning *pruning, tp_Cell at,
                                    int came_by, unsigned nine) {
  return tp_is_hexagonal(pruning->stagger)
             ? tp_pruning_of_hexagon(pruning, at, came_by, nine)
             : pruning->steps[came_by][nine];
}

/* The same for a hexagon. */
TP_FUNC unsigned tp_needless_of_hexagon(const tp_Pruning *pruning, tp_Cell at,
                                        int came_by, unsigned nine);

TP_INLINE unsigned tp_pruning_needless(const tp_Pruning *pruning, tp_Cell at,
                                       int came_by, unsigned nine) {
  return tp_is_hexagonal(pruning->stagger)
             ? tp_needless_of_hexagon(pruning, at, came_by, nine)
             : pruning->needless[came_by][nine];
}

/* The steps to the cells that share a side with the cell before: from there
 * they are entered straight. */
TP_FUNC const uint8_t tp_beside_last[TP_DIRECTIONS];

TP_INLINE unsigned tp_pruning_aside(const tp_Pruning *pruning, tp_Cell at,
                                    int came_by) {
  if (!tp_is_hexagonal(pruning->stagger)) return tp_beside_last[came_by];
  return tp_pruning_ahead(pruning, at, came_by)->aside;
}

/* The steps that lead on from a cell on open ground. */
TP_FUNC unsigned tp_natural_steps(tp_Diagonal rule, int direction);

#endif
