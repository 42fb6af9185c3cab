/* jointplanstore.c - the store of plans: one plan behind the other in a list of
 * words. Before a new plan is added, gaps are closed. The space that plans may
 * take follows from the number of units that are there now, not from the size
 * of the block: that grows with the most units that there were.
 */
#include "jointplans.h"

#include <string.h>

#include "unitstates.h"

/* Words for all plans, plus 64 a unit. */
enum { STORE = 1 << 15 };

/* ---- the block ----------------------------------------------------------- */

static size_t store_words(uint32_t units) { return STORE + 64 * (size_t)units; }

size_t tp_jointplans_bytes(uint32_t units, size_t words) {
  return sizeof(tp_JointPlans) + 2 * (size_t)units * sizeof(tp_Ranked) +
         ((size_t)units + 1 + store_words(units) + words) * sizeof(uint32_t);
}

uint32_t *tp_jointplans_forced(tp_JointPlans *p) {
  return (uint32_t *)(void *)(p->lacam.order + 2 * (size_t)p->unit_room);
}

static uint32_t *store_of(tp_JointPlans *p) {
  return tp_jointplans_forced(p) + p->unit_room + 1;
}

/* Sets the pointers to the lists. No unit is forced. */
static void lay_out(tp_JointPlans *p) {
  p->lacam.order = (tp_Ranked *)(void *)(p + 1);
  p->lacam.spare = p->lacam.order + p->unit_room;
  p->lacam.words = store_of(p) + p->store;
  p->lacam.room = p->words;
  memset(tp_jointplans_forced(p), 0xff,
         ((size_t)p->unit_room + 1) * sizeof(uint32_t));
}

void tp_jointplans_give(tp_Sim *sim, void *block, size_t bytes) {
  tp_JointPlans *p = block, *old = sim->plans;
  sim->plans_refused = !p;
  if (!p) return;
  memset(p, 0, sizeof *p);
  if (old) *p = *old;
  p->unit_room = sim->unit_room;
  p->store = (uint32_t)store_words(p->unit_room);
  p->words = (bytes - tp_jointplans_bytes(p->unit_room, 0)) / sizeof(uint32_t);
  lay_out(p);
  TP_ASSERT(!old || (p->words >= old->words && p->unit_room >= old->unit_room));
  if (old) {
    memcpy(store_of(p), store_of(old), old->store * sizeof(uint32_t));
    memcpy(p->lacam.words, old->lacam.words, old->words * sizeof(uint32_t));
  }
  sim->plans = p;
}

bool tp_jointplans_want(tp_Sim *sim, size_t words) {
  return tp_sim_want(sim, TP_SLOT_PLANS,
                     tp_jointplans_bytes(sim->unit_room, words));
}

bool tp_jointplan_has_stack(tp_Sim *sim, const tp_LacamPlan *plan) {
  const uint32_t *id = tp_jointplan_members(sim->plans, plan);
  uint32_t entered = 0, tries = sim->round.room.tries;
  for (uint32_t i = 0; i < plan->members; i++) {
    const tp_Unit *unit = tp_sim_unit(sim, id[i]);
    entered += tp_unit_entered(unit->wide, unit->high);
  }
  if (entered <= tries) return true; /* each unit enters at least one cell */
  while (tries < entered) tries *= 2;
  return tp_sim_want(sim, TP_SLOT_TRIES, tp_pibt_stack_bytes(tries));
}

/* ---- plans --------------------------------------------------------------- */

uint32_t *tp_jointplan_members(tp_JointPlans *p, const tp_LacamPlan *plan) {
  return store_of(p) + plan->first;
}

uint32_t *tp_jointplan_cells(tp_JointPlans *p, const tp_LacamPlan *plan,
                             uint32_t step) {
  return tp_jointplan_members(p, plan) + (size_t)plan->members * (step + 1);
}

