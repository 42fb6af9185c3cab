/* keepdistance.c - units that keep a distance to a target: chase, flee, keep,
 * and follow of a body.
 *
 *     chase    at most `within`
 *     flee     at least `within`
 *     keep     from `min` to `within`
 *     follow   `within` on the trail of the target (lua/tilepath/trail.lua)
 *
 * The first three orders differ only in these bounds. Each time the unit stands
 * and decides, it reads the target's place (tp_Order.asks_each_step):
 *
 *     in range    it rests
 *     too far     it plans a path to a cell in range, as unit:go does. It plans
 *                 again when the target has moved by a quarter of the
 *                 distance, so distant units search rarely
 *     too near    it takes a path that comes no nearer (core/crowd/local
 *     search)
 */

#include <math.h>

#include "../../core/crowd/settling.h"
#include "../../core/crowd/transitions.h"
#include "../../core/crowd/unitstates.h"
#include "../../core/crowd/waitlists.h"
#include "../crowd/membership.h"
#include "../crowd/orderlist.h"
#include "../crowd/unit.h"
#include "../finder/pathfinder.h"
#include "../query/goals.h"
#include "order.h"
#include "unitpath.h"

enum { UNIT = 1, TARGET, OPTIONS, CROWD, BLOCK };

enum { LOOKS_A_UNIT = 8 }; /* cells that a local search looks at */

/* ---- orders ------------------------------------------------------------- */

/* Gives the unit at 1 that order, unless it has it already: a game may give it
 * in each frame. */
static int give_keep(lua_State *L, const char *function, const Keep *order) {
  tp_Rect seen = {0, 0, 1, 1};
  const Unit *other = tp_bind_test(L, TARGET, BIND_UNIT);
  if (!lua_istable(L, TARGET) && lua_type(L, TARGET) != LUA_TUSERDATA) {
    tp_bind_wrong(L, TARGET, function, "target",
                  "a table or a userdata with x and y");
  }
  Unit *u = tp_unit_placed(L, function);
  /* In a state a target may be lost: the order ends when the unit looks. */
  if (other && !other->crowd && !u->crowd->is_restored) {
    tp_bind_error(L, "%s: the target was removed from its crowd", function);
  }
  if (other && lua_rawequal(L, UNIT, TARGET)) {
    tp_bind_error(L, "%s: a unit cannot be its own target", function);
  }
  if (order_is_listed(&order->of_order))
    return tp_orderlist_give(L, function, OPTIONS);
  const Keep *last = u->orders.is_admitted ? u->orders.keep : NULL;
  tp_bind_push_kept(L, UNIT, UNIT_LEADER);
  const bool is_same = lua_rawequal(L, -1, TARGET);
  lua_pop(L, 1);
  if (last && is_same && last->least == order->least &&
      last->most == order->most && last->sight == order->sight &&
      last->trail == order->trail && tp_order_is_given(u, &order->of_order)) {
    if (u->has_list) tp_orderlist_drop(L, UNIT);
    return tp_bind_push_yes(L);
  }
  tp_bind_push_kept(L, UNIT, UNIT_CROWD);
  if (!u->crowd->is_restored) tp_target_find(L, u, TARGET, function, &seen);
  Keep *k = tp_bind_new(L, sizeof *k);
  *k = *order;
  tp_order_get_ready(L, UNIT, function);
  tp_unit_update_place(u);
  const tp_Cell goal =
      tp_unit_elsewhere(u->crowd->grid, u->cell, (tp_Cell){seen.x, seen.y});
  const tp_Order go = {.to_goal = {.goal = goal},
                       .settle = order->trail ? 0 : TP_ANYWHERE_NEAR,
                       .asks_each_step = true,
                       .hunts = order->most >= 0 && !order->trail,
                       .leader = !order->trail                       ? 0
                                 : other && other->crowd == u->crowd ? other->id
                                                                     : u->id};
  tp_unit_forget_path(L, UNIT);
  tp_order_begin(L, UNIT, &tp_order_keep, &go, 0, &order->of_order);
  tp_bind_keep(L, UNIT, UNIT_LEADER, TARGET);
  tp_bind_keep(L, UNIT, UNIT_POINTS, BLOCK);
  u->orders.keep = k;
  return tp_bind_push_yes(L);
}

