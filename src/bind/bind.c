/* bind.c - metatables, arguments, errors, blocks and calls: see bind.h. (Cells
 * as arguments have a file of their own, cells.c.)
 *
 * Invariants: an error names the caller's mistake and is raised before
 * anything has been changed; a busy mark that was put up comes down, whichever
 * way the call ends; no pointer into a userdata outlives its place on the
 * stack.
 */
#include "bind.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Upvalue of an __index function that holds the kind's methods by name, and
 * the numbers of its properties; of a __newindex function, the kind. */
enum { MEMBERS = BIND_UPVALUES + 1, KIND = BIND_UPVALUES + 1 };

static const char *const nouns[] = {
    [BIND_GRID] = "grid",     [BIND_PATHFINDER] = "pathfinder",
    [BIND_SEARCH] = "search", [BIND_FIELD] = "field",
    [BIND_REACH] = "reach",   [BIND_PATH] = "path",
};

/* ---- classes ------------------------------------------------------------ */

static void push_function(lua_State *L, lua_CFunction f) {
  for (int i = 1; i <= BIND_UPVALUES; i++) lua_pushvalue(L, i);
  lua_pushcclosure(L, f, BIND_UPVALUES);
}

void bind_functions(lua_State *L, int index, const luaL_Reg *list) {
  for (; list->name; list++) {
    push_function(L, list->func);
    lua_setfield(L, index, list->name);
  }
}

static int refuse_write(lua_State *L) {
  int kind = (int)lua_tonumber(L, lua_upvalueindex(KIND));
  bind_self(L, (bind_Kind)kind, "__newindex");
  return bind_error(L, "%s: field %s cannot be written", nouns[kind],
                    bind_show(L, 2));
}

static void push_with(lua_State *L, lua_CFunction f) {
  for (int i = 1; i <= BIND_UPVALUES; i++) lua_pushvalue(L, i);
  lua_pushvalue(L, -BIND_UPVALUES - 1);
  lua_pushcclosure(L, f, BIND_UPVALUES + 1);
  lua_remove(L, -2);
}

void bind_class(lua_State *L, bind_Kind kind, const bind_Class *class) {
  bind_functions(L, kind, class->metamethods);
  lua_newtable(L);
  bind_functions(L, lua_gettop(L), class->methods);
  for (int i = 0; class->properties[i]; i++) {
    lua_pushnumber(L, i + 1);
    lua_setfield(L, -2, class->properties[i]);
  }
  push_with(L, class->index);
  lua_setfield(L, kind, "__index");
  lua_pushnumber(L, kind);
  push_with(L, refuse_write);
  lua_setfield(L, kind, "__newindex");
}

int bind_member(lua_State *L) {
  lua_settop(L, 2);
  lua_rawget(L, lua_upvalueindex(MEMBERS));
  return lua_type(L, -1) == LUA_TNUMBER ? (int)lua_tonumber(L, -1) : 0;
}

/* ---- errors ------------------------------------------------------------- */

/* Is the function one of the library's own Lua files? Those have noted in the
 * grid's metatable how the names of their chunks begin. */
