/* recount.c - units in motion as text: see recall.c, which reads that. No
 * memory is made, so that all are of one moment.
 *
 * Invariant: what is written is never longer than its `bytes` said before.
 * Cost: at most 21 bytes a number, 27 numbers a unit, 4 for each turn of its
 * way.
 */
#include <string.h>

#include "../core/crowd/detour.h"
#include "../core/crowd/plans.h"
#include "recall.h"

static const tp_Mover *mover_of(const Unit *u) {
  return tp_motion_mover(u->crowd->march.motion, u->id);
}

static const tp_Trail *trail_of(const Unit *u) {
  const tp_Chart *chart = mover_of(u)->guide.chart;
  return chart ? chart->trail : NULL;
}

size_t tp_recall_bytes(const Unit *u) {
  if (!u->orders.is_admitted) return 0;
  const tp_Trail *trail = trail_of(u);
  size_t numbers = NUMBERS + 2 * (size_t)u->orders.points + 1;
  if (trail) numbers += TRAIL_NUMBERS + 4 * (size_t)trail->count;
  return numbers * RECALL_DIGITS;
}

/* Of one that nobody ever ordered, before time has passed, there is nothing. */
bool tp_recall_says(const Unit *u) {
  if (!u->orders.is_admitted) return false;
  const tp_Mover *m = mover_of(u);
  return u->crowd->march.by != BY_NOBODY || m->wish != TP_IDLE ||
         (m->flags & KEPT_FLAGS) != 0;
}

char *tp_recall_number(char *text, uint64_t value) {
  char digit[RECALL_DIGITS];
  int n = 0;
  do digit[n++] = (char)('0' + value % 10);
  while (value /= 10);
  while (n > 0) *text++ = digit[--n];
  *text++ = ' ';
  return text;
}

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t pack(tp_Cell c) {
  return c.x < 0 ? UINT32_MAX : tp_pack_cell(c.x, c.y);
}

/* How its chart leads. */
static uint64_t leads_of(const Unit *u, const tp_Mover *m) {
  const tp_Chart *chart = m->guide.chart;
  if (chart->trail) {
    bool stands = tp_guide_has_way(chart->trail, m->navmap);
    return stands ? LEADS_ALONG : LEADS_ASTRAY;
  }
  if (tp_recall_shares(u, m->guide.goal)) return LEADS_OVER_MAP;
  if (chart->round == 0) return LEADS_ALONE + tp_recall_known(chart, u->finder);
  bool is_current = m->guide.chart->round == TP_DETOUR_DUE ||
                    tp_detour_is_current(u->crowd->march.motion, u->id);
  return is_current ? LEADS_ROUND : LEADS_ROUND_LATE;
}

static void take_numbers(const Unit *u, uint64_t *number) {
  const tp_Mover *m = mover_of(u);
  const Orders *o = &u->orders;
  const uint64_t of[NUMBERS] = {
      [ERRAND] = o->errand == ERRAND_GROUP ? ERRAND_MEMBER : o->errand,
      [WISH] = m->wish,
      [FLAGS] = m->flags & KEPT_FLAGS,
      [PAUSES] = m->pauses,
      [BUMPED] = m->bumped,
      [HOME] = m->wish == TP_IDLE ? pack(m->guide.goal) : m->at,
      [GOAL] = pack(m->guide.goal),
      [FROM] = m->stride.from,
      [BEGIN] = tp_mover_began(m),
      [END] = m->stride.end,
      [SINCE] = m->fare.since,
      [BEST] = m->fare.best,
      [NEARER] = m->fare.nearer,
      [WAKE] = m->wake,
      [SETTLE] = m->settle,
      [TOURS] = m->tours,
      [HEADING] = u->heading,
      [PUT] = m->put,
      [PUT_X] = bits_of(u->put_x),
      [PUT_Y] = bits_of(u->put_y),
      [REASON] = o->reason,
      [NEXT] = o->next,
      [POINTS] = o->points,
      [PLANS] = m->plans,
      [RENEWED] = m->renewed,
      [PUSHES] = m->pushes,
      [LEADS] = LEADS_NOWHERE,
  };
  memcpy(number, of, sizeof of);
  const tp_Motion *motion = u->crowd->march.motion;
  bool is_torn = motion->moment.is_on && m->wake == TP_NEVER;
  if (is_torn && !tp_mover_rests(m)) number[WAKE] = motion->now;
  if (!m->put || tp_mover_stands(m)) number[PUT_X] = number[PUT_Y] = 0;
  if (m->guide.chart) number[LEADS] = leads_of(u, m);
}

