/* class.c - the kinds of userdata: their metatables, the members of these, and
 * the tests for a kind.
 */
#include "class.h"

/* Own upvalue of an __index function: a table with the kind's methods and the
 * numbers of its properties, by name. Of a __newindex function: the kind. */
enum { MEMBERS = BIND_UPVALUES + 1, KIND = BIND_UPVALUES + 1 };

/* Pushes a function of the library. The top `own` values (popped) become its
 * own upvalues, behind the upvalues that all functions have. */
static void push_function(lua_State *L, lua_CFunction f, int own) {
  int first = lua_gettop(L) - own + 1;
  for (int i = 1; i <= BIND_UPVALUES; i++) lua_pushvalue(L, i);
  for (int i = 0; i < own; i++) lua_pushvalue(L, first + i);
  lua_pushcclosure(L, f, BIND_UPVALUES + own);
  lua_insert(L, first);
  lua_settop(L, first);
}

/* Adds functions to the table at index: those for a metatable, whose names
 * begin with __, or all others. A file may have no functions. */
static void add_functions(lua_State *L, int index, const luaL_Reg *list,
                          bool is_metatable) {
  for (; list && list->name; list++) {
    if ((list->name[0] == '_') != is_metatable) continue;
    push_function(L, list->func, 0);
    lua_setfield(L, index, list->name);
  }
}

static int refuse_write(lua_State *L) {
  int kind = (int)lua_tonumber(L, lua_upvalueindex(KIND));
  tp_bind_self(L, (bind_Kind)kind, "__newindex");
  return tp_bind_error(L, "%s: field %s cannot be written", tp_bind_nouns[kind],
                       tp_bind_show(L, 2));
}

void tp_bind_list_members(lua_State *L, const bind_Exports *e) {
  if (e->index) {
    lua_newtable(L);
    for (int i = 0; e->properties[i]; i++) {
      lua_pushnumber(L, i + 1);
      lua_setfield(L, -2, e->properties[i]);
    }
    lua_rawseti(L, BIND_MEMBERS, (int)e->kind);
  }
  if (e->methods) {
    lua_rawgeti(L, BIND_MEMBERS, (int)e->kind);
    add_functions(L, lua_gettop(L), e->methods, false);
    lua_pop(L, 1);
  }
}

void tp_bind_open(lua_State *L, const bind_Exports *e) {
  lua_rawgeti(L, BIND_CONSTANTS, (int)e->kind);
  const int metatable = lua_gettop(L);
  if (e->index) {
    lua_rawgeti(L, BIND_MEMBERS, (int)e->kind);
    if (e->newindex) {
      lua_pushvalue(L, -1);
      push_function(L, e->newindex, 1);
    } else {
      lua_pushnumber(L, e->kind);
      push_function(L, refuse_write, 1);
    }
    lua_setfield(L, metatable, "__newindex");
    push_function(L, e->index, 1);
    lua_setfield(L, metatable, "__index");
  }
  add_functions(L, metatable, e->methods, true);
  add_functions(L, BIND_CORE, e->functions, false);
  lua_pop(L, 1);
}

/* Looks up the key on the top. */
static int take_member(lua_State *L) {
  const int type = compat_raw_get(L, lua_upvalueindex(MEMBERS));
  if (type == LUA_TFUNCTION) return BIND_METHOD;
  return type == LUA_TNUMBER ? (int)lua_tonumber(L, -1) : 0;
}

int tp_bind_member(lua_State *L) {
  if (lua_gettop(L) != 2) lua_settop(L, 2);
  return take_member(L);
}

int tp_bind_member_or_key(lua_State *L) {
  lua_pushvalue(L, 2);
  return take_member(L);
}

void tp_bind_adopt(lua_State *L, bind_Kind kind) {
  bind_push(L, kind);
  lua_setmetatable(L, -2);
}

static const char *const kind_names[] = {
    [BIND_GRID] = "Grid",     [BIND_PATHFINDER] = "Pathfinder",
    [BIND_SEARCH] = "Search", [BIND_FIELD] = "Field",
    [BIND_REACH] = "Reach",   [BIND_VIEW] = "View",
    [BIND_CROWD] = "Crowd",   [BIND_UNIT] = "Unit",
    [BIND_PATH] = "Path",     [BIND_LAYER] = "Layer",
};

/* Pushes the metatable of a kind, which may have been there before. */
static void push_metatable(lua_State *L, int kind) {
  lua_pushfstring(L, "tilepath.%s " BIND_VERSION, kind_names[kind]);
  luaL_newmetatable(L, lua_tostring(L, -1));
  lua_remove(L, -2);
  /* For tostring and errors. */
  lua_pushfstring(L, "tilepath.%s", kind_names[kind]);
  lua_setfield(L, -2, "__name");
}