void tp_jointplan_release(tp_Sim *sim, tp_LacamPlan *plan) {
  tp_JointPlans *p = sim->plans;
  const uint32_t *id = tp_jointplan_members(p, plan);
  for (uint32_t i = 0; i < plan->members; i++) {
    tp_Unit *unit = tp_sim_unit(sim, id[i]);
    if (unit->group != tp_jointplan_group(p, plan)) continue;
    unit->group = 0;
    if (!(unit->flags & TP_UNIT_THERE) || !tp_unit_is_standing(unit)) continue;
    if (unit->state == TP_IDLE && !(unit->flags & TP_UNIT_AWAY)) continue;
    tp_sim_wake_at(sim, id[i], sim->now);
  }
  plan->stage = TP_PLAN_NONE;
}

void tp_jointplans_clear(tp_Sim *sim) {
  tp_JointPlans *p = sim->plans;
  const tp_JointPlans room = {
      .words = p->words, .unit_room = p->unit_room, .store = p->store};
  for (int i = 0; i < TP_PLANS_AT_ONCE; i++) {
    if (p->plan[i].stage != TP_PLAN_NONE)
      tp_jointplan_release(sim, &p->plan[i]);
  }
  *p = room;
  lay_out(p);
}

void tp_jointplan_leave(tp_Sim *sim, uint32_t id) {
  const uint8_t group = tp_sim_unit(sim, id)->group;
  if (group == 0) return;
  const tp_LacamPlan *plan = &sim->plans->plan[group - 1];
  const uint32_t *member = tp_jointplan_members(sim->plans, plan);
  tp_sim_unit(sim, id)->group = 0;
  for (uint32_t i = 0; i < plan->members; i++) {
    const tp_Unit *unit = tp_sim_unit(sim, member[i]);
    if (unit->group != group || !tp_unit_is_standing(unit)) continue;
    tp_sim_wake_at(sim, member[i], sim->now);
  }
}

void tp_jointplans_end_beside(tp_Sim *sim, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_sim_map(sim));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    const uint32_t id = tp_occupancy_at(sim->occupancy, c.x, c.y);
    const uint8_t group = id ? tp_sim_unit(sim, id)->group : 0;
    if (group) tp_jointplan_release(sim, &sim->plans->plan[group - 1]);
  }
}

void tp_jointplan_drop(tp_Sim *sim, tp_LacamPlan *plan) {
  const uint32_t *id = tp_jointplan_members(sim->plans, plan);
  for (uint32_t i = 0; i < plan->members; i++) {
    tp_Unit *unit = tp_sim_unit(sim, id[i]);
    if (unit->group != tp_jointplan_group(sim->plans, plan)) continue;
    if (!tp_unit_rests(unit)) tp_unitstates_reset_patience(sim, id[i]);
  }
  tp_jointplan_release(sim, plan);
}

void tp_jointplan_give_up(tp_Sim *sim, tp_LacamPlan *plan) {
  tp_JointPlans *p = sim->plans;
  const uint32_t *id = tp_jointplan_members(p, plan);
  uint32_t members = plan->members;
  tp_jointplan_release(sim, plan);
  for (uint32_t i = 0; i < members; i++) {
    const tp_Unit *unit = tp_sim_unit(sim, id[i]);
    bool wants_on = unit->state != TP_WAITING && !tp_unit_rests(unit);
    if (unit->flags & TP_UNIT_THERE && wants_on)
      tp_unitstates_give_up(sim, id[i]);
  }
}

/* ---- where its members are ----------------------------------------------- */

bool tp_jointplan_is_in_place(const tp_Sim *sim, const tp_LacamPlan *plan) {
  tp_JointPlans *p = sim->plans;
  const uint32_t *id = tp_jointplan_members(p, plan);
  const uint32_t *cell = tp_jointplan_cells(p, plan, plan->step);
  for (uint32_t i = 0; i < plan->members; i++) {
    const tp_Unit *unit = tp_sim_unit(sim, id[i]);
    if (!(unit->flags & TP_UNIT_THERE) || tp_unit_is_wall(unit) ||
        unit->group != tp_jointplan_group(p, plan)) {
      return false;
    }
    if (plan->stage != TP_PLAN_GATHERS && unit->at != cell[i]) return false;
  }
  return true;
}

