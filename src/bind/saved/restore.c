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
#include "../../core/crowd/jointplans.h"
#include "../../core/crowd/pathwindow.h"
#include "../crowd/membership.h"
#include "../finder/pathfinder.h"
#include "../order/order.h"
#include "../order/update.h"
#include "crowdstate.h"

/* ---- the crowd's time ---------------------------------------------------- */

/* Gives the units of the crowd at 1 the ids of the list at 3; the others of the
 * list are free. Returns false if they are not the numbers from 1. */
static bool set_ids(lua_State *L, Crowd *c) {
  enum { CROWD = 1, IDS = 3, UNITS, BY_ID };
  const uint32_t count = (uint32_t)compat_raw_length(L, IDS);
  Unit *u = c->first;
  if (count < c->units) return false;
  tp_bind_push_kept(L, CROWD, CROWD_LIST);
  lua_createtable(L, (int)count, 0);
  for (uint32_t i = 1; i <= count; i++) {
    lua_rawgeti(L, IDS, (int)i);
    const double id = lua_tonumber(L, -1);
    const bool is_one = id >= 1 && id <= count;
    lua_rawgeti(L, BY_ID, is_one ? (int)id : 1);
    if (!is_one || !lua_isnil(L, -1)) return false;
    lua_rawgeti(L, u ? UNITS : IDS, u ? (int)u->id : (int)i + 1);
    if (lua_isnil(L, -1)) lua_pushnumber(L, 0); /* the last that is free */
    lua_rawseti(L, BY_ID, (int)id);
    lua_settop(L, BY_ID);
    if (u) u = u->after;
  }
  for (uint32_t id = c->last_id + 1; id <= count; id++) { /* makes room */
    lua_pushnumber(L, 0);
    lua_rawseti(L, UNITS, (int)id);
  }
  for (uint32_t id = 1; id <= count; id++) {
    lua_rawgeti(L, BY_ID, (int)id);
    lua_rawseti(L, UNITS, (int)id);
  }
  for (u = c->first; u; u = u->after) {
    tp_occupancy_release(c->occupancy, u->cells, u->id);
  }
  uint32_t place = 0;
  for (u = c->first; u; u = u->after) {
    lua_rawgeti(L, IDS, (int)++place);
    u->id = (uint32_t)lua_tonumber(L, -1);
    tp_occupancy_hold(c->occupancy, u->cells, u->id);
    lua_settop(L, BY_ID);
  }
  lua_rawgeti(L, IDS, (int)place + 1);
  c->free_id = (uint32_t)lua_tonumber(L, -1);
  c->last_id = count;
  return true;
}

/* core.set_time(crowd, text, ids) -> were they read? All units are there. */
static int set_time(lua_State *L) {
  Crowd *c = bind_known(L, 1);
  CrowdState s;
  lua_settop(L, 3);
  const bool is_read = tp_state_read(L, 2, &tp_crowd_members, &s) &&
                       (lua_isnil(L, 3) || set_ids(L, c));
  if (is_read) {
    c->additions = (uint64_t)s.additions;
    c->motion.by = (Reckoning)s.time_unit;
    tp_unitsearch_open(L, 1);
    tp_Sim *sim = c->motion.sim;
    const uint64_t fraction =
        (uint64_t)s.fraction << 32 | (uint64_t)s.fraction_low;
    sim->clock = (tp_Clock){(uint64_t)s.clock, fraction};
    sim->now = tp_clock_end(&sim->clock);
    sim->by_ticks = c->motion.by == BY_TICKS;
  }
  lua_pushboolean(L, is_read);
  return 1;
}

/* ---- a unit -------------------------------------------------------------- */

/* Was it put off the middle of its cells? */
static bool is_off(const UnitState *s) {
  return s->x != STATE_BLANK && s->y != STATE_BLANK;
}

/* Is the position that it was put to in its cell, or, during a step, in the
 * cell where the step began? */
