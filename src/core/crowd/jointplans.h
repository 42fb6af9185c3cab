/* jointplans.h - plans for clusters of units that make no progress. A search
 * finds steps that bring all of them to their goals. Then the units take these
 * steps, all at the same times. First comes the store of plans: members and
 * cells.
 */
#pragma once

#include "lacam.h"
#include "simstate.h"

enum {
  TP_PLANS_AT_ONCE = TP_MOST_GROUPS,
  TP_PLAN_RADIUS = 2 /* distance in cells between members, at first */
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
  tp_LacamPlan plan[TP_PLANS_AT_ONCE];
  tp_Lacam lacam;
} tp_JointPlans;

TP_INLINE uint8_t tp_jointplan_group(const tp_JointPlans *p,
                                     const tp_LacamPlan *plan) {
  return (uint8_t)(plan - p->plan + 1);
}

/* ---- how plans are made and followed ------------------------------------- */

/* Call it before the round of a moment: finds clusters and makes plans. Returns
 * false if sim->want names a block that it needs. */
TP_FUNC bool tp_jointplans_think(tp_Sim *sim, uint64_t *budget);

/* In the round, before all others: the members of plans decide. */
TP_FUNC void tp_jointplans_lead(tp_Sim *sim);

/* After the round: the plans that it followed have advanced by a step. */
TP_FUNC void tp_jointplans_step(tp_Sim *sim);