static bool is_own(lua_State *L, const lua_Debug *at) {
  size_t length = 0;
  lua_pushliteral(L, "__folder");
  lua_rawget(L, lua_upvalueindex(BIND_GRID));
  const char *folder = lua_tolstring(L, -1, &length);
  bool is_one = folder && strlen(at->source) >= length &&
                memcmp(at->source, folder, length) == 0;
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

int bind_error(lua_State *L, const char *format, ...) {
  va_list arguments;
  luaL_checkstack(L, 4, NULL);
  push_place(L);
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  lua_concat(L, 2);
  lua_error(L);
  abort(); /* not reached; Lua's header does not say so */
}

/* Not lua_Number's own form: 5.3 writes 3.0, and every C library spells what
 * is no number its own way. */
const char *bind_show_number(lua_State *L, double value) {
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

/* What one of ours is called, or the name of a value's type. A path is a table,
 * the others are not: a table with their metatable is none of ours. */
static const char *noun_of(lua_State *L, int index) {
  int type = lua_type(L, index);
  const char *noun = lua_typename(L, type);
  if (!lua_getmetatable(L, index)) return noun;
  for (int kind = 1; kind <= BIND_KINDS; kind++) {
    int of_kind = kind == BIND_PATH ? LUA_TTABLE : LUA_TUSERDATA;
    bool is_one = lua_rawequal(L, -1, lua_upvalueindex(kind));
    if (is_one && type == of_kind) noun = nouns[kind];
  }
  lua_pop(L, 1);
  return noun;
}

const char *bind_show(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNUMBER: return bind_show_number(L, lua_tonumber(L, index));
    case LUA_TSTRING: return show_string(L, index);
    case LUA_TNONE: lua_pushliteral(L, "nil"); break;
    default: lua_pushstring(L, noun_of(L, index));
  }
  return lua_tostring(L, -1);
}

int bind_wrong(lua_State *L, int arg, const char *function, const char *name,
               const char *what) {
  bind_error(L, "%s: %s must be %s, got %s", function, name, what,
             bind_show(L, arg));
}

int bind_settle(lua_State *L, int arg) {
  if (arg < 0) return lua_gettop(L) + 1 + arg;
  if (lua_gettop(L) < arg) lua_settop(L, arg);
  return arg;
}

/* ---- arguments ---------------------------------------------------------- */

/* nan fails every comparison; a value in range fits 64 bits. */
static bool is_whole(double value) {
  return value >= -BIND_MAX_WHOLE && value <= BIND_MAX_WHOLE &&
         (double)(int64_t)value == value;
}

bool bind_is_number(lua_State *L, int index, bool whole) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  double value = lua_tonumber(L, index);
  return whole ? is_whole(value) : value - value == 0;
}

TP_NORETURN static void wrong_integer(lua_State *L, int arg,
                                      const char *function, const char *name,
                                      double min, double max) {
  if (min <= -BIND_MAX_WHOLE && max >= BIND_MAX_WHOLE) {
    bind_wrong(L, arg, function, name, "a whole number");
  }
  arg = bind_settle(L, arg);
  const char *low = bind_show_number(L, min);
  if (max >= BIND_MAX_WHOLE) {
    lua_pushfstring(L, "a whole number of at least %s", low);
  } else {
    const char *high = bind_show_number(L, max);
    lua_pushfstring(L, "a whole number from %s to %s", low, high);
  }
  bind_wrong(L, arg, function, name, lua_tostring(L, -1));
}

double bind_integer(lua_State *L, int arg, const char *function,
                    const char *name, double min, double max) {
  double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : 0.5;
  if (!is_whole(value) || value < min || value > max) {
    wrong_integer(L, arg, function, name, min, max);
  }
  return value;
}

double bind_number(lua_State *L, int arg, const char *function,
                   const char *name) {
  double value = 0;
  bool is_number = lua_type(L, arg) == LUA_TNUMBER;
  if (is_number) value = lua_tonumber(L, arg);
  if (!is_number || value - value != 0) {
    bind_wrong(L, arg, function, name, "a finite number");
  }
  return value;
}

bool bind_boolean(lua_State *L, int arg, const char *function,
                  const char *name) {
  if (lua_type(L, arg) != LUA_TBOOLEAN) {
    bind_wrong(L, arg, function, name, "true or false");
  }
  return lua_toboolean(L, arg);
}

const char *bind_string(lua_State *L, int arg, const char *function,
                        const char *name, size_t *length) {
  if (lua_type(L, arg) != LUA_TSTRING) {
    bind_wrong(L, arg, function, name, "a string");
  }
  return lua_tolstring(L, arg, length);
}

int bind_word(lua_State *L, int index, const char *const words[]) {
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) return -1;
  const char *text = lua_tolstring(L, index, &length);
  for (int i = 0; words[i]; i++) {
    bool is_same = words[i][0] == text[0] && strlen(words[i]) == length &&
                   memcmp(words[i], text, length) == 0;
    if (is_same) return i;
  }
  return -1;
}

const char *const bind_diagonal_names[] = {
    [TP_ONLY_IF_NO_OBSTACLES] = "only_if_no_obstacles",
    [TP_AT_LEAST_ONE_WALKABLE] = "at_least_one_walkable",
    [TP_ALWAYS] = "always",
    [TP_NEVER] = "never",
    NULL,
};

