/* jointplans.h - plans for clusters of units that make no progress. A search
 * finds steps that bring all of them to their goals. Then the units take these
 * steps, all at the same times. Making and following plans is in jointplans.c,
 * the store with the members and cells of each in jointplanstore.c.
 */
#pragma once

#include "lacam.h"
#include "simstate.h"

enum {
  TP_PLANS_AT_ONCE = TP_MOST_GROUPS,
  TP_PLAN_RADIUS = 2,     /* distance in cells between members, at first */
  TP_PLAN_WORDS = 1 << 16 /* of the search, at first */
};

typedef enum tp_PlanStage {
  TP_PLAN_NONE,
  TP_PLAN_GATHERS, /* some members are still under way */
  TP_PLAN_SEARCHED,
  TP_PLAN_FOLLOWED
} tp_PlanStage;

/* In the store: the ids of the members, then their cells, step by step. */
typedef struct tp_LacamPlan {
  uint32_t first, members, steps, step;
  uint8_t stage, misses;
  bool is_best; /* no plan of these members brings more of them to their
                   goals */
  uint32_t radius;
} tp_LacamPlan;

/* In a block of tp_jointplans_bytes, with room for ids up to `unit_room`. */
typedef struct tp_JointPlans {
  size_t words; /* of the search */
  /* `store`: words of the store of plans. `looked`: the unit that was found
   * stuck last; the next look begins after it. */
  uint32_t unit_room, store, looked;
  uint32_t left;    /* decisions that searches may take until `renewed` */
  uint64_t renewed; /* then they may take as many again */
  tp_LacamPlan plan[TP_PLANS_AT_ONCE];
  tp_Lacam lacam;
} tp_JointPlans;

TP_INLINE uint8_t tp_jointplan_group(const tp_JointPlans *p,
                                     const tp_LacamPlan *plan) {
  return (uint8_t)(plan - p->plan + 1);
}

/* ---- plans in the moments of a crowd ------------------------------------- */

/* Call it before the round of a moment: finds clusters and makes plans. Returns
 * false if sim->want names a block that it needs. */
TP_FUNC bool tp_jointplans_think(tp_Sim *sim, uint64_t *budget);

/* Makes the search of a saved plan again, up to so many decisions. Returns
 * false if sim->want names a block that it needs: then call it once more. */
TP_FUNC bool tp_jointplan_search_again(tp_Sim *sim, uint32_t group,
                                       uint64_t spent);

/* In the round, before all others: the members of plans decide. */
TP_FUNC void tp_jointplans_lead(tp_Sim *sim);

/* After the round: the plans that it followed have advanced by a step. */
TP_FUNC void tp_jointplans_step(tp_Sim *sim);

/* A unit leaves its plan, if it has one. The plan ends at the next moment,
 * which the other members have now. */
TP_FUNC void tp_jointplan_leave(tp_Sim *sim, uint32_t id);

/* A unit that was like a wall goes on, or is gone: the plans of the units in
 * the rectangle or beside it, which lead around it, end. */
TP_FUNC void tp_jointplans_end_beside(tp_Sim *sim, tp_Rect rect);

/* ---- the block of all plans ---------------------------------------------- */

TP_FUNC size_t tp_jointplans_bytes(uint32_t units, size_t words);

/* Takes a block of so many bytes, at least as large as the old one; the
 * contents are copied. NULL: there is no memory. */
TP_FUNC void tp_jointplans_give(tp_Sim *sim, void *block, size_t bytes);

/* Releases and removes all plans; the block stays. */
TP_FUNC void tp_jointplans_clear(tp_Sim *sim);

/* Asks for a block with so many words for the search. Returns false. */
TP_FUNC bool tp_jointplans_want(tp_Sim *sim, size_t words);

/* By id: the cell to go to. */
TP_FUNC uint32_t *tp_jointplans_forced(tp_JointPlans *p);

/* The plan that is not followed yet; NULL: none. */
TP_FUNC tp_LacamPlan *tp_jointplans_being_made(tp_JointPlans *p);

/* ---- one plan ------------------------------------------------------------ */

/* The words of a plan: the ids of its members. If the plan is followed: then
 * their cells at its beginning and after each step. */
TP_FUNC uint32_t *tp_jointplan_members(tp_JointPlans *plans,
                                       const tp_LacamPlan *plan);

/* The members' cells after so many steps of the plan. */
TP_FUNC uint32_t *tp_jointplan_cells(tp_JointPlans *p, const tp_LacamPlan *plan,
                                     uint32_t step);

/* Is the stack long enough for all members to push each other in one chain, as
 * the search may do? If not, asks for a longer one and returns false. */
TP_FUNC bool tp_jointplan_has_stack(tp_Sim *sim, const tp_LacamPlan *plan);

/* A new plan without members; NULL: there is no room. */
TP_FUNC tp_LacamPlan *tp_jointplan_new(tp_Sim *sim, uint32_t radius);
TP_FUNC void tp_jointplan_add(tp_Sim *sim, tp_LacamPlan *plan, uint32_t id);

/* A saved plan of that group, from 1, without members; NULL: there is one. */
TP_FUNC tp_LacamPlan *tp_jointplan_add_saved(tp_Sim *sim, uint32_t group);

/* So many times the members have cells in the store: those at the beginning and
 * after each step of a plan that is followed. */
TP_INLINE uint32_t tp_jointplan_places(const tp_LacamPlan *plan) {
  return plan->stage == TP_PLAN_FOLLOWED ? plan->steps + 1 : 0;
}

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

/* The members go their own ways again. */
TP_FUNC void tp_jointplan_release(tp_Sim *sim, tp_LacamPlan *plan);

/* The same, and they have hope again (has_patience of jointplans.c). */
TP_FUNC void tp_jointplan_drop(tp_Sim *sim, tp_LacamPlan *plan);

/* Wakes the first member at that time: then there is a moment for the plan. */
TP_FUNC void tp_jointplan_come_back(tp_Sim *sim, const tp_LacamPlan *plan,
                                    uint64_t time);

/* Blocks the members that want to go on, and releases the plan. */
TP_FUNC void tp_jointplan_give_up(tp_Sim *sim, tp_LacamPlan *plan);