static char *write_trail(const Unit *u, char *text) {
  const tp_Trail *t = trail_of(u);
  const tp_Chart *window = mover_of(u)->guide.chart;
  tp_Rect area = {0, 0, 0, 0};
  if (tp_guide_has_window(window, mover_of(u)->navmap)) area = window->area;
  const uint64_t head[TRAIL_NUMBERS] = {
      t->count,         t->ahead,         t->steps,        (uint64_t)area.x,
      (uint64_t)area.y, (uint64_t)area.w, (uint64_t)area.h};
  for (int i = 0; i < TRAIL_NUMBERS; i++)
    text = tp_recall_number(text, head[i]);
  for (uint32_t i = 0; i < t->count; i++) {
    const tp_Turn *turn = &t->turn[i];
    text = tp_recall_number(text, turn->cost);
    uint64_t by_link = turn->by_link ? RECALL_BY_LINK : 0;
    text = tp_recall_number(text, (uint64_t)turn->x | by_link);
    text = tp_recall_number(text, (uint64_t)turn->y);
    text = tp_recall_number(text, turn->steps);
  }
  return text;
}

char *tp_recall_write(const Unit *u, char *text) {
  uint64_t number[NUMBERS];
  take_numbers(u, number);
  for (int i = 0; i < NUMBERS; i++) text = tp_recall_number(text, number[i]);
  for (uint32_t i = 0; i < number[POINTS]; i++) {
    text = tp_recall_number(text, (uint64_t)u->orders.point[i].x);
    text = tp_recall_number(text, (uint64_t)u->orders.point[i].y);
  }
  bool is_along = number[LEADS] == LEADS_ALONG || number[LEADS] == LEADS_ASTRAY;
  if (is_along) text = write_trail(u, text);
  text[-1] = '\0';
  return text;
}

char *tp_recall_write_clock(const Crowd *c, char *text) {
  const tp_Clock *clock = &c->march.motion->clock;
  text = tp_recall_number(text, clock->whole);
  text = tp_recall_number(text, clock->fraction);
  text = tp_recall_number(text, c->march.by);
  text[-1] = '\0';
  return text;
}

/* ---- plans of clusters -------------------------------------------------- */

static uint32_t count_plans(tp_Plans *p, size_t *words) {
  uint32_t count = 0;
  *words = 0;
  for (const tp_JointPlan *plan = NULL;
       p && (plan = tp_plans_next(p, plan)) != NULL;) {
    *words += tp_plan_words(plan);
    count++;
  }
  return count;
}

static uint32_t count_known(const tp_Plans *p) {
  uint32_t count = 0;
  for (int i = 0; p && i < TP_PLANS_KNOWN; i++) {
    count += p->known[i].members > 0;
  }
  return count;
}

/* The search that is on, for as many as it takes; NULL: none is. */
static const tp_Joint *search_of(tp_Plans *p) {
  const tp_JointPlan *plan = p ? tp_plans_being_made(p) : NULL;
  bool is_on = plan && plan->stage == TP_PLAN_SEARCHED;
  return is_on && plan->few == TP_PLAN_OF_MANY ? &p->joint : NULL;
}

static size_t search_words(const tp_Joint *j) {
  return j ? j->nodes * tp_joint_node_words(j->members) : 0;
}

size_t tp_recall_plans_bytes(const Crowd *c) {
  tp_Plans *p = c->march.motion ? c->march.motion->plans : NULL;
  size_t words, plans = count_plans(p, &words), known = count_known(p);
  size_t numbers = 3 + plans * PLAN_NUMBERS + words + 1 + SEARCH_NUMBERS +
                   known * (KNOWN_NUMBERS + TP_FEW_MOVERS);
  if (!p) return 0;
  return numbers * RECALL_DIGITS +
         search_words(search_of(p)) * RECALL_WORD_DIGITS;
}

