/* planstore.c - the store of plans: one plan behind the other in a list of words.
 * Before a new plan is added, gaps are closed. The space for plans follows from
 * the number of movers, not from the size of the block: a new block may be
 * smaller.
 */
#include "planstore.h"

#include "jointplans.h"

#include <string.h>

#include "unitstates.h"

enum {
  STORE = 1 << 15, /* words for all plans, plus 64 a mover */
  SOON = 16        /* after 1/SOON of a step a search goes on */
};

/* ---- the block ----------------------------------------------------------- */

static size_t store_words(uint32_t movers) {
  return STORE + 64 * (size_t)movers;
}

size_t tp_plans_bytes(uint32_t movers, size_t words) {
  return sizeof(tp_Plans) + 2 * (size_t)movers * sizeof(tp_Ranked) +
         ((size_t)movers + 1 + store_words(movers) + words) * sizeof(uint32_t);
}

uint32_t *tp_plans_forced(tp_Plans *p) {
  return (uint32_t *)(void *)(p->lacam.order + 2 * (size_t)p->movers);
}

static uint32_t *store_of(tp_Plans *p) {
  return tp_plans_forced(p) + p->movers + 1;
}

/* Sets the pointers to the lists. No mover is forced. */
static void lay_out(tp_Plans *p) {
  p->lacam.order = (tp_Ranked *)(void *)(p + 1);
  p->lacam.spare = p->lacam.order + p->movers;
  p->lacam.words = store_of(p) + p->store;
  p->lacam.room = p->words;
  memset(tp_plans_forced(p), 0xff, ((size_t)p->movers + 1) * sizeof(uint32_t));
}

void tp_plans_give(tp_Motion *m, void *block, size_t bytes) {
  tp_Plans *p = block, *old = m->plans;
  if (!p) {
    if (old) old->is_refused = true;
    return;
  }
  memset(p, 0, sizeof *p);
  if (old) *p = *old;
  p->movers = m->movers;
  p->store = (uint32_t)store_words(p->movers);
  p->words = (bytes - tp_plans_bytes(p->movers, 0)) / sizeof(uint32_t);
  p->is_refused = false;
  lay_out(p);
  TP_ASSERT(!old || (p->words >= old->words && p->movers >= old->movers));
  if (old) {
    memcpy(store_of(p), store_of(old), old->store * sizeof(uint32_t));
    memcpy(p->lacam.words, old->lacam.words, old->words * sizeof(uint32_t));
  }
  m->plans = p;
}

void tp_plans_clear(tp_Plans *p) {
  const tp_Plans room = {
      .words = p->words, .movers = p->movers, .store = p->store};
  *p = room;
  lay_out(p);
}

bool tp_plans_want(tp_Motion *m, size_t words) {
  m->want.slot = TP_SLOT_PLANS;
  m->want.bytes = tp_plans_bytes(m->movers, words);
  return false;
}

bool tp_plan_has_stack(tp_Motion *m, const tp_LacamPlan *plan) {
  const uint32_t *id = tp_plan_members(m->plans, plan);
  uint32_t sides = 0, tries = m->round.room.tries;
  for (uint32_t i = 0; i < plan->members; i++) {
    const tp_Mover *mover = tp_motion_mover(m, id[i]);
    sides += tp_mover_sides(mover->wide, mover->high);
  }
  if (sides <= tries) return true; /* each mover has at least one side */
  while (tries < sides) tries *= 2;
  m->want.slot = TP_SLOT_TRIES;
  m->want.bytes = tp_pibt_stack_bytes(tries);
  return false;
}

/* ---- plans --------------------------------------------------------------- */

uint32_t *tp_plan_members(tp_Plans *p, const tp_LacamPlan *plan) {
  return store_of(p) + plan->first;
}

uint32_t *tp_plan_cells(tp_Plans *p, const tp_LacamPlan *plan, uint32_t step) {
  return tp_plan_members(p, plan) + (size_t)plan->members * (step + 1);
}

void tp_plan_release(tp_Motion *m, tp_LacamPlan *plan) {
  tp_Plans *p = m->plans;
  const uint32_t *id = tp_plan_members(p, plan);
  for (uint32_t i = 0; i < plan->members; i++) {
    tp_Mover *mover = tp_motion_mover(m, id[i]);
    if (mover->group != tp_plan_group(p, plan)) continue;
    mover->group = 0;
    if (!(mover->flags & TP_MOVER_THERE) || !tp_mover_stands(mover)) continue;
    if (mover->state == TP_IDLE && !(mover->flags & TP_MOVER_AWAY)) continue;
    tp_motion_wake_at(m, id[i], m->now);
  }
  plan->stage = TP_PLAN_NONE;
}

void tp_plan_leave(tp_Motion *m, uint32_t id) {
  const uint8_t group = tp_motion_mover(m, id)->group;
  if (group == 0) return;
  const tp_LacamPlan *plan = &m->plans->plan[group - 1];
  const uint32_t *member = tp_plan_members(m->plans, plan);
  tp_motion_mover(m, id)->group = 0;
  for (uint32_t i = 0; i < plan->members; i++) {
    const tp_Mover *mover = tp_motion_mover(m, member[i]);
    if (mover->group != group || !tp_mover_stands(mover)) continue;
    tp_motion_wake_at(m, member[i], m->now);
  }
}

