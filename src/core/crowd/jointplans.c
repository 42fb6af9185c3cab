/* jointplans.c - makes and follows plans.
 *
 * A unit without progress for a while gathers a cluster. The cluster has the
 * units around it that have orders and those at the other ends of links, then
 * the units around these, and so on. Units at rest nearby are members, but
 * add no others. If one of them has made progress lately, it has hope, and no
 * plan is made. Otherwise the members stand still while a search runs
 * (lacam.h), and then follow its plan. Other units are obstacles for the
 * search. They are pushed if they stand in the way when the plan is followed.
 *
 *     gathers --> searched --> followed --> done
 *        ^            |            |
 *        +--- wider --+            +--> another unit is in the way: dropped
 *
 * A step of a plan begins when all members stand, and lasts as long as the
 * slowest member's step. A plan ends as soon as a member is elsewhere, has
 * another order, or is gone.
 *
 * A search ends as soon as each member is nearer to its goal than ever, or at
 * it, or finds another member at it. So a plan ends where the jam does, and is
 * not made again forever.
 *
 * If a search fails, a wider cluster is tried, by a thorough search. If that
 * fails, too, its best plan is taken if at its end more members are so far than
 * now. A narrow cluster takes no such plan: its members push each other off
 * their goals again, and would make the same plan forever.
 * At the end the members without progress are blocked, and all begins again,
 * wider, after their pause or after a plan that brought no progress. If no
 * better plan exists, the members that are not at their goals are blocked at
 * the plan's end.
 *
 * However large the budget, searches do a limited amount of work at once, so
 * that a frame and a turn stay short. They go on in the next tick, or a
 * fraction of a step later.
 *
 * Cost: without jams one look at each unit of a round. At most one cluster a
 * moment is gathered.
 */
#include <string.h>

#include "jointplans.h"
#include "transitions.h"
#include "unitstates.h"

enum {
  PATIENCE = 16,   /* steps without progress */
  WIDEST = 32,     /* the largest radius */
  MISSES = 4,      /* so often a step of a plan may wait for other units */
  TICK = 1 << 12,  /* decisions of searches in a tick, */
  SLICE = 1 << 10, /* or by seconds in one of the PARTS of a step */
  PARTS = 8,
  SEARCH = 1 << 15, /* decisions of a search; more with a larger radius */
  MOST_WORDS = 1 << 24
};

/* ---- clusters ------------------------------------------------------------ */

/* Has it hope? Patience for retries, which `failed_joint_plans` counts, is
 * none: two units might give it to each other in turns. */
static bool has_patience(const tp_Sim *sim, const tp_Unit *unit) {
  return unit->state == TP_GOING && unit->failed_joint_plans == 0 &&
         sim->now - unit->progress.time <= tp_unit_step_time(unit) * PATIENCE;
}

/* Does one that has come to its target stand beside the unit, which has one,
 * too? Then it settles, and needs no plan. */
static bool is_at_ring(const tp_Sim *sim, const tp_Unit *unit) {
  if (!unit->hunts) return false;
  const tp_Rect around = tp_rect_clip(
      tp_rect_grow(tp_unit_under(unit, unit->at), 1), tp_sim_map(sim));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    const uint32_t id = tp_round_occupant(&sim->round, c.x, c.y);
    if (id != 0 && tp_unit_has_come(tp_sim_unit(sim, id))) return true;
  }
  return false;
}

static bool is_stuck(const tp_Sim *sim, const tp_Unit *unit) {
  if (unit->group || tp_unit_is_wall(unit)) return false;
  if (unit->state != TP_GOING && unit->state != TP_ARRIVED) return false;
  return !tp_unit_rests(unit) && sim->now > unit->progress.time &&
         sim->now - unit->progress.time > tp_unit_step_time(unit) * PATIENCE &&
         !is_at_ring(sim, unit);
}