/* The three calls, and those of followers, which take more. */
enum {
  CHASE = 1,
  FLEE = 2,
  KEEP = 4,
  HERO_CHASE = 8,
  HERO_FLEE = 16,
  HERO_KEEP = 32,
  HERO = HERO_CHASE | HERO_FLEE | HERO_KEEP
};

static const bind_Option rows[] = {
    ORDER_ROWS(Keep, CHASE | FLEE | KEEP),
    {"escape", HERO, BIND_OF_FOLLOWERS},
    {"max_nodes", HERO, BIND_OF_FOLLOWERS},
    {"min", KEEP, BIND_NUMBER(Keep, least, 0, BIND_FINITE)},
    {"partial", HERO_CHASE | HERO_KEEP, BIND_OF_FOLLOWERS},
    {"sight", CHASE | KEEP, BIND_FLAG(Keep, sight)},
    {"within", FLEE, BIND_NUMBER(Keep, least, 0, BIND_FINITE)},
    {"within", CHASE | KEEP, BIND_NUMBER(Keep, most, 0, BIND_FINITE)},
};

typedef struct KeepCall {
  bind_OptionCall call;
  Keep defaults;
} KeepCall;

static const KeepCall
    chase_call = {{"unit:chase", "options", BIND_ROWS(rows), CHASE, HERO_CHASE},
                  {.most = 1.5, .of_order = ORDER_USUAL}},
    flee_call = {{"unit:flee", "options", BIND_ROWS(rows), FLEE, HERO_FLEE},
                 {.least = 8, .most = -1, .of_order = ORDER_USUAL}},
    keep_call = {{"unit:keep", "options", BIND_ROWS(rows), KEEP, HERO_KEEP},
                 {.most = -1, .of_order = ORDER_USUAL}};

static void list_options(lua_State *L) {
  tp_options_list(L, &chase_call.call, &chase_call.defaults);
  tp_options_list(L, &flee_call.call, &flee_call.defaults);
  tp_options_list(L, &keep_call.call, &keep_call.defaults);
}

static Keep read_options(lua_State *L, const char *function,
                         const KeepCall *call) {
  Keep order = call->defaults;
  tp_unit_placed(L, function);
  lua_settop(L, OPTIONS);
  tp_options_read(L, OPTIONS, function, &call->call, &order);
  return order;
}

/* unit:chase(target [, { within =, sight = }]) -> true | nil, reason */
static int chase(lua_State *L) {
  const Keep order = read_options(L, "chase", &chase_call);
  return give_keep(L, "chase", &order);
}

/* unit:flee(from [, { within = }]) -> true | nil, reason */
static int flee(lua_State *L) {
  const Keep order = read_options(L, "flee", &flee_call);
  return give_keep(L, "flee", &order);
}

/* unit:keep(target, { min =, within =, sight = }) -> true | nil, reason */
static int keep(lua_State *L) {
  Keep order = read_options(L, "keep", &keep_call);
  if (order.most < 0) order.most = order.least + 2;
  if (order.most < order.least + 2) {
    tp_bind_error(L, "keep: within must be at least min + 2 (%s), got %s",
                  tp_bind_show_number(L, order.least + 2),
                  tp_bind_show_number(L, order.most));
  }
  return give_keep(L, "keep", &order);
}

int tp_order_follow_body(lua_State *L, double within,
                         const OrderOptions *options) {
  enum { MOST = 32 };
  const double behind = within < 0 ? 1 : within;
  if (behind < 1 || behind > MOST) {
    lua_pushnumber(L, behind);
    tp_bind_wrong(L, lua_gettop(L), "follow", "within",
                  "a number from 1 to 32");
  }
  const Keep order = {
      .most = floor(behind), .trail = true, .of_order = *options};
  lua_settop(L, OPTIONS);
  return give_keep(L, "follow", &order);
}

/* ---- updates ------------------------------------------------------------ */

/* Is a unit in that cell in range of the target? Sight is by that map; NULL:
 * without sight. */
static bool is_in_range(const Unit *u, tp_Cell at, tp_Rect target, double most,
                        const tp_Navmap *eyes) {
  const tp_Navmap *nav = &u->finder->navmap;
  uint64_t steps = 0;
  const tp_Goals near = {.kind = TP_GOAL_WITHIN,
                         .stagger = nav->moves.stagger,
                         .eyes = eyes,
                         .range = tp_bind_square(most)};
  return tp_goal_ends_at(&near, nav, target, at.x, at.y, &steps);
}

