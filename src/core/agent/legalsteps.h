/* legalsteps.h - which single steps are legal. Only this file, and the tables
 * of jumppruning.c, know the diagonal rules; searches, sight and the binding
 * ask here.
 *
 * The files below know these parts of the rule, and no other file of the core
 * may know more:
 *
 *   directions        base/base.h: a set of steps is 8 bits, tp_beside,
 *                     tp_opposite, tp_Offsets; base/hexagon.h: which six of
 *                     them a hexagon has
 *   legal steps       tp_steps: a cell and the 3 x 3 cells around it
 *   pruned steps      tp_pruning_steps of jumppruning.h, likewise
 *   straight or not   tp_is_diagonal: a step has one of two costs
 *   distances         metric.h
 *   connection        index/regions.c: runs of a row that touch
 *   lines             ask/sight.c; views: ask/fov.c, ask/hexfov.c
 *   conflicts of units  crowd/reservations.c
 *
 * For squares only, as they scan rows and columns: jump points (index/jump,
 * search/jump), sweeps (field/rundijkstra), bodies (ask/bodyclearance), large
 * agents (agent/erode, agent/clearance), bends of a flow (field/steer,
 * field/bodyflow). Searches and fields work without the first two.
 */
#pragma once

#include "../base/hexagon.h"
#include "neighborhood.h"

/* What a diagonal step needs of the two cells beside it. */
typedef enum tp_Diagonal {
  TP_ONLY_IF_NO_OBSTACLES,  /* both free */
  TP_AT_LEAST_ONE_WALKABLE, /* not both blocked */
  TP_ALWAYS,                /* nothing */
  TP_NEVER,                 /* no such step */
  TP_HEXAGONS               /* nothing: no step of a hexagon passes between
                               two others, whatever its direction is called */
} tp_Diagonal;

/* The diagonal rule itself: may a step pass between the two side cells? */
TP_INLINE bool tp_may_cut(tp_Diagonal rule, bool side_a, bool side_b) {
  switch (rule) {
    case TP_ONLY_IF_NO_OBSTACLES: return side_a && side_b;
    case TP_AT_LEAST_ONE_WALKABLE: return side_a || side_b;
    case TP_ALWAYS:
    case TP_HEXAGONS: return true;
    default: return false;
  }
}

/* Is no step diagonal? */
TP_INLINE bool tp_is_four(tp_Diagonal rule) { return rule == TP_NEVER; }

/* Does a step lead between two other cells? */
TP_INLINE bool tp_passes_between(tp_Diagonal rule, int direction) {
  return tp_is_diagonal(direction) && rule != TP_HEXAGONS;
}

/* The steps from the middle of each neighbourhood, by the direction that
 * entered it (TP_NO_DIRECTION: none, so that all legal steps are tried): those
 * that jumppruning.h leaves; and the same as if all steps were legal. */
typedef struct tp_StepTable {
  tp_NeighborhoodTable steps[TP_NO_DIRECTION + 1];
  tp_NeighborhoodTable onward[TP_NO_DIRECTION + 1];
} tp_StepTable;

/* `table` is a constant: of cells that are not shoved [0], and that are [1].
 * Squares are never shoved. */
typedef struct tp_LegalSteps {
  tp_Stagger stagger;
  bool is_hexagonal;
  const tp_StepTable *table;
} tp_LegalSteps;

TP_INLINE const tp_StepTable *tp_step_table(const tp_LegalSteps *moves,
                                            tp_Cell at) {
  if (!moves->is_hexagonal) return moves->table;
  return &moves->table[tp_is_shoved(moves->stagger, at)];
}

/* The legal steps from a cell, by the 3 x 3 cells around it. */
TP_INLINE unsigned tp_steps(const tp_LegalSteps *moves, tp_Cell at,
                            unsigned neighborhood) {
  return tp_step_table(moves, at)->steps[TP_NO_DIRECTION][neighborhood];
}

/* The steps from a cell on open ground. */
TP_INLINE unsigned tp_open_steps(const tp_LegalSteps *moves, tp_Cell at) {
  return tp_steps(moves, at, 511);
}

/* The step into a cell that a step out of it continues straight on. */
TP_FUNC int tp_straight_into(const tp_LegalSteps *moves, tp_Cell at, int out);
