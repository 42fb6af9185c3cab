/* group.c - units that go to a cell of their own in a group. The Lua file
 * group.lua chooses the cells.
 *
 * At first a unit goes along the field of its group, if there is one. As near
 * as that leads, the unit continues by a path of its own. If its cell is
 * blocked, it gets another one.
 */
#include "../crowd/destinations.h"
#include "../crowd/membership.h"
#include "../crowd/unit.h"
#include "../field/field.h"
#include "../finder/pathfinder.h"
#include "order.h"

/* core.send(unit, x, y, settle, field, call, is_spare) -> true | nil, reason:
 * sends a unit of a group to its cell, no goal if that is spare, along a field
 * (or nil) while it is of use */
static int send(lua_State *L) {
  enum { UNIT = 1, X, SETTLE = 4, FIELD, CALL, FINDER };
  const char *name = lua_tostring(L, CALL); /* it stays on the stack */
  const tp_Grid *g = tp_unit_placed(L, name)->finder->grid;
  const tp_Cell goal = tp_bind_cell(L, X, g, name, "x", "y");
  const bool is_spare = lua_toboolean(L, CALL + 1);
  tp_Order order = {.settle = (uint16_t)lua_tonumber(L, SETTLE)};
  lua_settop(L, CALL);
  Unit *u = tp_order_get_ready(L, UNIT, name);
  lua_settop(L, CALL);
  tp_bind_push_kept(L, UNIT, UNIT_FINDER);
  Field *f = lua_isnil(L, FIELD) ? NULL : bind_known(L, FIELD);
  if (f && f->finder != u->finder)
    return tp_finder_push_reason(L, TP_CANCELLED);
  QueryArgs q = tp_order_queryargs(goal, FINDER, name);
  const tp_Reason reason = tp_order_plan(L, UNIT, &q, &order.to_goal);
  if (reason != TP_NO_REASON) return tp_finder_push_reason(L, reason);
  if (f) order.to_goal.field = &f->field;
  tp_order_begin(L, UNIT, &tp_order_member, &order, f ? FIELD : 0);
  u->orders.is_spare = is_spare;
  return tp_bind_push_yes(L);
}

/* ---- updates ------------------------------------------------------------ */

/* A unit that is as near as the field leads continues alone. If its cell was
 * blocked, it gets another one. */
static void serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  tp_Sim *sim = u->crowd->motion.sim;
  if (u->orders.field) {
    const tp_Cell goal = tp_sim_unit(sim, id)->to_goal.goal;
    const bool is_spare = u->orders.is_spare;
    tp_order_clear(L, unit);
    u->orders.kind = &tp_order_member;
    u->orders.is_spare = is_spare;
    tp_sim_give_cost_to_goal(sim, id, &(tp_CostToGoal){.goal = goal});
  }
  if (!tp_order_know_regions(L, unit)) return;
  const Destination wanted = {.place = tp_sim_unit(sim, id)->to_goal.goal};
  tp_Cell c = wanted.place;
  if (!tp_mask_can_enter(u->finder->navmap.mask, c.x, c.y) &&
      tp_destinations_find(u, &wanted, &c)) {
    tp_order_change_goal(u, c);
  }
  tp_unitsearch_serve(L, crowd, id, budget);
}

static const char *reason(const Unit *u) {
  return u->orders.is_spare ? "occupied" : tp_order_reason(u);
}

const OrderKind tp_order_member = {
    .serve = serve, .reason = reason, .goes_alone = true, .renews_field = true};

static const luaL_Reg functions[] = {
    {"send", send},
    {NULL, NULL},
};

const bind_Exports tp_group_exports = {.functions = functions};
