/* trail.c - units that follow a body on the cells where it went.
 *
 * Such an order is one with a target (keepdistance.c). Each time that the unit
 * stands and decides, lua/tilepath/trail.lua says the cells to which it goes; a
 * slot of the unit keeps its trail.
 */
#include "../../core/crowd/detours.h"
#include "../../core/crowd/transitions.h"
#include "../../core/crowd/unitstates.h"
#include "../../core/crowd/waitlists.h"
#include "../crowd/membership.h"
#include "../crowd/orderlist.h"
#include "../crowd/unit.h"
#include "../finder/pathfinder.h"
#include "order.h"
#include "pathpoints.h"

/* The cells to which a companion goes, its own first. */
typedef struct Way {
  tp_Cell cell[TRAIL_PIECE];
  uint32_t link; /* of `known` */
  KnownPath known;
  bool fits; /* the map allows its steps */
} Way;

/* Does it ask for a way around units that it does not push, or wait for one? */
static bool seeks_detour(const Unit *u) {
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  return core_unit->flags & TP_UNIT_SEEKS_DETOUR && tp_unit_goes(core_unit) &&
         !core_unit->to_goal.unit_path;
}

/* Asks trail.lua, for the unit at an absolute index whose target is behind it.
 * False if the unit has another order then. */
static bool find_way(lua_State *L, int unit, tp_Rect at, tp_Cell from,
                     bool is_new, Way *way) {
  const int top = lua_gettop(L);
  const Unit *u = bind_known(L, unit);
  const Crowd *c = u->crowd;
  const Finder *f = u->finder;
  const uint64_t number = u->search.order_number;
  const TrailPlaces places = {at, from, u->orders.keep->most, is_new,
                              seeks_detour(u)};
  tp_orderlist_trail(L, unit, &places);
  const int list = top + 1, link = top + 2;
  const size_t count =
      lua_istable(L, list) ? compat_raw_length(L, list) / 2 : 0;
  const bool has_link = count > 0 && !lua_isnil(L, link);
  way->link = has_link ? (uint32_t)lua_tonumber(L, link) - 1 : 0;
  way->known = (KnownPath){way->cell, &way->link,
                           count < TRAIL_PIECE ? (uint32_t)count : TRAIL_PIECE,
                           has_link};
  for (uint32_t i = 0; i < way->known.count; i++) {
    lua_rawgeti(L, list, 2 * (int)i + 1);
    lua_rawgeti(L, list, 2 * (int)i + 2);
    way->cell[i] =
        tp_bind_cell_at(c->grid, lua_tonumber(L, -2), lua_tonumber(L, -1));
    lua_pop(L, 2);
  }
  lua_settop(L, top);
  if (!unit_has_order(u, c, f, number)) return false;
  way->fits = tp_pathpoints_can_walk(f, &way->known);
  return true;
}

/* The target, if it is a unit of the crowd; else NULL. */
static const tp_Unit *leader_of(lua_State *L, const Unit *u, int target) {
  const Unit *other = tp_bind_test(L, target, BIND_UNIT);
  if (!other || other->crowd != u->crowd) return NULL;
  return tp_sim_unit(u->crowd->motion.sim, other->id);
}

/* Its turn comes after that of its leader. */
static void rank_behind(const Unit *u, const tp_Unit *leader) {
  const tp_Sim *sim = u->crowd->motion.sim;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const int64_t now = (int64_t)sim->now,
                its = (int64_t)leader->progress.since + 1;
  const int64_t earliest = its < now ? its : now;
  if ((int64_t)core_unit->progress.since < earliest)
    core_unit->progress.since = (uint64_t)earliest;
}

/* There is no way. (At its goal it would count as arrived.) */
static void refuse(Unit *u) {
  const tp_Rect at = u->orders.keep->seen;
  const tp_CostToGoal none = {
      .goal = tp_unit_elsewhere(u->crowd->grid, u->cell, tp_rect_first(at))};
  tp_sim_give_cost_to_goal(u->crowd->motion.sim, u->id, &none);
  u->orders.state.reason = TP_UNREACHABLE;
  tp_sim_refuse(u->crowd->motion.sim, u->id);
}

/* Goes on to the end of the way, unless the unit is on its way there. One under
 * walls walks out of them. */
static void go_along(lua_State *L, int crowd, int unit, const Way *way,
                     uint64_t *budget) {
  Unit *u = bind_known(L, unit);
  tp_Sim *sim = u->crowd->motion.sim;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  const uint32_t count = way->known.count;
  core_unit->settle = 0;
  if (count == 0) {
    /* If it waited, it would ask anew in the next update. */
    const bool is_due = sim->now >= core_unit->progress.retry_at;
    if (core_unit->state != TP_BLOCKED || is_due) refuse(u);
    return;
  }
  const tp_Cell last = way->cell[count - 1];
  if (count == 1) {
    tp_order_change_goal(u, last);
    return;
  }
  if (core_unit->state != TP_WAITING && core_unit->to_goal.unit_path &&
      tp_same_cell(core_unit->to_goal.goal, last) &&
      !tp_unitstates_lacks_path(sim, u->id)) {
    return;
  }
  if (way->fits) {
    const bool is_detour =
        seeks_detour(u) && !tp_detour_is_walled(sim, u->id, way->cell[1]);
    tp_unitsearch_store_known(L, unit, &way->known, budget);
    tp_UnitPath *path = u->search.unit_path;
    if (path) path->is_strict = path->is_trail = true;
    if (!path || !is_detour || !u->orders.is_admitted) return;
    sim = u->crowd->motion.sim; /* a finalizer may have added units */
    core_unit = tp_sim_unit(sim, u->id);
    if (core_unit->is_rerouted) return;
    tp_transition_apply(core_unit, TP_ON_REROUTE, sim->now);
    core_unit->is_rerouted = true;
  } else {
    tp_order_change_goal(u, last);
    tp_unitsearch_serve(L, crowd, u->id, budget);
  }
}

void tp_trail_serve(lua_State *L, int crowd, int unit, tp_Rect target,
                    uint64_t *budget) {
  Way way;
  const Unit *u = bind_known(L, unit);
  const tp_Unit *leader = leader_of(L, u, unit + 1);
  const tp_Cell from =
      leader ? tp_unpack_cell(leader->step.from) : tp_rect_first(target);
  const bool is_new = u->orders.keep->seen.w == 0;
  const bool is_detour = seeks_detour(u);
  tp_Sim *sim = u->crowd->motion.sim;
  if (*budget == 0 && (is_new || is_detour)) {
    tp_waiting_add(sim, u->id);
    return;
  }
  /* A path that is no detour is no progress. */
  if (is_detour)
    tp_transition_apply(tp_sim_unit(sim, u->id), TP_ON_GO_ON, sim->now);
  if (!find_way(L, unit, target, from, is_new, &way)) return;
  if (!way.fits && !find_way(L, unit, target, from, true, &way)) {
    return; /* the map was edited */
  }
  u->orders.keep->seen = target;
  u->orders.keep->distance = IN_RANGE;
  go_along(L, crowd, unit, &way, budget);
  leader = leader_of(L, u, unit + 1);
  if (leader && u->orders.is_admitted) rank_behind(u, leader);
}
