/* restore.c - crowd:load, for crowd.lua. That makes a new crowd beside the
 * old one, by ordinary calls: they check places and orders. Functions of this
 * file set what no call sets:
 *
 *     set_time    the crowd's time
 *     set_unit    a unit's step, progress and history, which must fit its order
 *     exchange    the old crowd gets the units of the new one
 *
 * Only the last one changes the old crowd. It makes no memory then, so an error
 * leaves the crowd as it was.
 *
 * The result does not depend on the crowd's earlier state, nor on the history
 * of its pathfinders. Units without a saved path plan one, in slices
 * (update.c).
 *
 * Cost: O(units before and after).
 */
#include <math.h>

#include "../../core/crowd/crowdmemory.h"
#include "../crowd/membership.h"
#include "../finder/pathfinder.h"
#include "../order/order.h"
#include "crowdstate.h"
#include "recordfields.h"

/* ---- the crowd's time ---------------------------------------------------- */

/* core.set_time(crowd, text) -> was the text read? All units are there. */
static int set_time(lua_State *L) {
  Crowd *c = bind_known(L, 1);
  CrowdState s;
  const bool is_read = tp_state_read_crowd(lua_tostring(L, 2), &s);
  if (is_read && s.moves) {
    c->march.by = (Reckoning)s.by;
    tp_ways_open(L, 1);
    tp_Motion *m = c->march.motion;
    m->clock = (tp_Clock){s.whole, s.fraction};
    m->now = s.whole + (s.fraction > 0);
    m->by_ticks = s.by == BY_TICKS;
  }
  if (is_read) c->additions = s.additions;
  lua_pushboolean(L, is_read);
  return 1;
}

/* ---- a unit -------------------------------------------------------------- */

/* Is the position that it was put to in its cell, or, during a step, in the
 * cell where the step began? */
static bool is_placed(const Unit *u, const UnitState *s) {
  const double most = 0.5 + 1e-4; /* rounding */
  const bool steps = s->from != STATE_NOWHERE;
  const tp_Cell at = steps ? state_cell(u->crowd->grid, s->from) : u->cell;
  const tp_Place place = tp_finder_place(u->finder, s->x, s->y);
  return !s->is_off || (fabs(place.x - at.x - 0.5) <= most &&
                        fabs(place.y - at.y - 0.5) <= most);
}

/* Is its step valid: a started step to a neighbour, or a link? */
static bool is_step(const Unit *u, const UnitState *s) {
  const tp_Grid *g = u->crowd->grid;
  if (s->from == STATE_NOWHERE) return true;
  if (!u->orders.is_admitted || s->from >= tp_grid_cells(g)) return false;
  const tp_Cell from = state_cell(g, s->from);
  const tp_Rect under = unit_footprint(u->finder, from);
  const tp_Rect map = {0, 0, g->width, g->height};
  const bool fits = tp_rect_same(tp_rect_clip(under, map), under);
  if (tp_same_cell(from, u->cell) || !fits) return false;
  return s->lasts == 0 ||
         (tp_steps_apart(g->stagger, from, u->cell) == 1 && s->end <= s->lasts);
}

static bool is_unit(const Unit *u, const UnitState *s) {
  const bool is_hexagonal = tp_is_hexagonal(u->crowd->grid->stagger);
  const uint64_t before = u->before ? u->before->arrival : 0;
  if (s->arrival <= before || s->arrival > u->crowd->additions) return false;
  if (s->bumped > u->crowd->units) return false;
  if (is_hexagonal && s->heading != TP_DIRECTIONS &&
      s->heading >= TP_SIDES_OF_HEXAGON) {
    return false;
  }
  return is_step(u, s) && is_placed(u, s);
}

