/* crowdstate.c - crowd:save(): a crowd as text, for crowd/saved.lua.
 *
 *     crowd:RECORD;         its time
 *     unit1:RECORD;         for each unit its place, step and order
 *     list1:NUMBERS;        points of its patrol, or its goals
 *     path1:NUMBERS;        the rest of its path
 *
 * Plans are not saved, because they can be made again. Making strings runs the
 * collector, and so finalizers, which may move and remove units. So all is
 * written into a block first.
 *
 * Cost: O(units, and numbers of their orders).
 */
#include "crowdstate.h"

#include <string.h>

#include "../../core/crowd/jointplans.h"
#include "../../core/crowd/pathwindow.h"
#include "../crowd/membership.h"
#include "../crowd/unit.h"
#include "../finder/pathfinder.h"
#include "../order/order.h"
#include "../order/unitpath.h"
#include "../query/goals.h"

/* Stack indices of crowd:save(). FOREIGN has the targets that are no units of
 * the crowd. */
enum { LIST = 2, BLOCK, FOREIGN };

/* Room for the text of a record, with a mark behind it. */
enum { STATE_TEXT = sizeof(UnitState) / sizeof(int64_t) * TP_MEMBER_TEXT + 1 };

/* ---- a unit -------------------------------------------------------------- */

static void take_query(const Unit *u, const UnitQuery *w, UnitState *s) {
  const QueryOptions *options = &w->options;
  s->in_world = options->in_world;
  s->adjacent = options->kind == TP_GOAL_ADJACENT;
  if (options->kind == TP_GOAL_WITHIN) s->within = options->within;
  s->sight = options->sight;
  s->partial = w->query.partial;
  s->wait = options->waits;
  s->goal_index = u->search.goal;
  if (w->query.max_nodes != UINT64_MAX) {
    s->max_nodes = (int64_t)w->query.max_nodes;
  }
  if (w->is_list) return;
  s->to_x = options->to[0];
  s->to_y = options->to[1];
}

/* Pushes the target of a unit that has one. Returns the target if it is a
 * unit. */
static const Unit *push_target(lua_State *L, const Unit *u) {
  lua_rawgeti(L, LIST, (int)u->id);
  tp_bind_push_kept(L, lua_gettop(L), UNIT_LEADER);
  lua_remove(L, -2);
  return tp_bind_test(L, -1, BIND_UNIT);
}

static void take_keep(lua_State *L, const Unit *u, UnitState *s) {
  const Keep *k = u->orders.keep;
  s->min = k->least;
  if (k->most >= 0) s->within = k->most;
  s->sight = k->sight;
  s->trail = k->trail;
  s->range = k->distance;
  if (k->seen.h > 0) {
    const tp_Cell last = {k->seen.x + k->seen.w - 1, k->seen.y + k->seen.h - 1};
    s->seen = state_place(u->crowd->grid, last);
  }
  const Unit *target = push_target(L, u);
  if (target && target->crowd == u->crowd) s->target = (int64_t)target->mark;
  lua_pop(L, 1);
}

/* A time relative to that of the crowd, which a number can hold. */
static int64_t since(uint64_t now, uint64_t time) {
  const int64_t most = (int64_t)BIND_MAX_WHOLE;
  const int64_t far = (int64_t)(time - now);
  return far < -most ? -most : far;
}

/* What a unit does next, by id: it looks, or decides; or it is at a place, from
 * 1, of those that wait for a path. */
#define LOOKS   (UINT32_MAX - 1)
#define DECIDES UINT32_MAX

/* Units whose order is over wait for none. A damaged state has gaps, which are
 * no places: it is refused, as it is written otherwise. */
