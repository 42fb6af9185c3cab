/* jumppruning.h - the steps that lead on from a cell, by the direction that
 * entered it (jump point pruning). */
#pragma once

#include "legalsteps.h"

/* A map's legal steps, with its table. */
TP_FUNC tp_LegalSteps tp_legalsteps(tp_Diagonal rule, tp_Stagger stagger);

/* The legal steps that a cheapest path may take on ground of one price. Every
 * other one leads to a cell that the cell before reaches at no more cost
 * without this one. For step costs straight <= diagonal <= 2 x straight. */
TP_INLINE unsigned tp_pruning_steps(const tp_LegalSteps *moves, tp_Cell at,
                                    int came_by, unsigned neighborhood) {
  return tp_step_table(moves, at)->steps[came_by][neighborhood];
}

/* All steps but the pruned ones, legal or not. */
TP_INLINE unsigned tp_pruning_onward(const tp_LegalSteps *moves, tp_Cell at,
                                     int came_by, unsigned neighborhood) {
  return tp_step_table(moves, at)->onward[came_by][neighborhood];
}

/* The steps to the cells that share a side with the cell before: from there
 * they are entered straight. For hexagons the step back is one of them. */
TP_FUNC const uint8_t tp_beside_last[TP_DIRECTIONS];

TP_INLINE unsigned tp_pruning_aside(const tp_LegalSteps *moves, tp_Cell at,
                                    int came_by) {
  if (!moves->is_hexagonal) return tp_beside_last[came_by];
  return ~tp_pruning_onward(moves, at, came_by, 0);
}

/* The steps that lead on from a cell on open ground. */
TP_FUNC unsigned tp_natural_steps(tp_Diagonal rule, int direction);
