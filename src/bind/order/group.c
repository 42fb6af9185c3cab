/* group.c - units that go to a cell of their own in a group. The Lua file
 * group.lua chooses the cells.
 *
 * At first a unit goes along the field of its group, if there is one. As near
 * as that leads, the unit continues by a path of its own. If its cell is
 * blocked, it gets another one. A spare unit, for which no cell at the goals of
 * its group was left, takes the first that falls free.
 */
#include <math.h>

#include "../crowd/destinations.h"
#include "../crowd/membership.h"
#include "../crowd/unit.h"
#include "../field/field.h"
#include "../finder/pathfinder.h"
#include "order.h"

/* core.send(unit, order, field, call) -> true | nil, reason: sends a unit of a
 * group to its cell, along a field (or nil) while it is of use. The order is in
 * the form of orderlist.lua. With goals the unit is spare: it goes on to a cell
 * there that falls free. */
static int send(lua_State *L) {
  enum { UNIT = 1, ORDER, FIELD, CALL, X, Y, QUERY, GOALS, WORLD, FINDER };
  static const char *const parts[] = {"what", "y", "query", "goals",
                                      "in_world"};
  const char *name = lua_tostring(L, CALL); /* it stays on the stack */
  for (int i = 0; X + i < FINDER; i++) lua_getfield(L, ORDER, parts[i]);
  const tp_Grid *g = tp_unit_placed(L, name)->finder->grid;
  const tp_Cell goal = tp_bind_cell(L, X, g, name, "x", "y");
  Unit *u = tp_order_get_ready(L, UNIT, name);
  lua_settop(L, WORLD);
  tp_bind_push_kept(L, UNIT, UNIT_FINDER);
  QueryArgs given = queryargs_default(name);
  given.call = QUERY_GO;
  given.at = FINDER;
  given.goals = GOALS;
  given.options.in_world = lua_toboolean(L, WORLD);
  tp_queryargs_read_options(L, QUERY, u->finder, &given);
  tp_Order order = {.settle = given.settle, .is_spare = !lua_isnil(L, GOALS)};
  UnitQuery *ends = order.is_spare ? tp_order_push_query(L, &given) : NULL;
  const int kept = lua_gettop(L);
  Field *f = lua_isnil(L, FIELD) ? NULL : bind_known(L, FIELD);
  if (f && f->finder != u->finder)
    return tp_finder_push_reason(L, TP_CANCELLED);
  QueryArgs q = tp_order_queryargs(goal, FINDER, name);
  const tp_Reason reason = tp_order_plan(L, UNIT, &q, &order.to_goal);
  if (reason != TP_NO_REASON) return tp_finder_push_reason(L, reason);
  if (f) order.to_goal.field = &f->field;
  tp_order_begin(L, UNIT, &tp_order_member, &order, f ? FIELD : 0,
                 &given.of_order);
  if (ends) tp_bind_keep(L, UNIT, UNIT_QUERY, kept);
  u->orders.ends = ends;
  return tp_bind_push_yes(L);
}

/* core.unit_costs(field, units) -> a list: the cost from where each unit is;
 * false: none; nil: it is in a cell that it could not enter. */
static int unit_costs(lua_State *L) {
  enum { FIELD = 1, UNITS, COSTS };
  Field *f = bind_known(L, FIELD);
  const int count = (int)compat_raw_length(L, UNITS);
  lua_settop(L, UNITS);
  lua_createtable(L, count, 0);
  tp_field_ready(L, FIELD, f, "nearest");
  for (int i = 1; i <= count; i++) { /* runs no finalizers */
    lua_rawgeti(L, UNITS, i);
    Unit *u = bind_known(L, -1);
    lua_pop(L, 1);
    tp_unit_update_place(u);
    const tp_Cell c = u->cell;
    if (field_knows(f, c)) {
      const uint64_t cost = tp_field_cost(&f->field, c.x, c.y);
      lua_pushnumber(L, tp_field_real(&f->field, cost));
    } else if (tp_mask_can_enter(f->navmap->mask, c.x, c.y)) {
      lua_pushboolean(L, false);
    } else {
      continue;
    }
    lua_rawseti(L, COSTS, i);
  }
  return 1;
}

