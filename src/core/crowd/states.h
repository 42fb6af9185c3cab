/* states.h - the states of movers as time goes by: who is where it wants to be,
 * who gives up, and who goes home.
 */
#ifndef TP_STATES_H
#define TP_STATES_H

#include "state.h"

/* Does it lack a way, before it can decide? Makes its window. */
TP_FUNC bool tp_states_lacks_way(tp_Motion *m, uint32_t id);

/* Is somebody at its goal already, for whom that is his own goal, too? */
TP_FUNC bool tp_states_is_late(const tp_Motion *m, uint32_t id);

/* One that stands and is awake looks where it is. Is it to decide? If not, it
 * is at rest, and in the timing wheel if it looks again later. */
TP_FUNC bool tp_states_look(tp_Motion *m, uint32_t id);

/* Does what it goes by lead on from where it is, or from a cell beside? */
TP_FUNC bool tp_states_leads(const tp_Mover *mover);

/* It begins a step at this moment, and is in the new cell already. */
TP_FUNC void tp_states_steps(tp_Motion *m, uint32_t id);

/* It could not, and stays: when does it look again? All who step at this moment
 * have begun. */
TP_FUNC void tp_states_stays(tp_Motion *m, uint32_t id);

/* No way, or (no reason) nobody lets it through: it rests for a while. */
TP_FUNC void tp_states_give_up(tp_Motion *m, uint32_t id, tp_Reason reason);

/* May it stand for a plan to be found? The longer, the more often it has come
 * to nothing. */
TP_FUNC bool tp_states_may_wait(const tp_Motion *m, uint32_t id);

/* It waits for a plan that takes long to make: says that it is blocked when it
 * would have without. */
TP_FUNC void tp_states_warn(tp_Motion *m, uint32_t id);

/* A plan with it has ended, or cannot be made yet: it has hope again, but not
 * for ever. */
TP_FUNC void tp_states_hope(tp_Motion *m, uint32_t id);

#endif
