/* flow.h - motion along a field, at any point between the centres of cells. */
#ifndef TP_FLOW_H
#define TP_FLOW_H

#include "position.h"

/* Of places that are kept as doubles. */
TP_FUNC tp_Flow tp_flow_of(tp_Field *field, const tp_Navmap *navmap);

typedef enum tp_Drift {
  TP_DRIFT_ON,      /* there is somewhere to go                       */
  TP_DRIFT_GOAL,    /* at the centre of a cell without a way on       */
  TP_DRIFT_LINK,    /* at that of a cell whose way on is a link       */
  TP_DRIFT_NONE,    /* no way leads from here                         */
  TP_DRIFT_BLOCKED, /* the agent may not be here, and finds no way out */
  TP_DRIFT_OUTSIDE  /* not on the grid                                */
} tp_Drift;

/* Where to go from the middle of an agent, in world units: with TP_DRIFT_ON a
 * vector of length 1. */
TP_FUNC tp_Drift tp_flow_direction(const tp_Flow *flow, double x, double y,
                                   double *dx, double *dy);

/* Moves the middle of an agent (finite or not) along the flow, by so much of
 * world units (finite, at least 0) or as far as the goal, whichever comes
 * first; where it passes a corner, by up to a 128th of a cell more. It stays in
 * cells that it may enter, goes from each to one of lower cost only, and comes
 * exactly to the centre of its goal. Where the way on is a link it goes to the
 * centre of its cell, and from there it is at the centre of the link's other
 * end, at once, and goes on; not where it may go no distance, however short.
 * Thin walls it crosses nowhere. Out of a cell that it may not be in it
 * goes as tp_wayout_find says. */
TP_FUNC tp_Drift tp_flow_advance(const tp_Flow *flow, double *x, double *y,
                                 double distance);

#endif