static void note_turns(const tp_Sim *sim, uint32_t *turn) {
  const tp_Moment *moment = &sim->moment;
  const tp_Waiting *w = &sim->waiting;
  uint32_t place = 0;
  memset(turn, 0, (sim->last_id + (size_t)1) * sizeof *turn);
  if (moment->stage == TP_STAGE_ROUND) {
    for (uint32_t i = 0; i < moment->deciding; i++)
      turn[moment->awake[i]] = DECIDES;
  } else if (moment->stage == TP_STAGE_LOOK) { /* an update has failed */
    for (uint32_t i = 0; i < moment->awakes; i++)
      turn[moment->awake[i]] = LOOKS;
  }
  for (uint32_t i = 0; i < w->count; i++) {
    const uint32_t at = (uint32_t)(((uint64_t)w->first + i) % sim->unit_room);
    if (w->id[at] != 0) turn[w->id[at]] = ++place;
  }
}

/* When it looks or decides, and the steps that the map allowed at its last
 * look: if it allows others, an edit wakes the unit. */
static void take_turn(const tp_Sim *sim, uint32_t id, uint32_t turn,
                      UnitState *s) {
  const tp_Unit *core_unit = tp_sim_unit(sim, id);
  if (turn < LOOKS) s->queued = turn;
  if (!tp_unit_is_standing(core_unit)) return;
  if (turn == LOOKS) {
    s->wake = 0;
  } else if (core_unit->wake != TP_NO_TIME) {
    s->wake = (int64_t)(core_unit->wake - sim->now);
  }
  s->decides = turn == DECIDES;
  if (s->wake != STATE_NONE || s->decides) s->steps = core_unit->steps;
}

/* Where it is on its path. */
static void take_path(const Unit *u, const tp_UnitPath *p, UnitState *s) {
  const tp_Grid *g = u->crowd->grid;
  const tp_Rect area = p->window.area;
  s->walked = (int64_t)(p->turn[p->count - 1].steps - p->steps);
  s->cut = !tp_unitpath_is_whole(p, &u->finder->navmap);
  if (tp_rect_is_empty(area)) return;
  s->window = state_place(g, tp_rect_first(area));
  s->window_w = area.w;
  s->window_h = area.h;
}

/* How far its order has come. */
static void take_progress(lua_State *L, const Unit *u, UnitState *s) {
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  const uint64_t best = core_unit->progress.best;
  const bool leads = tp_costtogoal_leads(&core_unit->to_goal);
  s->state = core_unit->state;
  if (s->state == TP_GOING && !leads) s->state = TP_WAITING;
  if (s->state == TP_WAITING && leads) s->state = TP_GOING;
#define TAKE_BIT(bit, name)       s->name = (core_unit->flags & (bit)) != 0;
#define TAKE_OWN(kind, name, ...) s->name = core_unit->name;
  UNIT_STATE(STATE_SKIP, TAKE_BIT, TAKE_OWN)
  const uint64_t now = u->crowd->motion.sim->now;
  if (tp_unit_rests_at_point(core_unit, now)) {
    s->rest_left = (int64_t)(best - now);
  } else if (best <= (uint64_t)BIND_MAX_WHOLE && u->orders.kind) {
    s->best = (int64_t)best;
  }
  if (core_unit->to_goal.unit_path)
    take_path(u, core_unit->to_goal.unit_path, s);
  if (core_unit->last_blocker > 0) {
    lua_rawgeti(L, LIST, (int)core_unit->last_blocker);
    const Unit *other = tp_bind_test(L, -1, BIND_UNIT);
    if (other) s->last_blocker = (int64_t)other->mark;
    lua_pop(L, 1);
  }
}

/* Does it go along the field of its group? */
static bool goes_by_field(const Unit *u) {
  const Orders *o = &u->orders;
  if (!o->field || !o->kind->renews_field) return false;
  return tp_sim_unit(u->crowd->motion.sim, u->id)->to_goal.field != NULL;
}