/* Is the unit, in that cell, in range, too far or too near? A target between
 * two cells is in range if either cell is. */
static Distance distance_of(const Unit *u, tp_Cell at, tp_Rect target,
                            tp_Rect both) {
  const Keep *k = u->orders.keep;
  const tp_Navmap *eyes = k->sight ? finder_eyes(u->finder) : NULL;
  if (keep_is_too_near(k, u->finder->navmap.moves.stagger, at, target)) {
    return TOO_NEAR;
  }
  if (k->most < 0) return IN_RANGE;
  return is_in_range(u, at, both, k->most, eyes) &&
                 keep_leads(k, &u->finder->navmap, at, both)
             ? IN_RANGE
             : TOO_FAR;
}

/* Why the unit, which has arrived, is not at that distance. */
static const char *reason(const Unit *u) {
  static const char *const words[] = {
      [IN_RANGE] = NULL, [TOO_FAR] = "occupied", [TOO_NEAR] = "unreachable"};
  return words[u->orders.keep->distance];
}

/* Is its current path or place still right? The path is if the target has moved
 * little, compared with its distance. Neither is if another unit has come to
 * rest at the goal. That does not matter to a unit that found no free cell (its
 * settle is not 0), or that is too far and needs no free line: that moves up
 * later. */
static bool keep_goes_on(const Unit *u, tp_Rect target, Distance distance) {
  enum { PART = 4 };
  const Keep *k = u->orders.keep;
  tp_Sim *sim = u->crowd->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const tp_Cell at = tp_unit_cell(core_unit);
  const bool is_there = tp_same_cell(core_unit->to_goal.goal, at);
  if (sim->moment.stage != TP_STAGE_LOOK || core_unit->state == TP_WAITING)
    return false;
  if (distance != (Distance)k->distance || k->seen.w == 0) return false;
  if (distance == IN_RANGE) return core_unit->state == TP_ARRIVED && is_there;
  if (distance == TOO_NEAR && (is_there || tp_unit_rests(core_unit)))
    return false;
  if (!tp_rect_same(k->seen, target)) {
    const tp_Stagger s = u->finder->grid->stagger;
    const tp_Rect now = {target.x, target.y, 1, 1};
    const uint64_t moved =
        tp_localsearch_square(s, (tp_Cell){k->seen.x, k->seen.y}, now);
    if (distance != TOO_FAR || !core_unit->to_goal.unit_path || is_there)
      return false;
    if ((uint64_t)(PART * PART) * moved >
        tp_localsearch_square(s, at, target)) {
      return false;
    }
  }
  if (tp_unitstates_lacks_path(sim, u->id)) return false;
  if (distance == TOO_FAR && !k->sight) return true;
  return core_unit->settle != 0 || core_unit->to_goal.goal.x < 0 ||
         !tp_settling_is_late(sim, u->id, core_unit->to_goal.goal);
}

/* Takes a path away from the target. A unit with an upper bound passes resting
 * units only if it ends in range. Otherwise two such units could drive each
 * other out for ever. */
static void get_away(lua_State *L, int unit, uint64_t *budget) {
  tp_LocalSearch found;
  Unit *u = bind_known(L, unit);
  const Keep *k = u->orders.keep;
  const tp_Sim *sim = u->crowd->motion.sim;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const double enough = k->least * k->least;
  tp_localsearch_away(sim, u->id, k->seen, enough, k->most < 0, &found);
  if (k->most >= 0 && found.count <= 1) {
    tp_localsearch_away(sim, u->id, k->seen, enough, true, &found);
    const tp_Cell last = found.cell[found.count - 1];
    if (distance_of(u, last, k->seen, k->seen) != IN_RANGE) found.count = 1;
  }
  tp_spend(budget, found.looked / LOOKS_A_UNIT + 1);
  if (found.count > 1) {
    const KnownPath known = {found.cell, NULL, found.count, 0};
    core_unit->settle = 0;
    tp_unitsearch_store_known(L, unit, &known, budget);
  } else {
    tp_order_change_goal(u, tp_unit_cell(core_unit));
  }
}