/* Adds the units in a rectangle. Returns false if one of them has hope. */
static bool add_in(tp_Sim *sim, tp_LacamPlan *plan, tp_Rect rect) {
  rect = tp_rect_clip(rect, tp_sim_map(sim));
  for (tp_Cell c = tp_rect_first(rect); tp_rect_wrap(rect, &c); c.x++) {
    uint32_t id = tp_round_occupant(&sim->round, c.x, c.y);
    if (id == 0) continue;
    const tp_Unit *other = tp_sim_unit(sim, id);
    if (tp_unit_is_wall(other)) continue;
    if (other->group == tp_jointplan_group(sim->plans, plan)) continue;
    if (other->group != 0 || has_patience(sim, other)) return false;
    tp_jointplan_add(sim, plan, id);
  }
  return true;
}

/* Adds the units around a member, and those at the far ends of edges there. */
static bool add_around(tp_Sim *sim, tp_LacamPlan *plan, const tp_Unit *unit) {
  tp_Rect around =
      tp_rect_grow(tp_unit_under(unit, unit->at), (int32_t)plan->radius);
  if (!add_in(sim, plan, around)) return false;
  if (!tp_navmap_has_edges(unit->navmap)) return true;
  around = tp_rect_clip(around, tp_sim_map(sim));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    tp_EdgeIter it = tp_edges_from(unit->navmap, c);
    while (tp_edges_next(&it)) {
      tp_Rect end = tp_unit_under(unit, it.edge.to);
      if (!add_in(sim, plan, tp_rect_grow(end, 1))) return false;
    }
  }
  return true;
}

static bool form_plan(tp_Sim *sim, uint32_t id, uint32_t radius) {
  tp_LacamPlan *plan = tp_jointplan_new(sim, radius);
  if (!plan) return false;
  tp_jointplan_add(sim, plan, id);
  /* Gathers the cluster, unless there is hope. */
  const uint32_t *member = tp_jointplan_members(sim->plans, plan);
  bool is_whole = true;
  for (uint32_t i = 0; i < plan->members && is_whole; i++) {
    const tp_Unit *one = tp_sim_unit(sim, member[i]);
    if (tp_unit_rests(one) && one->state != TP_BLOCKED) continue;
    is_whole = add_around(sim, plan, one);
  }
  if (is_whole && plan->members >= 2) return true;
  /* A unit alone that still goes on may be on a long detour, and needs no
   * plan. A unit that stands in a queue needs none as long as one around it
   * has hope. */
  tp_Unit *unit = tp_sim_unit(sim, id);
  uint64_t still = sim->now - unit->step.end;
  bool goes_on = still <= 2 * tp_unit_step_time(unit);
  if (goes_on && is_whole) tp_transition_apply(unit, TP_ON_HOPE, sim->now);
  if (!goes_on && !is_whole) tp_unitstates_reset_patience(sim, id);
  for (uint32_t i = 0; i < plan->members; i++) {
    tp_sim_unit(sim, member[i])->group = 0;
  }
  plan->members = 0;
  plan->stage = TP_PLAN_NONE;
  return false;
}

/* The next unit of this round that is stuck, by id, after the last one. */
static uint32_t find_stuck(const tp_Sim *sim, uint32_t after) {
  uint32_t first = 0, next = 0;
  for (uint32_t i = 0; i < sim->moment.deciding; i++) {
    uint32_t id = sim->moment.awake[i];
    const tp_Unit *unit = tp_sim_unit(sim, id);
    if (!(unit->flags & TP_UNIT_THERE) || !is_stuck(sim, unit)) continue;
    if (first == 0 || id < first) first = id;
    if (id > after && (next == 0 || id < next)) next = id;
  }
  return next ? next : first;
}

/* ---- the search ---------------------------------------------------------- */

static void begin_search(tp_Sim *sim, tp_LacamPlan *plan) {
  tp_JointPlans *p = sim->plans;
  p->lacam.members = plan->members;
  p->lacam.id = tp_jointplan_members(p, plan);
  p->lacam.is_thorough = plan->radius > TP_PLAN_RADIUS;
  p->lacam.limit = (uint64_t)SEARCH * plan->radius / TP_PLAN_RADIUS;
  tp_lacam_begin(&p->lacam, &sim->round);
  memcpy(tp_jointplan_cells(p, plan, 0), tp_lacam_cells(&p->lacam, 0, 0),
         plan->members * sizeof(uint32_t));
  plan->stage = TP_PLAN_SEARCHED;
}