void tp_plan_drop(tp_Motion *m, tp_LacamPlan *plan) {
  const uint32_t *id = tp_plan_members(m->plans, plan);
  for (uint32_t i = 0; i < plan->members; i++) {
    tp_Mover *mover = tp_motion_mover(m, id[i]);
    if (mover->group != tp_plan_group(m->plans, plan)) continue;
    if (!tp_mover_rests(mover)) tp_states_hope(m, id[i]);
  }
  tp_plan_release(m, plan);
}

void tp_plan_give_up(tp_Motion *m, tp_LacamPlan *plan) {
  tp_Plans *p = m->plans;
  const uint32_t *id = tp_plan_members(p, plan);
  uint32_t members = plan->members;
  tp_plan_release(m, plan);
  for (uint32_t i = 0; i < members; i++) {
    const tp_Mover *mover = tp_motion_mover(m, id[i]);
    bool wants_on = mover->state != TP_WAITING && !tp_mover_rests(mover);
    if (mover->flags & TP_MOVER_THERE && wants_on) tp_states_give_up(m, id[i]);
  }
}

/* ---- where its members are ----------------------------------------------- */

bool tp_plan_is_in_place(const tp_Motion *m, const tp_LacamPlan *plan) {
  tp_Plans *p = m->plans;
  const uint32_t *id = tp_plan_members(p, plan);
  const uint32_t *cell = tp_plan_cells(p, plan, plan->step);
  for (uint32_t i = 0; i < plan->members; i++) {
    const tp_Mover *mover = tp_motion_mover(m, id[i]);
    if (!(mover->flags & TP_MOVER_THERE) || tp_mover_is_wall(mover) ||
        mover->group != tp_plan_group(p, plan)) {
      return false;
    }
    if (plan->stage != TP_PLAN_GATHERS && mover->at != cell[i]) return false;
  }
  return true;
}

bool tp_plan_all_stand(const tp_Motion *m, const tp_LacamPlan *plan) {
  const uint32_t *id = tp_plan_members(m->plans, plan);
  for (uint32_t i = 0; i < plan->members; i++) {
    if (!tp_mover_stands(tp_motion_mover(m, id[i]))) return false;
  }
  return true;
}

/* ---- making one ---------------------------------------------------------- */

/* The next plan in the store, in the order in which the plans were made; after
 * NULL the first one. NULL: none. */
static tp_LacamPlan *next_plan(tp_Plans *p, const tp_LacamPlan *last) {
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
static uint32_t close_up(tp_Plans *p) {
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

tp_LacamPlan *tp_plan_new(tp_Motion *m, uint32_t radius) {
  tp_Plans *p = m->plans;
  tp_LacamPlan *plan = p->plan;
  while (plan < p->plan + TP_PLANS_AT_ONCE && plan->stage != TP_PLAN_NONE) {
    plan++;
  }
  if (plan == p->plan + TP_PLANS_AT_ONCE) return NULL;
  uint32_t end = close_up(p);
  if (end + 2 * (size_t)m->present > store_words(m->present)) return NULL;
  *plan = (tp_LacamPlan){end, 0, 0, 0, TP_PLAN_GATHERS, 0, false, radius};
  return plan;
}

void tp_plan_add(tp_Motion *m, tp_LacamPlan *plan, uint32_t id) {
  tp_Plans *p = m->plans;
  tp_plan_members(p, plan)[plan->members++] = id;
  tp_motion_mover(m, id)->group = tp_plan_group(p, plan);
}

bool tp_plan_begin(const tp_Motion *m, tp_LacamPlan *plan, uint32_t steps) {
  close_up(m->plans);
  uint64_t end = plan->first + (uint64_t)plan->members * (steps + 2);
  if (end > store_words(m->present)) return false;
  plan->steps = steps;
  plan->step = 0;
  plan->stage = TP_PLAN_FOLLOWED;
  return true;
}

tp_LacamPlan *tp_plans_being_made(tp_Plans *p) {
  for (int i = 0; i < TP_PLANS_AT_ONCE; i++) {
    tp_LacamPlan *plan = &p->plan[i];
    if (plan->stage == TP_PLAN_GATHERS || plan->stage == TP_PLAN_SEARCHED) {
      return plan;
    }
  }
  return NULL;
}

void tp_plan_come_back(tp_Motion *m, const tp_LacamPlan *plan, uint64_t time) {
  const uint32_t *id = tp_plan_members(m->plans, plan);
  for (uint32_t i = 0; i < plan->members; i++) tp_states_warn(m, id[i]);
  tp_motion_wake_at(m, id[0], time);
}

static uint64_t soon_time(const tp_Mover *first) {
  return 1 + first->lasts.x / SOON;
}

void tp_plan_go_on_soon(tp_Motion *m, const tp_LacamPlan *plan) {
  uint32_t first = tp_plan_members(m->plans, plan)[0];
  tp_plan_come_back(m, plan, m->now + soon_time(tp_motion_mover(m, first)));
}

/* Only the wake time of the first member is stored. That member may wake for
 * another reason, and then much later. */
bool tp_plan_is_early(const tp_Motion *m, const tp_LacamPlan *plan) {
  uint32_t id = tp_plan_members(m->plans, plan)[0];
  const tp_Mover *first = tp_motion_mover(m, id);
  return plan->stage == TP_PLAN_SEARCHED && !m->by_ticks &&
         first->wake > m->now && first->wake - m->now <= soon_time(first);
}