static bool is_placed(const Unit *u, const UnitState *s) {
  const double most = 0.5 + 1e-4; /* rounding */
  const bool steps = s->from != STATE_NONE;
  const tp_Cell at = steps ? state_cell(u->crowd->grid, s->from) : u->cell;
  if (!is_off(s)) return s->x == STATE_BLANK && s->y == STATE_BLANK;
  const tp_Place place = tp_finder_place(u->finder, s->x, s->y);
  return fabs(place.x - at.x - 0.5) <= most &&
         fabs(place.y - at.y - 0.5) <= most;
}

/* Is its step valid: a started step to a neighbour, or a link? */
static bool is_step(const Unit *u, const UnitState *s) {
  const tp_Grid *g = u->crowd->grid;
  if (s->from == STATE_NONE) return true;
  if (!state_is_cell(g, s->from)) return false;
  const tp_Cell from = state_cell(g, s->from);
  const tp_Rect under = finder_footprint(u->finder, from);
  const tp_Rect map = {0, 0, g->width, g->height};
  const bool fits = tp_rect_same(tp_rect_clip(under, map), under);
  if (tp_same_cell(from, u->cell) || !fits) return false;
  return s->duration == 0 || (tp_steps_apart(g->stagger, from, u->cell) == 1 &&
                              s->finish <= s->duration);
}

static bool is_unit(const Unit *u, const UnitState *s) {
  const bool is_hexagonal = tp_is_hexagonal(u->crowd->grid->stagger);
  const uint64_t before = u->before ? u->before->arrival : 0;
  const uint64_t id = (uint64_t)s->id;
  if (id <= before || id > u->crowd->additions) return false;
  if (s->last_blocker > u->crowd->units) return false;
  if (s->queued > u->crowd->units) return false;
  if (s->window == STATE_NONE && s->window_w + s->window_h > 0) return false;
  if (is_hexagonal && s->heading >= TP_SIDES_OF_HEXAGON) return false;
  return is_step(u, s) && is_placed(u, s);
}

/* Does it go, or wait for a path? */
static bool is_under_way(const UnitState *s) {
  return s->state == TP_GOING || s->state == TP_WAITING;
}

/* Do its state and its goal fit the order that it has? */
static bool is_order(const Unit *u, const UnitState *s) {
  const tp_Grid *g = u->crowd->grid;
  const Orders *o = &u->orders;
  const UnitQuery *w = u->search.query;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  const tp_UnitPath *path = core_unit->to_goal.unit_path;
  const bool has_goal = s->goal != STATE_NONE;
  if (o->kind != tp_state_orders[s->order]) return false;
  if (!o->kind != (s->state == TP_IDLE)) return false;
  if (!o->kind && s->queued > 0) return false;
  if (!o->kind && (s->settle > 0 || s->avoid_price != TP_NO_PRICE))
    return false;
  if (s->is_spare && !o->ends) return false;
  if (o->points == 0 && (s->patrol_rest >= 0 || s->patrol_first > 1))
    return false;
  if (s->state == TP_SETTLED && s->settle == 0) return false;
  if (s->state != TP_BLOCKED && s->retry_at > 0) return false;
  if (s->seen != STATE_NONE && !(o->keep && state_is_cell(g, s->seen)))
    return false;
  if (s->rest_left > 0 && !(s->patrols && s->state == TP_WAITING && !has_goal))
    return false;
  if (s->goal_index > (w && w->is_list ? w->list.count : 0)) return false;
  if (has_goal && !state_is_cell(g, s->goal)) return false;
  if (path && s->goal != state_place(g, tp_turn_cell(path->turn))) return false;
  if (o->points > 0 ? s->next == 0 || s->next > o->points : s->next > 0)
    return false;
  if (o->points > 0 && has_goal &&
      s->goal != state_place(g, o->point[s->next - 1]))
    return false;
  const bool by_field = o->kind && o->field && o->kind->renews_field;
  if (s->by_field != by_field) return false;
  if (o->field) return has_goal == s->by_field;
  if (has_goal) {
    const bool is_there = s->state == TP_ARRIVED && !s->away;
    return !is_there || s->cell == s->goal;
  }
  return w || o->keep || !o->kind ||
         (o->kind->is_endless && s->state == TP_WAITING);
}

