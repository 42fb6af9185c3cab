/* waitlists.h - the movers that wait for a path, and those that wait for a cell.
 */
#pragma once

#include "simstate.h"

/* Appends a mover to the queue for paths, unless it is in it. */
TP_FUNC void tp_waiting_add(tp_Motion *m, uint32_t id);

/* Removes a mover from the queue, if it is in it. */
TP_FUNC void tp_waiting_leave(tp_Motion *m, uint32_t id);

/* Removes and returns the first mover that is still to be asked for in this
 * run. */
TP_FUNC uint32_t tp_waiting_next(tp_Motion *m);

/* Wakes, for this moment, the waiting movers that stand in the rectangle or
 * beside it. */
TP_FUNC void tp_waiting_wake(tp_Motion *m, tp_Rect rect);
