/* go.c - units that go to a goal: unit:go, unit:go_cell, and the plan of all
 * orders with a goal, which tells at once if there is a path.
 *
 * Invariant: a refused order does not change the unit. All memory is made
 * before the first change.
 *
 * The plan is that of a search that does not run. Its cost is the update of the
 * map.
 */
#include <math.h>
#include <string.h>

#include "../crowd/membership.h"
#include "../crowd/orderlist.h"
#include "../crowd/unit.h"
#include "../finder/pathfinder.h"
#include "../query/goals.h"
#include "order.h"

enum { UNIT = 1 };

/* Is the query no more than the cell of its goal? */
static bool has_one_cell(const QueryArgs *q) {
  return !q->goals && q->options.kind == TP_GOAL_CELLS && !q->query.partial &&
         q->query.max_nodes == UINT64_MAX;
}

/* Pushes a block with the query, whose list the pathfinder has read; nil if the
 * query is no more than a cell. */
static UnitQuery *push_query(lua_State *L, const Finder *f, const QueryArgs *q,
                             bind_Locks locks) {
  if (has_one_cell(q)) {
    lua_pushnil(L);
    return NULL;
  }
  const bind_Numbers *list = &f->query_run.goals.list;
  size_t count = q->goals ? (size_t)list->count * GOAL_NUMBERS : 0;
  size_t bytes = sizeof(UnitQuery) + count * sizeof(double);
  bind_push(L, BIND_MAKE_BLOCK);
  lua_pushnumber(L, (lua_Number)bytes);
  tp_bind_call(L, 1, 1, locks);
  UnitQuery *query = bind_known(L, -1);
  *query = (UnitQuery){
      .query = q->query, .options = q->options, .is_list = q->goals > 0};
  query->list =
      (bind_Numbers){.number = (double *)(void *)(query + 1), .room = count};
  if (count) {
    query->list.count = list->count;
    memcpy(query->list.number, list->number, count * sizeof(double));
  }
  return query;
}

UnitQuery *tp_order_push_query(lua_State *L, const QueryArgs *q) {
  Finder *f = bind_known(L, q->at);
  const bind_BlockSlot list = {q->at, RUN_GOAL_LIST, finder_locks(f)};
  tp_bind_check_idle(L, f, BIND_PATHFINDER, q->function);
  if (q->options.sight) tp_finder_prepare_eyes(L, q->at, f, q->function);
  if (q->goals) tp_queryargs_read_list(L, q, &f->query_run.goals, list);
  f->query_run.goals.is_list = q->goals > 0;
  return push_query(L, f, q, list.locks);
}

/* A plan knows only the map: the crowd joins when the search runs. */
static const tp_QueryCaller any_unit = {.only = NULL};

/* Begins the search: why is there no path? */
static tp_Reason begin(lua_State *L, Unit *u, Finder *f, QueryArgs *q) {
  const bind_BlockSlot goals = {q->at, RUN_GOAL_SET, finder_locks(f)};
  tp_queryargs_make_goals(L, f, q, &f->query_run.goals, goals);
  tp_finder_prepare(L, q->at, TP_QUERY_PARTS, NULL, q->function);
  if (!u->crowd || u->finder != f) {
    tp_bind_error(L, "%s: the unit was changed meanwhile", q->function);
  }
  tp_unit_update_place(u);
  q->query.start = u->cell;
  f->query_run.search.shared = NULL;
  tp_queryargs_begin(q, &f->navmap, &f->query_run.search);
  const tp_Search *search = &f->query_run.search;
  return search->status == TP_FAILED ? search->reason : TP_NO_REASON;
}

/* The price of paused units as in tp_Unit. */
static uint16_t whole_price(double price) {
  if (price < 0) return TP_NO_PRICE;
  return price < TP_NO_DETOUR ? (uint16_t)lround(price) : TP_NO_DETOUR;
}

bool tp_order_has_settings(const Unit *u, const QueryArgs *q) {
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  return core_unit->settle == q->settle &&
         core_unit->avoid_price == whole_price(q->avoid_price) &&
         tp_order_is_given(u, &q->of_order);
}

/* Do both lead to the same ends? */
static bool is_same_query(const UnitQuery *a, const UnitQuery *b) {
  const QueryOptions *o = &a->options, *p = &b->options;
  const size_t bytes = sizeof(double) * GOAL_NUMBERS * a->list.count;
  return o->in_world == p->in_world && o->kind == p->kind &&
         o->sight == p->sight && o->waits == p->waits &&
         o->within == p->within && o->to[0] == p->to[0] &&
         o->to[1] == p->to[1] && a->query.partial == b->query.partial &&
         a->query.max_nodes == b->query.max_nodes && a->is_list == b->is_list &&
         a->list.count == b->list.count &&
         (bytes == 0 || memcmp(a->list.number, b->list.number, bytes) == 0);
}

/* Has the unit the same order, with that query or NULL, and is it under way, or
 * blocked, on a plan of the map as it is now? (One that waits for a way sees to
 * edits itself.) Then nothing changes, so a game may give an order in each
 * frame. */
static bool is_repeated(const Unit *u, const QueryArgs *q,
                        const UnitQuery *query) {
  const UnitQuery *own = u->search.query;
  if (u->orders.kind != &tp_order_goal || !own != !query) return false;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  if (!tp_order_has_settings(u, q)) return false;
  if (own ? !is_same_query(own, query)
          : !tp_same_cell(core_unit->to_goal.goal, q->query.goal))
    return false;
  if (own && own->options.waits &&
      (core_unit->is_path_short || core_unit->flags & TP_UNIT_REFUSED))
    return true;
  return (core_unit->state == TP_GOING || core_unit->state == TP_WAITING ||
          core_unit->state == TP_BLOCKED) &&
         u->search.revision == tp_navmap_revision(&u->finder->navmap);
}

