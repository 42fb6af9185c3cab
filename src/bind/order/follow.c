/* follow.c - units that follow a field or a path, or patrol from point to
 * point.
 */
#include <math.h>
#include <string.h>

#include "../../core/crowd/settling.h"
#include "../../core/crowd/unitstates.h"
#include "../../core/crowd/waitlists.h"
#include "../crowd/membership.h"
#include "../crowd/orderlist.h"
#include "../crowd/unit.h"
#include "../field/field.h"
#include "../finder/pathfinder.h"
#include "order.h"
#include "pathpoints.h"

enum { UNIT = 1 };

/* core.set_path(unit, text) -> is the text a path? It is the saved path of a
 * unit: cells, and behind each 1 if a link leads there, else 0; behind the
 * first one 1 if the unit takes no short cut. If the path cannot be walked on
 * the current map, the unit plans another. Its pieces are runs of one
 * direction, as on squares. */
static int set_path(lua_State *L) {
  enum { TEXT = 2 };
  Unit *u = bind_known(L, UNIT);
  const Finder *f = u->finder;
  KnownPath known;
  bool is_strict = false;
  lua_settop(L, TEXT);
  if (!tp_pathpoints_parse(L, TEXT, f->grid, &known, &is_strict) ||
      !tp_pathpoints_are_runs(&known)) {
    lua_pushboolean(L, false);
    return 1;
  }
  tp_UnitPath *unit_path =
      tp_unitsearch_push_given(L, f, &known, known.cell[0]);
  unit_path->is_given = is_strict && u->orders.kind == &tp_order_path;
  unit_path->is_strict = is_strict;
  unit_path->is_trail = u->orders.keep && u->orders.keep->trail;
  tp_bind_keep(L, UNIT, UNIT_PATH, lua_gettop(L));
  u->search.unit_path = unit_path;
  tp_sim_unit(u->crowd->motion.sim, u->id)->to_goal.unit_path = unit_path;
  return tp_bind_push_yes(L);
}

/* If the path cannot be walked on the current map, the unit plans a path to its
 * end. A saved path begins where the unit has left it. */
static int follow_path(lua_State *L, const OrderOptions *options) {
  enum { PATH = 2, FINDER, POINTS, WAY };
  static const char name[] = "follow";
  const Finder *f = tp_unit_placed(L, name)->finder;
  lua_settop(L, PATH);
  lua_pushstring(L, "partial");
  lua_rawget(L, PATH);
  const bool is_partial = lua_toboolean(L, -1);
  lua_pop(L, 1);
  tp_bind_push_kept(L, UNIT, UNIT_FINDER);
  Points points = {
      .list = {.at = PATH,
               .function = name,
               .name = "path",
               .single =
                   "a path, a unit or a follower; chase takes { x =, y = }"},
      .takes_links = true};
  if (!tp_pathpoints_read(L, &points, f)) {
    return tp_finder_push_reason(L, TP_GOAL_OUTSIDE);
  }
  const bool is_saved = tp_unit_placed(L, name)->crowd->is_restored;
  const tp_Stagger squares = {0};
  const KnownPath known =
      tp_pathpoints_push(L, is_saved ? squares : f->grid->stagger, &points);
  if (is_saved) lua_pushnil(L);
  if (!is_saved) tp_orderlist_push_points(L, UNIT, PATH);
  const int kept = lua_gettop(L);
  Unit *u = tp_order_get_ready(L, UNIT, name);
  tp_unit_update_place(u);
  const tp_Cell at = is_saved ? known.cell[0] : u->cell;
  QueryArgs q = tp_order_queryargs(known.cell[known.count - 1], FINDER, name);
  tp_Order order = {.settle = 0};
  tp_Reason reason = tp_order_plan(L, UNIT, &q, &order.to_goal);
  if (reason != TP_NO_REASON) return tp_finder_push_reason(L, reason);
  if (tp_pathpoints_can_walk(f, &known)) {
    tp_UnitPath *unit_path = tp_unitsearch_push_given(L, f, &known, at);
    tp_unit_placed(L, name);
    tp_unit_forget_path(L, UNIT);
    tp_bind_keep(L, UNIT, UNIT_PATH, lua_gettop(L));
    u->search.unit_path = unit_path;
    order.to_goal = (tp_CostToGoal){.unit_path = unit_path,
                                    .goal = tp_turn_cell(unit_path->turn)};
  }
  tp_order_begin(L, UNIT, &tp_order_path, &order, 0, options);
  if (!lua_isnil(L, kept)) tp_orderlist_keep_points(L, UNIT, kept);
  u->search.is_partial = is_partial;
  return tp_bind_push_yes(L);
}