static void take_order(lua_State *L, const Unit *u, UnitState *s) {
  const Orders *o = &u->orders;
  while (tp_state_orders[s->order] != o->kind) s->order++;
#define TAKE_STATE(kind, name, low, high, usual, words) s->name = o->state.name;
#define TAKE_GIVEN(kind, name, low, high, usual, words) s->name = o->given.name;
  ORDER_STATE(TAKE_STATE)
  ORDER_GIVEN(TAKE_GIVEN)
  s->is_partial = u->search.is_partial;
  s->by_field = goes_by_field(u);
  if (o->points > 0) s->next = (int64_t)o->next + 1;
  if (o->keep) {
    take_keep(L, u, s);
  } else if (u->search.query || o->ends) {
    take_query(u, o->ends ? o->ends : u->search.query, s);
  }
}

static void take_motion(lua_State *L, const Unit *u, const uint32_t *turn,
                        UnitState *s) {
  const tp_Grid *g = u->crowd->grid;
  const tp_Sim *sim = u->crowd->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const tp_Cell at = tp_unit_cell(core_unit), goal = core_unit->to_goal.goal;
  const bool is_idle = !u->orders.kind;
  if (!tp_unit_is_standing(core_unit)) {
    s->from = state_place(g, tp_unpack_cell(core_unit->step.from));
    s->finish = (int64_t)(core_unit->step.end - sim->now);
    s->duration = core_unit->step.duration;
  }
  s->since = since(sim->now, core_unit->progress.since);
  if (core_unit->state != TP_BLOCKED) {
    s->progress_time = since(sim->now, core_unit->progress.time);
  } else if (core_unit->progress.retry_at > sim->now) {
    s->retry_at = (int64_t)(core_unit->progress.retry_at - sim->now);
  }
  take_turn(sim, u->id, turn ? turn[u->id] : 0, s);
  take_progress(L, u, s);
  if (!is_idle) take_order(L, u, s);
  /* The goal of an idle unit is its home. */
  if (is_idle ? !tp_same_cell(goal, at) : tp_order_knows_goal(u)) {
    s->goal = state_place(g, goal);
  }
}

/* Its position, if it was put off the middle of its cells. */
static void take_place(const Unit *u, UnitState *s) {
  const Finder *f = u->finder;
  tp_Cell at = u->cell;
  double x = u->x, y = u->y;
  if (u->orders.is_admitted) {
    const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
    if (!core_unit->is_placed) return;
    at = tp_unpack_cell(core_unit->step.from);
    if (!tp_unit_is_standing(core_unit)) {
      x = u->placed_x;
      y = u->placed_y;
    }
  }
  const tp_Place middle = tp_finder_middle(f, at.x, at.y);
  const bool is_middle = x == middle.x && y == middle.y;
  if (is_middle) return;
  s->x = x;
  s->y = y;
}

static UnitState state_of(lua_State *L, Unit *u, const uint32_t *turn) {
  const tp_Grid *g = u->crowd->grid;
  const tp_Profile *p = &u->finder->navmap.profile;
  const Settings usual = tp_settings_usual(g);
  UnitState s = tp_state_usual();
  tp_unit_update_place(u);
  s.id = (int64_t)u->arrival;
  s.wide = p->wide;
  s.high = p->high;
  s.cell = state_place(g, u->cell);
  if (u->heading != TP_NO_DIRECTION) s.heading = u->heading;
#define TAKE_SETTING(type, name, low, high, is_usual) \
  if (u->settings.name != usual.name) s.name = u->settings.name;
  UNIT_SETTINGS(TAKE_SETTING)
  take_place(u, &s);
  if (u->orders.is_admitted) take_motion(L, u, turn, &s);
  return s;
}

/* ---- lists --------------------------------------------------------------- */

/* The written text. What has no room is only counted. */
typedef struct Text {
  char *out;
  size_t room, length;
  const uint32_t *turn; /* of all units (note_turns), or NULL */
} Text;

static void write_chars(Text *t, const char *from, const char *end) {
  const size_t length = (size_t)(end - from);
  if (length <= t->room && t->length <= t->room - length) {
    memcpy(t->out + t->length, from, length);
  }
  t->length += length;
}

/* Writes the key of a unit's text: its name and the unit's number in the
 * state. */
