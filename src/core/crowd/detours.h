/* detours.h - paths around units that stand in the way. */
#pragma once

#include "simstate.h"

/* The highest cost of a path around paused units that the unit takes; TP_FAR:
 * any. It waits for a while before it takes one that is much longer than its
 * own. */
TP_FUNC uint64_t tp_detour_most_cost(const tp_Sim *sim, uint32_t id);

/* Does a unit that others go around hold a cell that this one would cover in a
 * position? */
TP_FUNC bool tp_detour_is_walled(const tp_Sim *sim, uint32_t id, tp_Cell at);

/* The unit asks for a path around the paused units: at once, for one that is
 * not much longer, and after a while for any; until it comes nearer or rests.
 * Where another unit has waited in vain, this one does not wait. With a price
 * for a detour it asks after 0, 1, 2, 4 ... steps' time. */
TP_FUNC void tp_detour_ask(tp_Sim *sim, uint32_t id);