void tp_bind_begin(lua_State *L) {
  static const char name[] = "tilepath.state " BIND_VERSION;
  static const char *const words[] = {
      "cost",  "units", "partial", "goal_index", "escape", "links",
      "cells", "world", "x",       "y",          "w",      "h"};
  lua_getfield(L, LUA_REGISTRYINDEX, name);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    tp_bind_new_handle(L, sizeof(bind_State), 1);
    tp_bind_push_weak(L, lua_gettop(L), 1, "k");
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, name);
  }
  bind_State *state = bind_known(L, BIND_STATE);
  lua_createtable(L, BIND_LAST, 0);
  lua_newtable(L);
  lua_newtable(L);
  for (int kind = 1; kind <= BIND_KINDS; kind++) {
    push_metatable(L, kind);
    state->metatables[kind] = lua_topointer(L, -1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, BIND_CONSTANTS, kind);
    lua_setfield(L, BIND_CORE, kind_names[kind]);
  }
  lua_pushcfunction(L, tp_bind_make_block);
  lua_rawseti(L, BIND_CONSTANTS, BIND_MAKE_BLOCK);
  lua_pushcfunction(L, tp_bind_make_table);
  lua_rawseti(L, BIND_CONSTANTS, BIND_MAKE_TABLE);
  lua_pushcfunction(L, tp_bind_get);
  lua_rawseti(L, BIND_CONSTANTS, BIND_GET);
  for (int i = BIND_COST; i <= BIND_LAST; i++) {
    lua_pushstring(L, words[i - BIND_COST]);
    lua_rawseti(L, BIND_CONSTANTS, i);
  }
}

/* ---- the running calls -------------------------------------------------- */

/* Notes a coroutine that is not the last one. The last one is kept alive, so
 * that no new coroutine gets its address. Runs no finalizers, and takes memory
 * only for a new coroutine. */
static void record_thread(lua_State *L, bind_State *state) {
  luaL_checkstack(L, 4, NULL);
  tp_bind_push_kept(L, lua_upvalueindex(BIND_STATE), 1);
  lua_pushthread(L);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pushthread(L);
  lua_rawseti(L, -2, 1);
  lua_pop(L, 1);
  state->last = L;
}

/* Is a function of the library on the stack of a coroutine? One that has
 * yielded, or failed, is in no call. One that runs another coroutine has room
 * for a value on its stack. */
bool tp_bind_is_within(lua_State *L) {
  const int top = lua_gettop(L);
  bool is_within = false;
  luaL_checkstack(L, 6, NULL);
  tp_bind_push_kept(L, lua_upvalueindex(BIND_STATE), 1);
  for (lua_pushnil(L); !is_within && lua_next(L, top + 1); lua_pop(L, 1)) {
    lua_State *thread = lua_tothread(L, -2);
    if (!thread || lua_status(thread) != 0) continue;
    lua_Debug call;
    int level = thread == L ? 1 : 0;
    for (; !is_within && lua_getstack(thread, level, &call); level++) {
      lua_getinfo(thread, "f", &call);
      lua_xmove(thread, L, 1);
      is_within = lua_iscfunction(L, -1) && lua_getupvalue(L, -1, BIND_STATE) &&
                  lua_rawequal(L, -1, lua_upvalueindex(BIND_STATE));
      lua_settop(L, top + 3);
    }
  }
  lua_settop(L, top);
  return is_within;
}

/* ---- tests for a kind --------------------------------------------------- */

static inline void *test(lua_State *L, int arg, bind_Kind kind) {
  bind_Head *head = lua_touserdata(L, arg);
  if (!head || !lua_getmetatable(L, arg)) return NULL;
  bind_State *state = bind_state(L);
  const bool is_ours = lua_topointer(L, -1) == state->metatables[kind];
  lua_pop(L, 1);
  if (!is_ours) return NULL;
  if (state->last != L) record_thread(L, state);
  return head + 1;
}

void *tp_bind_test(lua_State *L, int arg, bind_Kind kind) {
  return test(L, arg, kind);
}

void *tp_bind_self(lua_State *L, bind_Kind kind, const char *function) {
  void *self = test(L, 1, kind);
  if (!self) {
    tp_bind_error(L, "%s: self must be a %s, got %s%s", function,
                  tp_bind_nouns[kind], tp_bind_show(L, 1),
                  function[0] == '_' ? "" : " (call it with a colon)");
  }
  return self;
}

void *tp_bind_object(lua_State *L, int arg, bind_Kind kind,
                     const char *function, const char *name) {
  void *object = tp_bind_test(L, arg, kind);
  if (!object) {
    tp_bind_error(L, "%s: %s must be a %s, got %s", function, name,
                  tp_bind_nouns[kind], tp_bind_show(L, arg));
  }
  return object;
}
