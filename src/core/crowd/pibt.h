/* pibt.h - a round of PIBT: all units that decide at one moment choose their
 * steps, one after the other.
 *
 *     tp_pibt_begin(round, now);
 *     for each unit, by rank:  tp_pibt_decide(round, id);
 *     read `chosen`: units that step have `to` and decision TP_STEPS;
 *     tp_pibt_end(round, keeps);  true: the steps are taken; false: none is
 *
 * A unit that stands may be pushed even if it does not decide in the round.
 * Meanwhile the occupants of cells are overwritten with the units that reserve
 * them. At the end they are as reserved, or restored.
 *
 * A search over positions (lacam.c) runs the same round for a group of units:
 *
 *     lift all units; then for every position to look at:
 *       put all units into their cells;  force some to their next cells;
 *       begin, decide each, read, end(round, false);  lift all
 *     at the end put all units back.
 */
#pragma once

#include "pibtstate.h"

/* Bytes of a stack. The caller allocates the rest of the room. */
TP_FUNC size_t tp_pibt_stack_bytes(uint32_t tries);
TP_FUNC void tp_pibt_give_stack(tp_RoundRoom *room, void *block, size_t bytes);

TP_FUNC void tp_pibt_begin(tp_Round *r, uint64_t now);

/* Lets the unit decide, unless it has, and with it the units that it pushes.
 * One that others pushed in vain may decide once more.
 * Returns false in two cases:
 *
 * - The unit was forced to a cell (room.forced) that it cannot have. It stays.
 * - The stack is too short, and r->needs_stack is set. End the round without
 *   keeping it, and repeat it with a longer stack. */
TP_FUNC bool tp_pibt_decide(tp_Round *r, uint32_t id);

/* Lets a unit that stands take a step that the map allows. The unit pushes
 * others whatever their rank. Returns false if r->barrier is in the way, or if
 * the stack is too short. */
TP_FUNC bool tp_pibt_step(tp_Round *r, uint32_t id, int direction);

/* Ends the round: all units are undecided again. Unless `keeps`, the occupants
 * are restored. With `keeps`, the cells of each step belong to its unit; the
 * caller moves the units and updates the bits of the occupancy. */
TP_FUNC void tp_pibt_end(tp_Round *r, bool keeps);

/* Sets step.end of the steps that were chosen. A unit ends no earlier than
 * the units whose cells it takes over. Call it before the round's end. */
TP_FUNC void tp_pibt_time(tp_Round *r);
