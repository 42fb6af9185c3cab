/* update.c - updates of a crowd.
 *
 * The core advances from event time to event time (core/crowd/motion.h). It
 * stops if it needs memory, or if a unit needs a path. This file provides both,
 * and continues. Before that all pathfinders, and the fields of groups, are
 * updated, and waiting units are told about edits of the map.
 *
 * Invariant: between two stops no user code runs. At a stop finalizers may
 * change units in any way. Only the grid and the crowd's time are marked as
 * busy. A steady update makes no garbage.
 */
#include "../field/field.h"
#include "order.h"

static Crowd *self(lua_State *L, const char *function) {
  return tp_bind_self(L, BIND_CROWD, function);
}

static bind_Marks marks_of(Crowd *c) { return bind_marks(c, c->grid); }

/* ---- maps and fields ---------------------------------------------------- */

/* What is outdated for a unit. */
typedef enum Lack { NOTHING, ITS_MAP, ITS_FIELD } Lack;

static Lack lack_of(const Unit *u) {
  if (!tp_finder_is_current(u->finder)) return ITS_MAP;
  const Field *f = u->orders.field;
  if (!f) return NOTHING;
  bool is_old = u->orders.errand == ERRAND_MEMBER &&
                f->field.revision != tp_navmap_revision(f->navmap);
  return is_old || !field_is_done(f) ? ITS_FIELD : NOTHING;
}

/* The first unit from there on for which something is outdated. */
static Unit *find_behind(Unit *from, Lack *lack) {
  for (Unit *u = from; u; u = u->after) {
    *lack = lack_of(u);
    if (*lack != NOTHING) return u;
  }
  return NULL;
}

/* Updates it. May run finalizers. */
static void provide(lua_State *L, int crowd, const Unit *u, Lack lack,
                    const char *function) {
  int top = lua_gettop(L), unit = top + 1;
  tp_crowd_push_unit(L, crowd, u->id);
  if (lack == ITS_MAP) {
    tp_bind_push_kept(L, unit, UNIT_FINDER);
    tp_finder_catch_up(L, unit + 1, bind_known(L, unit + 1), function);
  } else {
    tp_bind_push_kept(L, unit, UNIT_WAY);
    Field *f = bind_known(L, unit + 1);
    tp_field_renew(L, unit + 1, f, f->goals_now, function);
  }
  lua_settop(L, top);
}

/* Only compares two numbers if the map was not edited. If units came or went
 * meanwhile, it begins again with the first unit; also once at the end. */
static void catch_up(lua_State *L, int crowd, const char *function) {
  Crowd *c = bind_known(L, crowd);
  Lack lack;
  Unit *from = c->first;
  bool is_whole = true;
  while (c->march.revision != tp_grid_age(c->grid) + 1) {
    Unit *u = find_behind(from, &lack);
    if (!u && is_whole) {
      c->march.revision = tp_grid_age(c->grid) + 1;
      return;
    }
    uint64_t additions = c->additions;
    uint32_t units = c->units;
    if (u) provide(L, crowd, u, lack, function);
    is_whole = !u || c->additions != additions || c->units != units;
    from = is_whole ? c->first : u;
  }
}

/* Waiting units check again if the map or one of its layers has changed. */
static void tell_of_edits(Crowd *c) {
  const uint64_t now = tp_grid_age(c->grid) + 1;
  if (c->march.seen == now) return;
  c->march.seen = now;
  tp_motion_note_edit(c->march.motion);
}

/* ---- time --------------------------------------------------------------- */

static void set_reckoning(lua_State *L, Crowd *c, Reckoning by,
                          const char *function) {
  if (c->march.by == by) return;
  if (c->march.by != BY_NOBODY) {
    tp_bind_error(
        L, "%s: the time of the crowd is in %s", function,
        by == BY_BEATS ? "seconds (crowd:update)" : "beats (crowd:tick)");
  }
  c->march.by = by;
  c->march.motion->by_beats = by == BY_BEATS;
  for (Unit *u = c->first; u; u = u->after) {
    tp_motion_mover(c->march.motion, u->id)->lasts = tp_unit_durations(u);
  }
  if (by == BY_BEATS) tp_motion_retime(c->march.motion);
}

/* Gives the motion a block that it wants. Finalizers cannot change what it
 * wants, because its time stands still. If they have added so many units that a
 * larger block is needed, the motion asks again. */
static void give_room(lua_State *L, int crowd) {
  Crowd *c = bind_known(L, crowd);
  const tp_Want *want = &c->march.motion->want;
  int slot = CROWD_MOTION + want->slot;
  uint32_t movers = c->march.motion->movers;
  lua_pushvalue(L, lua_upvalueindex(BIND_MAKE_BLOCK));
  lua_pushnumber(L, (lua_Number)want->bytes);
  tp_bind_call(L, 1, 1, marks_of(c));
  if (c->march.motion->movers == movers) {
    tp_motion_give(c->march.motion, bind_known(L, -1));
    tp_bind_keep(L, crowd, slot, -1);
  }
  lua_pop(L, 1);
}

