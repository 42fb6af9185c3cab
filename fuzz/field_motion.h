/* field_motion.h - judges a call that moves an agent along a field: it goes by
 * legal steps or by links, and keeps clear of walls.
 */
#ifndef FIELD_MOTION_H
#define FIELD_MOTION_H

#include "core/field/flow.h"
#include "trial.h"

typedef struct Walker {
  double x, y; /* in the world */
  double speed, length, cost;
  bool is_clear; /* nothing is nearer than its radius */
} Walker;

typedef struct Place {
  double x, y;
} Place;

/* The cell of an agent: its top left one. */
tp_Cell stride_cell(const tp_Flow *flow, double x, double y);

/* May an agent get from cell to cell within a quarter of a cell's length? */
bool stride_is_legal(const Trial *t, tp_Cell from, tp_Cell to);

/* Has an agent that moves at most `most` taken links between two places? */
bool stride_is_by_link(const Trial *t, const tp_Flow *flow, Place from,
                       Place to, double most);

/* Has the agent come from one place to the other by steps or by links? */
bool stride_has_come(const Trial *t, const tp_Flow *flow, const Walker *from,
                     const Walker *to);

/* Has the body kept clear of walls, once it was clear? Notes whether it is. */
void stride_judge_clearance(Trial *t, const tp_Flow *flow, Walker *w,
                            const Walker *from);

#endif
