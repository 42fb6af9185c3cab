/* call.c - calls that may run code of the user's.
 *
 * Invariant: a busy mark that was put up comes down, whichever way the call
 * ends.
 */
#include "bind.h"

static void add_to(bind_Marks marks, uint32_t calls) {
  for (int i = 0; i < 3; i++) {
    bind_Head *behind = marks.of[i];
    if (behind) behind[-1].busy += calls;
  }
}

bool tp_bind_try(lua_State *L, int nargs, int nresults, bind_Marks marks) {
  add_to(marks, 1);
  bool failed = lua_pcall(L, nargs, nresults, 0) != 0;
  add_to(marks, UINT32_MAX);
  return failed;
}

void tp_bind_call(lua_State *L, int nargs, int nresults, bind_Marks marks) {
  if (tp_bind_try(L, nargs, nresults, marks)) lua_error(L);
}

int tp_bind_get(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

bool tp_bind_is_busy(const void *object) {
  const bind_Head *behind = object;
  return behind[-1].busy > 0;
}

void tp_bind_check_idle(lua_State *L, const void *object, bind_Kind kind,
                        const char *function) {
  if (tp_bind_is_busy(object)) tp_bind_refuse_busy(L, kind, function);
}

void tp_bind_refuse_busy(lua_State *L, bind_Kind kind, const char *function) {
  tp_bind_error(L, "%s: the %s is busy (a callback may not do this)", function,
                tp_bind_nouns[kind]);
}

/* Does a function of the library stand on a coroutine's stack, from a level on?
 * A coroutine that runs another one has room for a value there. */
static bool has_call_of_ours(lua_State *L, lua_State *thread, int level) {
  const int top = lua_gettop(L);
  bool is_ours = false;
  lua_Debug call;
  for (; !is_ours && lua_getstack(thread, level, &call); level++) {
    lua_getinfo(thread, "f", &call);
    lua_xmove(thread, L, 1);
    is_ours = lua_iscfunction(L, -1) && lua_getupvalue(L, -1, BIND_GRID) &&
              lua_rawequal(L, -1, lua_upvalueindex(BIND_GRID));
    lua_settop(L, top);
  }
  return is_ours;
}

/* One that has yielded, or failed, is within no call. */
bool tp_bind_is_within(lua_State *L) {
  const int top = lua_gettop(L);
  bool is_within = false;
  luaL_checkstack(L, 6, NULL);
  tp_bind_push_threads(L);
  for (lua_pushnil(L); !is_within && lua_next(L, top + 1); lua_pop(L, 1)) {
    lua_State *thread = lua_tothread(L, -2);
    is_within = thread && lua_status(thread) == 0 &&
                has_call_of_ours(L, thread, thread == L ? 1 : 0);
  }
  lua_settop(L, top);
  return is_within;
}
