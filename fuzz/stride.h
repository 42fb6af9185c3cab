/* stride.h - when one call that moves an agent along a field is right: by legal
 * steps or by links, and clear of walls.
 */
#ifndef STRIDE_H
#define STRIDE_H

#include "core/field/flow.h"
#include "trial.h"

typedef struct Walker {
  double x, y; /* in the world                                    */
  bool narrow; /* kept as floats                                  */
  double speed, length, cost;
  bool is_clear; /* nothing was nearer than its body's radius */
} Walker;

typedef struct Place {
  double x, y;
} Place;

/* The cell that an agent is said to be in: its top left one. */
tp_Cell stride_cell(const tp_Flow *flow, double x, double y);

/* May one go from cell to cell within a quarter of a cell's length? */
bool stride_is_legal(const Trial *t, tp_Cell from, tp_Cell to);

/* From a place to another, of those who go `most` at most: has it taken links?
 */
bool stride_is_by_link(const Trial *t, const tp_Flow *flow, Place from,
                       Place to, double most);

/* Has it come from one to the other, by steps or by links? */
bool stride_has_come(const Trial *t, const tp_Flow *flow, const Walker *from,
                     const Walker *to);

/* Has its body kept clear of walls, once it was? Notes whether it is. */
void stride_judge_clearance(Trial *t, const tp_Flow *flow, Walker *w,
                            const Walker *from);

#endif
