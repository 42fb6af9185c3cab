/* flow.h - motion along a field, at any point between the centres of cells.
 */
#pragma once

#include "../navmap/wayout.h"
#include "positions.h"

/* A flow for places that are kept as doubles. */
TP_FUNC tp_Flow tp_flow_of(tp_Field *field, const tp_Navmap *navmap);

typedef enum tp_Drift {
  TP_DRIFT_ON,      /* a direction is known */
  TP_DRIFT_GOAL,    /* at the centre of a cell where the field ends */
  TP_DRIFT_LINK,    /* at the centre of a cell whose path goes on by a link */
  TP_DRIFT_NONE,    /* no path leads from here */
  TP_DRIFT_BLOCKED, /* the agent may not be here, and finds no way out */
  TP_DRIFT_OUTSIDE  /* outside of the grid */
} tp_Drift;

/* The direction from the middle of an agent, in world units: with TP_DRIFT_ON a
 * vector of length 1. */
TP_FUNC tp_Drift tp_flow_direction(const tp_Flow *flow, double x, double y,
                                   double *dx, double *dy);

/* Moves the middle of an agent (finite or not) along the flow by a distance in
 * world units (finite, at least 0), or to the goal if that is nearer. Details:
 *
 * - The agent stays in cells that it may enter, goes only to cells of lower
 *   cost, and crosses no fence.
 * - It ends exactly at the centre of its goal.
 * - Past a corner it may go up to a 128th of a cell further.
 * - A link is taken from the centre of its cell: the agent appears at the
 *   centre of the other end and goes on. If no distance is left, the link is
 *   not taken.
 * - From a cell that it may not be in, the agent goes along its way out
 *   (tp_flow_way_out), from cell to cell, until it may be in its cell. */
TP_FUNC tp_Drift tp_flow_advance(const tp_Flow *flow, double *x, double *y,
                                 double distance);

/* The way out of a blocked cell of the grid, for example under a new building,
 * to the nearest cell that has a path on or a source. Of equally near ones the
 * one with the least cost counts. False: there is none in reach. */
TP_FUNC bool tp_flow_way_out(const tp_Flow *flow, tp_Cell from, tp_WayOut *way);