/* ---- along a field ------------------------------------------------------ */

/* Does the unit follow that field, and has not come to its end? Then the same
 * order changes nothing. */
static bool is_on_field(const Unit *u, const Field *f,
                        const OrderOptions *options) {
  if (u->orders.kind != &tp_order_field || u->orders.field != f) return false;
  if (!tp_order_is_given(u, options)) return false;
  const tp_UnitState state = tp_sim_unit(u->crowd->motion.sim, u->id)->state;
  return state == TP_GOING || state == TP_WAITING || state == TP_BLOCKED;
}

static int follow_field(lua_State *L, Field *f, const OrderOptions *options) {
  enum { FIELD = 2 };
  static const char name[] = "follow";
  const Unit *u = tp_unit_placed(L, name);
  const tp_Profile *own = &u->finder->navmap.profile;
  const tp_Profile *its = &f->finder->navmap.profile;
  if (f->finder->grid != u->crowd->grid) {
    return tp_bind_error(L, "%s: field must be on the crowd's grid", name);
  }
  if (own->wide != its->wide || own->high != its->high) {
    return tp_bind_error(
        L,
        "%s: field must be for agents of %dx%d, as the unit is, "
        "got a field for %dx%d",
        name, (int)own->wide, (int)own->high, (int)its->wide, (int)its->high);
  }
  lua_settop(L, FIELD);
  tp_field_ready(L, FIELD, f, name);
  Unit *unit = tp_order_get_ready(L, UNIT, name);
  tp_unit_update_place(unit);
  tp_Cell c = unit->cell;
  tp_field_reset_if_resized(f); /* a finalizer may have resized the grid */
  if (!field_is_done(f)) {
    return tp_bind_error(L, "%s: the field was changed meanwhile", name);
  }
  const tp_Order order = {.to_goal = {.field = &f->field, .goal = {-1, -1}}};
  const tp_Navmap *nav = &unit->finder->navmap;
  if (tp_costtogoal_cost(&order.to_goal, nav, c) == TP_FAR &&
      !unit->crowd->is_restored && !tp_orderlist_is_resuming(L, UNIT)) {
    return tp_field_refuse(L, f, c);
  }
  if (is_on_field(unit, f, options)) {
    tp_orderlist_drop(L, UNIT);
    return tp_bind_push_yes(L);
  }
  tp_unit_forget_path(L, UNIT);
  tp_order_begin(L, UNIT, &tp_order_field, &order, FIELD, options);
  return tp_bind_push_yes(L);
}

/* unit:follow(field), unit:follow(path), unit:follow(body) -> true | nil,
 * reason */
static int follow(lua_State *L) {
  static const char name[] = "follow";
  const Unit *u = tp_unit_placed(L, name);
  Field *f = tp_bind_test(L, 2, BIND_FIELD);
  QueryArgs given = queryargs_default(name);
  if (lua_isnil(L, 2) && lua_type(L, 3) == LUA_TSTRING) return 2; /* a reason */
  if (lua_istable(L, 3)) {
    given.call = QUERY_FOLLOW;
    tp_queryargs_read_options(L, 3, u->finder, &given);
  }
  if (tp_order_is_body(L, 2)) {
    return tp_order_follow_body(L, given.options.within, &given.of_order);
  }
  if (given.options.within >= 0) {
    return tp_bind_error(L, "%s: option 'within' is for a body", name);
  }
  if (order_is_listed(&given.of_order)) return tp_orderlist_give(L, name, 3);
  if (f) return follow_field(L, f, &given.of_order);
  if (!lua_istable(L, 2))
    tp_bind_wrong(L, 2, name, "way", "a field, a path or a body");
  return follow_path(L, &given.of_order);
}

static void serve_field(lua_State *L, int crowd, uint32_t id,
                        uint64_t *budget) {
  (void)budget;
  tp_crowd_push_unit(L, crowd, id);
  Unit *u = bind_known(L, -1);
  tp_Sim *sim = u->crowd->motion.sim;
  const Field *f = u->orders.field;
  const tp_CostToGoal to_goal = {.field = &f->field, .goal = {-1, -1}};
  tp_sim_unit(sim, u->id)->to_goal = to_goal;
  if (!field_is_done(f)) {
    tp_waiting_add(sim, u->id);
  } else if (tp_unitstates_leads(tp_sim_unit(sim, u->id))) {
    tp_sim_give_cost_to_goal(sim, u->id, &to_goal);
  } else {
    u->orders.state.reason = TP_UNREACHABLE;
    tp_sim_refuse(sim, u->id);
  }
}