tp_Reason tp_order_plan(lua_State *L, int unit, QueryArgs *q,
                        tp_CostToGoal *to_goal) {
  Unit *u = bind_known(L, unit);
  Finder *f = bind_known(L, q->at);
  int top = lua_gettop(L);
  q->query.escape = true;
  q->query.caller = &any_unit;
  tp_unit_update_place(u);
  q->query.start = u->cell;
  UnitQuery *query = tp_order_push_query(L, q);
  const bool is_new = !u->crowd || !u->crowd->is_restored;
  tp_Reason reason = is_new ? begin(L, u, f, q) : TP_NO_REASON;
  const bool is_outside =
      reason == TP_START_OUTSIDE || reason == TP_GOAL_OUTSIDE;
  if (reason != TP_NO_REASON && !is_outside &&
      (q->options.waits || tp_orderlist_is_resuming(L, unit)))
    reason = TP_NO_REASON;
  q->is_repeated = q->call == QUERY_GO && is_repeated(u, q, query);
  if (reason == TP_NO_REASON && !q->is_repeated) {
    tp_unit_renew_path(u);
    u->search.query = query;
    u->search.revision = tp_navmap_revision(&f->navmap);
    const tp_Search *search = &f->query_run.search;
    if (is_new && search->status == TP_FOUND) {
      tp_query_record_goal(search, &f->query_run.goals, &q->options);
      u->search.goal = q->options.goal;
      u->search.is_partial = tp_search_is_partial(search);
    }
    tp_bind_keep(L, unit, UNIT_QUERY, top + 1);
    /* The goal, as far as it is known, inside the map. Of a query, it is the
     * unit's own cell only if the search has ended there, because then it has
     * arrived. */
    tp_Cell goal = is_new ? search->plan.query.goal : q->query.goal;
    if (is_new && search->status == TP_FOUND) {
      goal = tp_grid_clamp(f->grid, goal);
    } else if (query) {
      goal = tp_unit_elsewhere(f->grid, u->cell, goal);
    }
    *to_goal = (tp_CostToGoal){.goal = goal};
  }
  lua_settop(L, top);
  return reason;
}

QueryArgs tp_order_queryargs(tp_Cell goal, int finder, const char *function) {
  QueryArgs q = queryargs_default(function);
  q.query.goal = goal;
  q.at = finder;
  return q;
}

void tp_order_set_price(const Unit *u, double price) {
  tp_sim_unit(u->crowd->motion.sim, u->id)->avoid_price = whole_price(price);
}

/* Its goal is in cells or in world units: two numbers, or a list. */
static int give_goal(lua_State *L, const char *name, bool in_world) {
  enum { X = 2, GOALS = 2, FINDER = 6 };
  QueryArgs q = queryargs_default(name);
  q.call = QUERY_GO;
  q.options.in_world = in_world;
  tp_unit_placed(L, name);
  lua_settop(L, 5);
  if (lua_isnil(L, X) && lua_type(L, X + 1) == LUA_TSTRING) {
    lua_settop(L, X + 1); /* what a query gave: nil and a reason */
    return 2;
  }
  if (tp_bind_is_table_of(L, GOALS, "path")) {
    return tp_bind_error(L, "%s: a path is for unit:follow", name);
  }
  tp_order_check_meant(L, GOALS, name);
  q.goals = lua_istable(L, GOALS) ? GOALS : 0;
  int options = q.goals ? 3 : 4;
  tp_bind_push_kept(L, UNIT, UNIT_FINDER);
  const Finder *f = bind_known(L, FINDER);
  q.at = FINDER;
  if (!q.goals) {
    q.query.goal = in_world ? tp_finder_world_cell(L, X, f, name, "wx", "wy")
                            : tp_bind_cell(L, X, f->grid, name, "x", "y");
    q.options.to[0] = lua_tonumber(L, X);
    q.options.to[1] = lua_tonumber(L, X + 1);
  }
  tp_queryargs_read_options(L, options, f, &q);
  if (order_is_listed(&q.of_order)) return tp_orderlist_give(L, name, 4);
  if (q.options.waits) q.query.partial = true;
  const Unit *u = tp_order_get_ready(L, UNIT, name);
  lua_settop(L, FINDER);
  tp_Order order = {.settle = q.settle};
  const tp_Reason reason = tp_order_plan(L, UNIT, &q, &order.to_goal);
  if (reason != TP_NO_REASON) return tp_finder_push_reason(L, reason);
  lua_pushboolean(L, 1);
  if (q.is_repeated) {
    tp_orderlist_drop(L, UNIT);
    return 1;
  }
  tp_order_begin(L, UNIT, &tp_order_goal, &order, 0, &q.of_order);
  tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  core_unit->is_path_short = unit_waits(u);
  tp_order_set_price(u, q.avoid_price);
  return 1;
}

/* unit:go(wx, wy [, query]), unit:go(goals [, query]) -> true | nil, reason */
static int go(lua_State *L) { return give_goal(L, "go", true); }

/* unit:go_cell(x, y [, query]), unit:go_cell(goals [, query]): the same */
static int go_cell(lua_State *L) { return give_goal(L, "go_cell", false); }

const OrderKind tp_order_goal = {.serve = tp_unitsearch_serve};

static const luaL_Reg methods[] = {
    {"go", go},
    {"go_cell", go_cell},
    {NULL, NULL},
};

const bind_Exports tp_go_exports = {.kind = BIND_UNIT, .methods = methods};
