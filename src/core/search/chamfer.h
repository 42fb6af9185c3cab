/* chamfer.h - how far each cell is from the nearest of many goals, as a
 * heuristic has it, row by row. */
#ifndef TP_CHAMFER_H
#define TP_CHAMFER_H

#include "heuristic.h"

/* Twice over the map, downwards and upwards: the smaller distance of a cell is
 * that to the nearest goal.
 *
 *     for (tp_chamfer_start(&c, goals, &distance); tp_chamfer_next(&c);)
 *       use(c.distance[x], c.y);
 */
typedef struct tp_Chamfer {
  const tp_Goals *goals;
  uint64_t both, along;
  bool up;
  int32_t y;          /* the row that was taken                               */
  uint64_t *distance; /* by column: to the nearest goal of this row and of all
                         before it                                            */
  uint64_t *work;     /* the heuristic's                                      */
} tp_Chamfer;

/* The goals that are left, listed by cell. The heuristic is none that needs
 * roots, its offset is left aside; the goals' working space is taken. */
TP_FUNC void tp_chamfer_start(tp_Chamfer *chamfer, const tp_Goals *goals,
                              const tp_Heuristic *distance);

/* False where both passes are done. */
TP_FUNC bool tp_chamfer_next(tp_Chamfer *chamfer);

#endif
