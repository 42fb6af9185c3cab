/* motion.h - a crowd in motion: time, rounds, and who wakes when. What the
 * binding calls.
 *
 * Time goes on from moment to moment, never from frame to frame: at each moment
 * those whose steps end or who have waited long enough wake, and decide in one
 * round (pibt.h). So what happens does not depend on how time was cut.
 *
 *     tp_clock_add(&motion->clock, seconds);          or += beats
 *     while ((status = tp_motion_run(motion, &budget)) != TP_MOTION_DONE)
 *       serve motion->want;
 *
 * served as it says:
 *
 *     TP_MOTION_NEEDS_WAY   want.unit has no way, or one that serves no longer:
 *                           tp_motion_give_way, tp_motion_refuse, or
 *                           tp_motion_postpone. Only while there is budget
 *                           left, unless its order asks: who serves lowers it
 *                           by what it cost.
 *     TP_MOTION_NEEDS_ROOM  a block of want.bytes for slot want.slot:
 *                           tp_motion_give.
 *
 * There all is consistent and nothing half done: units may be added, removed
 * and ordered. The clock stands where it was set, the moment that is on is
 * motion->now; who is ordered meanwhile begins at that.
 *
 * Navmaps of all movers are up to date (TP_MAP) while it runs.
 */
#ifndef TP_MOTION_H
#define TP_MOTION_H

#include "state.h"

/* Adds that many seconds, at least 0, at most 2^30. */
TP_FUNC void tp_clock_add(tp_Clock *clock, double seconds);

/* How long it takes to go so far at that speed (both above 0), in units of
 * 2^-20 s: at least 1. */
TP_FUNC uint32_t tp_motion_duration(double length, double speed);

typedef enum tp_MotionStatus {
  TP_MOTION_DONE,
  TP_MOTION_NEEDS_WAY,
  TP_MOTION_NEEDS_ROOM
} tp_MotionStatus;

TP_FUNC size_t tp_motion_bytes(uint32_t movers, uint32_t sides);

/* One of nobody, at time 0. The occupancy stays where it is. */
TP_FUNC void tp_motion_init(tp_Motion *m, tp_Occupancy *o, uint32_t movers,
                            uint32_t sides);

/* The same again, in the room that it has. Nobody holds a cell. */
TP_FUNC void tp_motion_clear(tp_Motion *m);

/* The map is the rectangle `to` of itself now, and this is who stands where on
 * it. All cells that movers hold lie inside, and so do their goals. Between two
 * runs. */
TP_FUNC void tp_motion_resize(tp_Motion *m, tp_Occupancy *o, tp_Rect to);

/* Moves into a block for no fewer; the old one is not to be used again. */
TP_FUNC void tp_motion_move(tp_Motion *m, const tp_Motion *old, uint32_t movers,
                            uint32_t sides);

/* Hands over a block that was wanted. The old one of that slot is not used any
 * more. NULL: there is none to be had; it goes on without. */
TP_FUNC void tp_motion_give(tp_Motion *m, void *block);

/* ---- units --------------------------------------------------------------- */

/* From now on a mover is of that id: it stands in the cell, which lies inside;
 * who of its cells holds what is the binding's affair. */
TP_FUNC void tp_motion_admit(tp_Motion *m, uint32_t id, const tp_Navmap *navmap,
                             tp_Cell cell, tp_Durations lasts);

/* No longer is one of it; its cells are let go, those on both ends of a step.
 * Who waits beside it is woken. */
TP_FUNC void tp_motion_dismiss(tp_Motion *m, uint32_t id);

/* May it be put there? All cells are free or its own, and nobody is yet leaving
 * one that it has taken over. */
TP_FUNC bool tp_motion_may_put(const tp_Motion *m, uint32_t id, tp_Rect to);

/* Puts it somewhere else at once, where it may be put (else false, without a
 * change), and ends its step; its navmap may be another one, of another size,
 * for whose sides there is room. What it wants it goes on wanting, by a way of
 * its own for which it asks; an idle one's home is there. */
TP_FUNC bool tp_motion_set_navmap(tp_Motion *m, uint32_t id,
                                  const tp_Navmap *navmap, tp_Cell cell);

/* From its next step on. */
TP_FUNC void tp_motion_set_durations(tp_Motion *m, uint32_t id,
                                     tp_Durations lasts);

