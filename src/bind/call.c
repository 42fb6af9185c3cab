/* call.c - calls that may run code of the user's.
 *
 * Invariant: a busy mark that was put up comes down, whichever way the call
 * ends.
 */
#include "bind.h"

static void mark(uint32_t *busy, uint32_t by) {
  if (busy) *busy += by;
}

bool bind_try(lua_State *L, int nargs, int nresults, uint32_t *busy,
              uint32_t *grid_busy) {
  mark(busy, 1);
  mark(grid_busy, 1);
  bool failed = lua_pcall(L, nargs, nresults, 0) != 0;
  mark(busy, UINT32_MAX);
  mark(grid_busy, UINT32_MAX);
  return failed;
}

void bind_call(lua_State *L, int nargs, int nresults, uint32_t *busy,
               uint32_t *grid_busy) {
  if (bind_try(L, nargs, nresults, busy, grid_busy)) lua_error(L);
}

void bind_check_idle(lua_State *L, uint32_t busy, bind_Kind kind,
                     const char *function) {
  if (busy > 0) {
    bind_error(L, "%s: the %s is busy (a callback may not do this)", function,
               bind_nouns[kind]);
  }
}
