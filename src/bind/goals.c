/* goals.c - reads lists of goals: see goals.h.
 *
 * A list is checked from end to end before anything is made of it, so that a
 * mistake in it changes nothing. Making room may run finalizers, which may
 * change the list: it is read as if it had never been checked, and what has
 * been added meanwhile is left out.
 */
#include "finder.h"

static const char shape[] = "{ x, y [, extra cost] }";

/* A list that is being read, for messages. */
typedef struct Reading {
  const char *function;
  int arg, question;
  bool world;
} Reading;

/* Pushes the name of item `i` (0: all) of goal `number` (0: of the list). Names
 * are made only for messages: they are garbage. */
static const char *push_name(lua_State *L, const Reading *r, int number,
                             int i) {
  if (r->question > 0) {
    lua_pushfstring(L, "queries[%d][3]", r->question);
  } else {
    lua_pushliteral(L, "goals");
  }
  if (number > 0) {
    lua_pushfstring(L, i > 0 ? "[%d][%d]" : "[%d]", number, i);
    lua_concat(L, 2);
  }
  return lua_tostring(L, -1);
}

/* Raises what is wrong with that, which stands on the top. */
TP_NORETURN static void refuse(lua_State *L, const Reading *r, int number,
                               int i, const char *what) {
  int value = lua_gettop(L);
  bind_wrong(L, value, r->function, push_name(L, r, number, i), what);
}

/* Pushes a goal and its items, of which the third may be nil; returns where
 * the first stands. */
static int push_goal(lua_State *L, const Reading *r, int number) {
  lua_rawgeti(L, r->arg, number);
  int goal = lua_gettop(L);
  if (!lua_istable(L, goal)) refuse(L, r, number, 0, shape);
  for (int i = 1; i <= 2; i++) {
    lua_rawgeti(L, goal, i);
    if (bind_is_number(L, -1, !r->world)) continue;
    refuse(L, r, number, i, r->world ? "a finite number" : "a whole number");
  }
  lua_rawgeti(L, goal, 3);
  bool is_extra = lua_isnil(L, -1) ||
                  (bind_is_number(L, -1, false) && lua_tonumber(L, -1) >= 0);
  if (!is_extra) refuse(L, r, number, 3, "a finite number of at least 0");
  return goal + 1;
}

uint32_t goals_check(lua_State *L, int arg, const char *function, bool world,
                     int question) {
  const Reading r = {function, arg, question, world};
  const size_t most = INT32_MAX / sizeof(Goal);
  int top = lua_gettop(L);
  luaL_checkstack(L, 12, NULL);
  if (!lua_istable(L, arg)) {
    lua_pushvalue(L, arg);
    refuse(L, &r, 0, 0, "a table");
  }
  size_t count = compat_raw_length(L, arg);
  if (count == 0) {
    bind_error(L, "%s: %s must be one or more %s, got none", function,
               push_name(L, &r, 0, 0), shape);
  }
  if (count > most) bind_error(L, "not enough memory");
  for (size_t i = 1; i <= count; i++) {
    push_goal(L, &r, (int)i);
    lua_settop(L, top);
  }
  return (uint32_t)count;
}

static void make_room(lua_State *L, Goals *goals, bind_BlockSlot keeper,
                      uint32_t count) {
  enum { FIRST_ROOM = 16 };
  if (count <= goals->room) return;
  uint32_t room = goals->room ? goals->room : FIRST_ROOM;
  while (room < count) room *= 2;
  goals->goal = bind_block(L, keeper, room * sizeof(Goal));
  goals->room = room;
  lua_pop(L, 1);
}

void goals_read(lua_State *L, int arg, const Finder *f, Goals *goals,
                bind_BlockSlot keeper, const char *function, bool world) {
  const Reading r = {function, arg, 0, world};
  int top = lua_gettop(L);
  uint32_t count = goals_check(L, arg, function, world, 0);
  make_room(L, goals, keeper, count);
  uint32_t still = goals_check(L, arg, function, world, 0);
  if (still < count) count = still;
  for (uint32_t i = 0; i < count; i++) {
    int at = push_goal(L, &r, (int)i + 1);
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
