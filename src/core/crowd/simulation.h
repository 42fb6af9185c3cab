/* simulation.h - a crowd in motion: time, rounds, and wake times. The binding calls
 * this.
 *
 * Time advances from moment to moment, not from frame to frame. At each moment
 * the movers wake whose steps end or whose waiting time is over. They decide in
 * one round (pibt.h). So the result does not depend on how the game cuts time
 * into frames.
 *
 *     tp_clock_add(&motion->clock, seconds);          or += ticks
 *     while ((status = tp_motion_run(motion, &budget)) != TP_MOTION_DONE)
 *       serve motion->want;
 *
 * The caller serves each status:
 *
 *     TP_MOTION_NEEDS_WAY   want.unit has no path, or its path is stale: call
 *                           tp_motion_give_way, tp_motion_refuse, or
 *                           tp_waiting_add. This comes only while budget is
 *                           left, unless the order asks. The caller lowers the
 *                           budget by the cost of the search.
 *     TP_MOTION_NEEDS_ROOM  a block of want.bytes for slot want.slot is needed:
 *                           call tp_motion_give.
 *
 * At these points the state is consistent: units may be added, removed and
 * ordered. The clock has its final time, and the current moment is motion->now:
 * an order given now begins then.
 *
 * While it runs, the navmaps of all movers must be up to date (TP_MAP).
 */
#ifndef TP_SIMULATION_H
#define TP_SIMULATION_H

#include "simstate.h"

/* Adds seconds, at least 0 and at most 2^30. */
TP_FUNC void tp_clock_add(tp_Clock *clock, double seconds);

/* The duration of a length at a speed (both above 0), in units of 2^-20 s: at
 * least 1. */
TP_FUNC uint32_t tp_motion_duration(double length, double speed);

typedef enum tp_MotionStatus {
  TP_MOTION_DONE,
  TP_MOTION_NEEDS_WAY,
  TP_MOTION_NEEDS_ROOM
} tp_MotionStatus;

TP_FUNC size_t tp_motion_bytes(uint32_t movers, uint32_t sides);

/* A crowd without movers, at time 0. The occupancy must not move. */
TP_FUNC void tp_motion_init(tp_Motion *m, tp_Occupancy *o, uint32_t movers,
                            uint32_t sides);

/* The map was cut to the rectangle `to` of itself, and the occupancy `o`
 * belongs to the new map. All cells and goals of movers lie inside. Call it
 * between two runs. */
TP_FUNC void tp_motion_resize(tp_Motion *m, tp_Occupancy *o, tp_Rect to);

/* Moves the crowd into a block that is not smaller. The old block must not be
 * used again. */
TP_FUNC void tp_motion_move(tp_Motion *m, const tp_Motion *old, uint32_t movers,
                            uint32_t sides);

/* Hands over the block that was wanted. The old block of that slot is free
 * then. NULL: there is no memory; the crowd goes on without. */
TP_FUNC void tp_motion_give(tp_Motion *m, void *block);

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

/* ---- time ---------------------------------------------------------------- */

/* Runs up to the clock's time. By ticks no mover decides at that time itself,
 * but steps that end then are finished: so each tick of the clock is one step.
 * Plans are paid from the budget. */
TP_FUNC tp_MotionStatus tp_motion_run(tp_Motion *m, uint64_t *budget);

typedef enum tp_StepStatus {
  TP_STEP_TAKEN,
  TP_STEP_BUSY,      /* the mover is between two cells */
  TP_STEP_WALL,      /* the map does not allow the step */
  TP_STEP_UNIT,      /* a unit is in the way, and stays */
  TP_STEP_NEEDS_ROOM /* as TP_MOTION_NEEDS_ROOM: serve it, then call again */
} tp_StepStatus;

/* Between two runs: a mover begins a step at the current time, in a round in
 * which it decides first. The mover has no orders afterwards. If the step is
 * not taken, nothing changes, and *blocker is the unit in the way; 0: none. */
TP_FUNC tp_StepStatus tp_motion_step(tp_Motion *m, uint32_t id, int direction,
                                     uint32_t *blocker);

/* All durations have changed before any time has passed. So steps that have
 * begun get new ends. */
TP_FUNC void tp_motion_retime(tp_Motion *m);

/* The part of its step that a mover has done at the clock's time; 1 if it
 * stands. */
TP_FUNC double tp_motion_phase(const tp_Motion *m, uint32_t id);

/* Counts that are computed on demand: one look at each mover. */
TP_FUNC tp_Counters tp_motion_counters(const tp_Motion *m);

#endif