static uint64_t number_of(lua_State *L, uint32_t id) {
  tp_crowd_push_unit(L, 1, id);
  const Unit *u = bind_known(L, -1);
  lua_pop(L, 1);
  return u->way.number;
}

/* A unit without an order goes nowhere. */
static void put_off(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  (void)budget;
  const Crowd *c = bind_known(L, crowd);
  tp_waiting_add(c->march.motion, id);
}

/* The serve function of each kind of order. */
static OrderServe *const serving[] = {
    [ERRAND_NONE] = put_off,          [ERRAND_GOAL] = tp_ways_serve,
    [ERRAND_FIELD] = tp_follow_serve, [ERRAND_MEMBER] = tp_group_serve,
    [ERRAND_PATH] = tp_ways_serve,    [ERRAND_PATROL] = tp_patrol_serve,
    [ERRAND_KEEP] = tp_keep_serve,
};

/* Serves the unit for which the motion has asked. */
static void serve(lua_State *L) {
  Crowd *c = bind_known(L, 1);
  tp_crowd_push_unit(L, 1, c->march.asking);
  const Unit *u = bind_known(L, 2);
  c->march.number = u->way.number;
  serving[u->orders.errand](L, 1, u->id, &c->march.left);
  c->march.asking = 0;
  lua_settop(L, 1);
}

/* Continues to the clock's time. */
static int run(lua_State *L) {
  Crowd *c = bind_known(L, 1);
  tp_MotionStatus status;
  tell_of_edits(c);
  if (c->march.asking != 0) serve(L);
  while ((status = tp_motion_run(c->march.motion, &c->march.left)) !=
         TP_MOTION_DONE) {
    if (status == TP_MOTION_NEEDS_ROOM) {
      give_room(L, 1);
    } else {
      c->march.asking = c->march.motion->want.unit;
      serve(L);
    }
  }
  const tp_Counters now = tp_motion_counters(c->march.motion);
  c->march.is_torn = false;
  tp_Events *events = c->march.motion->events;
  if (events) events->told = events->count;
  compat_push_whole(L, now.under_way);
  return 1;
}

/* If an update failed, the unit being served has no answer yet. It is served
 * before all others, unless it has another order or was removed. */
static void ask_again(lua_State *L, Crowd *c) {
  uint32_t id = c->march.asking;
  tp_Motion *m = c->march.motion;
  if (id == 0) return;
  bool is_there = tp_motion_mover(m, id)->flags & TP_MOVER_THERE;
  if (is_there && number_of(L, id) == c->march.number) return;
  c->march.asking = 0;
  m->moment.asked = 0;
}

/* Does a unit of a restored crowd still plan its path? */
static bool recovers(const Crowd *c) {
  bool is_one = false;
  for (Unit *u = c->first; u; u = u->after) {
    if (!u->is_lost) continue;
    const tp_Mover *m = tp_motion_mover(c->march.motion, u->id);
    bool wants_one = (m->state == TP_GOING || m->state == TP_WAITING) &&
                     !tp_mover_is_fixed(m);
    u->is_lost = wants_one && !tp_guide_leads(&m->guide);
    is_one = is_one || u->is_lost;
  }
  return is_one;
}

/* The search budget of an update. All units of a restored crowd plan their
 * paths at the same time, so each update serves only some of them. */
static uint64_t allowance(Crowd *c) {
  enum { AT_ONCE = 4096 };
  c->march.recovers = c->march.recovers && recovers(c);
  bool is_less = c->march.recovers && c->march.nodes > AT_ONCE;
  return is_less ? AT_ONCE : c->march.nodes;
}

/* A failed update does not count as time. A call with the same dt continues
 * with the rest, as if nothing had failed. */
static tp_Clock *open_clock(lua_State *L, Crowd *c) {
  tp_Clock *clock = &c->march.motion->clock;
  if (c->march.is_torn) {
    *clock = c->march.before;
    ask_again(L, c);
  } else {
    c->march.left = allowance(c);
    tp_Events *events = c->march.motion->events;
    if (events) tp_events_drop(events, events->told);
  }
  c->march.before = *clock;
  c->march.is_torn = true;
  return clock;
}

static void close_clock(const Crowd *c) {
  tp_Motion *m = c->march.motion;
  if (m->clock.whole < m->now) m->clock = (tp_Clock){m->now, 0};
}

/* The largest time of the clock. Sums stay far from the largest number: 70,000
 * years. */
enum { MOST_BITS = 61 };

static void check_time(lua_State *L, const Crowd *c, const char *function) {
  if (c->march.motion->clock.whole >> MOST_BITS == 0) return;
  tp_bind_error(L, "%s: the crowd's time is over: 2^41 seconds, or 2^61 beats",
                function);
}

