/* rescue.c - up to 4 movers where there are up to 16 cells: a search over all
 * their positions (few.h) has no limit that they could come to, so they arrive
 * whenever that is possible.
 *
 * Who is among a few that have been known for some steps, and does not get on,
 * has a plan made for all of them; as they are told apart by all but where they
 * are, those for whom there is none are not searched for again.
 *
 * Invariant: a search goes on while walls, goals and all who stand around are
 * as they were when it began; else it is given up. So it is the same when it is
 * made again from what it had come to.
 *
 * Cost: a look at each who wakes; where one is in trouble, at its 16 cells.
 */
#include "rescue.h"

#include "wishes.h"

enum {
  TROUBLE = 6,  /* steps without coming nearer, of one of a few */
  PATIENCE = 16 /* steps that a few are in trouble */
};

/* Might it be one of a few that do not get on? */
static bool is_troubled(const tp_Motion *m, const tp_Mover *mover) {
  if (!(mover->flags & TP_MOVER_THERE) || !tp_mover_stands(mover)) return false;
  if (mover->group || tp_mover_is_fixed(mover)) return false;
  if (mover->wish == TP_IDLE || tp_mover_rests(mover)) return false;
  if (mover->wish != TP_GOING) return mover->wish != TP_WAITING;
  return mover->pauses > 0 ||
         m->now - mover->fare.nearer > (uint64_t)mover->lasts.x * TROUBLE;
}

/* May they be planned for? Not if one is in a plan, or waits for a way. */
static bool are_ready(const tp_Motion *m, const tp_Few *few) {
  for (uint32_t i = 0; i < few->members; i++) {
    const tp_Mover *mover = tp_motion_mover(m, few->range[i].id);
    if (mover->group || mover->wish == TP_WAITING) return false;
  }
  return true;
}

static uint64_t longest_step(const tp_Motion *m, const tp_Few *few) {
  uint64_t longest = 0;
  for (uint32_t i = 0; i < few->members; i++) {
    const tp_Durations *lasts = &tp_motion_mover(m, few->range[i].id)->lasts;
    if (lasts->x > longest) longest = lasts->x;
    if (lasts->y > longest) longest = lasts->y;
    if (lasts->both > longest) longest = lasts->both;
  }
  return longest;
}

/* Makes a plan for them if it is time, or lets them rest if there is none.
 * False: there is no room for it. */
static bool help_few(tp_Motion *m, const tp_Few *few) {
  tp_Plans *p = m->plans;
  if (!are_ready(m, few)) return true;
  const tp_Known *known = tp_plans_known(p, few);
  if (!known) {
    tp_plans_learn(p, few, m->now);
    return true;
  }
  if (!known->is_hopeless &&
      m->now - known->since < PATIENCE * longest_step(m, few)) {
    return true;
  }
  tp_JointPlan *plan = tp_plan_new(m, TP_PLAN_RADIUS);
  if (!plan) return false;
  for (uint32_t i = 0; i < few->members; i++) {
    tp_plan_add(m, plan, few->range[i].id);
  }
  plan->few = TP_PLAN_OF_FEW;
  if (known->is_hopeless) tp_plan_give_up(m, plan);
  return true;
}

bool tp_rescue_look(tp_Motion *m) {
  tp_Few few;
  for (uint32_t i = 0; i < m->moment.deciding; i++) {
    uint32_t id = m->moment.awake[i];
    if (!is_troubled(m, tp_motion_mover(m, id))) continue;
    if (!tp_few_gather(m, id, &few)) continue;
    if (!m->plans) return m->plans_refused || tp_plans_want(m, 1 << 16);
    if (!help_few(m, &few) || tp_plans_being_made(m->plans)) return true;
  }
  return true;
}

/* Are they all those who get in each other's way? Not each of them may get in
 * the way of all the others. */
static bool are_same(tp_Motion *m, tp_JointPlan *plan, tp_Few *few) {
  const uint32_t *id = tp_plan_members(m->plans, plan);
  for (uint32_t i = 0; i < plan->members; i++) {
    if (tp_few_gather(m, id[i], few) && few->members == plan->members) {
      return tp_plans_known(m->plans, few) != NULL;
    }
  }
  return false;
}

/* Is what the search reads as it was when it began? Its members stand. */
static bool is_as_begun(tp_Motion *m, tp_JointPlan *plan) {
  const tp_Few *begun = tp_plans_few(m->plans);
  tp_Few now;
  return are_same(m, plan, &now) && now.hash[0] == begun->hash[0] &&
         now.hash[1] == begun->hash[1] && tp_few_see(&now, m) == begun->sides;
}

/* Begins to search for a few. False: there is need of room. */
static bool begin_few(tp_Motion *m, tp_JointPlan *plan) {
  tp_Plans *p = m->plans;
  tp_Few few;
  const uint32_t *id = tp_plan_members(p, plan);
  if (!are_same(m, plan, &few)) {
    tp_plan_drop(m, plan);
    return true;
  }
  size_t words = tp_few_words(&few);
  if (words > p->words) {
    if (p->is_refused) tp_plan_give_up(m, plan);
    return p->is_refused || tp_plans_want(m, words);
  }
  *tp_plans_few(p) = few;
  tp_few_begin(tp_plans_few(p), m);
  for (uint32_t i = 0; i < few.members; i++) {
    tp_plan_cells(p, plan, 0)[i] = tp_motion_mover(m, id[i])->at;
  }
  plan->stage = TP_PLAN_SEARCHED;
  return true;
}

static void keep_few(tp_Motion *m, tp_JointPlan *plan) {
  tp_Plans *p = m->plans;
  const tp_Few *few = tp_plans_few(p);
  uint32_t steps = tp_few_steps(few, few->best);
  bool is_better = few->done > few->began;
  if (!is_better || !tp_plan_begin(m, plan, steps)) {
    tp_plan_give_up(m, plan);
    return;
  }
  tp_few_way(few, few->best, tp_plan_cells(p, plan, 1));
}

bool tp_rescue_make(tp_Motion *m, tp_JointPlan *plan, uint64_t *budget) {
  tp_Plans *p = m->plans;
  if (plan->stage == TP_PLAN_GATHERS && !begin_few(m, plan)) return false;
  if (plan->stage != TP_PLAN_SEARCHED) return true;
  if (!is_as_begun(m, plan)) {
    tp_plan_drop(m, plan);
    return true;
  }
  tp_Known *known = tp_plans_known(p, tp_plans_few(p));
  tp_JointStatus status = tp_few_run(tp_plans_few(p), budget);
  if (status == TP_JOINT_LATER) {
    tp_plan_go_on_later(m, plan);
  } else {
    known->is_hopeless = status == TP_JOINT_FAILED;
    if (known->is_hopeless) plan->few = TP_PLAN_OF_SOME;
    keep_few(m, plan);
  }
  return true;
}
