/* order.c - what units are told to do: to go somewhere, along a field, from
 * point to point; to stop, to stand fast.
 *
 * An order is planned when it is given, so that it may be refused; then the
 * unit keeps doing what it did. The way itself is looked for when time passes
 * (ways.h). What a unit goes by is kept in slots of its handle, and let go with
 * the next order.
 */
#include "../../core/crowd/wishes.h"
#include "../crowd/aims.h"
#include "../field/field.h"
#include "../kit/feed.h"
#include "points.h"
#include "ways.h"

enum { UNIT = 1 };

/* ---- beginning ---------------------------------------------------------- */

const char *tp_order_refusal(const Unit *u) {
  const tp_Grid *g = u->crowd->grid;
  const tp_Rect map = {0, 0, g->width, g->height};
  tp_Rect under = unit_footprint(u->finder, u->cell);
  bool is_inside = tp_rect_same(under, tp_rect_clip(under, map));
  return is_inside ? "occupied" : "start_outside";
}

Unit *tp_order_get_ready(lua_State *L, int unit, const char *function) {
  Unit *u = bind_known(L, unit);
  if (!u->crowd) tp_unit_refuse_removed(L, function);
  tp_bind_push_kept(L, unit, UNIT_CROWD);
  tp_bind_check_idle(L, u->crowd, BIND_CROWD, function);
  tp_ways_open(L, lua_gettop(L));
  if (!u->crowd) tp_unit_refuse_removed(L, function);
  if (u->orders.is_admitted) return u;
  tp_bind_push_no(L, tp_order_refusal(u));
  return NULL;
}

/* It has new orders, or none. */
static void forget(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  tp_points_note_reached(u);
  lua_pushnil(L);
  tp_bind_keep(L, unit, UNIT_WAY, lua_gettop(L));
  lua_pop(L, 1);
  u->orders.errand = ERRAND_NONE;
  u->orders.field = NULL;
  u->orders.points = 0;
  u->orders.keep = NULL;
  u->orders.reason = TP_NO_REASON;
}

/* One that was on its way already, to a goal that has moved, does not lose its
 * turn to others. */
void tp_order_begin(lua_State *L, int unit, Errand errand,
                    const tp_Order *order, int field) {
  Unit *u = bind_known(L, unit);
  tp_Motion *m = u->crowd->march.motion;
  tp_Mover *mover = tp_motion_mover(m, u->id);
  bool goes_on = mover->wish == TP_GOING || mover->wish == TP_WAITING;
  uint64_t since = mover->progress.since;
  forget(L, unit);
  if (field) {
    tp_bind_keep(L, unit, UNIT_WAY, field);
    u->orders.field = bind_known(L, field);
  }
  u->orders.errand = errand;
  u->is_lost = false;
  tp_motion_order(m, u->id, order);
  if (goes_on) mover->progress.since = since;
}

/* ---- to a goal ---------------------------------------------------------- */

uint16_t tp_order_settle(lua_State *L, int arg, const char *function) {
  enum { MOST = 32767 };
  double settle = 0;
  if (!lua_istable(L, arg)) return 0;
  lua_pushliteral(L, "settle");
  lua_rawget(L, arg);
  if (!lua_isnil(L, -1)) {
    settle = tp_bind_integer(L, -1, function, "settle", 0, MOST);
  }
  lua_pop(L, 1);
  return (uint16_t)settle;
}

Question tp_order_question(tp_Cell goal, int finder, const char *function) {
  Question q = {.function = function, .at = finder};
  q.query.goal = goal;
  q.query.max_nodes = UINT64_MAX;
  q.options.range = -1;
  return q;
}

/* unit:go(wx, wy [, query]), unit:go(goals [, query]) -> true | nil, reason */
int tp_unit_go(lua_State *L) {
  enum { WX = 2, GOALS = 2, FINDER = 6 };
  static const char name[] = "go";
  Question q = {.function = name, .is_order = true, .options.in_world = true};
  tp_unit_movable(L, name);
  lua_settop(L, 5);
  q.goals = lua_istable(L, GOALS) ? GOALS : 0;
  int options = q.goals ? 3 : 4;
  tp_bind_push_kept(L, UNIT, UNIT_FINDER);
  const Finder *f = bind_known(L, FINDER);
  q.at = FINDER;
  if (!q.goals) {
    q.query.goal = tp_finder_world_cell(L, WX, f, name, "wx", "wy");
    q.options.to[0] = lua_tonumber(L, WX);
    q.options.to[1] = lua_tonumber(L, WX + 1);
  }
  uint16_t settle = tp_order_settle(L, options, name);
  tp_question_read_options(L, options, f, &q);
  if (!tp_order_get_ready(L, UNIT, name)) return 2;
  tp_Guide guide;
  tp_Reason reason = tp_ways_plan(L, UNIT, &q, &guide);
  if (reason != TP_NO_REASON) return tp_finder_push_reason(L, reason);
  const tp_Order order = {.guide = guide, .settle = settle};
  tp_order_begin(L, UNIT, ERRAND_GOAL, &order, 0);
  lua_pushboolean(L, 1);
  return 1;
}

