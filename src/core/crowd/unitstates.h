/* unitstates.h - the states of movers over time: arrive, settle, give up, go home.
 */
#pragma once

#include "simstate.h"

/* Does the mover need a path before it can decide? Renews its window if that is
 * enough. */
TP_FUNC bool tp_states_lacks_way(tp_Motion *m, uint32_t id);

/* Updates the state of a mover that stands and is awake. Is it to decide? If
 * not, it rests, and has a wake time if it looks again later. */
TP_FUNC bool tp_states_look(tp_Motion *m, uint32_t id);

/* Does its guide lead on from its cell, or from a cell beside it? */
TP_FUNC bool tp_states_leads(const tp_Mover *mover);

/* A mover begins a step at this moment; it is in the new cell already. */
TP_FUNC void tp_states_steps(tp_Motion *m, uint32_t id);

/* A mover could not step and stays: sets when it looks again. Call it after all
 * steps of the moment have begun. */
TP_FUNC void tp_states_stays(tp_Motion *m, uint32_t id);

/* Blocks a mover: no path, or no way past others. It rests for a while. */
TP_FUNC void tp_states_give_up(tp_Motion *m, uint32_t id);

/* May the mover stand until a plan is found? The time is longer the more often
 * it was blocked. */
TP_FUNC bool tp_states_may_wait(const tp_Motion *m, uint32_t id);

/* The mover waits for a plan that takes long to make: reports it as blocked if
 * its patience is over. */
TP_FUNC void tp_states_warn(tp_Motion *m, uint32_t id);

/* A plan with the mover has ended, or cannot be made yet. The mover's patience
 * starts anew, but not forever. */
TP_FUNC void tp_states_hope(tp_Motion *m, uint32_t id);