/* The goal of an order with a query stays that of a new order until there is a
 * path. An idle unit is at home. */
static void set_goal(const Unit *u, const UnitState *s) {
  tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  if (s->goal != STATE_NONE) {
    core_unit->to_goal.goal = state_cell(u->crowd->grid, s->goal);
  } else if (!u->orders.kind) {
    core_unit->to_goal.goal = u->cell;
  } else if (!u->search.query && !u->orders.keep) {
    core_unit->to_goal.goal = (tp_Cell){-1, -1};
  }
  /* One that waits for its field's answer asks for it: set_finder lets go. */
  if (u->orders.field && s->state == TP_WAITING)
    core_unit->to_goal.field = NULL;
}

/* Sets when it looks or decides, and its place among those that wait. */
static void set_turn(tp_Sim *sim, uint32_t id, const UnitState *s) {
  tp_Unit *core_unit = tp_sim_unit(sim, id);
  tp_Moment *moment = &sim->moment;
  uint64_t wake = TP_NO_TIME;
  if (s->wake != STATE_NONE) wake = sim->now + (uint64_t)s->wake;
  if (s->from != STATE_NONE) wake = core_unit->step.end;
  tp_sim_wake_at(sim, id, wake);
  if (s->decides) {
    moment->awake[moment->deciding++] = id;
    moment->awakes = moment->looked = moment->deciding;
    moment->stage = TP_STAGE_ROUND;
    sim->round.now = sim->now;
  }
  if (s->queued > 0) {
    core_unit->flags |= TP_UNIT_QUEUED;
    if (core_unit->state == TP_GOING) core_unit->state = TP_WAITING;
    sim->waiting.id[s->queued - 1] = id;
    sim->waiting.count++;
  }
}

static void set_core_unit(Unit *u, const UnitState *s, uint32_t blocker) {
  tp_Sim *sim = u->crowd->motion.sim;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const uint64_t now = sim->now;
  if (s->from != STATE_NONE) {
    const tp_Cell from = state_cell(u->crowd->grid, s->from);
    core_unit->step =
        (tp_Step){now + (uint64_t)s->finish, (uint32_t)s->duration,
                  tp_pack_cell(from.x, from.y)};
    core_unit->is_placed = is_off(s);
  }
  if (s->heading != STATE_NONE) core_unit->heading = s->heading & 15;
  core_unit->state = is_under_way(s) ? TP_GOING : s->state & 7;
  core_unit->flags = TP_UNIT_THERE;
#define SET_BIT(bit, name) \
  if (s->name) core_unit->flags |= (bit);
#define SET_OWN(kind, name, low, high, usual, words) \
  core_unit->name = s->name & ((high) | (usual));
  UNIT_STATE(STATE_SKIP, SET_BIT, SET_OWN)
  core_unit->last_blocker = blocker;
  core_unit->steps =
      s->steps == STATE_NONE ? tp_unit_steps(core_unit) : (uint8_t)s->steps;
  core_unit->is_path_short = s->wait && s->is_partial;
  core_unit->progress.since = now + (uint64_t)s->since;
  core_unit->progress.time = now + (uint64_t)s->progress_time;
  core_unit->progress.retry_at = now + (uint64_t)s->retry_at;
  core_unit->progress.best = s->best == STATE_NONE ? TP_FAR : (uint64_t)s->best;
  if (s->rest_left > 0) {
    core_unit->state = TP_WAITING;
    core_unit->progress.best = now + (uint64_t)s->rest_left;
  }
  set_goal(u, s);
  set_turn(sim, u->id, s);
  /* The field was updated before the save, or since. */
  if (u->orders.field && core_unit->state == TP_ARRIVED &&
      !tp_unit_ends_at(core_unit, tp_unit_cell(core_unit))) {
    u->orders.stamp = UINT64_MAX;
  }
}