const OrderKind tp_order_path = {.serve = tp_unitsearch_serve,
                                 .goes_alone = true};
const OrderKind tp_order_field = {.serve = serve_field, .needs_size = true};

/* ---- from point to point ------------------------------------------------ */

/* Has the unit that patrol, wherever it goes on? Then the same order changes
 * nothing, unless the unit is blocked, and the map was edited since the order:
 * a new plan may find a way. */
static bool is_on_patrol(const Unit *u, const Points *p, const QueryArgs *q) {
  const Orders *o = &u->orders;
  if (o->kind != &tp_order_patrol || o->area != 0) return false;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  const bool may_plan =
      core_unit->state == TP_BLOCKED &&
      u->search.revision != tp_navmap_revision(&u->finder->navmap);
  return !may_plan && tp_order_has_settings(u, q) && o->points == p->count &&
         memcmp(o->point, p->cell, p->count * sizeof(tp_Cell)) == 0;
}

/* unit:patrol(points [, { settle = }]) -> true | nil, reason */
static int give_round(lua_State *L, const char *name, bool in_cells) {
  enum { POINTS = 2, OPTIONS, FINDER, BLOCK };
  const Unit *u = tp_unit_placed(L, name);
  const Finder *f = u->finder;
  lua_settop(L, OPTIONS);
  QueryArgs given = queryargs_default(name);
  given.call = QUERY_PATROL;
  tp_queryargs_read_options(L, OPTIONS, f, &given);
  if (order_is_listed(&given.of_order))
    return tp_orderlist_give(L, name, OPTIONS);
  if (given.random || tp_pathpoints_are_areas(L, POINTS)) {
    return tp_orderlist_wander(L, name, OPTIONS);
  }
  tp_bind_push_kept(L, UNIT, UNIT_FINDER);
  Points points = {.list = {.at = POINTS, .function = name, .name = "points"},
                   .wants_cells = in_cells};
  if (!tp_pathpoints_read(L, &points, f)) {
    return tp_finder_push_reason(L, TP_GOAL_OUTSIDE);
  }
  const int64_t number = given.of_order.given.patrol_first;
  if (number > points.count) {
    lua_pushnumber(L, (lua_Number)number);
    tp_bind_integer(L, lua_gettop(L), name, "first", 1, points.count);
  }
  const uint32_t first = (uint32_t)number - 1;
  if (is_on_patrol(tp_order_get_ready(L, UNIT, name), &points, &given)) {
    tp_orderlist_drop(L, UNIT);
    return tp_bind_push_yes(L);
  }
  QueryArgs q = tp_order_queryargs(points.cell[first], FINDER, name);
  tp_CostToGoal to_goal;
  tp_Reason reason = tp_order_plan(L, UNIT, &q, &to_goal);
  if (reason != TP_NO_REASON) return tp_finder_push_reason(L, reason);
  const tp_Order order = {
      .to_goal = to_goal, .settle = given.settle, .patrols = true};
  tp_order_begin(L, UNIT, &tp_order_patrol, &order, 0, &given.of_order);
  Orders *orders = &((Unit *)bind_known(L, UNIT))->orders;
  tp_bind_keep(L, UNIT, UNIT_POINTS, BLOCK);
  orders->point = points.cell;
  orders->points = points.count;
  orders->next = first;
  tp_order_set_price(u, given.avoid_price);
  return tp_bind_push_yes(L);
}

static int patrol(lua_State *L) { return give_round(L, "patrol", false); }

/* unit:patrol_cell(points [, query]): the same in cells */
static int patrol_cell(lua_State *L) {
  return give_round(L, "patrol_cell", true);
}

/* Is there a path now? A unit inside a wall counts as connected to all free
 * cells. */
static bool can_come_to(const Unit *u, tp_Cell c) {
  const tp_Mask *mask = u->finder->navmap.mask;
  tp_Cell at = u->cell;
  return tp_mask_can_enter(mask, c.x, c.y) &&
         (!tp_mask_can_enter(mask, at.x, at.y) ||
          tp_finder_connects(u->finder, at, c));
}

/* The number of its point, or of the area where that was drawn. */
static uint32_t point_index(const Unit *u) {
  return u->orders.area > 0 ? u->orders.area : u->orders.next + 1;
}