/* ---- updates ------------------------------------------------------------ */

/* A search for a free cell at the goals of a spare unit. */
typedef struct Search {
  Unit *unit;
  tp_Rect area; /* around the unit */
  const tp_Goals *ends;
  tp_Cell place;
  uint64_t least; /* squared distance of that; UINT64_MAX: none yet */
} Search;

static bool is_free(const Unit *u, tp_Cell c) {
  return tp_occupancy_is_free(u->crowd->occupancy,
                              finder_footprint(u->finder, c), u->id);
}

/* Takes the nearest free cell beside or in a goal that the unit can reach. */
static void search_goal(Search *s, tp_Rect goal, int32_t margin) {
  const Unit *u = s->unit;
  const tp_Navmap *nav = &u->finder->navmap;
  const tp_Rect here = {u->cell.x, u->cell.y, 1, 1};
  const tp_Rect r = tp_rect_clip(tp_rect_grow(goal, margin), s->area);
  uint64_t steps = 0;
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    const uint64_t far = tp_localsearch_square(nav->moves.stagger, c, here);
    if (far >= s->least || !tp_mask_can_enter(nav->mask, c.x, c.y)) continue;
    if (!is_free(u, c)) continue;
    if (!tp_goal_ends_at(s->ends, nav, goal, c.x, c.y, &steps)) continue;
    if (!tp_finder_connects(u->finder, u->cell, c)) continue;
    if (tp_destinations_are_taken(u, c)) continue;
    s->least = far;
    s->place = c;
  }
}

/* Finds the nearest free cell in the rectangle at the goals of a spare unit.
 * Returns the square of its distance; UINT64_MAX: there is none. */
static uint64_t find_place(Unit *u, tp_Rect among, tp_Cell *place) {
  enum { MOST_GOALS = 64, REACH = 24 };
  const UnitQuery *q = u->orders.ends;
  const QueryOptions *o = &q->options;
  const tp_Rect here = {u->cell.x, u->cell.y, 1, 1};
  tp_Goals ends;
  Search s = {.unit = u,
              .area = tp_rect_clip(tp_rect_grow(here, REACH), among),
              .ends = &ends,
              .least = UINT64_MAX};
  int32_t margin = 0;
  tp_goals_set_ends(&ends, u->finder, o);
  if (o->kind == TP_GOAL_WITHIN) {
    margin = (int32_t)ceil(fmin(o->within, TP_MAX_SIDE));
  } else if (o->kind == TP_GOAL_ADJACENT) {
    const tp_Profile *p = &u->finder->navmap.profile;
    margin = tp_greater(p->wide, p->high);
  }
  for (uint32_t i = 0; i < q->list.count && i < MOST_GOALS; i++) {
    search_goal(&s, tp_goal_rect(u->finder, o, goals_get(&q->list, i)), margin);
  }
  *place = s.place;
  return s.least;
}

/* The spare unit at rest to which a place that is `far` from the unit is
 * nearest; NULL: none is nearer than the unit. */
static const Unit *find_nearer(const Unit *u, tp_Cell place, uint64_t far) {
  const tp_Rect there = {place.x, place.y, 1, 1};
  const Unit *nearest = NULL;
  for (Unit *v = u->crowd->first; v; v = v->after) {
    const tp_Unit *core_unit = tp_sim_unit(v->crowd->motion.sim, v->id);
    const UnitQuery *q = v->orders.ends;
    if (!q || v == u || v->finder != u->finder) continue;
    if (q->options.sight != u->orders.ends->options.sight) continue;
    if (!tp_unit_seeks_place(core_unit) || tp_unit_is_paused(core_unit))
      continue;
    const tp_Stagger s = v->finder->grid->stagger;
    const uint64_t its = tp_localsearch_square(s, v->cell, there);
    tp_Cell same;
    if (its >= far || find_place(v, there, &same) == UINT64_MAX) continue;
    far = its;
    nearest = v;
  }
  return nearest;
}