/* Makes the window of its path. Returns false if there can be none. */
static bool set_window(const Unit *u, const UnitState *s, tp_UnitPath *p) {
  const tp_Grid *g = u->crowd->grid;
  const tp_Rect map = {0, 0, g->width, g->height};
  if (!state_is_cell(g, s->window)) return false;
  const tp_Cell first = state_cell(g, s->window);
  const tp_Rect area = {first.x, first.y, (int32_t)s->window_w,
                        (int32_t)s->window_h};
  if (tp_rect_is_empty(area) || tp_rect_area(area) > TP_WINDOW_CELLS)
    return false;
  if (!tp_rect_same(tp_rect_clip(area, map), area)) return false;
  tp_unitpath_show(p, &p->window, &u->finder->navmap, area,
                   u->crowd->motion.sim->scratch);
  if (p->seen == 0) p->window.seen = 0;
  return true;
}

/* Goes to its place on its path; false if there is no such place. If the map
 * does not allow the path any more, the unit knows that when it looks. */
static bool go_to_place(const Unit *u, const UnitState *s) {
  tp_UnitPath *p = u->search.unit_path;
  if (!p) return true;
  const tp_Navmap *nav = &u->finder->navmap;
  const uint32_t steps = p->turn[p->count - 1].steps;
  if (s->walked > (int64_t)steps) return false;
  tp_unitpath_set(p, steps - (uint32_t)s->walked);
  p->seen = 0;
  p->is_cut = s->cut;
  if (tp_unitpath_is_whole(p, nav)) p->seen = nav->changes.now;
  return s->window == STATE_NONE || set_window(u, s, p);
}

/* A plain order to a cell may be that of a unit of a group, or of one whose path
 * is lost; and an order to goals that of a unit which got no place there. */
static void set_kind(Unit *u, const OrderKind *kind) {
  if (u->orders.kind != &tp_order_goal || !kind || !kind->goes_alone) return;
  if (u->search.query &&
      (kind != &tp_order_member || !u->search.query->is_list))
    return;
  u->orders.ends = u->search.query;
  u->search.query = NULL;
  u->orders.kind = kind;
}

/* Of the cells where its target was seen the last one is known. */
static void set_keep(const Unit *u, const UnitState *s) {
  Keep *k = u->orders.keep;
  k->distance = (uint8_t)s->range;
  if (s->seen == STATE_NONE) return;
  const tp_Cell last = state_cell(u->crowd->grid, s->seen);
  k->seen = (tp_Rect){last.x + 1, last.y, 0, 1};
}

/* Sets it; false if it does not fit the unit. */
static bool set_from_state(Unit *u, const UnitState *s, uint32_t blocker) {
  if (!is_unit(u, s)) return false;
  u->arrival = (uint64_t)s->id;
  if (s->heading != STATE_NONE) u->heading = (uint8_t)s->heading;
  if (is_off(s)) {
    u->x = u->placed_x = s->x;
    u->y = u->placed_y = s->y;
  }
  set_kind(u, tp_state_orders[s->order]);
  if (!is_order(u, s)) return false;
  set_core_unit(u, s, blocker);
  if (!go_to_place(u, s)) return false;
#define SET_STATE(kind, name, low, high, usual, words) \
  u->orders.state.name = s->name;
#define SET_GIVEN(kind, name, low, high, usual, words) \
  u->orders.given.name = s->name;
  ORDER_STATE(SET_STATE)
  ORDER_GIVEN(SET_GIVEN)
  if (u->orders.points > 0) u->orders.next = (uint32_t)s->next - 1;
  if (u->orders.keep) set_keep(u, s);
  u->search.goal = (uint32_t)s->goal_index;
  u->search.is_partial = s->is_partial;
  u->search.has_goal = s->goal != STATE_NONE && s->state != TP_WAITING &&
                       !u->search.unit_path && !u->orders.keep;
  u->is_lost = is_under_way(s) && !u->search.unit_path;
  return true;
}

/* core.set_unit(unit, record, text, blocker) -> was the record, which is in the
 * text, read, and does it fit the unit's place and order? */