tp_Diagonal bind_diagonal(lua_State *L, int arg, const char *function,
                          const char *name) {
  if (lua_isnoneornil(L, arg)) return TP_ONLY_IF_NO_OBSTACLES;
  if (lua_type(L, arg) == LUA_TBOOLEAN) {
    return lua_toboolean(L, arg) ? TP_ONLY_IF_NO_OBSTACLES : TP_NEVER;
  }
  int rule = bind_word(L, arg, bind_diagonal_names);
  if (rule < 0) {
    bind_wrong(L, arg, function, name,
               "'only_if_no_obstacles', 'at_least_one_walkable', 'always', "
               "'never', true or false");
  }
  return (tp_Diagonal)rule;
}

void *bind_test(lua_State *L, int arg, bind_Kind kind) {
  if (lua_type(L, arg) != LUA_TUSERDATA || !lua_getmetatable(L, arg)) {
    return NULL;
  }
  bool is_ours = lua_rawequal(L, -1, lua_upvalueindex(kind));
  lua_pop(L, 1);
  return is_ours ? lua_touserdata(L, arg) : NULL;
}

void *bind_self(lua_State *L, bind_Kind kind, const char *function) {
  void *self = bind_test(L, 1, kind);
  if (!self) {
    bind_error(L, "%s: self must be a %s, got %s%s", function, nouns[kind],
               bind_show(L, 1),
               function[0] == '_' ? "" : " (call it with a colon)");
  }
  return self;
}

void *bind_object(lua_State *L, int arg, bind_Kind kind, const char *function,
                  const char *name) {
  void *object = bind_test(L, arg, kind);
  if (!object) {
    bind_error(L, "%s: %s must be a %s, got %s", function, name, nouns[kind],
               bind_show(L, arg));
  }
  return object;
}

/* ---- memory ------------------------------------------------------------- */

/* A collector that goes by steps takes one of the same size for a block of any
 * size. Beside some megabytes of other objects, blocks would pile up faster
 * than it comes round to the old ones, so it is told of large ones. */
enum { LARGE_BLOCK = 1 << 20 };

void *bind_new(lua_State *L, size_t bytes) {
  if (bytes >= LARGE_BLOCK) compat_collect(L, bytes);
  void *block = compat_new_userdata(L, bytes);
  memset(block, 0, sizeof(tp_Head));
  return block;
}

void *bind_new_handle(lua_State *L, size_t bytes, int slots) {
  void *handle = compat_new_handle(L, bytes);
  memset(handle, 0, bytes);
  lua_createtable(L, slots, 0);
  compat_set_held(L, -2);
  return handle;
}

void bind_adopt(lua_State *L, bind_Kind kind) {
  lua_pushvalue(L, lua_upvalueindex(kind));
  lua_setmetatable(L, -2);
}

void bind_keep(lua_State *L, int handle, int slot) {
  compat_push_held(L, handle);
  lua_insert(L, -2);
  lua_rawseti(L, -2, slot);
  lua_pop(L, 1);
}

void bind_push_kept(lua_State *L, int handle, int slot) {
  compat_push_held(L, handle);
  lua_rawgeti(L, -1, slot);
  lua_remove(L, -2);
}

/* A block is a userdata, too: the head stands before what the core sees. */
static void *behind_head(void *block) { return (tp_Head *)block + 1; }

/* table, first, items, name ... -> nothing: sets what the table lacks to false,
 * from the first item on. */
static int fill_up(lua_State *L) {
  int names = lua_gettop(L), items = (int)lua_tonumber(L, 3);
  for (int i = (int)lua_tonumber(L, 2); i <= items; i++) {
    lua_rawgeti(L, 1, i);
    if (lua_isnil(L, -1)) {
      lua_pushboolean(L, 0);
      lua_rawseti(L, 1, i);
    }
    lua_pop(L, 1);
  }
  for (int name = 4; name <= names; name++) {
    lua_pushvalue(L, name);
    lua_pushboolean(L, 0);
    lua_rawset(L, 1);
  }
  return 0;
}

/* items, fields -> table; handle, slot, bytes -> block, kept in the slot; or
 * what fill_up does. */
static int allocate(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE) return fill_up(L);
  if (lua_type(L, 1) == LUA_TNUMBER) {
    lua_createtable(L, (int)lua_tonumber(L, 1), (int)lua_tonumber(L, 2));
    return 1;
  }
  int slot = (int)lua_tonumber(L, 2);
  bind_new(L, (size_t)lua_tonumber(L, 3));
  lua_pushvalue(L, -1);
  bind_keep(L, 1, slot);
  return 1;
}