static void write_key(Text *t, const char *name, const Unit *u) {
  char number[TP_NUMBER_TEXT + 1];
  char *end = tp_text_write(number, (double)u->mark);
  *end++ = ':';
  write_chars(t, name, name + strlen(name));
  write_chars(t, number, end);
}

static void write_record(Text *t, const tp_Members *members,
                         const void *record) {
  char text[STATE_TEXT];
  char *end = tp_serialize_write(text, members, record);
  *end++ = ';';
  write_chars(t, text, end);
}

/* Writes a number and a space. */
static void write_number(Text *t, double value) {
  char text[TP_NUMBER_TEXT + 1];
  char *end = tp_text_write(text, value);
  *end++ = ' ';
  write_chars(t, text, end);
}

static void write_cell(Text *t, const tp_Grid *g, tp_Cell c) {
  write_number(t, tp_grid_index(g, c.x, c.y));
}

/* Does its path go straight on over a turn? Then only its length splits it. */
static bool is_split(const tp_UnitPath *p, uint32_t i) {
  int32_t steps;
  if (i == 0 || i + 1 == p->count) return false;
  if (p->turn[i].by_link || p->turn[i - 1].by_link) return false;
  const tp_Cell at = tp_turn_cell(&p->turn[i]);
  return known_run(tp_turn_cell(&p->turn[i + 1]), at, &steps) ==
         known_run(at, tp_turn_cell(&p->turn[i - 1]), &steps);
}

/* Its path: the cells where it turns and where links begin, and whether a link
 * leads to the cell; with the first cell, whether the unit takes no short
 * cut. */
static void write_path(Text *t, const Unit *u) {
  const tp_Grid *g = u->crowd->grid;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  const tp_UnitPath *p = core_unit->to_goal.unit_path;
  for (uint32_t i = p->count; i-- > 0;) {
    if (is_split(p, i)) continue;
    write_cell(t, g, tp_turn_cell(&p->turn[i]));
    write_number(t, i + 1 == p->count ? p->is_strict : p->turn[i].by_link);
  }
}

static void write_goals(Text *t, const bind_Numbers *goals) {
  for (size_t i = 0; i < (size_t)goals->count * GOAL_NUMBERS; i++) {
    write_number(t, goals->number[i]);
  }
}

/* An order has at most one list: points of a patrol, or goals of its own or of
 * its group's field. */
static void write_list(Text *t, const Unit *u) {
  const Orders *o = &u->orders;
  const UnitQuery *w = o->ends ? o->ends : u->search.query;
  for (uint32_t i = 0; i < o->points; i++) {
    write_cell(t, u->crowd->grid, o->point[i]);
  }
  if (goes_by_field(u)) {
    write_goals(t, &o->field->goals[o->field->goals_now]);
  } else if (w && w->is_list && !o->keep) {
    write_goals(t, &w->list);
  }
}

/* ---- the whole ----------------------------------------------------------- */

/* Writes numbers of a unit, unless there are none. A semicolon replaces the
 * last space. */
static void write_numbers(Text *t, const char *name, const Unit *u,
                          void (*write)(Text *, const Unit *)) {
  const size_t first = t->length;
  write_key(t, name, u);
  const size_t key = t->length;
  write(t, u);
  if (t->length == key) t->length = first;
  if (t->length > first && t->length <= t->room) t->out[t->length - 1] = ';';
}

static void write_unit(lua_State *L, Text *t, Unit *u) {
  const UnitState s = state_of(L, u, t->turn);
  write_key(t, "unit", u);
  write_record(t, &tp_unit_members, &s);
  write_numbers(t, "list", u, write_list);
  if (!u->orders.is_admitted) return;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  if (core_unit->to_goal.unit_path) write_numbers(t, "path", u, write_path);
}

/* The ids of the units, and then those that are free: ties are broken by ids.
 * Usually each is the unit's number. */
