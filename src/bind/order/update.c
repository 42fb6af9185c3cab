/* update.c - updates of a crowd.
 *
 * The core advances from moment to moment (core/crowd/simulation.h). It
 * stops if it needs memory, or if a unit needs a path. This file provides both,
 * and continues. Before that all pathfinders, and the fields of groups, are
 * updated, and waiting units are told about edits of the map.
 *
 * Invariant: between two stops no user code runs. At a stop finalizers may
 * change units in any way. Only the grid and the crowd's time are locked as
 * busy. A steady update makes no garbage.
 */
#include "update.h"

#include <math.h>

#include "../../core/crowd/crowdmemory.h"
#include "../../core/crowd/waitlists.h"
#include "../crowd/membership.h"
#include "../crowd/orderlist.h"
#include "../crowd/unit.h"
#include "../field/field.h"
#include "../finder/pathfinder.h"
#include "order.h"

/* ---- maps and fields ---------------------------------------------------- */

/* What is outdated for a unit. */
typedef enum Outdated { NOTHING, ITS_MAP, ITS_EYES, ITS_FIELD } Outdated;

static Outdated outdated_of(const Unit *u) {
  const UnitQuery *q = u->search.query;
  if (!tp_navmap_is_current(&u->finder->navmap)) return ITS_MAP;
  if (q && q->options.sight && !tp_navmap_is_current(finder_eyes(u->finder)))
    return ITS_EYES;
  const Field *f = u->orders.field;
  if (!f) return NOTHING;
  const OrderKind *kind = u->orders.kind;
  bool is_old =
      kind->renews_field && f->field.revision != tp_navmap_revision(f->navmap);
  return is_old || !field_is_done(f) ? ITS_FIELD : NOTHING;
}

/* Updates it. May run finalizers. */
static void prepare_for_unit(lua_State *L, int crowd, const Unit *u,
                             Outdated what, const char *function) {
  int top = lua_gettop(L), unit = top + 1;
  const Crowd *c = bind_known(L, crowd);
  tp_crowd_push_unit(L, crowd, u->id);
  if (what == ITS_MAP) {
    tp_bind_push_kept(L, unit, UNIT_FINDER);
    tp_finder_prepare_map(L, unit + 1, bind_known(L, unit + 1), function);
  } else if (what == ITS_EYES) {
    tp_bind_push_kept(L, unit, UNIT_FINDER);
    tp_finder_prepare_eyes(L, unit + 1, bind_known(L, unit + 1), function);
  } else {
    tp_bind_push_kept(L, unit, UNIT_LEADER);
    Field *f = bind_known(L, unit + 1);
    tp_field_renew(L, unit + 1, f, f->goals_now, function);
    /* After a resize this is no news for the units. */
    const bool was_resized = u->orders.stamp == 0;
    for (Unit *v = was_resized ? c->first : NULL; v; v = v->after) {
      if (v->orders.field == f && v->orders.stamp == 0)
        v->orders.stamp = f->stamp;
    }
  }
  lua_settop(L, top);
}

/* Only compares two numbers if the map was not edited. If units came or went
 * meanwhile, it begins again with the first unit; also once at the end. */
void tp_update_prepare_maps(lua_State *L, int crowd, const char *function) {
  Crowd *c = bind_known(L, crowd);
  Unit *from = c->first;
  bool is_whole = true;
  while (c->motion.revision != tp_grid_age(c->grid) + 1) {
    Unit *u = from;
    while (u && outdated_of(u) == NOTHING) u = u->after;
    if (!u && is_whole) {
      c->motion.revision = tp_grid_age(c->grid) + 1;
      return;
    }
    uint64_t additions = c->additions;
    uint32_t units = c->units;
    if (u) prepare_for_unit(L, crowd, u, outdated_of(u), function);
    is_whole = !u || c->additions != additions || c->units != units;
    from = is_whole ? c->first : u;
  }
}

