/* list.c - lists that a call is given: see bind.h.
 *
 * Reading one runs nothing of the user's, but making room for it may: another
 * call may then read a list of its own into the same block, and the list here
 * may become another one. So after room was made a list is read from its
 * beginning, as if it never had been.
 */
#include <math.h>

#include "bind.h"

/* Pushes the name of item `i` (0: all), or of its number `k` (0: all). Names
 * are made only for messages: they are garbage. */
static const char *push_name(lua_State *L, const bind_List *list, int i,
                             int k) {
  lua_pushfstring(L, list->name, list->of);
  if (i > 0) {
    lua_pushfstring(L, k > 0 ? "[%d][%d]" : "[%d]", i, k);
    lua_concat(L, 2);
  }
  return lua_tostring(L, -1);
}

/* Raises what is wrong with the value on the top. */
TP_NORETURN static void refuse(lua_State *L, const bind_List *list, int i,
                               int k, const char *what) {
  int value = lua_gettop(L);
  tp_bind_wrong(L, value, list->function, push_name(L, list, i, k), what);
}

/* The same of a field, by the upvalue that has its name. */
TP_NORETURN static void refuse_size(lua_State *L, const bind_List *list, int i,
                                    int field) {
  int value = lua_gettop(L);
  push_name(L, list, i, 0);
  lua_pushfstring(L, "%s.%s", lua_tostring(L, -1),
                  lua_tostring(L, lua_upvalueindex(field)));
  tp_bind_wrong(L, value, list->function, lua_tostring(L, -1),
                list->broken ? "a finite number of at least 0"
                             : "a whole number of at least 1");
}

uint32_t tp_bind_list_count(lua_State *L, const bind_List *list) {
  const size_t most = INT32_MAX / (4 * sizeof(double));
  luaL_checkstack(L, 16, NULL);
  if (!lua_istable(L, list->at)) {
    lua_pushvalue(L, list->at);
    refuse(L, list, 0, 0, "a table");
  }
  size_t count = compat_raw_length(L, list->at);
  if (count == 0 && !list->may_be_empty) {
    tp_bind_error(L, "%s: %s must be one or more %s, got none", list->function,
                  push_name(L, list, 0, 0), list->item);
  }
  if (count > most) tp_bind_error(L, "not enough memory");
  return (uint32_t)count;
}

int tp_bind_list_push(lua_State *L, const bind_List *list, int i) {
  lua_rawgeti(L, list->at, i);
  int item = lua_gettop(L);
  if (!lua_istable(L, item)) refuse(L, list, i, 0, list->item);
  for (int k = 1; k <= list->numbers; k++) {
    lua_rawgeti(L, item, k);
    if (k == list->rest && lua_istable(L, -1)) break;
    if (!tp_bind_is_whole(L, -1)) refuse(L, list, i, k, "a whole number");
  }
  return item + 1;
}

/* The value on the top; NAN where it is no finite number. */
static double take_number(lua_State *L) {
  double number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  return number - number == 0 ? number : NAN;
}

/* Pushes a field of item i, which stands at `item`, as it is in the table
 * itself, and returns it; 0 where it lacks. */
static double take_size(lua_State *L, const bind_List *list, int i, int item,
                        int field) {
  lua_pushvalue(L, lua_upvalueindex(field));
  lua_rawget(L, item);
  if (lua_isnil(L, -1)) return 0;
  double size = take_number(L);
  bool is_right =
      list->broken ? size >= 0 : size >= 1 && bind_is_whole_number(size);
  if (!is_right) refuse_size(L, list, i, field);
  return size;
}

size_t tp_bind_list_numbers(const bind_List *list) {
  return (size_t)list->numbers + list->extra + (list->sized ? 2 : 0);
}

void tp_bind_list_take(lua_State *L, const bind_List *list, int i,
                       double *number) {
  lua_rawgeti(L, list->at, i);
  int item = lua_gettop(L);
  if (!lua_istable(L, item)) refuse(L, list, i, 0, list->item);
  for (int k = 1; k <= list->numbers; k++, number++) {
    lua_rawgeti(L, item, k);
    *number = take_number(L);
    bool is_right =
        list->broken ? *number - *number == 0 : bind_is_whole_number(*number);
    if (is_right) continue;
    refuse(L, list, i, k, list->broken ? "a finite number" : "a whole number");
  }
  if (list->extra) {
    lua_rawgeti(L, item, list->numbers + 1);
    *number = lua_isnil(L, -1) ? 0 : take_number(L);
    if (!(*number++ >= 0)) {
      refuse(L, list, i, list->numbers + 1, "a finite number of at least 0");
    }
  }
  if (list->sized) {
    *number++ = take_size(L, list, i, item, BIND_WIDTH);
    *number = take_size(L, list, i, item, BIND_HEIGHT);
  }
  lua_settop(L, item - 1);
}

bool tp_bind_list_read(lua_State *L, const bind_List *list, bind_Numbers *into,
                       bind_BlockSlot slot) {
  enum { FIRST_ROOM = 64 };
  const size_t each = tp_bind_list_numbers(list);
  uint32_t count = tp_bind_list_count(L, list);
  uint32_t room = (uint32_t)(into->room / each);
  into->count = count;
  for (uint32_t i = 0; i < count && i < room; i++) {
    tp_bind_list_take(L, list, (int)i + 1, into->number + i * each);
  }
  if (count <= room) return true;
  tp_bind_reserve(L, into, slot, into->room ? 2 * into->room : FIRST_ROOM);
  return false;
}

double tp_bind_list_number(lua_State *L, const bind_List *list, int i) {
  lua_rawgeti(L, list->at, i);
  double number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  if (number - number != 0) refuse(L, list, i, 0, "a finite number");
  lua_pop(L, 1);
  return number;
}

void tp_bind_reserve(lua_State *L, bind_Numbers *numbers, bind_BlockSlot slot,
                     size_t room) {
  if (room <= numbers->room) return;
  numbers->number = tp_bind_block(L, slot, room * sizeof(double));
  numbers->room = room;
  lua_pop(L, 1);
}