static void write_ids(lua_State *L, Text *t, const Crowd *c) {
  static const char key[] = "ids:";
  bool is_usual = c->last_id == c->units;
  for (const Unit *u = c->first; u; u = u->after) {
    is_usual = is_usual && u->id == u->mark;
  }
  if (is_usual) return;
  write_chars(t, key, key + sizeof key - 1);
  for (const Unit *u = c->first; u; u = u->after) write_number(t, u->id);
  for (uint32_t id = c->free_id; id != 0;) {
    write_number(t, id);
    lua_rawgeti(L, LIST, (int)id);
    id = (uint32_t)lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  if (t->length <= t->room) t->out[t->length - 1] = ';';
}

/* Writes a plan: its numbers, as add_plan in restore.c reads them, its members,
 * and their cells step by step. A search can be made again, as its members
 * stand still: only its decisions are counted. */
static void write_plan(Text *t, const Crowd *c, const tp_LacamPlan *plan) {
  tp_JointPlans *p = c->motion.sim->plans;
  const uint32_t *id = tp_jointplan_members(p, plan);
  const uint32_t places = tp_jointplan_places(plan);
  const double searched =
      plan->stage == TP_PLAN_SEARCHED ? (double)p->lacam.spent : 0;
  const double head[] = {tp_jointplan_group(p, plan),
                         plan->members,
                         places,
                         plan->step,
                         plan->misses,
                         plan->is_best,
                         searched,
                         plan->radius};
  for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
    write_number(t, head[i]);
  }
  for (uint32_t i = 0; i < plan->members; i++) write_number(t, id[i]);
  for (uint32_t i = 0; i < places * plan->members; i++) {
    write_cell(t, c->grid, tp_unpack_cell(tp_jointplan_cells(p, plan, 0)[i]));
  }
}

/* Joint plans, and the decisions that are left for making them. A plan whose
 * members are elsewhere is over. */
static void write_plans(Text *t, const Crowd *c) {
  static const char key[] = "plans:";
  const tp_Sim *sim = c->motion.sim;
  const tp_JointPlans *p = sim ? sim->plans : NULL;
  if (!p) return;
  write_chars(t, key, key + sizeof key - 1);
  write_number(t, p->looked);
  write_number(t, p->left);
  write_number(t, p->renewed > sim->now ? (double)(p->renewed - sim->now) : 0);
  for (int i = 0; i < TP_PLANS_AT_ONCE; i++) {
    const tp_LacamPlan *plan = &p->plan[i];
    if (plan->stage == TP_PLAN_NONE) continue;
    if (tp_jointplan_is_in_place(sim, plan)) write_plan(t, c, plan);
  }
  if (t->length <= t->room) t->out[t->length - 1] = ';';
}

/* Returns the length of the text. */
static size_t write_all(lua_State *L, char *out, size_t room, const Crowd *c,
                        uint32_t *turn) {
  static const char key[] = "crowd:";
  const tp_Sim *sim = c->motion.sim;
  Text t = {out, room, 0, sim ? turn : NULL};
  CrowdState s = {.additions = (int64_t)c->additions,
                  .time_unit = c->motion.by};
  if (sim && c->motion.is_torn) {
    s.clock = (int64_t)sim->now;
  } else if (sim) {
    s.clock = (int64_t)sim->clock.whole;
    s.fraction = (int64_t)(sim->clock.fraction >> 32);
    s.fraction_low = (int64_t)(sim->clock.fraction & UINT32_MAX);
  }
  if (sim) note_turns(sim, turn);
  write_chars(&t, key, key + sizeof key - 1);
  write_record(&t, &tp_crowd_members, &s);
  write_ids(L, &t, c);
  write_plans(&t, c);
  for (Unit *u = c->first; u; u = u->after) write_unit(L, &t, u);
  return t.length;
}

/* Has the unit a path, on a map that is older than the grid? (A busy pathfinder
 * must stay as it is.) */
static bool has_old_map(const Unit *u) {
  return u->search.unit_path && !tp_navmap_is_current(&u->finder->navmap) &&
         !tp_bind_is_busy(u->finder);
}

