/* rejoin.c - what a state says of a whole crowd in motion, read again: its
 * clock, who waits, plans of clusters, ids that are free. See recall.c.
 *
 * Ids that are free come first, then the clock, which sets the crowd in motion:
 * so that there is room for all ids that others may name. Invariant: a unit is
 * in one plan at most, and waits once. Cost: O(what is written).
 */
#include <string.h>

#include "../core/crowd/plans.h"
#include "../core/crowd/waiting.h"
#include "recall.h"

enum { WORDS = 1 << 16 /* of a search that begins */ };

/* core.recall_clock(crowd, text) -> was it a clock? */
static int recall_clock(lua_State *L) {
  Crowd *c = tp_bind_object(L, 1, BIND_CROWD, "crowd", "crowd");
  lua_settop(L, 2);
  Text t = {.at = lua_tostring(L, 2)};
  uint64_t whole = recall_read(&t, UINT64_MAX >> 2);
  uint64_t fraction = recall_read(&t, UINT64_MAX);
  uint64_t by = recall_read(&t, BY_BEATS);
  if (t.is_wrong || *t.at != '\0') return 0;
  c->march.by = (Reckoning)by;
  tp_crowd_set_out(L, 1);
  tp_Motion *m = c->march.motion;
  m->clock = (tp_Clock){whole, fraction};
  m->now = whole + (fraction > 0);
  m->by_beats = by == BY_BEATS;
  c->march.seen = c->grid->changes.now;
  m->has_detours = true;
  lua_pushboolean(L, 1);
  return 1;
}