/* Keeps the steps to the node as the plan. Returns false if they do not fit. */
static bool keep_steps(tp_Sim *sim, tp_LacamPlan *plan, uint32_t node) {
  tp_JointPlans *p = sim->plans;
  uint32_t steps = tp_lacam_steps(&p->lacam, node);
  if (!tp_jointplan_begin(sim, plan, steps)) return false;
  for (uint32_t i = 1; i <= steps; i++) {
    memcpy(tp_jointplan_cells(p, plan, i), tp_lacam_cells(&p->lacam, node, i),
           plan->members * sizeof(uint32_t));
  }
  return true;
}

/* Takes the best node if it is better than the start. */
static bool take_best(tp_Sim *sim, tp_LacamPlan *plan) {
  const tp_Lacam *l = &sim->plans->lacam;
  plan->is_best = l->now == TP_NO_NODE;
  return l->arrived > l->began && keep_steps(sim, plan, l->best);
}

/* Takes the best node of a wide cluster, or else tries a wider one. */
static void go_wider(tp_Sim *sim, tp_LacamPlan *plan) {
  tp_JointPlans *p = sim->plans;
  uint32_t id = tp_jointplan_members(p, plan)[0], radius = plan->radius * 2;
  if (plan->radius > TP_PLAN_RADIUS && take_best(sim, plan)) return;
  if (radius > WIDEST) {
    tp_jointplan_give_up(sim, plan);
    return;
  }
  tp_jointplan_release(sim, plan);
  if (!form_plan(sim, id, radius)) tp_unitstates_reset_patience(sim, id);
}

/* ---- making one ---------------------------------------------------------- */

/* Is any of the work left that searches may do at once? The first search after
 * `renewed` begins a new period. */
static bool may_search(tp_Sim *sim, const tp_LacamPlan *plan) {
  tp_JointPlans *p = sim->plans;
  if (sim->now >= p->renewed) {
    const uint32_t first = tp_jointplan_members(p, plan)[0];
    const uint64_t step = tp_sim_unit(sim, first)->durations.x;
    p->left = sim->by_ticks ? TICK : SLICE;
    p->renewed = sim->now + 1 + (sim->by_ticks ? 0 : step / PARTS);
  }
  return p->left > 0;
}

/* Goes on with the plan that is being made. Returns false if it needs
 * memory. */
static bool make_plan(tp_Sim *sim, tp_LacamPlan *plan, uint64_t *budget) {
  tp_JointPlans *p = sim->plans;
  if (!tp_jointplan_is_in_place(sim, plan)) {
    tp_jointplan_drop(sim, plan);
    return true;
  }
  if (!tp_jointplan_all_stand(sim, plan)) return true;
  if (!may_search(sim, plan)) {
    tp_jointplan_come_back(sim, plan, p->renewed);
    return true;
  }
  p->lacam.id = tp_jointplan_members(p, plan); /* the block may have moved */
  if (!tp_jointplan_has_stack(sim, plan)) {
    if (sim->round.room.cannot_grow) tp_jointplan_give_up(sim, plan);
    return sim->round.room.cannot_grow;
  }
  if (plan->stage == TP_PLAN_GATHERS) {
    size_t words = tp_lacam_words(plan->members);
    if (words > p->words) {
      if (sim->plans_refused) tp_jointplan_give_up(sim, plan);
      return sim->plans_refused || tp_jointplans_want(sim, 2 * words);
    }
    begin_search(sim, plan);
  }
  sim->round.group = tp_jointplan_group(p, plan);
  uint64_t left = 4 * (uint64_t)p->left;
  if (*budget < left) left = *budget;
  uint64_t rest = left;
  tp_LacamStatus status = tp_lacam_run(&p->lacam, &sim->round, &rest);
  *budget -= left - rest;
  p->left -= (uint32_t)((left - rest + 3) / 4);
  sim->round.group = 0;
  switch (status) {
    case TP_LACAM_FOUND:
      if (!keep_steps(sim, plan, p->lacam.best))
        tp_jointplan_give_up(sim, plan);
      break;
    case TP_LACAM_NEEDS_ROOM:
      if (!sim->plans_refused && p->words < MOST_WORDS) {
        return tp_jointplans_want(sim, 2 * p->words);
      }
      go_wider(sim, plan);
      break;
    case TP_LACAM_LATER:
      if (!tp_unitstates_may_wait(sim, tp_jointplan_members(p, plan)[0])) {
        if (!take_best(sim, plan)) tp_jointplan_give_up(sim, plan);
      } else if (*budget > 0) {
        tp_jointplan_come_back(sim, plan, p->renewed);
      } else {
        /* At the end of this run: it goes on when the clock advances. */
        uint64_t end = sim->clock.whole, next = sim->now + 1;
        tp_jointplan_come_back(sim, plan, end > sim->now ? end : next);
      }
      break;
    default: go_wider(sim, plan);
  }
  return true;
}

