/* crowdstate.c - crowd:save(): a crowd as texts, for crowd.lua.
 *
 *     crowd           its time: a record (base/serialize.h)
 *     for each unit   a record: place, step, order
 *                     numbers: points of a patrol, or goals
 *                     numbers: the rest of its path
 *
 * Plans are not saved, because they can be made again. Making strings runs the
 * collector, and so
 * finalizers, which may move and remove units. So all texts are written into a
 * block first.
 *
 * Cost: O(units, and numbers of their orders).
 */
#include "crowdstate.h"

#include <string.h>

#include "../crowd/membership.h"
#include "../crowd/unit.h"
#include "../finder/pathfinder.h"
#include "../order/order.h"
#include "../query/goals.h"

/* Stack indices of crowd:save(). FOREIGN has the targets that are no units of
 * the crowd. */
enum { LIST = 2, BLOCK, FOREIGN };

/* ---- a unit -------------------------------------------------------------- */

static void take_query(const Unit *u, UnitState *s) {
  const UnitQuery *w = u->search.query;
  if (!w || u->orders.keep) return;
  s->asks = w->is_list ? STATE_LIST : STATE_GOAL;
  s->in_cells = !w->options.in_world;
  s->kind = (uint8_t)w->options.kind;
  s->sight = w->options.sight;
  s->within = w->options.within;
  s->partial = w->query.partial;
  s->waits = w->options.waits;
  s->chosen = u->search.goal;
  if (w->query.max_nodes != UINT64_MAX) s->limit = w->query.max_nodes + 1;
  if (w->is_list) return;
  s->to_x = w->options.to[0];
  s->to_y = w->options.to[1];
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

static void take_motion(lua_State *L, const Unit *u, UnitState *s) {
  const Crowd *c = u->crowd;
  const tp_Sim *sim = c->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const uint64_t now = sim->now;
  const Orders *o = &u->orders;
  if (!tp_unit_is_standing(core_unit)) {
    s->from = state_place(c->grid, tp_unpack_cell(core_unit->step.from));
    s->end = core_unit->step.end - now;
    s->duration = core_unit->step.duration;
  }
  s->state = core_unit->state == TP_WAITING ? TP_GOING : core_unit->state;
  s->flags = core_unit->flags & STATE_FLAGS;
  if (core_unit->flags & TP_UNIT_AWAITED) s->flags |= STATE_AWAITED;
  s->pauses = core_unit->backoff;
  s->is_short = u->search.is_partial || o->is_spare;
  s->pushes = core_unit->pushes;
  s->plans = core_unit->failed_joint_plans;
  s->renewed = core_unit->is_rerouted;
  if (core_unit->last_blocker > 0) {
    lua_rawgeti(L, LIST, (int)core_unit->last_blocker);
    const Unit *other = tp_bind_test(L, -1, BIND_UNIT);
    if (other) s->bumped = (uint32_t)other->mark;
    lua_pop(L, 1);
  }
  s->steps = core_unit->steps;
  s->settle = core_unit->settle;
  s->since = now - core_unit->progress.since;
  if (!o->field) s->best = core_unit->progress.best + 1;
  if (core_unit->state != TP_BLOCKED) {
    s->nearer = now - core_unit->progress.time;
  } else if (core_unit->progress.time > now) {
    s->retry = core_unit->progress.time - now;
  }
  s->order = o->kind ? o->kind->number : 0;
  s->goal = state_place(c->grid, core_unit->to_goal.goal);
  s->reason = (uint8_t)o->reason;
  if (o->kind == &tp_order_goal) s->avoid_price = core_unit->avoid_price;
  if (o->kind == &tp_order_patrol) {
    s->loops = core_unit->patrols;
    s->next = o->next;
  }
  if (has_lost_target(L, u)) {
    s->state = TP_IDLE;
    s->order = 0;
    s->goal = state_place(c->grid, tp_unit_cell(core_unit));
    s->flags &= TP_UNIT_PAUSED;
    s->settle = 0;
    s->retry = 0;
    return;
  }
  take_query(u, s);
  if (o->keep) {
    s->least = o->keep->least;
    s->most = o->keep->most;
    s->sight = o->keep->sight;
    const Unit *target = push_target(L, u);
    if (target && target->crowd == c) s->target = (uint32_t)target->mark;
    lua_pop(L, 1);
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
  s->is_off = 1;
  s->x = x;
  s->y = y;
}

static UnitState state_of(lua_State *L, Unit *u, bool moves) {
  const tp_Grid *g = u->crowd->grid;
  const tp_Profile *p = &u->finder->navmap.profile;
  tp_unit_update_place(u);
  UnitState s = {.arrival = u->arrival,
                 .wide = (uint8_t)p->wide,
                 .high = (uint8_t)p->high,
                 .cell = state_place(g, u->cell),
                 .from = STATE_NOWHERE,
                 .goal = STATE_NOWHERE,
                 .within = -1,
                 .most = -1,
                 .steps = UINT8_MAX,
                 .avoid_price = TP_NO_PRICE,
                 .pace = u->settings.pace,
                 .priority = u->settings.priority,
                 .is_immovable = !u->settings.yields,
                 .heading = u->heading};
  const double usual = tp_settings_usual(g).speed;
  if (u->settings.speed != usual) s.speed = u->settings.speed;
  take_place(u, &s);
  if (moves) take_motion(L, u, &s);
  return s;
}

/* ---- lists --------------------------------------------------------------- */

/* The written text. If `out` is NULL, only its length is counted. */
typedef struct Text {
  char *out;
  size_t length;
} Text;

static void write_chars(Text *t, const char *from, const char *end) {
  const size_t length = (size_t)(end - from);
  if (t->out) memcpy(t->out + t->length, from, length);
  t->length += length;
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

/* Ends a text: its mark replaces a last space. */
static void end_text(Text *t) {
  static const char mark = '#';
  const bool has_space =
      t->out && t->length > 0 && t->out[t->length - 1] == ' ';
  if (has_space) t->length--;
  write_chars(t, &mark, &mark + 1);
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
  if (!unit_path) return;
  tp_Cell at = tp_unitpath_cell(unit_path, unit_path->ahead, unit_path->steps);
  bool by_link = unit_path->is_strict;
  int run = -1;
  for (uint32_t i = unit_path->ahead, left = unit_path->steps; left-- > 0;) {
    while (unit_path->turn[i].steps > left) i--;
    const tp_Turn *turn = &unit_path->turn[i];
    const tp_Cell to = tp_unitpath_cell(unit_path, i, left);
    const bool is_link = turn->steps == left && turn->by_link;
    const int next = is_link ? -1 : state_run(at, to);
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
  const UnitQuery *w = u->search.query;
  for (uint32_t i = 0; i < o->points; i++) {
    write_cell(t, u->crowd->grid, o->point[i]);
  }
  if (!w || !w->is_list || o->keep) return;
  for (size_t i = 0; i < (size_t)w->list.count * GOAL_NUMBERS; i++) {
    write_number(t, w->list.number[i]);
  }
}

/* ---- the whole ----------------------------------------------------------- */

/* Has anything happened in the crowd, or has a unit an order? If not, a crowd
 * with a motion is saved like a crowd without. */
static bool has_set_out(lua_State *L, const Crowd *c) {
  const tp_Sim *sim = c->motion.sim;
  if (!sim) return false;
  if (c->motion.by != BY_NOBODY) return true;
  for (const Unit *u = c->first; u; u = u->after) {
    if (u->orders.kind && !has_lost_target(L, u)) return true;
    const tp_Unit *core_unit = tp_sim_unit(sim, u->id);
    if (core_unit->flags & STATE_FLAGS || !tp_unit_is_standing(core_unit))
      return true;
  }
  return false;
}

/* Writes all texts, each with a mark at its end: the crowd, and three for each
 * unit. */
static size_t write_all(lua_State *L, char *out, const Crowd *c) {
  const bool moves = has_set_out(L, c);
  const tp_Sim *sim = c->motion.sim;
  char text[STATE_LENGTH];
  Text t = {out, 0};
  CrowdState crowd = {.additions = c->additions, .moves = moves};
  if (moves) {
    crowd.by = (uint8_t)c->motion.by;
    crowd.whole = c->motion.is_torn ? sim->now : sim->clock.whole;
    crowd.fraction = c->motion.is_torn ? 0 : sim->clock.fraction;
  }
  write_chars(&t, text, tp_serialize_write(text, &tp_crowd_members, &crowd));
  end_text(&t);
  for (Unit *u = c->first; u; u = u->after) {
    const UnitState s = state_of(L, u, moves);
    write_chars(&t, text, tp_serialize_write(text, &tp_unit_members, &s));
    end_text(&t);
    write_list(&t, u);
    end_text(&t);
    if (moves && !has_lost_target(L, u)) write_path(&t, u);
    end_text(&t);
  }
  return t.length;
}

/* core.crowd_methods.state(crowd) -> text, table of targets. Finalizers may
 * have added units while the block was made. The next block has more room than
 * needed, so that the loop ends. */
static int state(lua_State *L) {
  Crowd *c = tp_bind_self(L, BIND_CROWD, "save");
  size_t needed = 0, room;
  char *text;
  lua_settop(L, 1);
  tp_bind_push_kept(L, 1, CROWD_LIST);
  do {
    room = 2 * needed;
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
    needed = write_all(L, NULL, c);
  } while (needed > room);
  lua_pushlstring(L, text, write_all(L, text, c));
  lua_pushvalue(L, FOREIGN);
  return 2;
}

static const luaL_Reg methods[] = {
    {"save", state},
    {NULL, NULL},
};

const bind_Exports tp_crowdstate_exports = {.kind = BIND_CROWD,
                                            .methods = methods};
