/* options.c - tables of options in the last place of a call. */
#include <string.h>

#include "bind.h"

/* Is the string on the top before the one below it, byte by byte? */
static bool is_before(lua_State *L) {
  size_t length, other_length;
  const char *text = lua_tolstring(L, -1, &length);
  const char *other = lua_tolstring(L, -2, &other_length);
  size_t common = length < other_length ? length : other_length;
  int order = memcmp(text, other, common);
  return order < 0 || (order == 0 && length < other_length);
}

/* Is the key on the top to be told of rather than the one below it? Numbers
 * before strings, each kind in order, as the Lua files have it. */
static bool comes_first(lua_State *L) {
  int type = lua_type(L, -1), other = lua_type(L, -2);
  if (type == LUA_TNUMBER && other == LUA_TNUMBER) {
    return lua_tonumber(L, -1) < lua_tonumber(L, -2);
  }
  if (type == LUA_TSTRING && other == LUA_TSTRING) {
    return is_before(L);
  }
  return type == LUA_TNUMBER || (type == LUA_TSTRING && other != LUA_TNUMBER);
}

bool bind_options(lua_State *L, int arg, const char *function, const char *name,
                  const char *const names[]) {
  if (lua_isnoneornil(L, arg)) return false;
  if (!lua_istable(L, arg)) bind_wrong(L, arg, function, name, "a table");
  lua_pushnil(L);
  int unknown = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
    if (bind_word(L, -2, names) >= 0) continue;
    lua_pushvalue(L, unknown);
    lua_pushvalue(L, -3);
    if (lua_isnil(L, unknown) || comes_first(L)) lua_replace(L, unknown);
    lua_settop(L, unknown + 2);
  }
  if (!lua_isnil(L, unknown)) {
    bind_error(L, "%s: unknown option %s", function, bind_show(L, unknown));
  }
  lua_settop(L, unknown - 1);
  return true;
}

double bind_cost(lua_State *L, int arg, const char *function,
                 const char *name) {
  double cost = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : -1;
  if (!(cost >= 0)) {
    bind_wrong(L, arg, function, name, "a number of at least 0");
  }
  return cost;
}