/* ---- time --------------------------------------------------------------- */

/* Gives the simulation a block that it wants. Finalizers cannot change what it
 * wants, because its time stands still. If they have added so many units that a
 * larger block is needed, it asks again. */
void tp_update_give_room(lua_State *L, int crowd) {
  Crowd *c = bind_known(L, crowd);
  const tp_Want *want = &c->motion.sim->want;
  int slot = CROWD_MOTION + want->slot;
  uint32_t units = c->motion.sim->unit_room;
  bind_push(L, BIND_MAKE_BLOCK);
  lua_pushnumber(L, (lua_Number)want->bytes);
  tp_bind_call(L, 1, 1, bind_locks(c, c->grid));
  if (c->motion.sim->unit_room == units) {
    tp_sim_give(c->motion.sim, bind_known(L, -1));
    tp_bind_keep(L, crowd, slot, -1);
  }
  lua_pop(L, 1);
}

void tp_update_give_room_for_events(lua_State *L, int crowd) {
  const Crowd *c = bind_known(L, crowd);
  while (!tp_sim_has_room_for_events(c->motion.sim)) {
    tp_update_give_room(L, crowd);
  }
}

/* Serves the unit for which the simulation has asked: gives it its next order,
 * or a path. Without an order it goes nowhere. */
static void serve_asking(lua_State *L) {
  Crowd *c = bind_known(L, 1);
  tp_crowd_push_unit(L, 1, c->motion.asking_id);
  const Unit *u = bind_known(L, 2);
  c->motion.asking_order = u->search.order_number;
  if (tp_sim_is_due(c->motion.sim, u->id)) {
    tp_update_give_room_for_events(L, 1);
    tp_orderlist_go_on(L, 2);
  } else if (u->orders.kind) {
    u->orders.kind->serve(L, 1, u->id, &c->motion.left);
  } else {
    tp_waiting_add(c->motion.sim, u->id);
  }
  c->motion.asking_id = 0;
  lua_settop(L, 1);
}

/* Pushes the i-th unit that has looked at the end of the last run and decides
 * first in this one (TP_STAGE_ROUND in simstate.h), if it asks. NULL, and pushes
 * nothing: it does not, or is gone. */
static Unit *push_decider(lua_State *L, int crowd, uint32_t i) {
  const tp_Sim *sim = ((const Crowd *)bind_known(L, crowd))->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, sim->moment.awake[i]);
  if (!(core_unit->flags & TP_UNIT_THERE)) return NULL;
  if (!core_unit->asks_each_step) return NULL;
  tp_crowd_push_unit(L, crowd, sim->moment.awake[i]);
  return bind_known(L, -1);
}

/* The units whose field was built since they looked, look again. */
static void record_fields(Crowd *c) {
  c->motion.may_follow = false;
  c->motion.seen_builds = c->grid->field_builds;
  for (Unit *u = c->first; u; u = u->after) {
    const Field *f = u->orders.field;
    if (!f) continue;
    c->motion.may_follow = true;
    if (u->orders.stamp == f->stamp || !field_is_done(f)) continue;
    tp_sim_record_field(c->motion.sim, u->id);
    u->orders.stamp = f->stamp;
  }
}

/* Before a run: if a target that is no unit of the crowd has changed since units
 * looked, they look again. May run user code. */
static void record_targets(lua_State *L, int crowd) {
  const Crowd *c = bind_known(L, crowd);
  const int unit = lua_gettop(L) + 1;
  for (uint32_t i = 0;; i++) {
    const tp_Moment *moment = &c->motion.sim->moment;
    if (moment->stage != TP_STAGE_ROUND || i >= moment->deciding) return;
    const Unit *u = push_decider(L, crowd, i);
    const OrderKind *kind = u ? u->orders.kind : NULL;
    if (kind && kind->has_moved && kind->has_moved(L, unit)) {
      tp_sim_look_anew(c->motion.sim);
    }
    lua_settop(L, unit - 1);
  }
}

