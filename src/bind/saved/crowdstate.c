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

/* Was its target removed? Then the order ends at the next update. */
static bool has_lost_target(lua_State *L, const Unit *u) {
  if (!u->orders.keep) return false;
  const Unit *target = push_target(L, u);
  lua_pop(L, 1);
  return target && !target->crowd;
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

/* How far its order has come. */
static void take_progress(lua_State *L, const Unit *u, UnitState *s) {
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  const uint64_t best = core_unit->progress.best;
  const bool leads = tp_costtogoal_leads(&core_unit->to_goal);
  s->state = core_unit->state;
  if (s->state == TP_GOING && !leads) s->state = TP_WAITING;
  if (s->state == TP_WAITING && leads) s->state = TP_GOING;
#define TAKE_FLAG(name, bit) s->name = (core_unit->flags & (bit)) != 0;
  STATE_FLAGS(TAKE_FLAG)
#define TAKE_MEMBER(name, bits) s->name = core_unit->name;
  STATE_MEMBERS(TAKE_MEMBER)
  const uint64_t now = u->crowd->motion.sim->now;
  if (tp_unit_rests_at_point(core_unit, now)) {
    s->rest_left = (int64_t)(best - now);
  } else if (best <= (uint64_t)BIND_MAX_WHOLE && u->orders.kind &&
             !u->orders.field) {
    s->best = (int64_t)best;
  }
  if (core_unit->state == TP_BLOCKED) s->steps = core_unit->steps;
  if (core_unit->last_blocker > 0) {
    lua_rawgeti(L, LIST, (int)core_unit->last_blocker);
    const Unit *other = tp_bind_test(L, -1, BIND_UNIT);
    if (other) s->last_blocker = (int64_t)other->mark;
    lua_pop(L, 1);
  }
}

static void take_order(lua_State *L, const Unit *u, UnitState *s) {
  const Orders *o = &u->orders;
  while (tp_state_orders[s->order] != o->kind) s->order++;
  s->reason = o->reason;
  s->is_partial = u->search.is_partial;
  if (o->points > 0) s->next = (int64_t)o->next + 1;
  if (o->points > 0 && o->rest >= 0) s->patrol_rest = o->rest;
  if (o->keep) {
    take_keep(L, u, s);
  } else if (u->search.query || o->ends) {
    take_query(u, o->ends ? o->ends : u->search.query, s);
  }
}

static void take_motion(lua_State *L, const Unit *u, UnitState *s) {
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
  const bool is_over = has_lost_target(L, u);
  s->since = since(sim->now, core_unit->progress.since);
  if (core_unit->state != TP_BLOCKED || is_over) {
    s->progress_time = since(sim->now, core_unit->progress.time);
  } else if (core_unit->progress.retry_at > sim->now) {
    s->retry_at = (int64_t)(core_unit->progress.retry_at - sim->now);
  }
  if (is_over) { /* as if it had ended */
    s->paused = tp_unit_is_paused(core_unit);
    return;
  }
  take_progress(L, u, s);
  take_order(L, u, s);
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

static UnitState state_of(lua_State *L, Unit *u) {
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
  if (u->orders.is_admitted) take_motion(L, u, &s);
  return s;
}

/* ---- lists --------------------------------------------------------------- */

/* The written text. What has no room is only counted. */
typedef struct Text {
  char *out;
  size_t room, length;
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

static void write_place(Text *t, const tp_Grid *g, tp_Cell c, bool mark) {
  write_cell(t, g, c);
  write_number(t, mark);
}

/* The rest of its path, from its place on the path: the cells where it turns
 * and where links begin, and whether a link leads to the cell; with the first
 * cell, whether the unit takes no short cut. */
static void write_path(Text *t, const Unit *u) {
  const tp_Grid *g = u->crowd->grid;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  const tp_UnitPath *unit_path = core_unit->to_goal.unit_path;
  const bool is_there =
      core_unit->state == TP_ARRIVED && !(core_unit->flags & TP_UNIT_AWAY);
  uint32_t i = is_there ? 0 : unit_path->ahead;
  uint32_t left = is_there ? 0 : unit_path->steps;
  tp_Cell at = is_there ? tp_turn_cell(unit_path->turn)
                        : tp_unitpath_cell(unit_path, i, left);
  bool by_link = unit_path->is_strict;
  int run = -1;
  while (left-- > 0) {
    while (unit_path->turn[i].steps > left) i--;
    const tp_Turn *turn = &unit_path->turn[i];
    const tp_Cell to = tp_unitpath_cell(unit_path, i, left);
    const bool is_link = turn->steps == left && turn->by_link;
    int32_t steps;
    const int next = is_link ? -1 : known_run(at, to, &steps);
    if (next != run || next < 0) write_place(t, g, at, by_link);
    at = to;
    by_link = is_link;
    run = is_link ? TP_NO_DIRECTION : next;
  }
  write_place(t, g, at, by_link);
}

/* An order has at most one list: points of a patrol, or goals. */
static void write_list(Text *t, const Unit *u) {
  const Orders *o = &u->orders;
  const UnitQuery *w = o->ends ? o->ends : u->search.query;
  for (uint32_t i = 0; i < o->points; i++) {
    write_cell(t, u->crowd->grid, o->point[i]);
  }
  if (!w || !w->is_list || o->keep) return;
  for (size_t i = 0; i < (size_t)w->list.count * GOAL_NUMBERS; i++) {
    write_number(t, w->list.number[i]);
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
  const UnitState s = state_of(L, u);
  write_key(t, "unit", u);
  write_record(t, &tp_unit_members, &s);
  write_numbers(t, "list", u, write_list);
  if (!u->orders.is_admitted || has_lost_target(L, u)) return;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  if (core_unit->to_goal.unit_path) write_numbers(t, "path", u, write_path);
}

/* Returns the length of the text. */
static size_t write_all(lua_State *L, char *out, size_t room, const Crowd *c) {
  static const char key[] = "crowd:";
  const tp_Sim *sim = c->motion.sim;
  Text t = {out, room, 0};
  CrowdState s = {.additions = (int64_t)c->additions,
                  .time_unit = c->motion.by};
  if (sim && c->motion.is_torn) {
    s.clock = (int64_t)sim->now;
  } else if (sim) {
    s.clock = (int64_t)sim->clock.whole;
    s.fraction = (int64_t)(sim->clock.fraction >> 32);
    s.fraction_low = (int64_t)(sim->clock.fraction & UINT32_MAX);
  }
  write_chars(&t, key, key + sizeof key - 1);
  write_record(&t, &tp_crowd_members, &s);
  for (Unit *u = c->first; u; u = u->after) write_unit(L, &t, u);
  return t.length;
}

/* core.crowd_methods.save(crowd) -> text, table of targets. If the text is
 * longer than most are, or finalizers have added units while the block was
 * made, it is written again. The next block has more room than needed, so that
 * the loop ends. */
static int state(lua_State *L) {
  enum { A_UNIT = 512 }; /* bytes */
  Crowd *c = tp_bind_self(L, BIND_CROWD, "save");
  size_t room = ((size_t)c->units + 1) * A_UNIT, needed = 0;
  char *text;
  lua_settop(L, 1);
  tp_bind_push_kept(L, 1, CROWD_LIST);
  do {
    if (needed > room) room = 2 * needed;
    lua_settop(L, LIST);
    text = tp_bind_new(L, room);
    lua_newtable(L);
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
    needed = write_all(L, text, room, c);
  } while (needed > room);
  lua_pushlstring(L, text, needed);
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
    t = (Text){text, room, 0};
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