void bind_push_upvalues(lua_State *L) {
  lua_pushcfunction(L, allocate);
  lua_pushliteral(L, "cost");
  lua_pushliteral(L, "units");
  lua_pushliteral(L, "partial");
  lua_pushliteral(L, "goal");
  lua_pushliteral(L, "cells");
  lua_pushliteral(L, "world");
  lua_pushliteral(L, "__cdata");
}

void bind_new_table(lua_State *L, size_t items, int fields, uint32_t *busy,
                    uint32_t *grid_busy) {
  luaL_checkstack(L, 4, NULL);
  lua_pushvalue(L, lua_upvalueindex(BIND_ALLOCATE));
  lua_pushnumber(L, (lua_Number)items);
  lua_pushnumber(L, fields);
  bind_call(L, 2, 1, busy, grid_busy);
}

/* Takes away the field on the top (popped) where it is false. */
static void take_away(lua_State *L, int table) {
  lua_pushvalue(L, -1);
  lua_rawget(L, table);
  bool is_room = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (is_room) {
    lua_pushnil(L);
    lua_rawset(L, table);
  } else {
    lua_pop(L, 1);
  }
}

static void mark(uint32_t *busy, uint32_t by) {
  if (busy) *busy += by;
}

/* Calls with both marks up; returns whether that failed. */
static bool call_marked(lua_State *L, int nargs, int nresults, uint32_t *busy,
                        uint32_t *grid_busy) {
  mark(busy, 1);
  mark(grid_busy, 1);
  bool failed = lua_pcall(L, nargs, nresults, 0) != 0;
  mark(busy, UINT32_MAX);
  mark(grid_busy, UINT32_MAX);
  return failed;
}

/* Where a C function is called with less than LUA_MINSTACK slots left, Lua may
 * run the collector before it makes more. */
void bind_make_room(lua_State *L, int table, size_t has, size_t items,
                    int names, uint32_t *busy, uint32_t *grid_busy) {
  int first = lua_gettop(L) - names + 1;
  if (has >= items && names == 0) return;
  luaL_checkstack(L, names + 5 + LUA_MINSTACK, NULL);
  lua_pushvalue(L, lua_upvalueindex(BIND_ALLOCATE));
  lua_pushvalue(L, table);
  lua_pushnumber(L, (lua_Number)(has + 1));
  lua_pushnumber(L, (lua_Number)items);
  for (int i = 0; i < names; i++) lua_pushvalue(L, first + i);
  if (call_marked(L, names + 3, 0, busy, grid_busy)) {
    lua_insert(L, first);
    for (; names > 0; names--) take_away(L, table);
    for (size_t i = has + 1; i <= items; i++) {
      lua_pushnumber(L, (lua_Number)i);
      take_away(L, table);
    }
    lua_error(L);
  }
  lua_pop(L, names);
}

/* LuaJIT has no userdata of 2 GB, and words of its own for that. Where so large
 * a block is refused it is memory that is lacking, whatever was said. */
enum { VERY_LARGE_BLOCK = 0x7fff0000 };

void *bind_block(lua_State *L, int handle, int slot, size_t bytes,
                 uint32_t *busy, uint32_t *grid_busy) {
  if (bytes > SIZE_MAX / 2) bind_error(L, "not enough memory");
  luaL_checkstack(L, 8, NULL);
  bind_push_kept(L, handle, slot);
  lua_pushvalue(L, lua_upvalueindex(BIND_ALLOCATE));
  lua_pushvalue(L, handle);
  lua_pushnumber(L, slot);
  lua_pushnumber(L, (lua_Number)(bytes + sizeof(tp_Head)));
  if (call_marked(L, 3, 1, busy, grid_busy)) {
    if (bytes >= VERY_LARGE_BLOCK) lua_pushliteral(L, "not enough memory");
    lua_error(L);
  }
  void *block = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return behind_head(block);
}

/* ---- calls into Lua ----------------------------------------------------- */

void bind_call(lua_State *L, int nargs, int nresults, uint32_t *busy,
               uint32_t *grid_busy) {
  if (call_marked(L, nargs, nresults, busy, grid_busy)) lua_error(L);
}

void bind_check_idle(lua_State *L, uint32_t busy, bind_Kind kind,
                     const char *function) {
  if (busy > 0) {
    bind_error(L, "%s: the %s is busy (a callback may not do this)", function,
               nouns[kind]);
  }
}
