/* orderlist.c - what lua/tilepath/orderlist.lua needs of units: their lists of
 * orders, and what patrols at random and orders along paths keep, in slots of
 * their handles; and whether an order is over.
 *
 * A new order, stop and a step of the game drop the list. An order that ends by
 * itself leaves it: the core knows that there is a list (tp_sim_set_next), and
 * asks for the next order when the unit looks.
 */
#include "orderlist.h"

#include "../../core/crowd/settling.h"
#include "../../core/crowd/unitedits.h"
#include "../finder/pathfinder.h"
#include "../grid/grid.h"
#include "../query/queryrun.h"

enum { UNIT = 1 };

/* The core's unit of a unit in a crowd; NULL: it has had no order. */
static const tp_Unit *unit_of(const Unit *u) {
  if (!u->crowd || !u->orders.is_admitted) return NULL;
  return tp_sim_unit(u->crowd->motion.sim, u->id);
}

/* ---- Lua's part ---------------------------------------------------------- */

/* Pushes the functions of orderlist.lua. */
static void push_orders(lua_State *L) {
  bind_push(L, BIND_UNIT);
  lua_getfield(L, -1, "__orders");
  lua_remove(L, -2);
}

/* Calls a function of orderlist.lua with the values on the stack. */
static int call_lua(lua_State *L, const char *name) {
  const int args = lua_gettop(L);
  push_orders(L);
  lua_getfield(L, -1, name);
  lua_replace(L, -2);
  lua_insert(L, 1);
  lua_call(L, args, LUA_MULTRET);
  return lua_gettop(L);
}

static int give(lua_State *L, const char *name, const char *function,
                int args) {
  lua_settop(L, args);
  lua_pushstring(L, function);
  lua_insert(L, 1);
  return call_lua(L, name);
}

int tp_orderlist_give(lua_State *L, const char *function, int args) {
  return give(L, "give", function, args);
}

int tp_orderlist_wander(lua_State *L, const char *function, int args) {
  return give(L, "wander", function, args);
}

bool tp_orderlist_draw(lua_State *L, int unit, bool is_reached, tp_Cell *cell,
                       uint32_t *area) {
  const int top = lua_gettop(L);
  const Unit *u = bind_known(L, unit);
  push_orders(L);
  lua_getfield(L, -1, "draw");
  lua_pushvalue(L, unit);
  lua_pushboolean(L, is_reached);
  lua_call(L, 2, 3);
  bool is_drawn = lua_type(L, -3) == LUA_TNUMBER && u->crowd;
  if (is_drawn) {
    const tp_Grid *g = u->crowd->grid;
    *cell = tp_bind_cell_at(g, lua_tonumber(L, -3), lua_tonumber(L, -2));
    *area = (uint32_t)lua_tonumber(L, -1);
    is_drawn = tp_grid_contains(g, cell->x, cell->y);
  }
  lua_settop(L, top);
  return is_drawn;
}

void tp_orderlist_trail(lua_State *L, int unit, const TrailPlaces *places) {
  const Unit *u = bind_known(L, unit);
  const tp_Grid *g = u->crowd->grid;
  const bool takes_any =
      tp_sim_unit(u->crowd->motion.sim, u->id)->takes_any_detour;
  luaL_checkstack(L, 18, NULL);
  push_orders(L);
  lua_getfield(L, -1, "trail");
  lua_replace(L, -2);
  lua_pushvalue(L, unit);
  lua_pushvalue(L, unit + 1);
  lua_pushnumber(L, places->within);
  bind_push_cell(L, g, places->at.x, places->at.y);
  lua_pushinteger(L, places->at.w);
  lua_pushinteger(L, places->at.h);
  bind_push_cell(L, g, places->from.x, places->from.y);
  lua_pushboolean(L, places->is_new);
  lua_pushboolean(L, places->seeks_detour);
  lua_pushboolean(L, takes_any);
  lua_call(L, 12, 2);
}

/* core.set_trail(unit, trail) */
static int set_trail(lua_State *L) {
  Unit *u = bind_known(L, UNIT);
  lua_settop(L, 2);
  if (!u->orders.keep) return 0;
  u->orders.has_trail = true;
  if (u->crowd) u->crowd->has_lists = true;
  tp_bind_keep(L, UNIT, UNIT_WANDER, 2);
  return 0;
}

