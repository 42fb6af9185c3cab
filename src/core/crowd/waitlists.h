/* waitlists.h - the units that wait for a path, and those that wait for a cell.
 */
#pragma once

#include "simstate.h"

/* Appends a unit to the queue for paths, unless it is in it. */
TP_FUNC void tp_waiting_add(tp_Sim *sim, uint32_t id);

/* Removes a unit from the queue, if it is in it. */
TP_FUNC void tp_waiting_leave(tp_Sim *sim, uint32_t id);

/* Removes and returns the first unit that is still to be asked for in this
 * run. */
TP_FUNC uint32_t tp_waiting_next(tp_Sim *sim);

/* Wakes, for this moment, the waiting units that stand in the rectangle or
 * beside it. */
TP_FUNC void tp_waiting_wake(tp_Sim *sim, tp_Rect rect);