/* False: the unit has another order then. */
static bool come_near(lua_State *L, int crowd, Unit *u, uint64_t *budget) {
  const Crowd *c = u->crowd;
  const Finder *f = u->finder;
  Keep *k = u->orders.keep;
  const tp_Grid *g = u->crowd->grid;
  const tp_Rect r = k->seen;
  k->query = (UnitQuery){
      .query = tp_query_default(tp_rect_first(r), tp_rect_first(r)),
      .options = {.kind = TP_GOAL_WITHIN, .within = k->most, .sight = k->sight},
      .list = {.number = k->goal, .room = GOAL_NUMBERS, .count = 1},
      .is_list = true};
  k->goal[0] = bind_to_user(r.x, g->base_x);
  k->goal[1] = bind_to_user(r.y, g->base_y);
  k->goal[2] = r.w;
  k->goal[3] = r.h;
  tp_Sim *sim = u->crowd->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const tp_Cell at = tp_unit_cell(core_unit);
  if (tp_same_cell(core_unit->to_goal.goal,
                   at)) { /* or it would count as arrived */
    const tp_Cell goal = tp_unit_elsewhere(g, at, (tp_Cell){r.x, r.y});
    tp_sim_give_cost_to_goal(sim, u->id, &(tp_CostToGoal){.goal = goal});
  }
  tp_unit_renew_path(u);
  u->search.query = &k->query;
  const uint64_t number = u->search.order_number;
  tp_unitsearch_serve(L, crowd, u->id, budget);
  return unit_has_order(u, c, f, number);
}

/* May the unit, which is as near as there was room, look for a place now? It
 * looks in every eighth step's time. */
static bool may_look(const Unit *u) {
  enum { SELDOM = 8 };
  const tp_Sim *sim = u->crowd->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  return (core_unit->settle > 0 || u->orders.keep->sight) &&
         tp_unit_is_at_end(core_unit) &&
         (sim->now / tp_unit_step_time(core_unit) + u->id) % SELDOM == 0;
}

static bool is_place(const void *unit, tp_Cell c) {
  const Unit *u = unit;
  const tp_Rect seen = u->orders.keep->seen;
  return distance_of(u, c, seen, seen) == IN_RANGE;
}

/* Is a cell at the right distance free? If the range is large, one may be. To
 * look along a line for each cell is left to the search, which is paid. */
static bool has_place(const Unit *u) {
  const Keep *k = u->orders.keep;
  const tp_Sim *sim = u->crowd->motion.sim;
  const tp_Stagger s = u->finder->navmap.moves.stagger;
  if (k->most >= TP_LOCALSEARCH_REACH) return true;
  const tp_Rect around =
      tp_rect_clip(tp_rect_grow(k->seen, (int32_t)k->most), tp_sim_map(sim));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    const uint32_t occupant = tp_round_occupant(&sim->round, c.x, c.y);
    if (occupant != 0 && occupant != u->id) continue;
    if (!tp_mask_can_enter(u->finder->navmap.mask, c.x, c.y)) continue;
    if (tp_localsearch_square(s, c, k->seen) <= tp_bind_square(k->most) &&
        !keep_is_too_near(k, s, c, k->seen)) {
      return true;
    }
  }
  return false;
}

/* If a place is free, it goes there over free cells. */
static bool takes_place(lua_State *L, int unit, uint64_t *budget) {
  tp_LocalSearch found;
  const Unit *u = bind_known(L, unit);
  const Keep *k = u->orders.keep;
  if (!has_place(u)) return false;
  tp_localsearch_place(u->crowd->motion.sim, u->id, k->seen,
                       k->least * k->least, is_place, u, &found);
  tp_spend(budget, found.looked / LOOKS_A_UNIT + 1);
  if (found.count == 1) return false;
  const KnownPath known = {found.cell, NULL, found.count, 0};
  tp_unitsearch_store_known(L, unit, &known, budget);
  return true;
}

/* Is the unit kept out by one that has come to its target, or does one rest at
 * its end in the next cell, which is in range? To push that one off would be no
 * gain, as it comes back. */
static bool is_kept_out(const Unit *u) {
  const tp_Sim *sim = u->crowd->motion.sim;
  const tp_Rect seen = u->orders.keep->seen;
  tp_Cell next;
  if (tp_settling_is_kept_out(sim, u->id)) return true;
  if (!tp_sim_unit(sim, u->id)->hunts) return false;
  if (!tp_settling_next(sim, u->id, &next)) return false;
  const tp_Rect to = finder_footprint(u->finder, next);
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    const uint32_t other = tp_round_occupant(&sim->round, c.x, c.y);
    if (other == 0 || other == u->id) continue;
    if (tp_unit_rests_at_end(tp_sim_unit(sim, other)))
      return distance_of(u, next, seen, seen) == IN_RANGE;
  }
  return false;
}