static int set_unit(lua_State *L) {
  UnitState s;
  const Unit *blocker = tp_bind_test(L, 4, BIND_UNIT);
  const bool is_read = tp_state_read(L, 3, &tp_unit_members, &s);
  lua_pushboolean(L, is_read && set_from_state(bind_known(L, 1), &s,
                                               blocker ? blocker->id : 0));
  return 1;
}

/* ---- cells that units are leaving ---------------------------------------- */

/* Each unit holds the cells where its link begins; false if another one has
 * them. Then it holds the cells that it is leaving, unless another unit stands
 * there or began to leave them later. */
static bool hold_all_left(const Crowd *c) {
  const tp_Sim *sim = c->motion.sim;
  tp_Occupancy *o = c->occupancy;
  for (int links = 1; sim && links >= 0; links--) {
    for (const Unit *u = c->first; u; u = u->after) {
      const tp_Unit *core_unit = tp_sim_unit(sim, u->id);
      if (tp_unit_is_standing(core_unit) ||
          tp_unit_is_in_link(core_unit) != links)
        continue;
      const tp_Rect from = tp_unit_under(core_unit, core_unit->step.from);
      if (links && !tp_occupancy_is_free(o, from, u->id)) return false;
      for (int32_t i = 0; i < from.w * from.h; i++) {
        const tp_Rect cell = {from.x + i % from.w, from.y + i / from.w, 1, 1};
        const uint32_t occupant = tp_occupancy_at(o, cell.x, cell.y);
        if (occupant > 0) {
          const tp_Unit *other = tp_sim_unit(sim, occupant);
          const tp_Rect under = tp_unit_under(other, other->at);
          if (tp_rect_has(under, cell.x, cell.y)) continue;
          if (tp_unit_began(other) >= tp_unit_began(core_unit)) continue;
          tp_occupancy_release(o, cell, occupant);
        }
        tp_occupancy_hold(o, cell, u->id);
      }
    }
  }
  return true;
}

/* ---- joint plans --------------------------------------------------------- */

/* A list of whole numbers, which the table at an index has. */
typedef struct List {
  lua_State *L;
  int index;
  uint32_t count, at;
} List;

/* The next number of the list, or one above `most`. */
static uint32_t next_number(List *l, uint32_t most) {
  if (l->at == l->count) return most + 1;
  lua_rawgeti(l->L, l->index, (int)++l->at);
  const double number = lua_tonumber(l->L, -1);
  lua_pop(l->L, 1);
  return number >= 0 && number <= most ? (uint32_t)number : most + 1;
}

/* Adds a plan, whose search has made *spent decisions. Returns its group; 0:
 * the list has none. */
static uint32_t add_plan(tp_Sim *sim, const tp_Grid *g, List *l,
                         uint32_t *spent) {
  enum { MOST_RADIUS = 255 };
  const uint32_t group = next_number(l, TP_PLANS_AT_ONCE);
  const uint32_t members = next_number(l, sim->present);
  const uint32_t places = next_number(l, UINT16_MAX);
  const uint32_t step = next_number(l, places);
  const uint32_t misses = next_number(l, UINT8_MAX - 1);
  const uint32_t is_best = next_number(l, 1);
  *spent = next_number(l, INT32_MAX);
  const uint32_t radius = next_number(l, MOST_RADIUS);
  const uint64_t cells = (uint64_t)members * places;
  if (group == 0 || group > TP_PLANS_AT_ONCE || members == 0) return 0;
  if (members > sim->present || is_best > 1 || radius > MOST_RADIUS) return 0;
  if (misses == UINT8_MAX || step > places || (step == places && step > 0))
    return 0;
  if (members + cells > l->count - l->at) return 0;
  tp_LacamPlan *plan = tp_jointplan_add_saved(sim, group);
  if (!plan) return 0;
  for (uint32_t i = 0; i < members; i++) {
    const uint32_t id = next_number(l, sim->last_id);
    if (id == 0 || id > sim->last_id) return 0;
    const tp_Unit *unit = tp_sim_unit(sim, id);
    if (!(unit->flags & TP_UNIT_THERE) || unit->group != 0) return 0;
    tp_jointplan_add(sim, plan, id);
  }
  plan->radius = radius;
  if (places == 0) return group;
  if (!tp_jointplan_begin(sim, plan, places - 1)) return 0;
  plan->step = step;
  plan->misses = (uint8_t)misses;
  plan->is_best = is_best;
  for (uint32_t i = 0; i < cells; i++) {
    const uint32_t place = next_number(l, UINT32_MAX - 1);
    if (!state_is_cell(g, place)) return 0;
    const tp_Cell c = state_cell(g, place);
    tp_jointplan_cells(sim->plans, plan, 0)[i] = tp_pack_cell(c.x, c.y);
  }
  return group;
}

