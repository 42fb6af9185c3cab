/* bodyflow.h - bodies with a radius, past walls. */
#pragma once

#include "directions.h"
#include "positions.h"

/* The heading of the agent in a tight cell (tp_steer_is_tight) with these ways
 * on. If there are none, the cell is the goal, and the agent is not at its very
 * centre. */
TP_FUNC tp_Heading tp_bodyflow_heading(const tp_Flow *w, const tp_Position *s,
                                       unsigned directions);

/* Moves a position in any cell with these ways on, until *left world units are
 * used up, or a cell has no ways on. Returns the ways on from its cell, or any
 * others if *left is 0. */
TP_FUNC unsigned tp_bodyflow_move(const tp_Flow *w, tp_Position *s,
                                  unsigned directions, double *left);

/* Moves the agent in the cell of its goal to a point from which it can go
 * straight to the centre, by at most *left world units, which are subtracted.
 * Writes the place, unless the agent was there. */
TP_FUNC void tp_bodyflow_arrive(const tp_Flow *w, tp_Position *s, double *left,
                                double *x, double *y);

/* May its body go straight between two positions, in the same cell or in cells
 * beside each other, and on from there? Both are positions as they would be
 * read. */
TP_FUNC bool tp_bodyflow_may_shift(const tp_Flow *w, const tp_Position *from,
                                   const tp_Position *to);
