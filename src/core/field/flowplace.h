/* flowplace.h - places on a flow: may an agent be there, and what is left of
 * its path?
 */
#pragma once

#include "positions.h"

/* A place with its cell; that is 0, 0 if it lies outside of the grid. */
TP_FUNC tp_Position tp_flow_position(const tp_Flow *w, tp_Place at);

/* Is the position in a cell that may be entered? */
TP_FUNC bool tp_flow_is_open(const tp_Flow *w, const tp_Position *s);

/* Is the place in the cell of a goal? */
TP_FUNC bool tp_flow_is_end(const tp_Flow *w, tp_Place at);

/* May an agent go straight from an open position to a place, in the same cell
 * or in one beside it? Sets the position of that place. */
TP_FUNC bool tp_flow_may_go(const tp_Flow *w, const tp_Position *from,
                            tp_Place place, tp_Position *to);

/* The rest of the path by way of the next cell's centre, in the field's unit.
 * Before the centre of its own cell an agent pays for that one, behind it for
 * the next: so the rest is the same on both sides of a border. */
TP_FUNC double tp_flow_left(const tp_Flow *w, const tp_Position *s);

/* The cost of one cell's length in a cell. */
TP_FUNC double tp_flow_slope(const tp_Flow *w, tp_Cell c);
