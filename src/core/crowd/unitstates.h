/* unitstates.h - the states of units over time: arrive, settle, give up, go
 * home.
 */
#pragma once

#include "simstate.h"

/* Does the unit need a path before it can decide? Renews the table
 * of costs around it (costwindow.h) if that is enough. */
TP_FUNC bool tp_unitstates_lacks_path(tp_Sim *sim, uint32_t id);

/* Updates the state of a unit that stands and is awake. Is it to decide? If
 * not, it rests, and has a wake time if it looks again later. */
TP_FUNC bool tp_unitstates_look(tp_Sim *sim, uint32_t id);

/* The unit waits outside a link until the game answers if it may take it. */
TP_FUNC void tp_unitstates_ask(tp_Sim *sim, uint32_t id);

/* Does its cost to goal lead on from its cell, or from a cell beside it? */
TP_FUNC bool tp_unitstates_leads(const tp_Unit *unit);

/* A unit begins a step at this moment; it is in the new cell already. */
TP_FUNC void tp_unitstates_record_step(tp_Sim *sim, uint32_t id);

/* A unit's ride in a link ends. That may have taken long, so its patience starts
 * anew, but not forever if the unit comes no nearer. */
TP_FUNC void tp_unitstates_record_ride(tp_Sim *sim, uint32_t id);

/* A unit could not step and stays: sets when it looks again. Call it after all
 * steps of the moment have begun. */
TP_FUNC void tp_unitstates_record_stay(tp_Sim *sim, uint32_t id);

/* Blocks a unit: no path, or no way past others. It rests for a while. */
TP_FUNC void tp_unitstates_give_up(tp_Sim *sim, uint32_t id);

/* May the unit stand until a plan is found? The time is longer the more often
 * it was blocked. */
TP_FUNC bool tp_unitstates_may_wait(const tp_Sim *sim, uint32_t id);

/* The unit waits for a plan that takes long to make: reports it as blocked if
 * its patience is over. */
TP_FUNC void tp_unitstates_warn(tp_Sim *sim, uint32_t id);

/* A plan with the unit has ended, or cannot be made yet. The unit's patience
 * starts anew, but not forever. */
TP_FUNC void tp_unitstates_reset_patience(tp_Sim *sim, uint32_t id);
