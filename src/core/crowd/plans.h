/* plans.h - clusters of movers that stopped getting nearer: a search finds how
 * all of them get to where they want to be, and then they do so, step by step,
 * all at once. First the store, which has who takes part, and where each goes.
 */
#ifndef TP_PLANS_H
#define TP_PLANS_H

#include "lacam.h"
#include "state.h"

enum {
  TP_PLANS_AT_ONCE = TP_MOST_GROUPS,
  TP_PLAN_RADIUS = 2 /* cells between members, at first */
};

typedef enum tp_PlanStage {
  TP_PLAN_NONE,
  TP_PLAN_GATHERS, /* some of its members are yet under way */
  TP_PLAN_SEARCHED,
  TP_PLAN_FOLLOWED
} tp_PlanStage;

/* In the store: the ids of members, then their cells, step by step. */
typedef struct tp_LacamPlan {
  uint32_t first, members, steps, step;
  uint8_t stage, misses;
  bool is_best; /* no plan of theirs brings more of them to their goals */
  uint32_t radius;
} tp_LacamPlan;

/* In a block of tp_plans_bytes, for ids up to `movers`. */
typedef struct tp_Plans {
  size_t words; /* of the search */
  uint32_t movers, store, looked;
  tp_LacamPlan plan[TP_PLANS_AT_ONCE];
  tp_Lacam lacam;
  bool is_refused; /* no more room is to be had */
} tp_Plans;

TP_FUNC size_t tp_plans_bytes(uint32_t movers, size_t words);

/* A block of so many bytes, which is no smaller than the one before, is the
 * plans' from now on; what that has is moved. NULL: there is none to be had. */
TP_FUNC void tp_plans_give(tp_Motion *m, void *block, size_t bytes);

/* There are no plans; its room stays. */
TP_FUNC void tp_plans_clear(tp_Plans *plans);

/* The words of one of its plans: its members' ids; where it is followed, the
 * cells of each of its steps, too, and those where it began. */
TP_FUNC uint32_t *tp_plan_members(tp_Plans *plans, const tp_LacamPlan *plan);

/* The one that is not followed yet; NULL: there is none. */
TP_FUNC tp_LacamPlan *tp_plans_being_made(tp_Plans *p);

/* The plan behind that one in the store, which is the order in which they were
 * made; behind NULL, the first. NULL: there is none. */
TP_FUNC tp_LacamPlan *tp_plans_next(tp_Plans *plans, const tp_LacamPlan *last);

TP_INLINE uint8_t tp_plan_group(const tp_Plans *p, const tp_LacamPlan *plan) {
  return (uint8_t)(plan - p->plan + 1);
}

/* By id: where to go. */
TP_FUNC uint32_t *tp_plans_forced(tp_Plans *p);
TP_FUNC uint32_t *tp_plan_cells(tp_Plans *p, const tp_LacamPlan *plan,
                                uint32_t step);

/* Says that a block for so many words of a search is wanted: false. */
TP_FUNC bool tp_plans_want(tp_Motion *m, size_t words);

/* May all its members push each other on in a row, as rounds of a search do?
 * Else says that a stack for that is wanted: false. */
TP_FUNC bool tp_plan_has_stack(tp_Motion *m, const tp_LacamPlan *plan);

/* A new plan without members; NULL: there is no room for one. */
TP_FUNC tp_LacamPlan *tp_plan_new(tp_Motion *m, uint32_t radius);
TP_FUNC void tp_plan_add(tp_Motion *m, tp_LacamPlan *plan, uint32_t id);

/* Is there room for so many steps of it, which is the last one of the store?
 * Words of plans may move. */
TP_FUNC bool tp_plan_begin(const tp_Motion *m, tp_LacamPlan *plan,
                           uint32_t steps);

/* Do its members stand where it says, and do they all stand? Those of one that
 * only gathers may be anywhere. */
TP_FUNC bool tp_plan_is_in_place(const tp_Motion *m, const tp_LacamPlan *plan);
TP_FUNC bool tp_plan_all_stand(const tp_Motion *m, const tp_LacamPlan *plan);

/* Its members go their own ways again. */
TP_FUNC void tp_plan_release(tp_Motion *m, tp_LacamPlan *plan);

/* The same; there is hope again. */
TP_FUNC void tp_plan_drop(tp_Motion *m, tp_LacamPlan *plan);

/* Its first member wakes at a time, as nobody else may then. */
TP_FUNC void tp_plan_come_back(tp_Motion *m, const tp_LacamPlan *plan,
                               uint64_t time);

/* Its search goes on in a part of a step, whatever the time is cut into. */
TP_FUNC void tp_plan_go_on_soon(tp_Motion *m, const tp_LacamPlan *plan);

/* Is that still to come? */
TP_FUNC bool tp_plan_is_early(const tp_Motion *m, const tp_LacamPlan *plan);

/* Its search goes on as soon as there is a new budget. */
TP_FUNC void tp_plan_go_on_later(tp_Motion *m, const tp_LacamPlan *plan);

/* Who stopped getting nearer is told so, and rests. */
TP_FUNC void tp_plan_give_up(tp_Motion *m, tp_LacamPlan *plan);

/* ---- plans.c: what is made of them ---------------------------------------- */

/* Before the round of a moment: looks for clusters and plans for them. False:
 * m->want says what room it needs. */
TP_FUNC bool tp_plans_think(tp_Motion *m, uint64_t *budget);

/* In the round, before anybody else: members of plans decide. */
TP_FUNC void tp_plans_lead(tp_Motion *m);

/* The round is done: plans that it has led have come a step further. */
TP_FUNC void tp_plans_step(tp_Motion *m);

#endif