bool tp_jointplan_all_stand(const tp_Sim *sim, const tp_LacamPlan *plan) {
  const uint32_t *id = tp_jointplan_members(sim->plans, plan);
  for (uint32_t i = 0; i < plan->members; i++) {
    if (!tp_unit_is_standing(tp_sim_unit(sim, id[i]))) return false;
  }
  return true;
}

/* ---- making one ---------------------------------------------------------- */

/* The next plan in the store, in the order in which the plans were made; after
 * NULL the first one. NULL: none. */
static tp_LacamPlan *next_plan(tp_JointPlans *p, const tp_LacamPlan *last) {
  tp_LacamPlan *next = NULL;
  for (int i = 0; i < TP_PLANS_AT_ONCE; i++) {
    tp_LacamPlan *plan = &p->plan[i];
    if (plan->stage == TP_PLAN_NONE) continue;
    if (last && plan->first <= last->first) continue;
    if (!next || plan->first < next->first) next = plan;
  }
  return next;
}

/* Closes the gaps in the store. @return the end of the last plan */
static uint32_t close_up(tp_JointPlans *p) {
  uint32_t end = 0;
  for (tp_LacamPlan *plan = NULL; (plan = next_plan(p, plan)) != NULL;) {
    uint32_t words = plan->members * (plan->steps + 2);
    memmove(store_of(p) + end, store_of(p) + plan->first,
            words * sizeof(uint32_t));
    plan->first = end;
    end += words;
  }
  return end;
}

tp_LacamPlan *tp_jointplan_new(tp_Sim *sim, uint32_t radius) {
  tp_JointPlans *p = sim->plans;
  tp_LacamPlan *plan = p->plan;
  while (plan < p->plan + TP_PLANS_AT_ONCE && plan->stage != TP_PLAN_NONE) {
    plan++;
  }
  if (plan == p->plan + TP_PLANS_AT_ONCE) return NULL;
  uint32_t end = close_up(p);
  if (end + 2 * (size_t)sim->present > store_words(sim->present)) return NULL;
  *plan = (tp_LacamPlan){end, 0, 0, 0, TP_PLAN_GATHERS, 0, false, radius};
  return plan;
}

tp_LacamPlan *tp_jointplan_add_saved(tp_Sim *sim, uint32_t group) {
  tp_LacamPlan *plan = &sim->plans->plan[group - 1];
  const uint32_t end = close_up(sim->plans);
  if (plan->stage != TP_PLAN_NONE) return NULL;
  if (end + 2 * (size_t)sim->present > store_words(sim->present)) return NULL;
  *plan = (tp_LacamPlan){.first = end, .stage = TP_PLAN_GATHERS};
  return plan;
}

void tp_jointplan_add(tp_Sim *sim, tp_LacamPlan *plan, uint32_t id) {
  tp_JointPlans *p = sim->plans;
  tp_jointplan_members(p, plan)[plan->members++] = id;
  tp_sim_unit(sim, id)->group = tp_jointplan_group(p, plan);
}

bool tp_jointplan_begin(const tp_Sim *sim, tp_LacamPlan *plan, uint32_t steps) {
  close_up(sim->plans);
  uint64_t end = plan->first + (uint64_t)plan->members * (steps + 2);
  if (end > store_words(sim->present)) return false;
  plan->steps = steps;
  plan->step = 0;
  plan->stage = TP_PLAN_FOLLOWED;
  return true;
}

tp_LacamPlan *tp_jointplans_being_made(tp_JointPlans *p) {
  for (int i = 0; i < TP_PLANS_AT_ONCE; i++) {
    tp_LacamPlan *plan = &p->plan[i];
    if (plan->stage == TP_PLAN_GATHERS || plan->stage == TP_PLAN_SEARCHED) {
      return plan;
    }
  }
  return NULL;
}

void tp_jointplan_come_back(tp_Sim *sim, const tp_LacamPlan *plan,
                            uint64_t time) {
  const uint32_t *id = tp_jointplan_members(sim->plans, plan);
  for (uint32_t i = 0; i < plan->members; i++) tp_unitstates_warn(sim, id[i]);
  tp_sim_wake_at(sim, id[0], time);
}