/* ---- along a field, a path ---------------------------------------------- */

static int follow_field(lua_State *L, Field *f) {
  enum { FIELD = 2, FINDER };
  static const char name[] = "follow";
  const Unit *u = tp_unit_movable(L, name);
  const tp_Profile *own = &u->finder->navmap.profile;
  const tp_Profile *its = &f->finder->navmap.profile;
  if (f->finder->grid != u->crowd->grid) {
    return tp_bind_error(L, "%s: field must be one on the crowd's grid", name);
  }
  if (own->wide != its->wide || own->high != its->high) {
    return tp_bind_error(
        L,
        "%s: field must be one for agents of %dx%d, as the unit "
        "is, got one for %dx%d",
        name, (int)own->wide, (int)own->high, (int)its->wide, (int)its->high);
  }
  lua_settop(L, FIELD);
  tp_bind_push_kept(L, FIELD, FIELD_FINDER);
  tp_finder_catch_up(L, FINDER, f->finder, name);
  if (!tp_order_get_ready(L, UNIT, name)) return 2;
  Unit *unit = bind_known(L, UNIT);
  tp_unit_look(unit);
  tp_Cell c = unit->cell;
  bool knows = field_is_done(f) && tp_field_cost(&f->field, c.x, c.y) != TP_FAR;
  if (!knows) return tp_field_refuse(L, f, c);
  const tp_Order order = {.guide = {.field = &f->field, .goal = {-1, -1}}};
  tp_ways_forget(L, UNIT);
  tp_order_begin(L, UNIT, ERRAND_FIELD, &order, FIELD);
  lua_pushboolean(L, 1);
  return 1;
}

/* unit:follow(field), unit:follow(path) -> true | nil, reason */
int tp_unit_follow(lua_State *L) {
  static const char name[] = "follow";
  tp_unit_movable(L, name);
  Field *f = tp_bind_test(L, 2, BIND_FIELD);
  if (f) return follow_field(L, f);
  if (!lua_istable(L, 2)) tp_bind_wrong(L, 2, name, "way", "a field or a path");
  return tp_points_follow(L);
}

/* ---- no way, no more ---------------------------------------------------- */

void tp_order_forget(lua_State *L, int unit) {
  forget(L, unit);
  tp_ways_forget(L, unit);
}

/* unit:stop() */
int tp_unit_stop(lua_State *L) {
  Unit *u = tp_unit_movable(L, "stop");
  lua_settop(L, UNIT);
  if (!u->orders.is_admitted) return 0;
  tp_order_forget(L, UNIT);
  tp_motion_stop(u->crowd->march.motion, u->id);
  return 0;
}

static int set_paused(lua_State *L, const char *function, bool paused) {
  tp_unit_movable(L, function);
  lua_settop(L, UNIT);
  tp_bind_push_kept(L, UNIT, UNIT_CROWD);
  tp_ways_open(L, 2);
  const Unit *u = tp_unit_movable(L, function);
  if (!u->orders.is_admitted) return 0;
  tp_motion_set_paused(u->crowd->march.motion, u->id, paused);
  return 0;
}

/* unit:pause(), unit:resume() */
int tp_unit_pause(lua_State *L) { return set_paused(L, "pause", true); }
int tp_unit_resume(lua_State *L) { return set_paused(L, "resume", false); }

/* ---- when time passes --------------------------------------------------- */

static void go_along(Unit *u) {
  tp_Motion *m = u->crowd->march.motion;
  const Field *f = u->orders.field;
  const tp_Guide guide = {.field = &f->field, .goal = {-1, -1}};
  if (!field_is_done(f)) {
    tp_motion_postpone(m, u->id);
  } else if (tp_wishes_leads(tp_motion_mover(m, u->id))) {
    tp_motion_give_way(m, u->id, &guide);
  } else {
    u->orders.reason = TP_UNREACHABLE;
    tp_motion_refuse(m, u->id, TP_UNREACHABLE);
  }
}

void tp_order_go_elsewhere(lua_State *L, int unit, tp_Cell goal) {
  Unit *u = bind_known(L, unit);
  tp_unit_renew_way(u);
  tp_motion_give_way(u->crowd->march.motion, u->id, &(tp_Guide){.goal = goal});
}

