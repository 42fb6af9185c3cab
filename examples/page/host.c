/* Lua 5.4 with tilepath for a page. The worker calls the function that
 * page.lua returns.
 *
 * A program of the page can compute and print, and nothing else: there are no
 * files, no processes and no C libraries. Limits hold it:
 *
 * - memory: MOST_BYTES for the Lua state; then Lua says "not enough memory";
 * - time: an error ends what takes longer than MOST_SECONDS. A program can
 *   catch that error, and a call of a C function does not end by it. So the
 *   page ends a worker that does not answer.
 */

#include <emscripten.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "tilepath.h"

#define MOST_BYTES   ((size_t)256 << 20)
#define MOST_SECONDS 1
#define INSTRUCTIONS 20000 /* from one look at the clock to the next */

static size_t bytes;   /* that the state uses */
static double begun;   /* when the turn began, in milliseconds */
static lua_State *lua; /* index 1: page.lua's function, then an answer */

/* clang-format off */
EM_JS(void, page_print, (const char *line), { printLine(UTF8ToString(line)) })
/* clang-format on */

static void *allocate(void *ud, void *block, size_t old, size_t size) {
  (void)ud;
  if (!block) old = 0;
  if (size > old && size - old > MOST_BYTES - bytes) return NULL;
  void *moved = NULL;
  if (size) {
    moved = realloc(block, size);
    if (!moved) return NULL;
  } else {
    free(block);
  }
  bytes += size - old;
  return moved;
}

static void watch(lua_State *L, lua_Debug *ar) {
  (void)ar;
  if (emscripten_get_now() - begun < 1000.0 * MOST_SECONDS) return;
  luaL_where(L, 0); /* in a hook, the function that runs */
  lua_pushliteral(L, "a second has passed: is there an endless loop?");
  lua_concat(L, 2);
  lua_error(L);
}

static int print_line(lua_State *L) {
  page_print(luaL_checkstring(L, 1));
  return 0;
}

static const luaL_Reg libraries[] = {
    {LUA_GNAME, luaopen_base},          {LUA_LOADLIBNAME, luaopen_package},
    {LUA_COLIBNAME, luaopen_coroutine}, {LUA_TABLIBNAME, luaopen_table},
    {LUA_OSLIBNAME, luaopen_os},        {LUA_STRLIBNAME, luaopen_string},
    {LUA_MATHLIBNAME, luaopen_math},    {LUA_UTF8LIBNAME, luaopen_utf8},
    {LUA_DBLIBNAME, luaopen_debug},
};

/* Functions that would stop the worker, remove the time limit, or look for
 * files. */
static const char *const taken[][2] = {
    {LUA_GNAME, "dofile"},      {LUA_GNAME, "loadfile"},
    {LUA_OSLIBNAME, "execute"}, {LUA_OSLIBNAME, "exit"},
    {LUA_OSLIBNAME, "getenv"},  {LUA_OSLIBNAME, "remove"},
    {LUA_OSLIBNAME, "rename"},  {LUA_OSLIBNAME, "setlocale"},
    {LUA_OSLIBNAME, "tmpname"}, {LUA_LOADLIBNAME, "loadlib"},
    {LUA_DBLIBNAME, "debug"},   {LUA_DBLIBNAME, "sethook"},
};

/* Returns page.lua's function, from the text of page.lua. */
static int open(lua_State *L) {
  const char *text = lua_touserdata(L, 1);
  for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
    luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
    lua_pop(L, 1);
  }
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
    lua_getglobal(L, taken[i][0]);
    lua_pushnil(L);
    lua_setfield(L, -2, taken[i][1]);
    lua_pop(L, 1);
  }
  lua_getglobal(L, "package");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "path");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_tilepath);
  lua_setfield(L, -2, "tilepath");
  if (luaL_loadbufferx(L, text, strlen(text), "=page.lua", "t"))
    return lua_error(L);
  lua_pushcfunction(L, print_line);
  lua_call(L, 1, 1);
  return 1;
}

/* Opens a fresh state; `text` is page.lua's. The calls take an array of
 * arguments, so that all allocation happens inside lua_pcall. */
EMSCRIPTEN_KEEPALIVE int page_open(const char *text) {
  if (lua) lua_close(lua);
  lua = lua_newstate(allocate, NULL);
  if (!lua) return 0;
  begun = emscripten_get_now();
  lua_sethook(lua, watch, LUA_MASKCOUNT, INSTRUCTIONS);
  lua_pushcfunction(lua, open);
  lua_pushlightuserdata(lua, (void *)text);
  return lua_pcall(lua, 1, 1, 0) == LUA_OK;
}

struct Call {
  const char *name, *text;
  double numbers[4];
};

static int call(lua_State *L) {
  const struct Call *c = lua_touserdata(L, 2);
  lua_settop(L, 1);
  lua_pushstring(L, c->name);
  lua_pushstring(L, c->text);
  for (int i = 0; i < 4; i++) lua_pushnumber(L, c->numbers[i]);
  lua_call(L, 6, 1);
  return 1;
}

/* Begins a turn: the calls that follow have MOST_SECONDS. */
EMSCRIPTEN_KEEPALIVE void page_begin(void) { begun = emscripten_get_now(); }

/* Calls page.lua's function. Returns whether that worked; page_answer has a
 * text in either case. */
EMSCRIPTEN_KEEPALIVE int page_call(const char *name, const char *text, double a,
                                   double b, double c, double d) {
  struct Call arguments = {name, text, {a, b, c, d}};
  lua_settop(lua, 1);
  lua_pushcfunction(lua, call);
  lua_pushvalue(lua, 1);
  lua_pushlightuserdata(lua, &arguments);
  return lua_pcall(lua, 2, 1, 0) == LUA_OK;
}

/* What the last call returned, or its error. */
EMSCRIPTEN_KEEPALIVE const char *page_answer(void) {
  return lua_tostring(lua, -1);
}
