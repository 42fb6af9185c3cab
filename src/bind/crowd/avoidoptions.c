/* avoidoptions.c - reads the options of queries that avoid units and places;
 * and the overlay of queries that are answered at once. */
#include "avoidoptions.h"

#include "../finder/pathfinder.h"
#include "avoid.h"

bool tp_avoid_is_list(lua_State *L, bool takes_crowds) {
  return (lua_istable(L, -1) && !tp_bind_is_table_of(L, -1, "follower")) ||
         tp_bind_test(L, -1, BIND_UNIT) ||
         (takes_crowds && tp_bind_test(L, -1, BIND_CROWD));
}

bool tp_avoid_read_price(lua_State *L, double *cost) {
  *cost = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
  return *cost >= TP_MIN_PRICE && *cost <= TP_MAX_PRICE;
}

void tp_avoid_complete(lua_State *L, Avoid *avoid) {
  if (avoid->avoid || !(avoid->pass || avoid->stops)) return;
  lua_newtable(L);
  avoid->avoid = lua_gettop(L);
}

enum { AVOID, COST, EXCEPT, PASSED, STOPPING, OTHER };

static const char *const what[] = {AVOID_WHAT, AVOID_WHAT_PRICE,
                                   AVOID_WHAT_EXCEPT, AVOID_WHAT, AVOID_WHAT};

/* If there are several mistakes, the first by name is reported, in whatever
 * order the VM keeps the keys. */
Avoid tp_avoid_read(lua_State *L, int arg, const Finder *f,
                    const char *function, const char *const names[]) {
  static const char *const own[] = {AVOID_NAMES, MOVE_NAMES, NULL};
  static const char *const others[] = {AVOID_NAMES, NULL};
  const char *argument = names ? "options" : "query";
  Avoid avoid = {0};
  bool is_right[OTHER];
  if (!names) names = others;
  if (!tp_bind_options(L, arg, function, argument, names)) return avoid;
  int place = lua_gettop(L) + 1;
  luaL_checkstack(L, 12, NULL);
  lua_settop(L, place + OTHER - 1);
  for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
    int option = tp_bind_word(L, -2, own);
    if (option < 0) continue;
    lua_pushvalue(L, -1);
    lua_replace(L, place + option);
  }
  for (int i = AVOID; i < OTHER; i++) {
    lua_pushvalue(L, place + i);
    is_right[i] = i == COST ? tp_avoid_read_price(L, &avoid.cost)
                            : tp_avoid_is_list(L, i != EXCEPT);
    lua_pop(L, 1);
    if (is_right[i] || lua_isnil(L, place + i)) continue;
    tp_bind_wrong(L, place + i, function, own[i], what[i]);
  }
  avoid.avoid = is_right[AVOID] ? place + AVOID : 0;
  avoid.except = is_right[EXCEPT] ? place + EXCEPT : 0;
  avoid.pass = is_right[PASSED] ? place + PASSED : 0;
  avoid.stops = is_right[STOPPING] ? place + STOPPING : 0;
  tp_avoid_complete(L, &avoid);
  if (avoid_is_given(&avoid)) tp_avoid_check(L, &avoid, f, function);
  return avoid;
}

/* ---- queries that are answered at once --------------------------------- */

tp_Navmap *tp_avoid_leave(lua_State *L, const Avoid *avoid, Finder *f,
                          const char *function, const tp_Cell *start,
                          const Others **others) {
  AvoidCall call = {.function = function,
                    .finder = f,
                    .search = &f->query_run.search,
                    .locks = finder_locks(f),
                    .start = {0, 0, 0, 0},
                    .leaves = others && start};
  if (!avoid->avoid) {
    tp_finder_prepare_map(L, 1, f, function);
    return &f->navmap;
  }
  tp_bind_check_idle(L, f, BIND_PATHFINDER, function);
  call.others = tp_avoid_push_handle(L, 1, OTHERS);
  if (start) call.start = finder_footprint(f, *start);
  tp_finder_prepare_map(L, 1, f, function);
  tp_Navmap *overlay = tp_avoid_update_overlay(L, avoid, &call);
  if (call.leaves) *others = bind_known(L, call.others);
  tp_avoid_prepare(L, &call, overlay, TP_MAP);
  return overlay;
}

tp_Navmap *tp_avoid_navmap(lua_State *L, const Avoid *avoid, Finder *f,
                           const char *function, const tp_Cell *start) {
  return tp_avoid_leave(L, avoid, f, function, start, NULL);
}
