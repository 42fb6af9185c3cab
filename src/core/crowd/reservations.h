/* reservations.h - decides which cells a unit may have in a round. That
 * depends on the cells which other units hold, leave, and have reserved.
 */
#pragma once

#include "pibtstate.h"

/* Reserves the cells of a legal step for a unit that is undecided or tries;
 * for TP_TO_LINK those at the end of the link, which is packed in
 * `room.link_end`. Returns false, without a change, if the unit may not have
 * them. Units that stand in those cells are displaced: they are appended to
 * room.displaced. They must go, or the reservation must be undone. */
TP_FUNC bool tp_reservations_take(tp_Round *r, uint32_t id, int direction);

/* A unit has reserved the cell of another one; both have the size 1. The other
 * one gets its cell. Returns false, without a change, if a third unit has it. */
TP_FUNC bool tp_reservations_exchange(tp_Round *r, uint32_t id, uint32_t other);

/* The duration of the link that a unit has chosen: the link's seconds or
 * ticks, or else as many straight steps as the link costs. 0: there is no such
 * link. */
TP_FUNC uint64_t tp_reservations_link_time(const tp_Round *r, uint32_t id);

/* Do the rules allow that the first pusher of this turn, and so all that it
 * pushes, push the unit? */
TP_FUNC bool tp_reservations_may_push(const tp_Round *r, const tp_Unit *unit);

/* Undoes reservations until only `reserved` of them are left. */
TP_FUNC void tp_reservations_undo(tp_Round *r, uint32_t reserved);
