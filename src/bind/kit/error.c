/* error.c - what a mistake is called, and where it is said to be.
 *
 * Invariant: an error names the caller's mistake, at the caller's line, and is
 * raised before anything has been changed.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bind.h"

/* On Windows one folder may be written in two ways. */
static bool begins_with(const char *source, const char *folder, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char c = source[i] == '\\' ? '/' : source[i];
    if (c == 0 || c != folder[i]) return false;
  }
  return true;
}

/* Is the function one of the library's own Lua files? Those have noted in the
 * grid's metatable how the names of their chunks begin, with slashes. */
static bool is_own(lua_State *L, const lua_Debug *at) {
  size_t length = 0;
  lua_pushliteral(L, "__folder");
  lua_rawget(L, lua_upvalueindex(BIND_GRID));
  const char *folder = lua_tolstring(L, -1, &length);
  bool is_one = folder && begins_with(at->source, folder, length);
  lua_pop(L, 1);
  return is_one;
}

/* Tail calls and C functions such as pcall have no line, and the library's own
 * lines help nobody: the nearest other function is where the user finds his
 * call. */
static void push_place(lua_State *L) {
  lua_Debug at;
  for (int level = 1; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline > 0 && !is_own(L, &at)) {
      lua_pushfstring(L, "%s:%d: ", at.short_src, at.currentline);
      return;
    }
  }
  lua_pushliteral(L, "");
}

int tp_bind_error(lua_State *L, const char *format, ...) {
  va_list arguments;
  luaL_checkstack(L, 4, NULL);
  push_place(L);
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  lua_concat(L, 2);
  lua_error(L);
  for (;;) abort(); /* not reached; Lua's header does not say so */
}

/* Not lua_Number's own form: 5.3 writes 3.0, and every C library spells what
 * is no number its own way. */
const char *tp_bind_show_number(lua_State *L, double value) {
  char text[32];
  if (value != value) {
    lua_pushliteral(L, "nan");
  } else if (value - value != 0) {
    lua_pushstring(L, value > 0 ? "inf" : "-inf");
  } else {
    snprintf(text, sizeof text, "%.14g", value);
    lua_pushstring(L, text);
  }
  return lua_tostring(L, -1);
}

/* Quoted; cut after 40 bytes, control characters as \ddd. */
static const char *show_string(lua_State *L, int index) {
  enum { LONGEST = 40 };
  char text[4 * LONGEST + 1], *end = text;
  size_t length;
  const char *s = lua_tolstring(L, index, &length);
  for (size_t i = 0; i < length && i < LONGEST; i++) {
    unsigned char c = (unsigned char)s[i];
    bool control = c < ' ' || c == 127;
    end += snprintf(end, 5, control ? "\\%d" : "%c", c);
  }
  *end = 0;
  lua_pushfstring(L, length > LONGEST ? "'%s...'" : "'%s'", text);
  return lua_tostring(L, -1);
}
const char *tp_bind_show(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNUMBER: return tp_bind_show_number(L, lua_tonumber(L, index));
    case LUA_TSTRING: return show_string(L, index);
    case LUA_TNONE: lua_pushliteral(L, "nil"); break;
    default: lua_pushstring(L, tp_bind_noun(L, index));
  }
  return lua_tostring(L, -1);
}

int tp_bind_wrong(lua_State *L, int arg, const char *function, const char *name,
                  const char *what) {
  const char *got = tp_bind_show(L, arg);
  /* Once: but not every compiler knows that the call does not return. */
  for (;;) {
    tp_bind_error(L, "%s: %s must be %s, got %s", function, name, what, got);
  }
}

int tp_bind_push_no(lua_State *L, const char *reason) {
  lua_pushnil(L);
  lua_pushstring(L, reason);
  return 2;
}

int tp_bind_settle(lua_State *L, int arg) {
  if (arg < 0) return lua_gettop(L) + 1 + arg;
  if (lua_gettop(L) < arg) lua_settop(L, arg);
  return arg;
}
