/* clock.c - a Lua module: a function that returns this process's CPU time in
 * microseconds, with fractions. os.clock() counts whole microseconds, and many
 * queries take only one or two.
 *
 * It uses the API of Lua 5.1 that is the same in every VM.
 */
#include <lua.h>
#include <time.h>

static int now(lua_State *L) {
  struct timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  lua_pushnumber(L, (double)at.tv_sec * 1e6 + (double)at.tv_nsec * 1e-3);
  return 1;
}

int luaopen_bench_clock(lua_State *L);

int luaopen_bench_clock(lua_State *L) {
  lua_pushcfunction(L, now);
  return 1;
}
