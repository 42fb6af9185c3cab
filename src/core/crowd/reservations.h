/* reservations.h - which cells a mover may have in a round, by what the others
 * hold, are about to leave, and have reserved.
 */
#ifndef TP_RESERVATIONS_H
#define TP_RESERVATIONS_H

#include "round.h"

/* Reserves the cells of a legal step, or those at the end of a link to the cell
 * that `stride.lasts` says (TP_TO_LINK), for a mover that is undecided or tries
 * another one; false, without a change, where it may not have them. Who stands
 * in one of them is displaced: room.displaced has them, from the round's number
 * before to the one after. They are to go, or the reservation is to be undone.
 */
TP_FUNC bool tp_reservations_take(tp_Round *r, uint32_t id, int direction);

/* How long a mover takes by the link that it has chosen: the link's seconds, or
 * beats if time goes by those; or as long as so many straight steps as it
 * costs. 0: there is no such link. */
TP_FUNC uint64_t tp_reservations_link_time(const tp_Round *r,
                                           const tp_Mover *m);

/* Is the other one at its goal where the first one wants to end, too? Who was
 * there first is not pushed off by it. */
TP_FUNC bool tp_reservations_is_before(const tp_Round *r, uint32_t id,
                                       uint32_t other);

/* Gives all cells back that were reserved since there were so many
 * reservations. */
TP_FUNC void tp_reservations_undo(tp_Round *r, uint32_t reserved);

#endif