/* One that is as near as the field leads goes on alone. */
static void leave_group(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  tp_Motion *m = u->crowd->march.motion;
  tp_Cell goal = tp_motion_mover(m, u->id)->guide.goal;
  forget(L, unit);
  u->orders.errand = ERRAND_MEMBER;
  tp_motion_give_way(m, u->id, &(tp_Guide){.goal = goal});
}

/* One of a group whose cell was shut is given another one. */
static void take_another(lua_State *L, int unit) {
  const Unit *u = bind_known(L, unit);
  const tp_Mover *mover = tp_motion_mover(u->crowd->march.motion, u->id);
  const Aims wanted = {.place = mover->guide.goal};
  tp_Cell c = wanted.place;
  if (tp_mask_can_enter(u->finder->navmap.mask, c.x, c.y)) return;
  if (tp_aims_find(u, &wanted, &c)) tp_order_go_elsewhere(L, unit, c);
}

/* Before the way of the unit at that index is looked for: is it to be to where
 * it was sent? False: it has other orders now. */
static bool choose_goal(lua_State *L, int unit) {
  static const char name[] = "update";
  Unit *u = bind_known(L, unit);
  bool is_patrol = u->orders.errand == ERRAND_PATROL;
  if (!is_patrol && u->orders.errand != ERRAND_MEMBER) return true;
  int finder = lua_gettop(L) + 1;
  tp_bind_push_kept(L, unit, UNIT_FINDER);
  Finder *f = bind_known(L, finder);
  tp_bind_check_idle(L, f, BIND_PATHFINDER, name);
  bind_Marks marks = {{u->crowd, f->grid, f}};
  bind_BlockSlot slot = {finder, PARTS, marks};
  uint64_t number = u->way.number;
  tp_feed_navmap(L, &f->navmap, TP_REGIONS, slot);
  if (!u->orders.is_admitted || u->way.number != number) return false;
  tp_unit_look(u);
  const tp_Mover *mover = tp_motion_mover(u->crowd->march.motion, u->id);
  if (is_patrol) {
    tp_points_go_round(L, unit, tp_guide_has_goal(&mover->guide));
  } else {
    take_another(L, unit);
  }
  return true;
}

void tp_order_serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  tp_Motion *m = u->crowd->march.motion;
  if (u->orders.errand == ERRAND_NONE) {
    tp_motion_postpone(m, id);
  } else if (u->orders.errand == ERRAND_FIELD) {
    go_along(u);
  } else if (u->orders.errand == ERRAND_KEEP) {
    tp_keep_serve(L, crowd, id, budget);
  } else {
    if (u->orders.errand == ERRAND_GROUP) leave_group(L, unit);
    uint64_t number = u->way.number;
    u->crowd->march.number = number;
    bool is_known = choose_goal(L, unit);
    bool is_same = u->orders.is_admitted && u->way.number == number;
    if (!is_known) {
      if (is_same) tp_motion_postpone(u->crowd->march.motion, id);
    } else if (u->orders.is_admitted) {
      u->crowd->march.number = u->way.number;
      tp_ways_serve(L, crowd, id, budget);
    }
  }
}

/* ---- what it is about --------------------------------------------------- */

static const char *const wishes[] = {
    [TP_IDLE] = "idle",       [TP_WAITING] = "waiting",
    [TP_GOING] = "going",     [TP_ARRIVED] = "arrived",
    [TP_SETTLED] = "settled", [TP_BLOCKED] = "blocked",
};

const char *tp_unit_status(const Unit *u) {
  if (!u->crowd || u->is_led) return NULL;
  if (!u->orders.is_admitted) return wishes[TP_IDLE];
  const tp_Mover *m = tp_motion_mover(u->crowd->march.motion, u->id);
  if (m->flags & TP_MOVER_PAUSED) return "paused";
  bool waits =
      m->wish == TP_GOING && tp_mover_stands(m) && !tp_guide_leads(&m->guide);
  return wishes[waits ? TP_WAITING : m->wish];
}

const char *tp_unit_reason(const Unit *u) {
  if (!u->crowd || !u->orders.is_admitted) return NULL;
  const tp_Mover *m = tp_motion_mover(u->crowd->march.motion, u->id);
  if (m->flags & TP_MOVER_PAUSED) return NULL;
  if (m->wish == TP_ARRIVED) return tp_keep_reason(u);
  if (m->wish != TP_BLOCKED) return NULL;
  if (!(m->flags & TP_MOVER_REFUSED)) return "stuck";
  bool is_told = u->orders.reason != TP_NO_REASON;
  return tp_finder_reason(is_told ? u->orders.reason : TP_UNREACHABLE);
}