/* If it is kept out, the unit looks for a way around. Without any it settles
 * for where it is. */
static void go_around(lua_State *L, int crowd, Unit *u, uint64_t *budget) {
  tp_Sim *sim = u->crowd->motion.sim;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  if (core_unit->state != TP_GOING || core_unit->settle > 0 ||
      !is_kept_out(u)) {
    return;
  }
  if (!(core_unit->flags & TP_UNIT_SEEKS_DETOUR)) {
    tp_transition_apply(core_unit, TP_ON_DETOUR, sim->now);
    if (!come_near(L, crowd, u, budget)) return;
    core_unit = tp_sim_unit(sim, u->id);
    if (core_unit->state != TP_GOING || !is_kept_out(u)) return;
  }
  core_unit->settle = TP_ANYWHERE_NEAR;
}

/* Is the unit near enough to a resting target? It is if it sees the target
 * close by. It is also if it has come as near as there was room, or has given
 * up, and sees the target. Then it pushes no unit, and stays where it is
 * pushed. Otherwise the units around a target would push each other for ever,
 * or push the target. If the game has put it elsewhere, it comes again. */
static bool has_come(const Unit *u, tp_Rect target, bool rests) {
  enum { CLOSE = 2 };
  const Keep *k = u->orders.keep;
  const tp_Sim *sim = u->crowd->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const tp_Cell at = tp_unit_cell(core_unit);
  const bool is_refused = core_unit->flags & TP_UNIT_REFUSED;
  if (sim->moment.stage != TP_STAGE_LOOK || k->sight ||
      !tp_rect_same(k->seen, target)) {
    return false;
  }
  if (rests && k->least <= 0 &&
      is_in_range(u, at, target, k->most + CLOSE, &u->finder->navmap)) {
    return true;
  }
  if (core_unit->is_placed && !tp_same_cell(core_unit->to_goal.goal, at))
    return false;
  return (tp_unit_is_at_end(core_unit) ||
          (core_unit->state == TP_BLOCKED && !is_refused)) &&
         tp_target_is_seen(u, at);
}

/* Moves the unit nearer over free cells, to a cell that is no other unit's
 * goal. If it is on its way to such a cell it continues: the other units rely
 * on that. */
static void move_up(lua_State *L, int unit, uint64_t *budget) {
  tp_LocalSearch found;
  Unit *u = bind_known(L, unit);
  const Keep *k = u->orders.keep;
  tp_Sim *sim = u->crowd->motion.sim;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const tp_Cell at = tp_unit_cell(core_unit);
  const bool is_there = tp_same_cell(core_unit->to_goal.goal, at);
  const bool moves_up = core_unit->state == TP_GOING && core_unit->settle > 0;
  if (moves_up && !is_there && !tp_unitstates_lacks_path(sim, u->id)) return;
  if (core_unit->state != TP_ARRIVED || !is_there) tp_order_change_goal(u, at);
  tp_localsearch_near(sim, u->id, k->seen, k->least * k->least, &found);
  tp_spend(budget, found.looked / LOOKS_A_UNIT + 1);
  core_unit->settle = TP_ANYWHERE_NEAR; /* it pushes no unit, and looks again */
  if (found.count == 1) return;
  if (!tp_target_is_seen(u, found.cell[found.count - 1])) return;
  const KnownPath known = {found.cell, NULL, found.count, 0};
  tp_unitsearch_store_known(L, unit, &known, budget);
}

/* Has the target of the unit on top of the stack, which is no unit of its
 * crowd, moved since the unit looked? Leaves values behind. */
static bool has_moved(lua_State *L, int unit) {
  const Unit *u = bind_known(L, unit);
  const Keep *k = u->orders.keep;
  tp_Rect at;
  tp_bind_push_kept(L, unit, UNIT_LEADER);
  const Unit *other = tp_bind_test(L, unit + 1, BIND_UNIT);
  if (other && other->crowd == u->crowd) return false;
  return !tp_target_find(L, u, unit + 1, "update", &at) ||
         k != u->orders.keep || !tp_rect_same(at, k->looked);
}