/* Prepares the crowd at 1 for an update. */
static Crowd *begin(lua_State *L, Reckoning by, const char *function) {
  Crowd *c = self(L, function);
  tp_bind_check_idle(L, c, BIND_CROWD, function);
  lua_settop(L, 1);
  tp_ways_open(L, 1);
  catch_up(L, 1, function);
  check_time(L, c, function);
  set_reckoning(L, c, by, function);
  return c;
}

/* crowd:update(dt) -> number of units under way */
static int update(lua_State *L) {
  static const char name[] = "update";
  const double most = 1 << 30;
  self(L, name);
  double dt = tp_bind_is_finite(L, 2) ? lua_tonumber(L, 2) : -1;
  if (!(dt >= 0 && dt <= most)) {
    tp_bind_wrong(L, 2, name, "dt", "a number of seconds from 0 to 2^30");
  }
  Crowd *c = begin(L, BY_SECONDS, name);
  tp_clock_add(open_clock(L, c), dt);
  close_clock(c);
  return run(L);
}

/* crowd:tick() -> number of units under way */
static int tick(lua_State *L) {
  static const char name[] = "tick";
  if (lua_type(L, 2) == LUA_TNUMBER) {
    tp_bind_error(L, "tick: a tick is one beat, without dt (update takes dt)");
  }
  Crowd *c = begin(L, BY_BEATS, name);
  open_clock(L, c)->whole++;
  close_clock(c);
  return run(L);
}

/* ---- a single step ------------------------------------------------------ */

static int take_part(lua_State *L, int index, const char *part) {
  return (int)tp_bind_integer(L, index, "step", part, -1, 1);
}

/* The arguments of unit:step. On squares they are dx and dy. On hexagons these
 * would lead elsewhere in every second row, so there the argument is a
 * direction from 1 to 6. */
enum { UNIT = 1, DX, DY, AS_ONE_TURNS = 2 };

static int take_direction(lua_State *L, Unit *u) {
  const tp_Stagger s = u->finder->grid->stagger;
  if (!tp_is_hexagonal(s)) {
    const int dx = take_part(L, DX, "dx"), dy = take_part(L, DY, "dy");
    if (dx == 0 && dy == 0) {
      tp_bind_error(L, "step: dx and dy must not both be 0");
    }
    return tp_direction(dx, dy);
  }
  if (!lua_isnoneornil(L, DY)) {
    tp_bind_error(L,
                  "step: on hexagons one number is a direction, from 1 to "
                  "%d; dx and dy are for grids of squares",
                  (int)TP_SIDES_OF_HEXAGON);
  }
  return (int)tp_bind_integer(L, AS_ONE_TURNS, "step", "direction", 1,
                              TP_SIDES_OF_HEXAGON);
}

/* The core's direction for that step from the unit's cell. */
static int step_to(const Unit *u, int direction) {
  const tp_Stagger s = u->finder->grid->stagger;
  const tp_Mover *mover = tp_motion_mover(u->crowd->march.motion, u->id);
  if (!tp_is_hexagonal(s)) return direction;
  return tp_hexagon_step(s, tp_is_shoved(s, tp_mover_cell(mover)),
                         direction - 1);
}

/* unit:step(dx, dy), on hexagons unit:step(direction)
 * -> true | nil, "busy" | "wall" | "unit", the unit in the way */
static int step(lua_State *L) {
  enum { CROWD = 2 };
  static const char name[] = "step";
  static const char *const words[] = {[TP_STEP_BUSY] = "busy",
                                      [TP_STEP_WALL] = "wall",
                                      [TP_STEP_UNIT] = "unit"};
  const int direction = take_direction(L, tp_unit_placed(L, name));
  lua_settop(L, UNIT);
  tp_order_get_ready(L, UNIT, name);
  catch_up(L, CROWD, name);
  uint32_t blocker;
  tp_StepStatus status;
  for (;;) {
    const Unit *u = tp_unit_placed(L, name);
    tp_Motion *m = u->crowd->march.motion;
    tp_order_note_reached(u); /* its order may end now */
    status = tp_motion_step(m, u->id, step_to(u, direction), &blocker);
    if (status != TP_STEP_NEEDS_ROOM) break;
    give_room(L, CROWD);
  }
  if (status == TP_STEP_TAKEN) {
    tp_order_forget(L, UNIT);
    lua_pushboolean(L, 1);
    return 1;
  }
  tp_crowd_push_unit(L, CROWD, blocker);
  tp_bind_push_no(L, words[status]);
  if (blocker == 0) return 2;
  lua_pushvalue(L, -3);
  return 3;
}

static const luaL_Reg methods[] = {
    {"update", update},
    {"tick", tick},
    {NULL, NULL},
};

const bind_Exports tp_update_exports = {.kind = BIND_CROWD, .methods = methods};

static const luaL_Reg unit_methods[] = {
    {"step", step},
    {NULL, NULL},
};

const bind_Exports tp_step_exports = {.kind = BIND_UNIT,
                                      .methods = unit_methods};
