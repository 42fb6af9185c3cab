/* order.c - the start and the end of orders, for all kinds; and unit:stop,
 * unit:pause, unit:resume.
 *
 * An order is planned when it is given (go.c), so it can be refused; then the
 * last order goes on. The path itself is planned during updates (unitsearch.h).
 * Slots of the unit's handle keep what the order uses, until the next order.
 */
#include "order.h"

#include "../crowd/membership.h"
#include "../crowd/orderlist.h"
#include "../crowd/unit.h"
#include "../field/field.h"
#include "../finder/pathfinder.h"
#include "../kit/taskrunner.h"
#include "update.h"

enum { UNIT = 1 };

/* ---- start -------------------------------------------------------------- */

void tp_order_leave(const Unit *u) {
  const OrderKind *kind = u->orders.kind;
  if (kind && kind->leave) kind->leave(u);
}

Unit *tp_order_get_ready(lua_State *L, int unit, const char *function) {
  Unit *u = bind_known(L, unit);
  if (!u->crowd) tp_unit_refuse_removed(L, function);
  tp_bind_push_kept(L, unit, UNIT_CROWD);
  if (u->crowd->motion.giving_id != u->id)
    tp_bind_check_idle(L, u->crowd, BIND_CROWD, function);
  tp_unitsearch_open(L, lua_gettop(L));
  if (!u->crowd) tp_unit_refuse_removed(L, function);
  return u;
}

bool tp_order_is_body(lua_State *L, int arg) {
  return tp_bind_test(L, arg, BIND_UNIT) ||
         tp_bind_is_table_of(L, arg, "follower");
}

void tp_order_check_meant(lua_State *L, int arg, const char *function) {
  if (tp_order_is_body(L, arg)) {
    const bool is_unit = tp_bind_test(L, arg, BIND_UNIT) != NULL;
    tp_bind_error(L, "%s: takes no %s (unit:chase stays near a body)", function,
                  is_unit ? "unit" : "follower");
  }
}

/* Ends the order of the unit at an absolute index, but keeps the path. */
static void clear(lua_State *L, int unit) {
  tp_order_leave(bind_known(L, unit));
  tp_unit_clear_order(L, unit);
}

/* A unit that was on its way already, and only gets a new goal, keeps its turn
 * among others. */
void tp_order_begin(lua_State *L, int unit, const OrderKind *kind,
                    const tp_Order *order, int field,
                    const OrderOptions *options) {
  Unit *u = bind_known(L, unit);
  tp_Sim *sim = u->crowd->motion.sim;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  bool goes_on = core_unit->state == TP_GOING || core_unit->state == TP_WAITING;
  uint64_t since = core_unit->progress.since;
  tp_orderlist_drop(L, unit);
  clear(L, unit);
  if (field) {
    tp_bind_keep(L, unit, UNIT_LEADER, field);
    u->orders.field = bind_known(L, field);
    u->orders.stamp = u->orders.field->stamp;
    u->crowd->motion.may_follow = true;
  }
  u->orders.kind = kind;
  u->orders.given = options->given;
  u->is_lost = false;
  tp_Order given = *order;
  given.is_endless = kind->has_target || kind->is_endless;
  tp_sim_order(sim, u->id, &given);
  if (goes_on) core_unit->progress.since = since;
}

bool tp_order_is_given(const Unit *u, const OrderOptions *options) {
  const OrderGiven *now = &u->orders.given, *other = &options->given;
#define IS_SAME(kind, name, low, high, usual, words) \
  if (now->name != other->name) return false;
  ORDER_GIVEN(IS_SAME)
  return true;
}

/* ---- end ---------------------------------------------------------------- */

void tp_order_forget(lua_State *L, int unit) {
  clear(L, unit);
  tp_unit_forget_path(L, unit);
}

/* unit:stop() */
static int stop(lua_State *L) {
  Unit *u = tp_unit_placed(L, "stop");
  lua_settop(L, UNIT);
  if (!u->orders.is_admitted) return 0;
  tp_orderlist_drop(L, UNIT);
  tp_order_forget(L, UNIT);
  tp_sim_stop(u->crowd->motion.sim, u->id);
  return 0;
}

/* core.end_order(unit): the same, but its list of orders stays. */
static int end_order(lua_State *L) {
  Unit *u = bind_known(L, UNIT);
  lua_settop(L, UNIT);
  if (!u->crowd || !u->orders.is_admitted) return 0;
  tp_order_forget(L, UNIT);
  tp_sim_stop(u->crowd->motion.sim, u->id);
  return 0;
}

/* core.tell_blocked(unit, reason): an order of its list was refused. */
static int tell_blocked(lua_State *L) {
  enum { CROWD = UNIT + 1 };
  const Unit *u = bind_known(L, UNIT);
  /* a tp_Reason; 0: a field has refused it */
  const int reason = 1 + tp_bind_word(L, 2, &tp_finder_reasons[1]);
  lua_settop(L, UNIT);
  tp_bind_push_kept(L, UNIT, UNIT_CROWD);
  if (u->crowd) tp_unitsearch_open(L, CROWD);
  if (u->crowd) tp_update_give_room_for_events(L, CROWD);
  if (u->crowd)
    tp_sim_tell(u->crowd->motion.sim, u->id, TP_IS_REFUSED, (uint32_t)reason);
  return 0;
}

static int set_paused(lua_State *L, const char *function, bool paused) {
  tp_unit_placed(L, function);
  lua_settop(L, UNIT);
  tp_bind_push_kept(L, UNIT, UNIT_CROWD);
  tp_unitsearch_open(L, 2);
  const Unit *u = tp_unit_placed(L, function);
  tp_sim_set_paused(u->crowd->motion.sim, u->id, paused);
  return 0;
}

/* unit:pause(), unit:resume() */
static int pause_unit(lua_State *L) { return set_paused(L, "pause", true); }

/* Of a unit that is not paused, the order ends if another one waits. */
static int resume(lua_State *L) {
  const Unit *u = tp_unit_placed(L, "resume");
  const bool is_paused =
      u->orders.is_admitted &&
      tp_unit_is_paused(tp_sim_unit(u->crowd->motion.sim, u->id));
  if (!u->has_list || is_paused) return set_paused(L, "resume", false);
  tp_orderlist_next(L);
  return 0;
}

const char *tp_order_reason(const Unit *u) {
  return u->search.is_partial ? "unreachable" : NULL;
}

/* ---- updates ------------------------------------------------------------ */

void tp_order_change_goal(Unit *u, tp_Cell goal) {
  tp_unit_renew_path(u);
  tp_sim_give_cost_to_goal(u->crowd->motion.sim, u->id,
                           &(tp_CostToGoal){.goal = goal});
}

bool tp_order_know_regions(lua_State *L, int unit) {
  static const char name[] = "update";
  int top = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  Finder *f = u->finder;
  Crowd *c = u->crowd;
  tp_bind_push_kept(L, unit, UNIT_FINDER);
  uint64_t number = u->search.order_number;
  tp_bind_check_idle(L, f, BIND_PATHFINDER, name);
  tp_finder_prepare(L, top + 1, TP_REGIONS, c, name);
  lua_settop(L, top);
  if (!unit_has_order(u, c, f, number)) return false;
  tp_unit_update_place(u);
  return true;
}

static const luaL_Reg methods[] = {
    {"stop", stop},
    {"pause", pause_unit},
    {"resume", resume},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"end_order", end_order},
    {"tell_blocked", tell_blocked},
    {NULL, NULL},
};

const bind_Exports tp_order_exports = {
    .kind = BIND_UNIT, .methods = methods, .functions = functions};
