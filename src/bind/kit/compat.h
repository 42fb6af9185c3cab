/* compat.h - the few calls of the Lua C API that differ from 5.1 to 5.5.
 *
 * The rest of the binding uses the common part of all versions, and these
 * names. Macros tell which macros a header has; for functions the API's version
 * number decides. Nothing here defines a lua_ or luaL_ name.
 */
#pragma once

#include <lauxlib.h>
#include <lua.h>

#if defined(_WIN32)
#define BIND_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define BIND_EXPORT __attribute__((visibility("default")))
#else
#define BIND_EXPORT
#endif

/* The target of this build, in LuaJIT's words for systems (except macOS and
 * Android) and processors. */
#if defined(_WIN32)
#define BIND_SYSTEM "Windows"
#elif defined(__APPLE__)
#define BIND_SYSTEM "macOS"
#elif defined(__ANDROID__)
#define BIND_SYSTEM "Android"
#elif defined(__linux__)
#define BIND_SYSTEM "Linux"
#else
#define BIND_SYSTEM "Other"
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define BIND_PROCESSOR "x64"
#elif defined(__aarch64__) || defined(_M_ARM64)
#define BIND_PROCESSOR "arm64"
#elif defined(__i386__) || defined(_M_IX86)
#define BIND_PROCESSOR "x86"
#else
#define BIND_PROCESSOR "Other"
#endif

/* Raises if the library was built for another Lua version. */
static inline void compat_check_version(lua_State *L) {
#ifdef luaL_checkversion
  luaL_checkversion(L);
#else
  (void)L;
#endif
}

/* A full userdata that holds no Lua value. */
static inline void *compat_new_userdata(lua_State *L, size_t bytes) {
#if LUA_VERSION_NUM >= 504
  return lua_newuserdatauv(L, bytes, 0);
#else
  return lua_newuserdata(L, bytes);
#endif
}

/* A full userdata with that many slots for Lua values, nil at first. The two
 * functions below set and get them, by numbers from 1. To set a slot takes no
 * memory. Before 5.4 the userdata holds a table with the values. */
static inline void *compat_new_handle(lua_State *L, size_t bytes, int slots) {
#if LUA_VERSION_NUM >= 504
  return lua_newuserdatauv(L, bytes, slots);
#else
  void *block = lua_newuserdata(L, bytes);
  if (slots == 0) return block;
  lua_createtable(L, slots, 0);
#if LUA_VERSION_NUM >= 502
  lua_setuservalue(L, -2);
#else
  lua_setfenv(L, -2);
#endif
  return block;
#endif
}

#if LUA_VERSION_NUM >= 502
#define compat_push_held lua_getuservalue
#else
#define compat_push_held lua_getfenv
#endif

/* Set stores the value at an absolute index in the slot of the userdata at
 * another absolute index; get pushes the value of the slot. */
static inline void compat_set_held(lua_State *L, int index, int slot,
                                   int value) {
#if LUA_VERSION_NUM >= 504
  lua_pushvalue(L, value);
  lua_setiuservalue(L, index, slot);
#else
  compat_push_held(L, index);
  lua_pushvalue(L, value);
  lua_rawseti(L, -2, slot);
  lua_pop(L, 1);
#endif
}

static inline void compat_get_held(lua_State *L, int index, int slot) {
#if LUA_VERSION_NUM >= 504
  lua_getiuservalue(L, index, slot);
#else
  compat_push_held(L, index);
  lua_rawgeti(L, -1, slot);
  lua_remove(L, -2);
#endif
}

/* lua_rawget and lua_rawgeti, which return the type of the value. */
static inline int compat_raw_get(lua_State *L, int index) {
#if LUA_VERSION_NUM >= 503
  return lua_rawget(L, index);
#else
  lua_rawget(L, index);
  return lua_type(L, -1);
#endif
}

static inline int compat_raw_get_item(lua_State *L, int index, int i) {
#if LUA_VERSION_NUM >= 503
  return lua_rawgeti(L, index, i);
#else
  lua_rawgeti(L, index, i);
  return lua_type(L, -1);
#endif
}

/* Length of a table, without metamethods. */
static inline size_t compat_raw_length(lua_State *L, int index) {
#if LUA_VERSION_NUM >= 502
  return (size_t)lua_rawlen(L, index);
#else
  return lua_objlen(L, index);
#endif
}

/* lua_rawseti for an item that is there, in a table without metamethods. */
#if LUA_VERSION_NUM >= 503
#define compat_replace_item lua_seti
#else
#define compat_replace_item lua_rawseti
#endif

/* Advances the collector as if that many bytes had been allocated, unless the
 * user has stopped it. (5.1 cannot tell, and starts it again.) */
static inline void compat_collect(lua_State *L, size_t bytes) {
#ifdef LUA_GCISRUNNING
  if (!lua_gc(L, LUA_GCISRUNNING, 0)) return;
#endif
#if LUA_VERSION_NUM >= 505
  lua_gc(L, LUA_GCSTEP, bytes);
#else
  lua_gc(L, LUA_GCSTEP, (int)(bytes >> 10));
#endif
}

/* Pushes a whole number: an integer if the VM tells 3 from 3.0. */
static inline void compat_push_whole(lua_State *L, double value) {
#ifdef LUA_MAXINTEGER
  if (value >= (double)LUA_MININTEGER && value < (double)LUA_MAXINTEGER) {
    lua_pushinteger(L, (lua_Integer)value);
    return;
  }
#endif
  lua_pushnumber(L, (lua_Number)value);
}