/* What was found of a few on few cells. */
static char *write_known(const tp_Plans *p, char *text) {
  text = tp_recall_number(text, count_known(p));
  for (uint32_t i = 0; i < TP_PLANS_KNOWN; i++) {
    const tp_Known *known = &p->known[i];
    if (known->members == 0) continue;
    const uint64_t head[KNOWN_NUMBERS] = {i,
                                          known->since,
                                          known->hash[0],
                                          known->hash[1],
                                          known->is_hopeless,
                                          known->members};
    for (int k = 0; k < KNOWN_NUMBERS; k++)
      text = tp_recall_number(text, head[k]);
    for (uint32_t k = 0; k < known->members; k++) {
      text = tp_recall_number(text, known->id[k]);
    }
  }
  return text;
}

/* Who was removed or put elsewhere since time last passed is in the list until
 * it next does, and the plan is then dropped; the id may be another one's. */
static uint32_t member_word(const tp_Motion *m, const tp_JointPlan *plan,
                            uint32_t id) {
  bool is_one = tp_motion_mover(m, id)->group == tp_plan_group(m->plans, plan);
  return is_one ? id : id | RECALL_GONE;
}

/* How far the search for a few has come; nothing where it has not begun. */
static char *write_due(tp_Plans *p, const tp_JointPlan *plan, char *text) {
  tp_Due due = p->due;
  if (plan->stage == TP_PLAN_SEARCHED) {
    const tp_Few *few = tp_plans_few(p);
    due = (tp_Due){1, few->looked, {few->hash[0], few->hash[1]}, few->sides};
  }
  if (!due.is_on) return text;
  const uint32_t number[DUE_NUMBERS] = {due.looked, due.hash[0], due.hash[1],
                                        due.sides};
  text = tp_recall_number(text, SEARCH_OF_FEW);
  for (int i = 0; i < DUE_NUMBERS; i++)
    text = tp_recall_number(text, number[i]);
  return text;
}

/* The search that is on: of many all that it has found, as that depends on who
 * stood where meanwhile. */
static char *write_search(tp_Plans *p, char *text) {
  const tp_JointPlan *plan = tp_plans_being_made(p);
  const tp_Joint *j = search_of(p);
  if (plan && plan->few == TP_PLAN_OF_FEW) return write_due(p, plan, text);
  if (!j) return text;
  const uint64_t head[SEARCH_NUMBERS] = {j->nodes,   j->now,   j->top,  j->best,
                                         j->arrived, j->began, j->spent};
  text = tp_recall_number(text, SEARCH_OF_MANY);
  for (int i = 0; i < SEARCH_NUMBERS; i++)
    text = tp_recall_number(text, head[i]);
  const uint32_t *word = tp_joint_node(j, 0);
  for (size_t i = 0; i < search_words(j); i++) {
    text = tp_recall_number(text, word[i]);
  }
  return text;
}

/* Plans as they lie in the store, so that there is room behind the last one. */
char *tp_recall_write_plans(const Crowd *c, char *text) {
  const tp_Motion *m = c->march.motion;
  tp_Plans *p = m->plans;
  size_t words;
  text = tp_recall_number(text, p->looked);
  text = tp_recall_number(text, count_plans(p, &words));
  for (const tp_JointPlan *plan = NULL;
       (plan = tp_plans_next(p, plan)) != NULL;) {
    uint64_t place = (uint64_t)(plan - p->plan);
    uint64_t is_followed = plan->stage == TP_PLAN_FOLLOWED;
    uint64_t stage = is_followed + 2 * (uint64_t)plan->few;
    const uint64_t head[PLAN_NUMBERS] = {place,        stage,      plan->misses,
                                         plan->radius, plan->step, plan->steps,
                                         plan->members};
    for (int k = 0; k < PLAN_NUMBERS; k++)
      text = tp_recall_number(text, head[k]);
    const uint32_t *word = tp_plan_members(p, plan);
    for (uint32_t k = 0; k < tp_plan_words(plan); k++) {
      uint32_t one = word[k];
      if (k < plan->members) one = member_word(m, plan, one);
      text = tp_recall_number(text, one);
    }
  }
  text = write_known(p, text);
  text = write_search(p, text);
  text[-1] = '\0';
  return text;
}
