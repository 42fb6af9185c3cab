/* planstore.h - the store of plans. */
#pragma once

#include "jointplans.h"

TP_FUNC size_t tp_plans_bytes(uint32_t movers, size_t words);

/* Takes a block of so many bytes, at least as large as the old one; the
 * contents are copied. NULL: there is no memory. */
TP_FUNC void tp_plans_give(tp_Motion *m, void *block, size_t bytes);

/* Removes all plans; the block stays. */
TP_FUNC void tp_plans_clear(tp_Plans *plans);

/* The words of a plan: the ids of its members. If the plan is followed: then
 * their cells at its beginning and after each step. */
TP_FUNC uint32_t *tp_plan_members(tp_Plans *plans, const tp_LacamPlan *plan);

/* The plan that is not followed yet; NULL: none. */
TP_FUNC tp_LacamPlan *tp_plans_being_made(tp_Plans *p);

/* By id: the cell to go to. */
TP_FUNC uint32_t *tp_plans_forced(tp_Plans *p);
TP_FUNC uint32_t *tp_plan_cells(tp_Plans *p, const tp_LacamPlan *plan,
                                uint32_t step);

/* Asks for a block with so many words for the search. Returns false. */
TP_FUNC bool tp_plans_want(tp_Motion *m, size_t words);

/* Is the stack long enough for all members to push each other in one chain, as
 * the search may do? If not, asks for a longer one and returns false. */
TP_FUNC bool tp_plan_has_stack(tp_Motion *m, const tp_LacamPlan *plan);

/* A new plan without members; NULL: there is no room. */
TP_FUNC tp_LacamPlan *tp_plan_new(tp_Motion *m, uint32_t radius);
TP_FUNC void tp_plan_add(tp_Motion *m, tp_LacamPlan *plan, uint32_t id);

/* Starts to follow a plan, the last one of the store, with so many steps.
 * Returns false if there is no room. Words of other plans may move. */
TP_FUNC bool tp_plan_begin(const tp_Motion *m, tp_LacamPlan *plan,
                           uint32_t steps);

/* Do the members stand in the cells of the plan? Do they all stand? The members
 * of a plan that gathers may be anywhere. */
TP_FUNC bool tp_plan_is_in_place(const tp_Motion *m, const tp_LacamPlan *plan);
TP_FUNC bool tp_plan_all_stand(const tp_Motion *m, const tp_LacamPlan *plan);

/* A mover leaves its plan, if it has one. The plan ends at the next moment, which
 * the other members have now. */
TP_FUNC void tp_plan_leave(tp_Motion *m, uint32_t id);

/* The members go their own ways again. */
TP_FUNC void tp_plan_release(tp_Motion *m, tp_LacamPlan *plan);

/* The same, and they have hope again. */
TP_FUNC void tp_plan_drop(tp_Motion *m, tp_LacamPlan *plan);

/* Wakes the first member at that time: then there is a moment for the plan. */
TP_FUNC void tp_plan_come_back(tp_Motion *m, const tp_LacamPlan *plan,
                               uint64_t time);

/* The search goes on in a fraction of a step, however the game cuts time. */
TP_FUNC void tp_plan_go_on_soon(tp_Motion *m, const tp_LacamPlan *plan);

/* Is the time set by tp_plan_go_on_soon still to come? */
TP_FUNC bool tp_plan_is_early(const tp_Motion *m, const tp_LacamPlan *plan);

/* Blocks the members that want to go on, and releases the plan. */
TP_FUNC void tp_plan_give_up(tp_Motion *m, tp_LacamPlan *plan);