bool tp_jointplan_search_again(tp_Sim *sim, uint32_t group, uint64_t spent) {
  tp_JointPlans *p = sim->plans;
  tp_LacamPlan *plan = &p->plan[group - 1];
  tp_Lacam *l = &p->lacam;
  l->id = tp_jointplan_members(p, plan); /* the block may have moved */
  if (!tp_jointplan_all_stand(sim, plan)) return true;
  if (!tp_jointplan_has_stack(sim, plan)) return sim->round.room.cannot_grow;
  if (plan->stage == TP_PLAN_GATHERS) {
    const size_t words = tp_lacam_words(plan->members);
    if (words > p->words)
      return sim->plans_refused || tp_jointplans_want(sim, 2 * words);
    begin_search(sim, plan);
  }
  uint64_t left = spent > l->spent ? 4 * (spent - l->spent) : 0;
  sim->round.room.forced = tp_jointplans_forced(p);
  sim->round.by_ticks = sim->by_ticks;
  sim->round.group = (uint16_t)group;
  const tp_LacamStatus status = tp_lacam_run(l, &sim->round, &left);
  sim->round.group = 0;
  return status != TP_LACAM_NEEDS_ROOM || sim->plans_refused ||
         p->words >= MOST_WORDS || tp_jointplans_want(sim, 2 * p->words);
}

bool tp_jointplans_think(tp_Sim *sim, uint64_t *budget) {
  tp_JointPlans *p = sim->plans;
  if (p && p->unit_room < sim->unit_room) {
    if (!sim->plans_refused) return tp_jointplans_want(sim, p->words);
    /* The block is too small for the present number of units, and there is no
     * memory for a larger one: drops all plans. */
    for (int i = 0; i < TP_PLANS_AT_ONCE; i++) {
      if (p->plan[i].stage) tp_jointplan_release(sim, &p->plan[i]);
    }
    sim->plans = NULL;
  }
  sim->round.room.forced = sim->plans ? tp_jointplans_forced(sim->plans) : NULL;
  p = sim->plans;
  tp_LacamPlan *plan = p ? tp_jointplans_being_made(p) : NULL;
  if (!plan) {
    uint32_t id = find_stuck(sim, p ? p->looked : 0);
    if (id == 0 || *budget == 0) return true;
    if (!p)
      return sim->plans_refused ? true : tp_jointplans_want(sim, TP_PLAN_WORDS);
    p->looked = id;
    const tp_Unit *unit = tp_sim_unit(sim, id);
    uint32_t failed = unit->backoff + unit->failed_joint_plans;
    uint32_t radius = (uint32_t)TP_PLAN_RADIUS << (failed < 4 ? failed : 4);
    if (!form_plan(sim, id, radius)) return true;
    plan = tp_jointplans_being_made(p);
  }
  bool done = !plan || make_plan(sim, plan, budget);
  sim->round.room.forced = tp_jointplans_forced(sim->plans);
  return done;
}

/* ---- going by plans ------------------------------------------------------ */

/* Does the unit go on by a link that it may not take before the game has
 * answered? */