/* ---- orders -------------------------------------------------------------- */

/* What a mover is ordered. A guide that does not lead (guide.h) makes it wait
 * for a way to guide.goal. */
typedef struct tp_Order {
  tp_Guide guide;
  uint16_t settle; /* 0: only its goal will do */
  bool loops;      /* at each goal, or within `settle` of it, that is told and
                      it asks for the next one: it has no guide then       */
  bool asks;       /* TP_MOTION_NEEDS_WAY comes each time that it stands and
                      decides, at rest once in a step's time: who serves may
                      leave it what it has                                 */
} tp_Order;

TP_FUNC void tp_motion_order(tp_Motion *m, uint32_t id, const tp_Order *order);

/* Gives one that has orders another way, the goal of which may be another one:
 * it goes on as it was. So for a goal that moves, and for who waits. */
TP_FUNC void tp_motion_give_way(tp_Motion *m, uint32_t id,
                                const tp_Guide *guide);

/* There is no way to its goal: it is blocked, and asks again later. */
TP_FUNC void tp_motion_refuse(tp_Motion *m, uint32_t id, tp_Reason reason);

/* Not now: it waits, and is asked for at the next run; want.unit alone. */
TP_FUNC void tp_motion_postpone(tp_Motion *m, uint32_t id);

/* No order any more: where it stands or goes to is its home. */
TP_FUNC void tp_motion_stop(tp_Motion *m, uint32_t id);

/* The same, and the game is told. */
TP_FUNC void tp_motion_end(tp_Motion *m, uint32_t id);

/* Paused, it ends its step, stands, and cannot be pushed. */
TP_FUNC void tp_motion_set_paused(tp_Motion *m, uint32_t id, bool paused);

/* Whether it makes way for nobody: then no plan moves it either. */
TP_FUNC void tp_motion_set_firm(tp_Motion *m, uint32_t id, bool firm);
TP_FUNC void tp_motion_set_priority(tp_Motion *m, uint32_t id,
                                    int16_t priority);

/* Makes the mask, of the map's size, one of where the mover may be if all that
 * are paused count as walls. */
TP_FUNC void tp_motion_shut_paused(const tp_Motion *m, uint32_t id,
                                   tp_Mask *mask);

/* A holder that is no mover came to the cells of the rectangle, or left them:
 * movers that wait or rest blocked there look again. */
TP_FUNC void tp_motion_wake(tp_Motion *m, tp_Rect rect);

/* The map has changed, and all navmaps are up to date. A mover that waits looks
 * again if it may take other steps than when it last looked. A mover that was
 * refused asks again: if it is refused again all is as it was. If it is under
 * way, it asks at the end of its step, as it does without an edit. */
TP_FUNC void tp_motion_note_edit(tp_Motion *m);

/* ---- time ---------------------------------------------------------------- */

/* Goes on to the clock's time. By beats nobody decides at that time itself, but
 * whose step ends there has arrived: so each beat of the clock is one step.
 * Plans are taken from the budget. */
TP_FUNC tp_MotionStatus tp_motion_run(tp_Motion *m, uint64_t *budget);

typedef enum tp_StepStatus {
  TP_STEP_TAKEN,
  TP_STEP_BUSY,      /* it is between two cells              */
  TP_STEP_WALL,      /* the map does not allow it            */
  TP_STEP_UNIT,      /* somebody is in the way, and stays    */
  TP_STEP_NEEDS_ROOM /* as TP_MOTION_NEEDS_ROOM: then again */
} tp_StepStatus;

/* Between two runs: a mover begins a step, at the time that it is, in a round
 * in which it comes first. Then it has no orders; else all is as it was, and
 * *blocker is the unit in the way; 0: none. */
TP_FUNC tp_StepStatus tp_motion_step(tp_Motion *m, uint32_t id, int direction,
                                     uint32_t *blocker);

/* All durations have changed before any time has passed: so have those of steps
 * that were taken already. */
TP_FUNC void tp_motion_retime(tp_Motion *m);

/* Which part of its step a mover has done at the clock's time; 1 where it
 * stands. */
TP_FUNC double tp_motion_phase(const tp_Motion *m, uint32_t id);

/* Counts that are worked out when asked: one look at each mover. */
TP_FUNC tp_Counters tp_motion_counters(const tp_Motion *m);

#endif