/* core.trail(unit) -> its trail (trail.lua), or nil */
static int trail(lua_State *L) {
  const Unit *u = bind_known(L, UNIT);
  if (!u->orders.has_trail) return 0;
  tp_bind_push_kept(L, UNIT, UNIT_WANDER);
  return 1;
}

/* core.walls(unit, left, top, right, bottom) -> where units stand that overlap
 * these cells, and around which the unit makes a detour, except its leader: a
 * list of { column, row, columns, rows }. If another has come first to its
 * place, it seeks one that no unit keeps. The budget pays for it. */
static int walls(lua_State *L) {
  enum { LIST = 6, UNITS = 8, WALL = 12 }; /* units, and nodes for a wall */
  const Unit *u = bind_known(L, UNIT);
  Crowd *c = u->crowd;
  int count = 0;
  lua_newtable(L);
  if (!c) return 1; /* a finalizer has removed it */
  const tp_Grid *g = c->grid;
  const uint32_t leader = c->motion.sim->round.room.leader[u->id];
  const tp_CostToGoal *to_goal = &tp_sim_unit(c->motion.sim, u->id)->to_goal;
  const bool seeks_place =
      tp_costtogoal_has_goal(to_goal) &&
      tp_settling_is_late(c->motion.sim, u->id, to_goal->goal);
  const double area[] = {lua_tonumber(L, 2), lua_tonumber(L, 3),
                         lua_tonumber(L, 4), lua_tonumber(L, 5)};
  /* A finalizer may add units, or remove this one. */
  for (uint32_t id = 1;
       u->crowd == c && u->orders.is_admitted && id <= c->motion.sim->last_id;
       id++) {
    const tp_Sim *sim = c->motion.sim;
    const tp_Unit *other = tp_sim_unit(sim, id);
    if (id == u->id || id == leader || other->wide == 0) continue;
    if (!tp_unit_detours_around(tp_sim_unit(sim, u->id), other, sim->now) &&
        !(seeks_place && !tp_round_are_fellows(&sim->round, u->id, id) &&
          tp_round_keeps_place(&sim->round, u->id, id))) {
      continue;
    }
    const tp_Cell at = tp_unit_cell(other);
    const double rect[] = {bind_to_user(at.x, g->base_x),
                           bind_to_user(at.y, g->base_y), other->wide,
                           other->high};
    if (rect[0] > area[2] || rect[0] + rect[2] <= area[0] ||
        rect[1] > area[3] || rect[1] + rect[3] <= area[1]) {
      continue;
    }
    lua_newtable(L);
    for (int i = 0; i < 4; i++) {
      lua_pushnumber(L, rect[i]);
      lua_rawseti(L, -2, i + 1);
    }
    lua_rawseti(L, LIST, ++count);
  }
  tp_spend(&c->motion.left, c->units / UNITS + (uint64_t)count * WALL);
  return 1;
}

/* core.charge(unit): the budget pays for the last search of its pathfinder. */
static int charge(lua_State *L) {
  const Unit *u = bind_known(L, UNIT);
  if (u->crowd)
    tp_spend(&u->crowd->motion.left, QUERYRUN_BEGIN + u->finder->info.expanded);
  return 0;
}

/* core.set_wander(unit, wander, area): its patrol has one point, which was
 * drawn in that area; core.Unit.__orders.draw(unit) draws the next one: column,
 * row, area, or nil. */
static int set_wander(lua_State *L) {
  Unit *u = bind_known(L, UNIT);
  lua_settop(L, 3);
  u->orders.area = (uint32_t)lua_tonumber(L, 3);
  if (u->crowd) u->crowd->has_lists = true;
  lua_settop(L, 2);
  tp_bind_keep(L, UNIT, UNIT_WANDER, 2);
  return 0;
}

/* core.wander(unit) -> what it keeps of a patrol at random, or nil */
static int wander(lua_State *L) {
  const Unit *u = bind_known(L, UNIT);
  if (u->orders.area == 0) return 0;
  tp_bind_push_kept(L, UNIT, UNIT_WANDER);
  return 1;
}

void tp_orderlist_push_points(lua_State *L, int unit, int path) {
  push_orders(L);
  lua_getfield(L, -1, "points");
  lua_remove(L, -2);
  lua_pushvalue(L, unit);
  lua_pushvalue(L, path);
  lua_call(L, 2, 1);
}