/* A spare unit at rest takes a cell at the goals that has fallen free. If that
 * is nearer to another one, that one looks in its place, at the same moment.
 * (Each such look is for a shorter way, so they end.) One that had taken a cell
 * but came too late is spare again, where it is. */
static void look_for_place(Unit *u, uint64_t *budget) {
  enum { WORK = 16 }; /* expanded nodes that take about as long */
  tp_Sim *sim = u->crowd->motion.sim;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const tp_Rect map = {0, 0, u->finder->grid->width, u->finder->grid->height};
  const tp_Cell goal = core_unit->to_goal.goal;
  const bool is_late =
      core_unit->state == TP_BLOCKED && tp_destinations_are_taken(u, goal);
  tp_Cell place;
  if (!is_late && !tp_unit_seeks_place(core_unit)) return;
  if (*budget == 0) return;
  tp_spend(budget, WORK);
  const uint64_t far = find_place(u, map, &place);
  const Unit *other = far < UINT64_MAX ? find_nearer(u, place, far) : NULL;
  if (other) tp_sim_wake_at(sim, other->id, sim->now);
  if (far < UINT64_MAX && !other) {
    core_unit->is_spare = false;
    tp_order_change_goal(u, place);
  } else if (is_late) {
    core_unit->is_spare = true;
    tp_order_change_goal(u, u->cell);
  }
}

/* Updates what a search for a place reads. False: the unit has another order
 * now. */
static bool know_map(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  const Crowd *c = u->crowd;
  const Finder *f = u->finder;
  const uint64_t number = u->search.order_number;
  const UnitQuery *ends = u->orders.ends;
  if (ends && ends->options.sight) {
    tp_bind_push_kept(L, unit, UNIT_FINDER);
    tp_finder_prepare_eyes(L, lua_gettop(L), f, "update");
    lua_pop(L, 1);
    if (!unit_has_order(u, c, f, number)) return false;
  }
  return tp_order_know_regions(L, unit);
}

/* The rest of its order stays as it is. */
static void leave_field(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  lua_pushnil(L);
  tp_bind_keep(L, unit, UNIT_LEADER, -1);
  lua_pop(L, 1);
  u->orders.field = NULL;
}

/* A unit that is as near as the field leads continues alone. If its cell was
 * blocked, it gets another one. */
static void serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  tp_Sim *sim = u->crowd->motion.sim;
  if (u->orders.field) {
    const tp_Cell goal = tp_sim_unit(sim, id)->to_goal.goal;
    leave_field(L, unit);
    tp_sim_give_cost_to_goal(sim, id, &(tp_CostToGoal){.goal = goal});
  }
  if (!know_map(L, unit)) return;
  if (u->orders.ends) {
    look_for_place(u, budget);
    if (tp_same_cell(tp_sim_unit(sim, id)->to_goal.goal, u->cell)) return;
  }
  const Destination wanted = {.place = tp_sim_unit(sim, id)->to_goal.goal};
  tp_Cell c = wanted.place;
  if (!tp_mask_can_enter(u->finder->navmap.mask, c.x, c.y) &&
      tp_destinations_find(u, &wanted, budget, &c)) {
    tp_order_change_goal(u, c);
  }
  tp_unitsearch_serve(L, crowd, id, budget);
}

static const char *reason(const Unit *u) {
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  return core_unit->is_spare ? "occupied" : tp_order_reason(u);
}

const OrderKind tp_order_member = {
    .serve = serve, .reason = reason, .goes_alone = true, .renews_field = true};

static const luaL_Reg functions[] = {
    {"send", send},
    {"unit_costs", unit_costs},
    {NULL, NULL},
};

const bind_Exports tp_group_exports = {.functions = functions};