/* core.recall_queue(crowd, text) -> are all of them units that move? */
static int recall_queue(lua_State *L) {
  const Crowd *c = tp_bind_object(L, 1, BIND_CROWD, "crowd", "crowd");
  lua_settop(L, 2);
  tp_Motion *m = c->march.motion;
  Text t = {.at = lua_tostring(L, 2)};
  while (*t.at != '\0') {
    uint64_t id = recall_read(&t, m->movers);
    if (t.is_wrong || id == 0) return 0;
    const tp_Mover *mover = tp_motion_mover(m, (uint32_t)id);
    bool waits = mover->wish == TP_WAITING || mover->wish == TP_BLOCKED;
    if (!(mover->flags & TP_MOVER_THERE) || !waits) return 0;
    tp_waiting_add(m, (uint32_t)id);
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* Who is in a plan, and in no other one, or was in it until just now. */
static bool read_members(const tp_Motion *m, const tp_JointPlan *plan,
                         Text *t) {
  uint32_t *id = tp_plan_members(m->plans, plan);
  const uint8_t group = tp_plan_group(m->plans, plan);
  for (uint32_t i = 0; i < plan->members; i++) {
    id[i] = (uint32_t)recall_read(t, UINT32_MAX);
    uint32_t one = id[i] & ~RECALL_GONE;
    if (one == 0 || one > m->movers) return false;
    if (id[i] & RECALL_GONE) continue;
    tp_Mover *mover = tp_motion_mover(m, one);
    if (!(mover->flags & TP_MOVER_THERE) || mover->group != 0) return false;
    mover->group = group;
  }
  for (uint32_t i = 0; i < plan->members; i++) {
    bool is_gone = id[i] & RECALL_GONE;
    id[i] &= ~RECALL_GONE;
    if (is_gone && tp_motion_mover(m, id[i])->group == group) return false;
  }
  return true;
}

/* A plan as it was written, whose words are put behind those of others, where
 * these end. Behind one that is being made there must be room. False: it is
 * none. */
static bool read_plan(const Crowd *c, Text *t, uint32_t *end) {
  static const uint64_t limits[PLAN_NUMBERS] = {TP_PLANS_AT_ONCE - 1,
                                                5,
                                                UINT8_MAX,
                                                INT16_MAX,
                                                INT32_MAX,
                                                INT32_MAX,
                                                INT32_MAX};
  tp_Motion *m = c->march.motion;
  tp_Plans *p = m->plans;
  uint64_t n[PLAN_NUMBERS];
  for (int i = 0; i < PLAN_NUMBERS; i++) n[i] = recall_read(t, limits[i]);
  tp_JointPlan *plan = &p->plan[n[0]];
  uint64_t words = n[6] * (n[5] + 2), room = p->store - *end;
  bool is_new = plan->stage == TP_PLAN_NONE && n[6] > 0 && n[4] <= n[5];
  bool is_last = tp_plans_being_made(p) == NULL;
  if (t->is_wrong || !is_new || !is_last || words > room) return false;
  *plan = (tp_JointPlan){.first = *end,
                         .members = (uint32_t)n[6],
                         .steps = (uint32_t)n[5],
                         .step = (uint32_t)n[4],
                         .stage = n[1] & 1 ? TP_PLAN_FOLLOWED : TP_PLAN_GATHERS,
                         .few = (uint16_t)(n[1] / 2),
                         .misses = (uint8_t)n[2],
                         .radius = (uint32_t)n[3]};
  if (!read_members(m, plan, t)) return false;
  uint32_t *word = tp_plan_members(p, plan);
  for (uint32_t i = plan->members; i < tp_plan_words(plan); i++) {
    word[i] = (uint32_t)recall_read(t, UINT32_MAX);
    tp_Cell cell = tp_unpack_cell(word[i]);
    if (!tp_grid_contains(c->grid, cell.x, cell.y)) return false;
  }
  *end += (uint32_t)words;
  return !t->is_wrong;
}

/* What was known of a few, as it was written. False: it is nothing. */
static bool read_known(const Crowd *c, Text *t) {
  static const uint64_t limits[KNOWN_NUMBERS] = {
      TP_PLANS_KNOWN - 1, UINT64_MAX >> 1, UINT32_MAX, UINT32_MAX, 1,
      TP_FEW_MOVERS};
  tp_Motion *m = c->march.motion;
  uint64_t n[KNOWN_NUMBERS];
  for (int i = 0; i < KNOWN_NUMBERS; i++) n[i] = recall_read(t, limits[i]);
  tp_Known *known = &m->plans->known[n[0]];
  if (t->is_wrong || n[5] == 0 || known->members > 0) return false;
  *known = (tp_Known){.since = n[1],
                      .hash = {(uint32_t)n[2], (uint32_t)n[3]},
                      .members = (uint32_t)n[5],
                      .is_hopeless = (uint32_t)n[4]};
  for (uint64_t i = 0; i < n[5]; i++) {
    known->id[i] = (uint32_t)recall_read(t, m->movers);
    if (t->is_wrong || known->id[i] == 0) return false;
    const tp_Mover *mover = tp_motion_mover(m, known->id[i]);
    if (!(mover->flags & TP_MOVER_THERE)) return false;
  }
  return known->since <= m->now;
}

/* A block of plans with so many words for a search, in the place of the one
 * that there is. */
static void give_block(lua_State *L, size_t words) {
  const Crowd *c = bind_known(L, 1);
  tp_Motion *m = c->march.motion;
  size_t bytes = tp_plans_bytes(m->movers, words);
  void *block = tp_bind_new(L, bytes);
  m->want.slot = TP_SLOT_PLANS;
  m->want.bytes = bytes;
  tp_motion_give(m, block);
  tp_bind_keep(L, 1, CROWD_MOTION + TP_SLOT_PLANS, -1);
  lua_pop(L, 1);
}

static bool read_due(tp_Plans *p, Text *t) {
  uint32_t n[DUE_NUMBERS];
  for (int i = 0; i < DUE_NUMBERS; i++) {
    n[i] = (uint32_t)recall_read(t, UINT32_MAX);
  }
  p->due = (tp_Due){1, n[0], {n[1], n[2]}, n[3]};
  return !t->is_wrong;
}

/* The nodes of a search. False: it is none of the plan. */
static bool read_nodes(lua_State *L, Text *t, tp_JointPlan *plan) {
  const Crowd *c = bind_known(L, 1);
  uint64_t n[SEARCH_NUMBERS];
  for (int i = 0; i < SEARCH_NUMBERS; i++) n[i] = recall_read(t, UINT64_MAX);
  size_t place = (size_t)(plan - c->march.motion->plans->plan);
  size_t each = tp_joint_node_words(plan->members);
  for (int i = 0; i < SEARCH_NUMBERS - 1; i++) {
    if (n[i] > UINT32_MAX) return false;
  }
  /* The text is longer than they are many. */
  if (t->is_wrong || n[0] == 0 || n[0] > strlen(t->at) / each) return false;
  size_t words = (size_t)n[0] * each;
  give_block(L, tp_joint_words(plan->members) + WORDS + words);
  tp_Plans *p = c->march.motion->plans;
  p->joint.members = plan->members;
  p->joint.nodes = (uint32_t)n[0];
  p->joint.now = (uint32_t)n[1];
  p->joint.top = (uint32_t)n[2];
  p->joint.best = (uint32_t)n[3];
  p->joint.arrived = (uint32_t)n[4];
  p->joint.began = (uint32_t)n[5];
  p->joint.spent = n[6];
  uint32_t *word = tp_joint_node(&p->joint, 0);
  for (size_t i = 0; i < words; i++) {
    word[i] = (uint32_t)recall_read(t, UINT32_MAX);
  }
  return !t->is_wrong && tp_plans_resume(c->march.motion, &p->plan[place]);
}

/* A search that is on, for the plan that is being made. */
static bool read_search(lua_State *L, Text *t) {
  const Crowd *c = bind_known(L, 1);
  tp_Plans *p = c->march.motion->plans;
  tp_JointPlan *plan = tp_plans_being_made(p);
  uint64_t kind = recall_read(t, SEARCH_OF_MANY);
  if (!plan) return false;
  bool is_of_few = plan->few == TP_PLAN_OF_FEW;
  if (kind == SEARCH_OF_FEW) return is_of_few && read_due(p, t);
  if (kind != SEARCH_OF_MANY || is_of_few) return false;
  return read_nodes(L, t, plan);
}

/* core.recall_plans(crowd, text) -> are those plans of its units? */
static int recall_plans(lua_State *L) {
  const Crowd *c = tp_bind_object(L, 1, BIND_CROWD, "crowd", "crowd");
  lua_settop(L, 2);
  tp_Motion *m = c->march.motion;
  give_block(L, WORDS);
  Text t = {.at = lua_tostring(L, 2)};
  uint32_t end = 0;
  m->plans->looked = (uint32_t)recall_read(&t, UINT32_MAX);
  uint64_t count = recall_read(&t, TP_PLANS_AT_ONCE);
  for (uint64_t i = 0; i < count; i++) {
    if (t.is_wrong || !read_plan(c, &t, &end)) return 0;
  }
  count = *t.at == '\0' ? 0 : recall_read(&t, TP_PLANS_KNOWN);
  for (uint64_t i = 0; i < count; i++) {
    if (t.is_wrong || !read_known(c, &t)) return 0;
  }
  if (!t.is_wrong && *t.at != '\0' && !read_search(L, &t)) return 0;
  if (t.is_wrong || *t.at != '\0') return 0;
  lua_pushboolean(L, 1);
  return 1;
}

/* core.recall_free(crowd, ids): those that are free, the next one first. */
static int recall_free(lua_State *L) {
  Crowd *c = tp_bind_object(L, 1, BIND_CROWD, "crowd", "crowd");
  lua_settop(L, 2);
  tp_bind_push_kept(L, 1, CROWD_LIST);
  c->free_id = 0;
  for (int i = (int)compat_raw_length(L, 2); i > 0; i--) {
    lua_rawgeti(L, 2, i);
    uint32_t id = (uint32_t)lua_tonumber(L, -1);
    lua_pushnumber(L, c->free_id);
    lua_rawseti(L, 3, (int)id);
    lua_pop(L, 1);
    c->free_id = id;
    if (id > c->last_id) c->last_id = id;
  }
  return 0;
}

static const luaL_Reg functions[] = {
    {"recall_clock", recall_clock},
    {"recall_queue", recall_queue},
    {"recall_plans", recall_plans},
    {"recall_free", recall_free},
    {NULL, NULL},
};

void tp_bind_open_rejoin(lua_State *L) {
  tp_bind_functions(L, BIND_CORE, functions);
}
