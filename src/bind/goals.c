/* goals.c - reads lists of goals: see goals.h.
 *
 * A list is checked from end to end before anything is made of it, so that a
 * mistake in it changes nothing. Making room may run finalizers, which may
 * change the list: it is read as if it had never been checked, and what has
 * been added meanwhile is left out.
 */
#include "goals.h"

static const char shape[] = "{ x, y [, extra cost] }";

/* Raises what is wrong with item `i` (0: all of it) of goal `number`, which
 * stands on the top. Names are made only here: they are garbage. */
static void refuse(lua_State *L, int number, int i, const char *function,
                   const char *what) {
  int item = lua_gettop(L);
  if (i == 0) {
    lua_pushfstring(L, "goals[%d]", number);
  } else {
    lua_pushfstring(L, "goals[%d][%d]", number, i);
  }
  bind_wrong(L, item, function, lua_tostring(L, -1), what);
}

/* Pushes a goal and its items, of which the third may be nil; returns where
 * the first stands. */
static int push_goal(lua_State *L, int arg, int number, const char *function,
                     bool world) {
  lua_rawgeti(L, arg, number);
  int goal = lua_gettop(L);
  if (!lua_istable(L, goal)) refuse(L, number, 0, function, shape);
  for (int i = 1; i <= 2; i++) {
    lua_rawgeti(L, goal, i);
    if (!bind_is_number(L, -1, !world)) {
      refuse(L, number, i, function,
             world ? "a finite number" : "a whole number");
    }
  }
  lua_rawgeti(L, goal, 3);
  bool is_extra = lua_isnil(L, -1) ||
                  (bind_is_number(L, -1, false) && lua_tonumber(L, -1) >= 0);
  if (!is_extra) {
    refuse(L, number, 3, function, "a finite number of at least 0");
  }
  return goal + 1;
}

static uint32_t count_goals(lua_State *L, int arg, const char *function) {
  const size_t most = INT32_MAX / sizeof(Goal);
  size_t count = lua_istable(L, arg) ? compat_raw_length(L, arg) : 0;
  if (count == 0 && lua_istable(L, arg)) {
    bind_error(L, "%s: goals must be a list of one or more %s, got none",
               function, shape);
  }
  if (count == 0) bind_wrong(L, arg, function, "goals", "a table");
  if (count > most) bind_error(L, "not enough memory");
  return (uint32_t)count;
}

static void make_room(lua_State *L, Goals *goals, Keeper keeper,
                      uint32_t count) {
  enum { FIRST_ROOM = 16 };
  if (count <= goals->room) return;
  uint32_t room = goals->room ? goals->room : FIRST_ROOM;
  while (room < count) room *= 2;
  goals->goal = bind_block(L, keeper.handle, keeper.slot, room * sizeof(Goal),
                           keeper.busy, keeper.grid_busy);
  goals->room = room;
  lua_pop(L, 1);
}

void goals_read(lua_State *L, int arg, const Finder *f, Goals *goals,
                Keeper keeper, const char *function, bool world) {
  int top = lua_gettop(L);
  luaL_checkstack(L, 8, NULL);
  uint32_t count = count_goals(L, arg, function);
  for (uint32_t i = 0; i < count; i++) {
    push_goal(L, arg, (int)i + 1, function, world);
    lua_settop(L, top);
  }
  make_room(L, goals, keeper, count);
  goals->count = 0;
  uint32_t still = count_goals(L, arg, function);
  if (still < count) count = still;
  for (uint32_t i = 0; i < count; i++) {
    int at = push_goal(L, arg, (int)i + 1, function, world);
    Goal *goal = &goals->goal[i];
    goal->cell = world ? finder_world_cell(L, at, f, function, "x", "y")
                       : bind_cell(L, at, f->grid, function, "x", "y");
    goal->world[0] = lua_tonumber(L, at);
    goal->world[1] = lua_tonumber(L, at + 1);
    goal->extra = lua_isnil(L, at + 2) ? 0 : lua_tonumber(L, at + 2);
    lua_settop(L, top);
  }
  goals->count = count;
}