static void serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  static const char name[] = "update";
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  const uint64_t number = u->search.order_number;
  const Crowd *c = u->crowd;
  const Finder *f = u->finder;
  tp_Rect target;
  tp_bind_push_kept(L, unit, UNIT_LEADER);
  const bool is_there = tp_target_find(L, u, unit + 1, name, &target);
  if (!u->orders.is_admitted || u->search.order_number != number) return;
  if (u->orders.keep->sight) {
    tp_bind_push_kept(L, unit, UNIT_FINDER);
    tp_finder_prepare_eyes(L, lua_gettop(L), u->finder, name);
    lua_pop(L, 1);
    if (!u->orders.is_admitted || u->search.order_number != number) return;
  }
  if (!is_there) {
    tp_order_forget(L, unit);
    tp_sim_end(u->crowd->motion.sim, id);
    return;
  }
  u->orders.keep->looked = target;
  if (u->orders.keep->trail) {
    tp_trail_serve(L, crowd, unit, target, budget);
    return;
  }
  tp_Sim *sim = u->crowd->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, id);
  const tp_Navmap *nav = &u->finder->navmap;
  const tp_Rect both =
      tp_navmap_covering(nav, tp_target_with_left(L, u, unit + 1, target));
  target = tp_navmap_covering(nav, target);
  tp_Rect *seen = &u->orders.keep->seen;
  if (seen->w == 0 && seen->h > 0) { /* it was loaded */
    *seen = (tp_Rect){seen->x - target.w, seen->y + 1 - target.h, target.w,
                      target.h};
  }
  const Distance distance =
      distance_of(u, tp_unit_cell(core_unit), target, both);
  const bool rests = tp_target_rests(L, u, unit + 1);
  tp_sim_unit(sim, id)->hunts = rests && u->orders.keep->most >= 0;
  if (distance == TOO_FAR && u->crowd->motion.searching_id == u->id) {
    /* Its search must end, even if the target moves meanwhile. */
    tp_unitsearch_serve(L, crowd, id, budget);
    if (unit_has_order(u, c, f, number)) go_around(L, crowd, u, budget);
    return;
  }
  if (distance == IN_RANGE) tp_sim_unit(sim, id)->settle = 0;
  if (distance == TOO_FAR && tp_rect_same(u->orders.keep->seen, target) &&
      may_look(u) && takes_place(L, unit, budget)) {
    return;
  }
  const bool is_up = distance == TOO_FAR && has_come(u, target, rests);
  if (!is_up && keep_goes_on(u, target, distance)) {
    if (distance == TOO_FAR) go_around(L, crowd, u, budget);
    return;
  }
  if (*budget == 0 && distance != IN_RANGE) {
    if (is_up) return; /* else it continues on its path, or waits */
    if (core_unit->state == TP_GOING && !tp_unitstates_lacks_path(sim, id))
      return;
    tp_waiting_add(sim, id);
    return;
  }
  if (is_up) {
    u->orders.keep->distance = TOO_FAR;
    move_up(L, unit, budget);
    return;
  }
  if ((distance == IN_RANGE && u->orders.keep->distance != IN_RANGE) ||
      !tp_rect_same(*seen, target)) {
    tp_sim_unit(sim, id)->flags &= (uint16_t)~TP_UNIT_REPORTED;
  }
  u->orders.keep->seen = target;
  u->orders.keep->distance = (uint8_t)distance;
  if (distance == IN_RANGE) {
    tp_order_change_goal(u, tp_unit_cell(core_unit));
  } else if (distance == TOO_NEAR) {
    get_away(L, unit, budget);
  } else if (come_near(L, crowd, u, budget)) {
    go_around(L, crowd, u, budget);
  }
}

static uint32_t no_index(const Unit *u) {
  (void)u;
  return 0;
}

static void move(Unit *u, tp_Rect to) {
  u->orders.keep->seen.x -= to.x;
  u->orders.keep->seen.y -= to.y;
}

const OrderKind tp_order_keep = {.serve = serve,
                                 .goal_index = no_index,
                                 .reason = reason,
                                 .has_moved = has_moved,
                                 .move = move,
                                 .finds_goal = true,
                                 .has_target = true};

static const luaL_Reg methods[] = {
    {"chase", chase},
    {"flee", flee},
    {"keep", keep},
    {NULL, NULL},
};

const bind_Exports tp_keepdistance_exports = {
    .kind = BIND_UNIT, .methods = methods, .list_options = list_options};