/* The maps are to say which paths were cut since the last update. Finalizers may
 * add and remove units. */
static void prepare_maps(lua_State *L, const Crowd *c) {
  enum { SELF = 1, UNIT, UNITS_FINDER };
  for (const Unit *u = c->first; u;) {
    if (!has_old_map(u)) {
      u = u->after;
      continue;
    }
    lua_settop(L, SELF);
    tp_crowd_push_unit(L, SELF, u->id);
    tp_bind_push_kept(L, UNIT, UNIT_FINDER);
    tp_finder_prepare_map(L, UNITS_FINDER, u->finder, "save");
    u = c->first;
  }
  lua_settop(L, SELF);
}

/* core.crowd_methods.save(crowd) -> text, table of targets. If the text is
 * longer than most are, or finalizers have added units while the block was
 * made, it is written again. The next block has more room than needed, so that
 * the loop ends. */
static int state(lua_State *L) {
  enum { A_UNIT = 512 }; /* bytes */
  Crowd *c = tp_bind_self(L, BIND_CROWD, "save");
  size_t room = ((size_t)c->units + 1) * A_UNIT, needed = 0;
  uint32_t *turn, ids;
  lua_settop(L, 1);
  prepare_maps(L, c);
  tp_bind_push_kept(L, 1, CROWD_LIST);
  do {
    if (needed > room) room = 2 * needed;
    lua_settop(L, LIST);
    ids = c->last_id + 1;
    turn = tp_bind_new(L, ids * sizeof *turn + room);
    lua_newtable(L);
    needed = room + 1;
    if (c->last_id >= ids) continue; /* by a finalizer */
    /* Marks each unit with its number in the state. */
    uint64_t place = 0;
    for (Unit *u = c->first; u; u = u->after) u->mark = ++place;
    if (c->last_mark < place) c->last_mark = place;
    /* Stores the targets that are no units of the crowd, by the numbers of the
     * units that have them. Runs no finalizers. */
    for (const Unit *u = c->first; u; u = u->after) {
      if (!u->orders.keep) continue;
      const Unit *target = push_target(L, u);
      const bool is_foreign = !target || (target->crowd && target->crowd != c);
      if (is_foreign) lua_rawseti(L, FOREIGN, (int)u->mark);
      if (!is_foreign) lua_pop(L, 1);
    }
    needed = write_all(L, (char *)(turn + ids), room, c, turn);
  } while (needed > room);
  lua_pushlstring(L, (const char *)(turn + ids), needed);
  lua_pushvalue(L, FOREIGN);
  return 2;
}

/* core.order_state(unit) -> the texts of that unit in such a state, as the
 * first one; what it follows, or its target. It has an order. */
static int order_state(lua_State *L) {
  enum { UNIT = 1, ROOM = 1024 };
  Unit *u = bind_known(L, UNIT);
  Text t = {.room = 0};
  size_t room = ROOM;
  lua_settop(L, UNIT);
  tp_bind_push_kept(L, UNIT, UNIT_CROWD);
  tp_bind_push_kept(L, LIST, CROWD_LIST);
  lua_replace(L, LIST);
  do {
    if (t.length > room) room = 2 * t.length;
    lua_settop(L, LIST);
    char *text = tp_bind_new(L, room);
    if (!u->crowd || !u->orders.kind) return 0; /* by a finalizer */
    t = (Text){text, room, 0, NULL};
    u->mark = 1;
    if (u->crowd->last_mark < 1) u->crowd->last_mark = 1;
    write_unit(L, &t, u);
  } while (t.length > room);
  tp_bind_push_kept(L, UNIT, UNIT_LEADER);
  lua_pushlstring(L, t.out, t.length);
  lua_insert(L, -2);
  return 2;
}

static const luaL_Reg methods[] = {
    {"save", state},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {{"order_state", order_state},
                                     {NULL, NULL}};

const bind_Exports tp_crowdstate_exports = {
    .kind = BIND_CROWD, .methods = methods, .functions = functions};