/* Makes the search of a plan again. */
static void search_again(lua_State *L, int crowd, uint32_t group,
                         uint32_t spent) {
  const Crowd *c = bind_known(L, crowd);
  tp_Sim *sim = c->motion.sim;
  while (!tp_jointplan_search_again(sim, group, spent)) {
    tp_update_give_room(L, crowd);
  }
}

/* core.set_plans(crowd, list) -> are its numbers joint plans of these units? */
static int set_plans(lua_State *L) {
  enum { CROWD = 1, NUMBERS, MOST = 1 << 30 };
  const Crowd *c = bind_known(L, CROWD);
  tp_Sim *sim = c->motion.sim;
  List l = {L, NUMBERS, (uint32_t)compat_raw_length(L, NUMBERS), 0};
  if (!sim->plans) {
    tp_jointplans_want(sim, TP_PLAN_WORDS);
    tp_update_give_room(L, CROWD);
    if (!sim->plans) return luaL_error(L, "not enough memory");
  }
  sim->plans->looked = next_number(&l, MOST);
  sim->plans->left = next_number(&l, MOST);
  sim->plans->renewed = sim->now + next_number(&l, MOST);
  bool are_plans = l.count >= 3;
  if (!hold_all_left(c)) are_plans = false;
  while (are_plans && l.at < l.count) {
    uint32_t spent;
    const uint32_t group = add_plan(sim, c->grid, &l, &spent);
    are_plans = group > 0;
    if (are_plans && spent > 0) search_again(L, CROWD, group, spent);
  }
  lua_pushboolean(L, are_plans);
  return 1;
}

/* ---- the exchange -------------------------------------------------------- */

enum { CROWD = 1, NEW, CROWD_UNITS, NEW_UNITS, UNIT, COPY };

/* Removes the units that are not in the state. */
static void dismiss_others(lua_State *L, const Crowd *c, const Crowd *new) {
  const Unit *copy = new->first;
  for (const Unit *u = c->first, *after; u; u = after) {
    after = u->after;
    while (copy && copy->arrival < u->arrival) copy = copy->after;
    if (copy && copy->arrival == u->arrival) continue;
    lua_rawgeti(L, CROWD_UNITS, (int)u->id);
    tp_crowd_dismiss(L, UNIT);
    lua_settop(L, NEW_UNITS);
  }
}

/* Each unit in the old crowd, which is in the state, becomes its twin in the
 * new one. */
static void become_twins(lua_State *L, const Crowd *c, Crowd *new) {
  static const int slots[] = {UNIT_FINDER, UNIT_LEADER, UNIT_POINTS, UNIT_PATH,
                              UNIT_QUERY,  UNIT_LIST,   UNIT_WANDER};
  const Unit *next = new->first;
  for (Unit *u = c->first, *after; u; u = after) {
    after = u->after;
    while (next->arrival < u->arrival) next = next->after;
    const Unit *copy = next;
    next = copy->after;
    tp_crowd_expel(u);
    tp_occupancy_release(c->occupancy, u->cells, u->id);
    lua_rawgeti(L, CROWD_UNITS, (int)u->id);
    lua_rawgeti(L, NEW_UNITS, (int)copy->id);
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++) {
      tp_bind_push_kept(L, COPY, slots[i]);
      tp_bind_keep(L, UNIT, slots[i], -1);
      lua_pop(L, 1);
    }
    lua_settop(L, UNIT);
    lua_rawseti(L, NEW_UNITS, (int)copy->id);
    *u = *copy;
    *(u->before ? &u->before->after : &new->first) = u;
    *(u->after ? &u->after->before : &new->final) = u;
  }
}