/* Do its state and its goal fit the order that it has? */
static bool is_order(const Unit *u, const UnitState *s) {
  const Orders *o = &u->orders;
  const WayQuery *w = u->way.query;
  const tp_Mover *m = tp_motion_mover(u->crowd->march.motion, u->id);
  const bool has_goal = s->goal != STATE_NOWHERE;
  const bool is_away = s->flags & TP_MOVER_AWAY;
  if (o->errand != (Errand)s->errand) return false;
  if ((o->errand == ERRAND_NONE) != (s->state == TP_IDLE)) return false;
  if (s->state == TP_SETTLED && s->settle == 0) return false;
  if (s->chosen > (w && w->is_list ? w->list.count : 0)) return false;
  if (has_goal && s->goal >= tp_grid_cells(u->crowd->grid)) return false;
  if (m->guide.trail &&
      s->goal !=
          state_place(u->crowd->grid, tp_turn_cell(m->guide.trail->turn))) {
    return false;
  }
  switch (o->errand) {
    case ERRAND_FIELD: return !has_goal;
    case ERRAND_PATROL:
      return s->next < o->points && (has_goal || s->state == TP_GOING);
    case ERRAND_PATH:
      if (s->state == TP_ARRIVED && !is_away && s->cell != s->goal) {
        return false;
      }
      return s->goal == state_place(u->crowd->grid, m->guide.goal);
    default: return has_goal;
  }
}

/* The time of its next decision. */
static uint64_t time_of_waking(const tp_Mover *m, uint64_t now) {
  if (!tp_mover_stands(m)) return m->stride.end;
  if (m->asks) return now;
  if (m->state == TP_BLOCKED) return m->progress.nearer;
  bool rests = m->state != TP_GOING && !(m->flags & TP_MOVER_AWAY);
  return rests ? TP_NO_TIME : now;
}

static void set_mover(const Unit *u, const UnitState *s) {
  tp_Motion *motion = u->crowd->march.motion;
  tp_Mover *m = tp_motion_mover(motion, u->id);
  const uint64_t now = motion->now;
  if (s->from != STATE_NOWHERE) {
    tp_Cell from = state_cell(u->crowd->grid, s->from);
    m->stride =
        (tp_Stride){now + s->end, s->lasts, tp_pack_cell(from.x, from.y)};
    m->put = s->is_off;
  }
  m->heading = s->heading & 15;
  m->state = s->state & 7;
  m->flags = TP_MOVER_THERE | (s->flags & (STATE_FLAGS | TP_MOVER_ROUND));
  m->pauses = s->pauses & 7;
  m->pushes = s->pushes & 31;
  m->plans = s->plans & TP_MOST_PLANS;
  m->renewed = s->renewed & 1;
  m->loops = s->loops & 1;
  m->bumped = s->bumped;
  m->is_short = s->waits && s->is_short;
  m->steps = s->steps;
  m->settle = s->settle;
  m->detour = s->detour;
  m->progress.since = now - s->since;
  m->progress.best = s->best - 1;
  m->progress.nearer = now - s->nearer;
  if (s->state == TP_BLOCKED) m->progress.nearer = now + s->retry;
  m->guide.goal = (tp_Cell){-1, -1};
  if (s->goal != STATE_NOWHERE) {
    m->guide.goal = state_cell(u->crowd->grid, s->goal);
  }
  tp_motion_wake_at(motion, u->id, time_of_waking(m, now));
}

/* Sets it; false if it does not fit the unit. A plain order to a cell may be
 * that of a unit of a group, or of one whose path is lost. */
static bool set_from_state(Unit *u, const UnitState *s) {
  const bool is_alone = s->errand == ERRAND_MEMBER || s->errand == ERRAND_PATH;
  if (!is_unit(u, s)) return false;
  u->arrival = s->arrival;
  u->heading = s->heading;
  if (s->is_off) {
    u->x = u->put_x = s->x;
    u->y = u->put_y = s->y;
  }
  if (!u->orders.is_admitted) return true;
  if (u->orders.errand == ERRAND_GOAL && !u->way.query && is_alone) {
    u->orders.errand = (Errand)s->errand;
  }
  if (!is_order(u, s)) return false;
  set_mover(u, s);
  u->orders.reason = (tp_Reason)s->reason;
  u->orders.next = s->next;
  u->way.goal = s->chosen;
  u->way.is_partial = s->is_short;
  u->is_lost = s->state == TP_GOING && !u->way.trail;
  return true;
}

