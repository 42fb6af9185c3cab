/* unitedits.h - what the game does to units between two runs: puts, removes, orders
 * and pauses them.
 */
#pragma once

#include "simstate.h"

/* ---- units --------------------------------------------------------------- */

/* Makes a mover of that id. It stands in the cell, which lies inside the map.
 * The binding enters it into the occupancy. */
TP_FUNC void tp_motion_admit(tp_Motion *m, uint32_t id, const tp_Navmap *navmap,
                             tp_Cell cell, tp_Durations lasts);

/* Removes a mover. Its cells are released, also those at both ends of a step.
 * Movers that wait beside them are woken. */
TP_FUNC void tp_motion_dismiss(tp_Motion *m, uint32_t id);

/* May the mover be put there? All those cells must be free or its own, and no
 * other mover may still be leaving one of them. */
TP_FUNC bool tp_motion_may_put(const tp_Motion *m, uint32_t id, tp_Rect to);

/* Puts the mover to another cell at once, and ends its step. Returns false,
 * without a change, if tp_motion_may_put says no. The navmap may be another one
 * with another agent size, if there is room for its sides. The mover keeps its
 * order, and asks for a path of its own; the home of an idle mover is the new
 * cell. */
TP_FUNC bool tp_motion_set_navmap(tp_Motion *m, uint32_t id,
                                  const tp_Navmap *navmap, tp_Cell cell);

/* The game has done something between two runs: movers that have looked at the
 * end of the last run look again before they decide. The calls of this file
 * that change anything see to that; call it if a goal outside has changed. */
TP_FUNC void tp_motion_look_anew(tp_Motion *m);

/* ---- orders -------------------------------------------------------------- */

/* An order for a mover. If the guide does not lead (costtogoal.h), the mover waits
 * for a path to guide.goal. */
typedef struct tp_Order {
  tp_Guide guide;
  uint16_t settle; /* 0: only its goal will do */
  bool loops;      /* at each goal, or within `settle` of it, the mover
                      reports that and asks for the next goal: it has no
                      guide until then */
  bool asks;       /* TP_MOTION_NEEDS_WAY comes each time that it stands and
                      decides (at rest once in the time of a step). The
                      caller may leave its guide unchanged */
} tp_Order;

TP_FUNC void tp_motion_order(tp_Motion *m, uint32_t id, const tp_Order *order);

/* Gives a mover that has orders another path, perhaps to another goal. Its
 * order goes on. Use it for a mover that waits, and for a goal that moves. */
TP_FUNC void tp_motion_give_way(tp_Motion *m, uint32_t id,
                                const tp_Guide *guide);

/* No path leads to its goal: the mover is blocked, and asks again later. */
TP_FUNC void tp_motion_refuse(tp_Motion *m, uint32_t id);

/* Ends the order. The cell where the mover stands, or to which it steps, is its
 * home. */
TP_FUNC void tp_motion_stop(tp_Motion *m, uint32_t id);

/* As tp_motion_stop, with an event for the game. */
TP_FUNC void tp_motion_end(tp_Motion *m, uint32_t id);

/* Says if the mover may take links, and lets it look again. */
TP_FUNC void tp_motion_hold(tp_Motion *m, uint32_t id, tp_Hold held);

/* A paused mover ends its step, stands, and cannot be pushed. */
TP_FUNC void tp_motion_set_paused(tp_Motion *m, uint32_t id, bool paused);

/* Fills the mask, which has the map's size: the cells where the mover may be if
 * all paused movers count as walls. */
TP_FUNC void tp_motion_shut_paused(const tp_Motion *m, uint32_t id,
                                   tp_Mask *mask);

/* The caller has put or removed a mover in the rectangle: movers nearby that
 * wait, or rest blocked, look again. */
TP_FUNC void tp_motion_wake(tp_Motion *m, tp_Rect rect);

/* The map has changed, and all navmaps are up to date. A mover that waits looks
 * again if it may take other steps than when it last looked. A mover that was
 * refused asks again; if it is refused again, nothing changes. If it is under
 * way, it asks at the end of its step, as without an edit. */
TP_FUNC void tp_motion_note_edit(tp_Motion *m);