/* The motion of the new crowd. The events of the old one are over; their list
 * is for the next ones. */
static void take_motion(lua_State *L, Crowd *c, const Crowd *new) {
  Motion *motion = &c->motion;
  tp_Sim *sim = new->motion.sim;
  tp_Events *events = motion->sim ? motion->sim->events : NULL;
  if (events) tp_events_drop(events, events->count);
  if (sim) {
    sim->events = events;
    sim->tells_moves = motion->tells_moves;
    sim->round.ground = motion->ground;
    tp_sim_take_occupancy(sim, c->occupancy);
  }
  static const int slots[] = {CROWD_MOTION, CROWD_MOTION + TP_SLOT_PLANS,
                              CROWD_MOTION + TP_SLOT_TRIES, CROWD_SEARCHER};
  for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
    const int slot = slots[i];
    if (slot == CROWD_SEARCHER && motion->searcher) continue;
    tp_bind_push_kept(L, NEW, slot);
    tp_bind_keep(L, CROWD, slot, -1);
    lua_pop(L, 1);
  }
  motion->sim = sim;
  if (!motion->searcher) motion->searcher = new->motion.searcher;
  tp_unitsearch_begin_anew(c);
  motion->by = new->motion.by;
  motion->revision = 0;
  motion->seen = UINT64_MAX; /* all are told at the next update */
  motion->seen_builds = UINT64_MAX;
  motion->may_follow = true;
  motion->asking_id = 0;
  motion->is_torn = false;
  motion->recovers = true;
}

/* Its units. Their targets get the handles that these have now. */
static void take_units(lua_State *L, Crowd *c, const Crowd *new) {
  for (Unit *u = new->first; u; u = u->after) {
    lua_rawgeti(L, NEW_UNITS, (int)u->id);
    tp_bind_keep(L, UNIT, UNIT_CROWD, CROWD);
    tp_bind_push_kept(L, UNIT, UNIT_LEADER);
    const Unit *target = tp_bind_test(L, COPY, BIND_UNIT);
    if (target && target->crowd == new) {
      lua_rawgeti(L, NEW_UNITS, (int)target->id);
      tp_bind_keep(L, UNIT, UNIT_LEADER, -1);
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
    tp_occupancy_hold(c->occupancy, finder_footprint(u->finder, u->cell),
                      u->id);
  }
  for (uint32_t id = new->free_id; id != 0;) {
    lua_rawgeti(L, NEW_UNITS, (int)id);
    const uint32_t next = (uint32_t)lua_tonumber(L, -1);
    lua_rawseti(L, CROWD_UNITS, (int)id);
    id = next;
  }
  c->units = new->units;
  c->last_id = new->last_id;
  c->free_id = new->free_id;
  c->additions = new->additions;
  c->has_lists = c->has_lists || new->has_lists;
  c->first = new->first;
  c->final = new->final;
  if (c->last_mark < new->last_mark) c->last_mark = new->last_mark;
  hold_all_left(c);
}

/* core.exchange(crowd, new) -> do no two units hold a cell? If so, the crowd gets
 * units, time and orders of the new one; units of the same number keep their
 * handles. Raises in an update. */
static int exchange(lua_State *L) {
  Crowd *c = bind_known(L, CROWD), *new = bind_known(L, NEW);
  tp_bind_push_kept(L, CROWD, CROWD_LIST);
  tp_bind_push_kept(L, NEW, CROWD_LIST);
  /* Room in the old crowd: only this makes memory. */
  if (c->motion.sim) tp_unitsearch_open(L, NEW);
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
    {"set_time", set_time}, {"set_unit", set_unit}, {"set_plans", set_plans},
    {"exchange", exchange}, {NULL, NULL},
};

const bind_Exports tp_restore_exports = {.functions = functions};