void tp_orderlist_keep_points(lua_State *L, int unit, int points) {
  Unit *u = bind_known(L, unit);
  u->orders.has_points = true;
  tp_bind_keep(L, unit, UNIT_WANDER, points);
}

/* core.set_points(unit, points) */
static int set_points(lua_State *L) {
  tp_orderlist_keep_points(L, UNIT, 2);
  return 0;
}

/* core.points(unit) -> what its order keeps of a path, or nil */
static int points(lua_State *L) {
  const Unit *u = bind_known(L, UNIT);
  if (!u->orders.has_points) return 0;
  tp_bind_push_kept(L, UNIT, UNIT_WANDER);
  return 1;
}

bool tp_orderlist_is_resuming(lua_State *L, int unit) {
  const Unit *u = bind_known(L, unit);
  if (!u->has_list) return false;
  push_orders(L);
  lua_getfield(L, -1, "is_resuming");
  lua_pushvalue(L, unit);
  lua_call(L, 1, 1);
  const bool is_resuming = lua_toboolean(L, -1);
  lua_pop(L, 2);
  return is_resuming;
}

void tp_orderlist_go_on(lua_State *L, int unit) {
  const Unit *u = bind_known(L, unit);
  Crowd *c = u->crowd;
  push_orders(L);
  lua_getfield(L, -1, "go_on");
  lua_replace(L, -2);
  lua_pushvalue(L, unit);
  c->motion.giving_id = u->id;
  const bool failed = tp_bind_try_call(L, 1, 0, bind_locks(c, c->grid));
  c->motion.giving_id = 0;
  if (failed) { /* the next update lets it look again */
    c->motion.asking_id = c->motion.sim->moment.asked = 0;
    lua_error(L);
  }
}

void tp_orderlist_next(lua_State *L) {
  lua_settop(L, UNIT);
  call_lua(L, "next");
}

/* ---- the list ------------------------------------------------------------ */

/* Keeps the value on the top as the list, or nil. Makes no memory. */
static void keep(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  u->has_list = !lua_isnil(L, -1);
  if (u->has_list) u->crowd->has_lists = true;
  tp_bind_keep(L, unit, UNIT_LIST, -1);
  if (unit_of(u)) tp_sim_set_next(u->crowd->motion.sim, u->id, u->has_list);
}

void tp_orderlist_drop(lua_State *L, int unit) {
  const Unit *u = bind_known(L, unit);
  if (!u->has_list) return;
  lua_pushnil(L);
  keep(L, unit);
  lua_pop(L, 1);
}

/* core.has_lists(crowd) -> has a unit had a list, or a patrol at random? */
static int has_lists(lua_State *L) {
  const Crowd *c = bind_known(L, 1);
  lua_pushboolean(L, c->has_lists);
  return 1;
}

/* core.order_list(unit) -> the list, or nil. A new order, `stop` and `step` drop
 * it; the end of an order does not. */
static int order_list(lua_State *L) {
  tp_bind_push_kept(L, UNIT, UNIT_LIST);
  return 1;
}

/* core.keep_orders(unit, list or nil) */
static int keep_orders(lua_State *L) {
  const Unit *u = bind_known(L, UNIT);
  lua_settop(L, 2);
  if (u->crowd) keep(L, UNIT);
  return 0;
}

/* ---- is the order over? -------------------------------------------------- */

/* core.order_is_over(unit) -> has it no order, or come to the end of it? With a
 * target it has none, nor has a patrol. */
static int order_is_over(lua_State *L) {
  const tp_Unit *core_unit = unit_of(bind_known(L, UNIT));
  lua_pushboolean(L, !core_unit || tp_unit_is_over(core_unit));
  return 1;
}

bool tp_orderlist_moves(const Unit *u) {
  const tp_Unit *core_unit = unit_of(u);
  return core_unit && (tp_unit_goes(core_unit) ||
                       tp_sim_is_due(u->crowd->motion.sim, u->id));
}

static const luaL_Reg functions[] = {
    {"has_lists", has_lists},
    {"order_list", order_list},
    {"keep_orders", keep_orders},
    {"order_is_over", order_is_over},
    {"set_wander", set_wander},
    {"wander", wander},
    {"set_points", set_points},
    {"points", points},
    {"set_trail", set_trail},
    {"trail", trail},
    {"walls", walls},
    {"charge", charge},
    {NULL, NULL},
};

const bind_Exports tp_orderlist_exports = {.functions = functions};
