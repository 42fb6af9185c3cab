/* memory.c - memory: userdata, the slots of a handle, and result tables: room
 * in them is made before any change, and old items behind the new end are
 * removed.
 *
 * Invariants: no pointer into a userdata outlives the userdata's place on the
 * stack, or in a slot of a handle on the stack. Each lock is released, also if
 * the call fails.
 */
#include "memory.h"

#include <math.h>
#include <string.h>

/* ---- locks -------------------------------------------------------------- */

static void add_to(bind_Locks locks, uint32_t calls) {
  for (int i = 0; i < 3; i++) {
    bind_Head *behind = locks.objects[i];
    if (behind) behind[-1].busy += calls;
  }
}

bool tp_bind_try_call(lua_State *L, int nargs, int nresults, bind_Locks locks) {
  add_to(locks, 1);
  bool failed = lua_pcall(L, nargs, nresults, 0) != 0;
  add_to(locks, UINT32_MAX);
  return failed;
}

void tp_bind_call(lua_State *L, int nargs, int nresults, bind_Locks locks) {
  if (tp_bind_try_call(L, nargs, nresults, locks)) lua_error(L);
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

/* ---- blocks ------------------------------------------------------------- */

_Static_assert(offsetof(bind_Head, zero) == 0 &&
                   sizeof(bind_Head) % (2 * sizeof(uintptr_t)) == 0,
               "a host that looks into a userdata finds two zero words first");

/* An incremental collector makes a step of the same size for a block of any
 * size. Beside some megabytes of other objects, new blocks would pile up before
 * the collector frees old ones. So each large block is reported to the
 * collector. */
enum { LARGE_BLOCK = 1 << 20 };

#ifdef TP_CHECKED
void (*tp_bind_made)(const void *userdata);
#endif

static void record_made(const void *userdata) {
#ifdef TP_CHECKED
  if (tp_bind_made) tp_bind_made(userdata);
#else
  (void)userdata;
#endif
}

void *tp_bind_new(lua_State *L, size_t bytes) {
  if (bytes >= LARGE_BLOCK) compat_collect(L, bytes);
  bind_Head *head = compat_new_userdata(L, sizeof *head + bytes);
  *head = (bind_Head){.busy = 0};
  record_made(head);
  return head + 1;
}

void *tp_bind_new_handle(lua_State *L, size_t bytes, int slots) {
  if (bytes >= LARGE_BLOCK) compat_collect(L, bytes);
  bind_Head *head = compat_new_handle(L, sizeof *head + bytes, slots);
  memset(head, 0, sizeof *head + bytes);
  record_made(head);
  return head + 1;
}

uint64_t tp_bind_unique_number(void *object) {
  bind_Head *behind = object;
  return ++behind[-1].given;
}

void tp_bind_keep(lua_State *L, int handle, int slot, int value) {
  if (value < 0) value += lua_gettop(L) + 1;
  compat_set_held(L, handle, slot, value);
}

void tp_bind_push_kept(lua_State *L, int handle, int slot) {
  compat_get_held(L, handle, slot);
}

/* With room for an item and a field, which take no memory later. */
void tp_bind_push_weak(lua_State *L, int handle, int slot, const char *mode) {
  luaL_checkstack(L, 6, NULL);
  tp_bind_push_kept(L, handle, slot);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_createtable(L, 1, 1);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  tp_bind_keep(L, handle, slot, -1);
}

/* bytes -> block */
int tp_bind_make_block(lua_State *L) {
  tp_bind_new(L, (size_t)lua_tonumber(L, 1));
  return 1;
}

/* LuaJIT has no userdata of 2 GB, and a message of its own for them. If such a
 * large block is refused, memory is lacking, whatever the message says. */
enum { VERY_LARGE_BLOCK = 0x7fff0000 };

void *tp_bind_push_block(lua_State *L, bind_Locks locks, size_t bytes) {
  if (bytes > SIZE_MAX / 2) tp_bind_error(L, "not enough memory");
  luaL_checkstack(L, 8, NULL);
  bind_push(L, BIND_MAKE_BLOCK);
  lua_pushnumber(L, (lua_Number)bytes);
  if (tp_bind_try_call(L, 1, 1, locks)) {
    if (bytes >= VERY_LARGE_BLOCK) lua_pushliteral(L, "not enough memory");
    lua_error(L);
  }
  return bind_known(L, -1);
}

/* Finalizers may run before and after the block is made, and may come through
 * here for the same slot. So the block is stored in the slot only after they
 * are done. A handle has room for its slots from the beginning, so the store
 * takes no memory. */
void *tp_bind_block(lua_State *L, bind_BlockSlot slot, size_t bytes) {
  luaL_checkstack(L, 8, NULL);
  tp_bind_push_kept(L, slot.handle, slot.number);
  void *block = tp_bind_push_block(L, slot.locks, bytes);
  tp_bind_keep(L, slot.handle, slot.number, -1);
  lua_pop(L, 1);
  return block;
}

/* ---- room in a table ---------------------------------------------------- */

static bool has_item(lua_State *L, int table, int item) {
  lua_rawgeti(L, table, item);
  bool is_there = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return is_there;
}

/* items, fields -> table; or table, first, items, name ... -> nothing: sets the
 * table's absent items to false, from `first` on, and the fields. All items are
 * absent from a `first` above 1 on. */
int tp_bind_make_table(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE) {
    int names = lua_gettop(L), items = (int)lua_tonumber(L, 3);
    int first = (int)lua_tonumber(L, 2);
    for (int i = first; i <= items; i++) {
      if (first == 1 && has_item(L, 1, i)) continue;
      lua_pushboolean(L, 0);
      lua_rawseti(L, 1, i);
    }
    for (int name = 4; name <= names; name++) {
      lua_pushvalue(L, name);
      lua_pushboolean(L, 0);
      lua_rawset(L, 1);
    }
    return 0;
  }
  lua_createtable(L, (int)lua_tonumber(L, 1), (int)lua_tonumber(L, 2));
  return 1;
}

void tp_bind_new_table(lua_State *L, size_t items, int fields,
                       bind_Locks locks) {
  luaL_checkstack(L, 4, NULL);
  bind_push(L, BIND_MAKE_TABLE);
  lua_pushnumber(L, (lua_Number)items);
  lua_pushnumber(L, fields);
  tp_bind_call(L, 2, 1, locks);
}

/* Removes the field on the top (popped) if it is false. */
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

/* If a C function is called with less than LUA_MINSTACK free slots, Lua may run
 * the collector before it makes more. */
void tp_bind_make_room(lua_State *L, int table, size_t has, size_t items,
                       int names, bind_Locks locks) {
  int first = lua_gettop(L) - names + 1;
  if (has >= items && names == 0) return;
  luaL_checkstack(L, names + 5 + LUA_MINSTACK, NULL);
  bind_push(L, BIND_MAKE_TABLE);
  lua_pushvalue(L, table);
  lua_pushnumber(L, (lua_Number)(has + 1));
  lua_pushnumber(L, (lua_Number)items);
  for (int i = 0; i < names; i++) lua_pushvalue(L, first + i);
  if (tp_bind_try_call(L, names + 3, 0, locks)) {
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

/* One call pushes so many nils. */
enum { MANY_NILS = 16 };

void tp_bind_cut(lua_State *L, int table, size_t had, size_t items) {
  while (had > items) {
    int nils = had - items < MANY_NILS ? (int)(had - items) : MANY_NILS;
    lua_settop(L, lua_gettop(L) + nils);
    for (; nils > 0; nils--) compat_replace_item(L, table, (int)had--);
  }
}
