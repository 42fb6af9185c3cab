/* module.c - luaopen_tilepath_core: what `require "tilepath_core"` runs.
 *
 * The module is private; users see lua/tilepath. It may be opened more than
 * once in a state (package.loaded cleared, specs run one after the other): the
 * metatables live in the registry, so objects made before stay what they are.
 * Their names there carry the version, because another version's userdata may
 * be laid out otherwise: to this one they are foreign.
 */
#include "bind.h"

/* The loader reads this in the file's bytes where the system refuses to load
 * it, and in a module that lies in an archive. */
static const char label[] = "[tilepath_core " BIND_VERSION " for " LUA_VERSION
                            " on " BIND_SYSTEM " " BIND_PROCESSOR "]";

/* Pushes the metatable of one kind. Its __name is for tostring and errors. */
static void push_metatable(lua_State *L, const char *key, const char *name) {
  luaL_newmetatable(L, key);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__name");
}

#define PUSH_METATABLE(L, name) \
  push_metatable(L, "tilepath." name " " BIND_VERSION, "tilepath." name)

/* Shows a metatable to the Lua files. */
static void add(lua_State *L, bind_Kind kind, const char *name) {
  lua_pushvalue(L, kind);
  lua_setfield(L, BIND_CORE, name);
}

BIND_EXPORT int luaopen_tilepath_core(lua_State *L);

BIND_EXPORT int luaopen_tilepath_core(lua_State *L) {
  compat_check_version(L);
  lua_settop(L, 0);
  /* What every function carries lies there twice while one is made. */
  luaL_checkstack(L, 2 * BIND_UPVALUES + LUA_MINSTACK, NULL);
  PUSH_METATABLE(L, "Grid");
  PUSH_METATABLE(L, "Pathfinder");
  PUSH_METATABLE(L, "Search");
  PUSH_METATABLE(L, "Field");
  PUSH_METATABLE(L, "Reach");
  PUSH_METATABLE(L, "Path");
  bind_push_upvalues(L);
  lua_newtable(L);
  add(L, BIND_GRID, "Grid");
  add(L, BIND_PATHFINDER, "Pathfinder");
  add(L, BIND_SEARCH, "Search");
  add(L, BIND_FIELD, "Field");
  add(L, BIND_REACH, "Reach");
  add(L, BIND_PATH, "Path");
  lua_pushliteral(L, BIND_VERSION);
  lua_setfield(L, BIND_CORE, "version");
  lua_pushstring(L, label);
  lua_setfield(L, BIND_CORE, "label");
  bind_open_grid(L);
  bind_open_build(L);
  bind_open_pathfinder(L);
  bind_open_search(L);
  bind_open_field(L);
  bind_open_reach(L);
  return 1;
}
