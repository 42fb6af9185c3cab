/* hill.h - how far it still is from a point between the centres of cells: by
 * that agents are put in order, and slide past each other. */
#ifndef TP_HILL_H
#define TP_HILL_H

#include "spot.h"

/* What is left of the way from a spot in a cell that may be entered: by the
 * centre of the next cell, in the field's unit. INFINITY: there is no way. */
TP_FUNC double tp_hill_left(const tp_Flow *w, const tp_Spot *s);

/* A measure for slides, which falls towards a goal evenly from all around. */
typedef struct tp_Hill {
  const tp_Flow *flow;
  double step;           /* what one costs         */
  bool has_goal;         /* it is known, and where */
  double goal_x, goal_y; /* in cells               */
} tp_Hill;

/* At a spot in a cell that may be entered. */
TP_FUNC double tp_hill_height(const tp_Hill *h, const tp_Spot *s);

TP_INLINE double tp_hill_length(double dx, double dy) {
  return sqrt(tp_product(dx, dx) + tp_product(dy, dy));
}

#endif