/* Continues to the clock's time, or to the moment before it at which the order
 * of a unit with a next one is over. Waiting units check again if the map or one
 * of its layers has changed. Pushes whether there is time left. */
static int run_motion(lua_State *L) {
  Crowd *c = bind_known(L, 1);
  tp_Sim *sim = c->motion.sim;
  const uint64_t age = tp_grid_age(c->grid) + 1;
  tp_SimStatus status;
  if (tp_clock_end(&sim->clock) < sim->now)
    sim->clock = (tp_Clock){sim->now, 0};
  if (c->motion.may_follow && c->motion.seen_builds != c->grid->field_builds)
    record_fields(c);
  if (c->motion.seen != age) {
    c->motion.seen = age;
    tp_unitsearch_check_ends(c);
    tp_sim_record_edit(sim);
  }
  record_targets(L, 1);
  if (c->motion.asking_id != 0) serve_asking(L);
  while ((status = tp_sim_run(c->motion.sim, &c->motion.left)) != TP_SIM_DONE) {
    if (status == TP_SIM_NEEDS_ROOM) {
      tp_update_give_room(L, 1);
    } else {
      c->motion.asking_id = c->motion.sim->want.unit;
      serve_asking(L);
    }
  }
  c->motion.is_torn = false;
  tp_Events *events = c->motion.sim->events;
  if (events) events->reported = events->count;
  sim = c->motion.sim; /* units may have come meanwhile */
  lua_pushboolean(L, sim->now < tp_clock_end(&sim->clock));
  return 1;
}

/* If an update failed, the unit being served has no answer yet. It is served
 * before all others, unless it has another order or was removed. */
static void ask_again(lua_State *L, Crowd *c) {
  uint32_t id = c->motion.asking_id;
  tp_Sim *sim = c->motion.sim;
  if (id == 0) return;
  if (tp_sim_unit(sim, id)->flags & TP_UNIT_THERE) {
    tp_crowd_push_unit(L, 1, id);
    const Unit *u = bind_known(L, -1);
    lua_pop(L, 1);
    if (u->search.order_number == c->motion.asking_order) return;
  }
  c->motion.asking_id = 0;
  sim->moment.asked = 0;
}

/* Does a unit of a restored crowd still plan its path? */
static bool any_recovers(const Crowd *c) {
  bool is_one = false;
  for (Unit *u = c->first; u; u = u->after) {
    if (!u->is_lost) continue;
    const tp_Unit *core_unit = tp_sim_unit(c->motion.sim, u->id);
    bool wants_one =
        (core_unit->state == TP_GOING || core_unit->state == TP_WAITING) &&
        !tp_unit_is_paused(core_unit);
    u->is_lost = wants_one && !tp_costtogoal_leads(&core_unit->to_goal);
    is_one = is_one || u->is_lost;
  }
  return is_one;
}

/* What an update may search if the game sets no limit: some 2 ms of 16, and
 * more if it computes a longer time. By ticks there is no limit, or units would
 * lose turns. */
static uint64_t usual_nodes(const Crowd *c, double seconds) {
  enum { LEAST = 50000, A_SECOND = 60 * LEAST };
  if (c->motion.by == BY_TICKS) return UINT64_MAX;
  return (uint64_t)fmax(LEAST, seconds * A_SECOND);
}

/* A failed update does not count as time. A call with the same dt continues
 * with the rest, as if nothing had failed. */
