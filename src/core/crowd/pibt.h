/* pibt.h - a round of PIBT: all who decide at one moment, one after the other,
 * where each goes.
 *
 *     tp_pibt_begin(round, now);
 *     for each mover, the first one first:  tp_pibt_decide(round, id);
 *     read `chosen`: those who step have `to` and choice TP_STEPS;
 *     tp_pibt_end(round, true: what was chosen is done; false: nothing was);
 *
 * Who stands and is no member of the list may be pushed all the same. On the
 * way the holders of cells are overwritten with the units that reserve them; by
 * the end they are as the reservations say, or as they were.
 *
 * A search over positions runs the same round on a few movers of a group:
 *
 *     lift each; then for every position to look at:
 *       put each where it stands there;  force those that have to go somewhere;
 *       begin, decide each of them, read, end(round, false);  lift each
 *     and in the end put each where it was.
 */
#ifndef TP_PIBT_H
#define TP_PIBT_H

#include "round.h"

/* Bytes of the room for so many movers, without the stack, and of a stack; the
 * caller knows of `forced`. */
TP_FUNC size_t tp_pibt_bytes(uint32_t movers, uint32_t sides);
TP_FUNC void tp_pibt_lay_out(tp_RoundRoom *room, void *block, uint32_t sides);
TP_FUNC size_t tp_pibt_stack_bytes(uint32_t tries);
TP_FUNC void tp_pibt_give_stack(tp_RoundRoom *room, void *block, size_t bytes);

TP_FUNC void tp_pibt_begin(tp_Round *r, uint64_t now);

/* Lets the mover decide, unless it has; and with it all whom it pushes. False
 * where it was forced to a cell (room.forced) that it cannot have: then it
 * stays; and where the stack is too short, and r->is_short set: then the round
 * is to be ended, not kept, and made again on a longer one. */
TP_FUNC bool tp_pibt_decide(tp_Round *r, uint32_t id);

/* Lets one that stands take that step, which the map allows, and pushes whom it
 * has to, whoever ranks higher. False where it cannot: r->barrier keeps it off,
 * or somebody who stays; and as above. */
TP_FUNC bool tp_pibt_step(tp_Round *r, uint32_t id, int direction);

/* Ends it: all are undecided again. Unless `keeps`, the holders are as they
 * were at the beginning. With it, the cells of each step belong to who takes
 * it; who is to move whom, and the bits of the occupancy, is the caller's. */
TP_FUNC void tp_pibt_end(tp_Round *r, bool keeps);

/* When the steps that were chosen end: stride.end of each, which is no earlier
 * than that of those whose cells it takes over. Before the round's end. */
TP_FUNC void tp_pibt_time(tp_Round *r);

/* Takes a mover's cells from it, and gives it those of another cell, which are
 * nobody's. For plans. */
TP_FUNC void tp_pibt_lift(tp_Round *r, uint32_t id);
TP_FUNC void tp_pibt_put(tp_Round *r, uint32_t id, uint32_t cell);

#endif
