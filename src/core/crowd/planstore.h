/* planstore.h - the store of plans. */
#pragma once

#include "jointplans.h"

TP_FUNC size_t tp_jointplans_bytes(uint32_t units, size_t words);

/* Takes a block of so many bytes, at least as large as the old one; the
 * contents are copied. NULL: there is no memory. */
TP_FUNC void tp_jointplans_give(tp_Sim *sim, void *block, size_t bytes);

/* Releases and removes all plans; the block stays. */
TP_FUNC void tp_jointplans_clear(tp_Sim *sim);

/* The words of a plan: the ids of its members. If the plan is followed: then
 * their cells at its beginning and after each step. */
TP_FUNC uint32_t *tp_jointplan_members(tp_JointPlans *plans,
                                       const tp_LacamPlan *plan);

/* The plan that is not followed yet; NULL: none. */
TP_FUNC tp_LacamPlan *tp_jointplans_being_made(tp_JointPlans *p);

/* By id: the cell to go to. */
TP_FUNC uint32_t *tp_jointplans_forced(tp_JointPlans *p);

/* The members' cells after so many steps of the plan. */
TP_FUNC uint32_t *tp_jointplan_cells(tp_JointPlans *p, const tp_LacamPlan *plan,
                                     uint32_t step);

/* Asks for a block with so many words for the search. Returns false. */
TP_FUNC bool tp_jointplans_want(tp_Sim *sim, size_t words);

/* Is the stack long enough for all members to push each other in one chain, as
 * the search may do? If not, asks for a longer one and returns false. */
TP_FUNC bool tp_jointplan_has_stack(tp_Sim *sim, const tp_LacamPlan *plan);

/* A new plan without members; NULL: there is no room. */
TP_FUNC tp_LacamPlan *tp_jointplan_new(tp_Sim *sim, uint32_t radius);
TP_FUNC void tp_jointplan_add(tp_Sim *sim, tp_LacamPlan *plan, uint32_t id);

/* Starts to follow a plan, the last one of the store, with so many steps.
 * Returns false if there is no room. Words of other plans may move. */
TP_FUNC bool tp_jointplan_begin(const tp_Sim *sim, tp_LacamPlan *plan,
                                uint32_t steps);

/* Do the members stand in the cells of the plan? Do they all stand? The members
 * of a plan that gathers may be anywhere. */
TP_FUNC bool tp_jointplan_is_in_place(const tp_Sim *sim,
                                      const tp_LacamPlan *plan);
TP_FUNC bool tp_jointplan_all_stand(const tp_Sim *sim,
                                    const tp_LacamPlan *plan);

/* A unit leaves its plan, if it has one. The plan ends at the next moment,
 * which the other members have now. */
TP_FUNC void tp_jointplan_leave(tp_Sim *sim, uint32_t id);

/* The members go their own ways again. */
TP_FUNC void tp_jointplan_release(tp_Sim *sim, tp_LacamPlan *plan);

/* The same, and they have hope again (jointplans.c). */
TP_FUNC void tp_jointplan_drop(tp_Sim *sim, tp_LacamPlan *plan);

/* Wakes the first member at that time: then there is a moment for the plan. */
TP_FUNC void tp_jointplan_come_back(tp_Sim *sim, const tp_LacamPlan *plan,
                                    uint64_t time);

/* The search goes on in a fraction of a step, however the game cuts time. */
TP_FUNC void tp_jointplan_go_on_soon(tp_Sim *sim, const tp_LacamPlan *plan);

/* Is the time set by tp_jointplan_go_on_soon still to come? */
TP_FUNC bool tp_jointplan_is_early(const tp_Sim *sim, const tp_LacamPlan *plan);

/* Blocks the members that want to go on, and releases the plan. */
TP_FUNC void tp_jointplan_give_up(tp_Sim *sim, tp_LacamPlan *plan);