static tp_Clock *open_clock(lua_State *L, Crowd *c, double seconds) {
  tp_Clock *clock = &c->motion.sim->clock;
  if (c->motion.is_torn) {
    *clock = c->motion.before;
    ask_again(L, c);
  } else {
    /* All units of a restored crowd plan their paths at the same time, so each
     * update serves only some of them. */
    enum { AT_ONCE = 4096 };
    c->motion.recovers = c->motion.recovers && any_recovers(c);
    uint64_t nodes = c->motion.nodes;
    if (nodes == 0) nodes = usual_nodes(c, seconds);
    c->motion.left = c->motion.recovers && nodes > AT_ONCE ? AT_ONCE : nodes;
    c->motion.has_limit = c->motion.left != UINT64_MAX;
    tp_Events *events = c->motion.sim->events;
    if (events) tp_events_drop(events, events->reported);
    c->motion.sim->woken = 0;
  }
  c->motion.before = *clock;
  c->motion.is_torn = true;
  return clock;
}

/* The largest time of the clock. Sums stay far from the largest number: 70,000
 * years. */
enum { MOST_BITS = 61 };

/* Prepares the crowd at 1 for an update. */
static Crowd *begin_update(lua_State *L, Reckoning by, const char *function) {
  Crowd *c = tp_bind_self(L, BIND_CROWD, function);
  tp_bind_check_idle(L, c, BIND_CROWD, function);
  lua_settop(L, 1);
  tp_unitsearch_open(L, 1);
  tp_update_prepare_maps(L, 1, function);
  if (c->motion.sim->clock.whole >> MOST_BITS != 0) {
    tp_bind_error(L,
                  "%s: the crowd's time is over: 2^41 seconds, or 2^61 ticks",
                  function);
  }
  if (c->motion.by == by) return c;
  if (c->motion.by != BY_NOBODY) {
    tp_bind_error(
        L, "%s: the time of the crowd is in %s", function,
        by == BY_TICKS ? "seconds (crowd:update)" : "ticks (crowd:tick)");
  }
  c->motion.by = by;
  c->motion.sim->by_ticks = by == BY_TICKS;
  for (Unit *u = c->first; u; u = u->after) {
    tp_sim_unit(c->motion.sim, u->id)->durations = tp_unit_durations(u);
  }
  if (by == BY_TICKS) tp_sim_retime(c->motion.sim);
  return c;
}

/* core.update_crowd(crowd, dt) -> is there time left? (Then core.go_on_crowd,
 * when the game has heard of the events so far.) */
static int update(lua_State *L) {
  static const char name[] = "update";
  const double most = 1 << 30;
  tp_bind_self(L, BIND_CROWD, name);
  double dt = tp_bind_is_finite(L, 2) ? lua_tonumber(L, 2) : -1;
  if (!(dt >= 0 && dt <= most)) {
    tp_bind_wrong(L, 2, name, "dt", "a number of seconds from 0 to 2^30");
  }
  Crowd *c = begin_update(L, BY_SECONDS, name);
  tp_clock_add(open_clock(L, c, dt), dt);
  return run_motion(L);
}

/* core.tick_crowd(crowd) -> the same */
static int tick(lua_State *L) {
  static const char name[] = "tick";
  if (lua_type(L, 2) == LUA_TNUMBER) {
    tp_bind_error(L, "tick: a tick takes no dt (update takes dt)");
  }
  tp_bind_self(L, BIND_CROWD, name);
  Crowd *c = begin_update(L, BY_TICKS, name);
  open_clock(L, c, 0)->whole++;
  return run_motion(L);
}

/* core.go_on_crowd(crowd) -> the same: goes on with an update. If it fails, all
 * of the update has failed. */
static int go_on(lua_State *L) {
  static const char *const names[] = {
      [BY_SECONDS] = "update", [BY_TICKS] = "tick", [BY_NOBODY] = "update"};
  const Crowd *self = bind_known(L, 1);
  Crowd *c = begin_update(L, self->motion.by, names[self->motion.by]);
  c->motion.is_torn = true;
  return run_motion(L);
}

static const luaL_Reg functions[] = {
    {"go_on_crowd", go_on},
    {"update_crowd", update},
    {"tick_crowd", tick},
    {NULL, NULL},
};

const bind_Exports tp_update_exports = {.kind = BIND_CROWD,
                                        .functions = functions};
