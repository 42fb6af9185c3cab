/* simulation.h - a crowd in motion: time, rounds, and wake times. The binding
 * calls this.
 *
 * Time advances from moment to moment, not from frame to frame. At each moment
 * the units wake whose steps end or whose waiting time is over. They decide in
 * one round (pibt.h). So the result does not depend on how the game cuts time
 * into frames, unless the budget of one is used up.
 *
 *     tp_clock_add(&sim->clock, seconds);          or += ticks
 *     do
 *       while ((status = tp_sim_run(sim, &budget)) != TP_SIM_DONE)
 *         serve sim->want;
 *     while (sim->now < tp_clock_end(&sim->clock));
 *
 * The caller serves each status:
 *
 *     TP_SIM_NEEDS_PATH   want.unit wants the next order of its list
 *                           (tp_sim_is_due): call tp_sim_order, or
 *                           tp_sim_set_next with false; or it has no path,
 *                           or its path is stale: call
 *                           tp_sim_give_cost_to_goal, tp_sim_refuse, or
 *                           tp_waiting_add. A unit that lacks a path asks only
 *                           while budget is left; one that asks before each
 *                           decision, or for another end (settling.h), asks
 *                           anyway. The caller lowers the budget by the cost of
 *                           the search.
 *     TP_SIM_NEEDS_ROOM  a block of want.bytes for slot want.slot is needed:
 *                           call tp_sim_give.
 *
 * At these points the state is consistent: units may be added, removed and
 * ordered. The clock has its final time, and the current moment is sim->now: an
 * order given now begins then.
 *
 * While it runs, the navmaps of all units must be up to date (TP_MAP).
 */
#pragma once

#include "simstate.h"

typedef enum tp_SimStatus {
  TP_SIM_DONE,
  TP_SIM_NEEDS_PATH,
  TP_SIM_NEEDS_ROOM
} tp_SimStatus;

/* ---- time ---------------------------------------------------------------- */

/* Runs up to the clock's time; or up to a moment before it, at which the order
 * of a unit with a next one is over. By ticks no unit decides at that time itself,
 * but steps that end then are finished: so each tick of the clock is one step.
 * Plans are paid from the budget. */
TP_FUNC tp_SimStatus tp_sim_run(tp_Sim *sim, uint64_t *budget);

/* Is there room for the most events that one moment can have? If not, asks for
 * a longer list, unless it was refused: TP_SIM_NEEDS_ROOM. */
TP_FUNC bool tp_sim_has_room_for_events(tp_Sim *sim);

typedef enum tp_StepStatus {
  TP_STEP_TAKEN,
  TP_STEP_BUSY,      /* the unit is between two cells */
  TP_STEP_FORBIDDEN, /* the map does not allow the step */
  TP_STEP_UNIT,      /* a unit is in the way, and stays */
  TP_STEP_NEEDS_ROOM /* as TP_SIM_NEEDS_ROOM: serve it, then call again */
} tp_StepStatus;

/* Between two runs: a unit begins a step at the current time, in a round in
 * which it decides first. The unit has no orders afterwards. If the step is
 * not taken, nothing changes, and *blocker is the unit in the way; 0: none. */
TP_FUNC tp_StepStatus tp_sim_step(tp_Sim *sim, uint32_t id, int direction,
                                  uint32_t *blocker);

/* All durations have changed before any time has passed. So steps that have
 * begun get new ends. */
TP_FUNC void tp_sim_retime(tp_Sim *sim);

/* The part of its step that a unit has done at the clock's time; 1 if it
 * stands. */
TP_FUNC double tp_sim_phase(const tp_Sim *sim, uint32_t id);

/* Counts that are computed on demand: one look at each unit. */
TP_FUNC tp_Counters tp_sim_counters(const tp_Sim *sim);
