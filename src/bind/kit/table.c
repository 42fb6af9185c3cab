/* table.c - tables that a call fills: room in them before anything is changed,
 * and what they held beyond their new end taken away.
 *
 * A list with holes has more than one end, and # may answer any of them; what
 * lies behind a hole is found only by going through the table. That takes as
 * long as writing a path into it, too long for a table that is filled again and
 * again. But a VM goes through the items of a table's array in order and then
 * through its hash: whoever begins at the end of a list sees all that may lie
 * beyond, a handful of fields, if that item is in the array.
 *
 * So a table is whole if it has been a path, has the two fields of every path
 * and no items behind its end, and if nothing tells that its end is not in the
 * array: there keys begin with 1, and one item follows another, also behind a
 * power of two, where the array ends that a VM makes for a list that somebody
 * has emptied. A whole table has nothing beyond what # tells; any other one is
 * gone through. (Holes and items put into a path show. One is taken for whole
 * wrongly only if it was emptied but for its fields, filled anew with items in
 * order beside the array, and with one far away that comes before them.)
 *
 * But where it makes room, nothing here runs the collector, or can fail.
 */
#include <math.h>

#include "bind.h"

/* ---- room --------------------------------------------------------------- */

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

/* items, fields -> table; or what fill_up does */
int tp_bind_make_table(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE) return fill_up(L);
  lua_createtable(L, (int)lua_tonumber(L, 1), (int)lua_tonumber(L, 2));
  return 1;
}

void tp_bind_new_table(lua_State *L, size_t items, int fields,
                       bind_Marks marks) {
  luaL_checkstack(L, 4, NULL);
  lua_pushvalue(L, lua_upvalueindex(BIND_MAKE_TABLE));
  lua_pushnumber(L, (lua_Number)items);
  lua_pushnumber(L, fields);
  tp_bind_call(L, 2, 1, marks);
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

/* Where a C function is called with less than LUA_MINSTACK slots left, Lua may
 * run the collector before it makes more. */
void tp_bind_make_room(lua_State *L, int table, size_t has, size_t items,
                       int names, bind_Marks marks) {
  int first = lua_gettop(L) - names + 1;
  if (has >= items && names == 0) return;
  luaL_checkstack(L, names + 5 + LUA_MINSTACK, NULL);
  lua_pushvalue(L, lua_upvalueindex(BIND_MAKE_TABLE));
  lua_pushvalue(L, table);
  lua_pushnumber(L, (lua_Number)(has + 1));
  lua_pushnumber(L, (lua_Number)items);
  for (int i = 0; i < names; i++) lua_pushvalue(L, first + i);
  if (tp_bind_try(L, names + 3, 0, marks)) {
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

/* ---- what lies beyond the end ------------------------------------------- */

/* Is the key at index an item of a list? */
static bool is_item(lua_State *L, int index, double *item) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  *item = lua_tonumber(L, index);
  return *item >= 1 && *item == floor(*item);
}

/* Does the item come right after that one, if this is there? */
static bool follows(lua_State *L, int table, size_t item, size_t after) {
  lua_rawgeti(L, table, (int)after);
  bool is_there = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (!is_there) return false;
  compat_push_whole(L, (double)after);
  if (!lua_next(L, table)) return false;
  bool is_next =
      lua_type(L, -2) == LUA_TNUMBER && lua_tonumber(L, -2) == (double)item;
  lua_pop(L, 2);
  return is_next;
}

static bool begins_with_1(lua_State *L, int table) {
  lua_pushnil(L);
  if (!lua_next(L, table)) return false;
  bool is_1 = lua_type(L, -2) == LUA_TNUMBER && lua_tonumber(L, -2) == 1;
  lua_pop(L, 2);
  return is_1;
}

/* Are the fields of a path behind the last item, and no other item? */
static bool ends_at(lua_State *L, int table, size_t items) {
  int words = 0;
  double item;
  compat_push_whole(L, (double)items);
  for (; lua_next(L, table); lua_pop(L, 1)) {
    if (is_item(L, -2, &item)) {
      lua_pop(L, 2);
      return false;
    }
    words += lua_rawequal(L, -2, lua_upvalueindex(BIND_COST)) ||
             lua_rawequal(L, -2, lua_upvalueindex(BIND_UNITS));
  }
  return words == 2;
}

bool tp_bind_table_is_whole(lua_State *L, int table) {
  size_t items = compat_raw_length(L, table), power = 1;
  if (items < 2 || items % 2 > 0 || !lua_getmetatable(L, table)) return false;
  bool is_path = lua_rawequal(L, -1, lua_upvalueindex(BIND_PATH));
  lua_pop(L, 1);
  while (2 * power < items) power *= 2;
  return is_path && begins_with_1(L, table) &&
         follows(L, table, power + 1, power) &&
         follows(L, table, items, items - 1) && ends_at(L, table, items);
}

void tp_bind_cut(lua_State *L, int table, size_t items) {
  for (size_t i = compat_raw_length(L, table); i > items; i--) {
    lua_pushnil(L);
    lua_rawseti(L, table, (int)i);
  }
}

void tp_bind_sweep(lua_State *L, int table, size_t items) {
  double item;
  tp_bind_cut(L, table, items);
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (!is_item(L, -2, &item) || item <= (double)items) continue;
    lua_pushvalue(L, -2);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
}
