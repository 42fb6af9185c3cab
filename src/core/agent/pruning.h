/* pruning.h - which steps lead on from a cell, once it is known how it was
 * entered. */
#ifndef TP_PRUNING_H
#define TP_PRUNING_H

#include "topology.h"

/* For a cell entered in a direction (TP_DIRECTIONS: the start), by its
 * neighbourhood: the set of steps that a cheapest path may take there on ground
 * of one price. Every other step is legal, but leads where one gets from the
 * cell before at no more cost without this one. For step costs
 * straight <= diagonal <= 2 x straight. */
typedef struct tp_Pruning {
  uint8_t steps[TP_DIRECTIONS + 1][512];
  /* By the cells around that may be passed through: the steps that may not be
   * taken, whether or not the cells that they lead to are among them. */
  uint8_t needless[TP_DIRECTIONS][512];
} tp_Pruning;

TP_FUNC void tp_pruning_init(tp_Pruning *pruning, const tp_Topology *moves,
                             tp_Diagonal rule);

/* The tables' lines for a cell, as tp_steps has it. */
TP_INLINE unsigned tp_pruning_steps(const tp_Pruning *pruning, tp_Cell at,
                                    int came_by, unsigned nine) {
  (void)at;
  return pruning->steps[came_by][nine];
}

TP_INLINE unsigned tp_pruning_needless(const tp_Pruning *pruning, tp_Cell at,
                                       int came_by, unsigned nine) {
  (void)at;
  return pruning->needless[came_by][nine];
}

/* The steps that lead on from a cell in open ground. */
TP_FUNC unsigned tp_natural_steps(tp_Diagonal rule, int direction);

#endif
