/* host.c - a program in C that has Lua and tilepath inside. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

#include "tilepath.h"

static const char game[] =
    "local tilepath = require 'tilepath'\n"
    "local finder = tilepath.pathfinder(tilepath.grid(8, 5))\n"
    "local path, cost = finder:find(1, 1, 8, 5)\n"
    "print(path, cost)\n";

int main(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_getglobal(L, "package"), lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_tilepath), lua_setfield(L, -2, "tilepath");
  lua_pop(L, 2);
  int failed = luaL_dostring(L, game);
  if (failed) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return failed;
}