/* Its order has another goal soon, or none. If it stands at a point, that
 * event gets the number of the point. */
static void number_event(const Unit *u) {
  const tp_Sim *sim = u->crowd->motion.sim;
  if (!sim->events) return;
  if (tp_costtogoal_has_goal(&tp_sim_unit(sim, u->id)->to_goal)) return;
  tp_events_number(sim->events, u->id, point_index(u));
}

/* The unit goes to the next point that is another cell and
 * that it can reach. With `stays` it keeps its point if it can reach that. */
static void go_round(Unit *u, bool stays) {
  Orders *o = &u->orders;
  tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  bool are_others = false;
  if (stays && can_come_to(u, o->point[o->next])) return;
  number_event(u);
  for (uint32_t i = 1; i <= o->points; i++) {
    uint32_t next = (o->next + i) % o->points;
    tp_Cell point = o->point[next];
    if (tp_same_cell(point, u->cell)) continue;
    are_others = true;
    if (!can_come_to(u, point)) continue;
    o->next = next;
    tp_order_change_goal(u, point);
    return;
  }
  if (stays && are_others) return;
  if (++o->next >= o->points) o->next = 0;
  tp_order_change_goal(u, o->point[o->next]);
  if (!are_others) core_unit->patrols = false; /* the unit rests there */
}

/* The end of its rest at the point where it is: a time of the crowd. */
static uint64_t end_of_rest(const Unit *u) {
  const tp_Sim *sim = u->crowd->motion.sim;
  const double most = (double)(UINT64_C(1) << 52);
  const double own = u->orders.given.patrol_rest;
  double rest = own < 0 ? u->settings.rest : own;
  if (!sim->by_ticks) rest *= TP_SECOND;
  return sim->now + (uint64_t)ceil(rest < most ? rest : most);
}

static void serve_patrol(lua_State *L, int crowd, uint32_t id,
                         uint64_t *budget) {
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  if (!tp_order_know_regions(L, unit)) return;
  tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, id);
  if (tp_unit_is_at_point(core_unit) && core_unit->progress.best == 0) {
    core_unit->progress.best = end_of_rest(u);
    if (tp_unit_rests_at_point(core_unit, u->crowd->motion.sim->now)) {
      /* One that was served from the queue does not look by itself. */
      tp_sim_wake_at(u->crowd->motion.sim, id, core_unit->progress.best);
      return;
    }
  }
  const bool has_goal = tp_costtogoal_has_goal(&core_unit->to_goal);
  const bool keeps_cell = has_goal && can_come_to(u, u->orders.point[0]) &&
                          !tp_settling_seeks_end(u->crowd->motion.sim, id);
  if (u->orders.area > 0 && !keeps_cell) {
    const uint64_t number = u->search.order_number;
    const Crowd *c = u->crowd;
    const Finder *f = u->finder;
    const tp_Cell goal = core_unit->to_goal.goal;
    tp_Cell cell;
    uint32_t area;
    const bool is_drawn = tp_orderlist_draw(L, unit, !has_goal, &cell, &area);
    if (!unit_has_order(u, c, f, number)) return;
    if (is_drawn && !tp_same_cell(cell, goal)) {
      number_event(u);
      u->orders.point[0] = cell;
      u->orders.area = area;
      tp_order_change_goal(u, cell);
      tp_unitsearch_serve(L, crowd, id, budget);
      return;
    }
  }
  go_round(u, has_goal);
  tp_unitsearch_serve(L, crowd, id, budget);
}

static bool is_point_cut(const Unit *u, tp_Rect to) {
  for (uint32_t i = 0; i < u->orders.points; i++) {
    const tp_Cell point = u->orders.point[i];
    if (!tp_rect_has(to, point.x, point.y)) return true;
  }
  return false;
}

static void move_points(Unit *u, tp_Rect to) {
  for (uint32_t i = 0; i < u->orders.points; i++) {
    u->orders.point[i].x -= to.x;
    u->orders.point[i].y -= to.y;
  }
}

const OrderKind tp_order_patrol = {.serve = serve_patrol,
                                   .goal_index = point_index,
                                   .leave = number_event,
                                   .is_cut = is_point_cut,
                                   .move = move_points,
                                   .is_endless = true};

static const luaL_Reg methods[] = {
    {"follow", follow},
    {"patrol", patrol},
    {"patrol_cell", patrol_cell},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"set_path", set_path},
    {NULL, NULL},
};

const bind_Exports tp_follow_exports = {
    .kind = BIND_UNIT, .methods = methods, .functions = functions};