static bool asks_first(tp_Sim *sim, uint32_t id, uint32_t cell) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const tp_Cell at = tp_unit_cell(unit), to = tp_unpack_cell(cell);
  const int direction = tp_direction(to.x - at.x, to.y - at.y);
  if (!tp_unit_needs_permission(unit) || cell == unit->at) return false;
  if (direction >= 0 &&
      tp_navmap_can_step(unit->navmap, at.x, at.y, direction)) {
    return false;
  }
  unit->flags |= TP_UNIT_LEAVES;
  tp_unitstates_ask(sim, id);
  return true;
}

/* Lets the members decide as the plan says. Returns false if another unit is
 * in the way, or if one of them has to ask the game. */
static bool lead_members(tp_Sim *sim, tp_LacamPlan *plan) {
  tp_JointPlans *p = sim->plans;
  const uint32_t *id = tp_jointplan_members(p, plan);
  const uint32_t *cell = tp_jointplan_cells(p, plan, plan->step + 1);
  bool goes = true;
  sim->round.group = tp_jointplan_group(p, plan);
  for (uint32_t i = 0; i < plan->members; i++)
    tp_jointplans_forced(p)[id[i]] = cell[i];
  for (uint32_t i = 0; i < plan->members; i++) {
    if (asks_first(sim, id[i], cell[i])) goes = false;
  }
  for (uint32_t i = 0; i < plan->members && goes; i++) {
    goes = tp_pibt_decide(&sim->round, id[i]);
  }
  for (uint32_t i = 0; i < plan->members; i++) {
    if (tp_round_to(&sim->round, id[i]) != cell[i]) goes = false;
    tp_jointplans_forced(p)[id[i]] = TP_ANYWHERE;
  }
  sim->round.group = 0;
  return goes;
}

/* A step in which no member moves takes no time, and would wake nobody. A saved
 * plan may have such steps. */
static void skip_stays(tp_JointPlans *p, tp_LacamPlan *plan) {
  const size_t bytes = plan->members * sizeof(uint32_t);
  while (plan->step < plan->steps &&
         memcmp(tp_jointplan_cells(p, plan, plan->step),
                tp_jointplan_cells(p, plan, plan->step + 1), bytes) == 0) {
    plan->step++;
  }
}

/* Is it the plan's turn? A plan that is over or invalid is dropped. */
static bool is_on(tp_Sim *sim, tp_LacamPlan *plan) {
  if (plan->stage != TP_PLAN_FOLLOWED) return false;
  if (!tp_jointplan_is_in_place(sim, plan)) {
    tp_jointplan_drop(sim, plan);
    return false;
  }
  if (!tp_jointplan_all_stand(sim, plan)) return false;
  skip_stays(sim->plans, plan);
  if (plan->step < plan->steps) return true;
  if (plan->is_best) {
    tp_jointplan_give_up(sim, plan);
  } else {
    tp_jointplan_drop(sim, plan);
  }
  return false;
}

void tp_jointplans_lead(tp_Sim *sim) {
  tp_JointPlans *p = sim->plans;
  tp_Moment *moment = &sim->moment;
  moment->goes = 0;
  for (int i = 0; p && i < TP_PLANS_AT_ONCE; i++) {
    tp_LacamPlan *plan = &p->plan[i];
    if (moment->waits & 1u << i || !is_on(sim, plan)) continue;
    if (lead_members(sim, plan)) {
      moment->goes |= 1u << i;
      continue;
    }
    if (sim->round.needs_stack) return;
    /* All members decide again, without this plan. */
    tp_pibt_end(&sim->round, false);
    tp_pibt_begin(&sim->round, sim->now);
    moment->waits |= 1u << i;
    moment->goes = 0;
    if (++plan->misses > MISSES) {
      tp_jointplan_drop(sim, plan);
    } else {
      uint32_t first = tp_jointplan_members(p, plan)[0];
      tp_jointplan_come_back(sim, plan,
                             sim->now + tp_sim_unit(sim, first)->durations.x);
    }
    i = -1;
  }
}

void tp_jointplans_step(tp_Sim *sim) {
  uint32_t goes = sim->moment.goes;
  for (int i = 0; goes && i < TP_PLANS_AT_ONCE; i++) {
    if (goes & 1u << i) sim->plans->plan[i].step++;
  }
}