/* core.set_unit(unit, text) -> was the text read, and does it fit the unit's
 * place and order? */
static int set_unit(lua_State *L) {
  UnitState s;
  const bool is_read = tp_state_read_unit(lua_tostring(L, 2), &s);
  lua_pushboolean(L, is_read && set_from_state(bind_known(L, 1), &s));
  return 1;
}

/* ---- cells that units are leaving ---------------------------------------- */

/* Each unit holds the cells where its link begins; false if another one has
 * them. Then it holds the cells that it is leaving, unless another unit stands
 * there or began to leave them later. */
static bool hold_all_left(const Crowd *c) {
  const tp_Motion *motion = c->march.motion;
  tp_Occupancy *o = c->occupancy;
  for (int links = 1; motion && links >= 0; links--) {
    for (const Unit *u = c->first; u; u = u->after) {
      const tp_Mover *m = tp_motion_mover(motion, u->id);
      if (tp_mover_stands(m) || tp_mover_is_in_link(m) != links) continue;
      const tp_Rect from = tp_mover_under(m, m->stride.from);
      if (links && !tp_occupancy_is_free(o, from, u->id)) {
        return false;
      }
      for (int32_t i = 0; i < from.w * from.h; i++) {
        const tp_Rect cell = {from.x + i % from.w, from.y + i / from.w, 1, 1};
        const uint32_t holder = tp_occupancy_at(o, cell.x, cell.y);
        if (holder > 0) {
          const tp_Mover *other = tp_motion_mover(motion, holder);
          const tp_Rect under = tp_mover_under(other, other->at);
          if (tp_rect_has(under, cell.x, cell.y)) continue;
          if (tp_mover_began(other) >= tp_mover_began(m)) continue;
          tp_occupancy_release(o, cell, holder);
        }
        tp_occupancy_hold(o, cell, u->id);
      }
    }
  }
  return true;
}

/* ---- the exchange -------------------------------------------------------- */

enum { CROWD = 1, NEW, CROWD_UNITS, NEW_UNITS, UNIT, TWIN };

/* Removes the units that are not in the state. */
static void dismiss_others(lua_State *L, const Crowd *c, const Crowd *new) {
  const Unit *twin = new->first;
  for (const Unit *u = c->first, *after; u; u = after) {
    after = u->after;
    while (twin && twin->arrival < u->arrival) twin = twin->after;
    if (twin && twin->arrival == u->arrival) continue;
    lua_rawgeti(L, CROWD_UNITS, (int)u->id);
    tp_crowd_dismiss(L, UNIT);
    lua_settop(L, NEW_UNITS);
  }
}

/* Each unit in the old crowd, which is in the state, becomes its twin in the
 * new one. */
static void become_twins(lua_State *L, const Crowd *c, Crowd *new) {
  static const int slots[] = {UNIT_FINDER, UNIT_WAY, UNIT_POINTS, UNIT_TRAIL,
                              UNIT_QUERY};
  const Unit *next = new->first;
  for (Unit *u = c->first, *after; u; u = after) {
    after = u->after;
    while (next->arrival < u->arrival) next = next->after;
    const Unit *twin = next;
    next = twin->after;
    tp_crowd_expel(u);
    tp_occupancy_release(c->occupancy, u->cells, u->id);
    lua_rawgeti(L, CROWD_UNITS, (int)u->id);
    lua_rawgeti(L, NEW_UNITS, (int)twin->id);
    for (int i = 0; i < 5; i++) {
      tp_bind_push_kept(L, TWIN, slots[i]);
      tp_bind_keep(L, UNIT, slots[i], -1);
      lua_pop(L, 1);
    }
    lua_settop(L, UNIT);
    lua_rawseti(L, NEW_UNITS, (int)twin->id);
    *u = *twin;
    *(u->before ? &u->before->after : &new->first) = u;
    *(u->after ? &u->after->before : &new->final) = u;
  }
}

/* The motion of the new crowd. The events of the old one are over; their list
 * is for the next ones. */
static void take_motion(lua_State *L, Crowd *c, const Crowd *new) {
  March *march = &c->march;
  tp_Motion *m = new->march.motion;
  tp_Events *events = march->motion ? march->motion->events : NULL;
  if (events) tp_events_drop(events, events->count);
  if (m) {
    m->events = events;
    m->tells_moves = march->tells_moves;
    m->round.ground = march->ground;
    tp_motion_resize(m, c->occupancy, tp_motion_map(m));
  }
  for (int i = 0; i < 2; i++) {
    const int slot = i == 0 ? CROWD_MOTION : CROWD_WAYS;
    if (slot == CROWD_WAYS && march->ways) continue;
    tp_bind_push_kept(L, NEW, slot);
    tp_bind_keep(L, CROWD, slot, -1);
    lua_pop(L, 1);
  }
  march->motion = m;
  if (!march->ways) march->ways = new->march.ways;
  tp_ways_begin_anew(c);
  march->by = new->march.by;
  march->revision = 0;
  march->seen = UINT64_MAX; /* all are told at the next update */
  march->asking = 0;
  march->is_torn = false;
  march->recovers = true;
}

/* Its units. Their targets get the handles that these have now. */
static void take_units(lua_State *L, Crowd *c, const Crowd *new) {
  for (Unit *u = new->first; u; u = u->after) {
    lua_rawgeti(L, NEW_UNITS, (int)u->id);
    tp_bind_keep(L, UNIT, UNIT_CROWD, CROWD);
    tp_bind_push_kept(L, UNIT, UNIT_WAY);
    const Unit *target = tp_bind_test(L, TWIN, BIND_UNIT);
    if (target && target->crowd == new) {
      lua_rawgeti(L, NEW_UNITS, (int)target->id);
      tp_bind_keep(L, UNIT, UNIT_WAY, -1);
    }
    lua_settop(L, UNIT);
    lua_rawseti(L, CROWD_UNITS, (int)u->id);
  }
  for (uint32_t id = new->last_id + 1; id <= c->last_id; id++) {
    lua_pushnumber(L, 0);
    lua_rawseti(L, CROWD_UNITS, (int)id);
  }
  for (Unit *u = new->first; u; u = u->after) {
    u->crowd = c;
    tp_occupancy_hold(c->occupancy, unit_footprint(u->finder, u->cell), u->id);
  }
  c->units = c->last_id = new->units;
  c->free_id = 0;
  c->additions = new->additions;
  c->first = new->first;
  c->final = new->final;
  if (c->marks < new->marks) c->marks = new->marks;
  hold_all_left(c);
}

/* core.exchange(crowd, new) -> do no two units hold a cell? */
static int exchange(lua_State *L) {
  Crowd *c = bind_known(L, CROWD), *new = bind_known(L, NEW);
  tp_bind_push_kept(L, CROWD, CROWD_LIST);
  tp_bind_push_kept(L, NEW, CROWD_LIST);
  /* Room in the old crowd: only this makes memory. */
  if (c->march.motion) tp_ways_open(L, NEW);
  for (uint32_t id = c->last_id + 1; id <= new->last_id; id++) {
    lua_pushnumber(L, 0);
    lua_rawseti(L, CROWD_UNITS, (int)id);
  }
  tp_bind_check_idle(L, c, BIND_CROWD, "load");
  const bool are_apart = hold_all_left(new);
  if (are_apart) {
    dismiss_others(L, c, new);
    become_twins(L, c, new);
    take_motion(L, c, new);
    take_units(L, c, new);
    *new = (Crowd){.grid = c->grid, .occupancy = new->occupancy};
  }
  lua_pushboolean(L, are_apart);
  return 1;
}

static const luaL_Reg functions[] = {
    {"set_time", set_time},
    {"set_unit", set_unit},
    {"exchange", exchange},
    {NULL, NULL},
};

const bind_Exports tp_restore_exports = {.functions = functions};
