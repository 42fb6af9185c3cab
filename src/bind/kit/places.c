/* places.c - see places.h.
 *
 * To set an item that a table has already makes no garbage, and neither does
 * memory. An array of LuaJIT's is one that C sees, but not of what type it is:
 * lua/tilepath/arrays.lua says so, and where it lies.
 */
#include "places.h"

#include <string.h>

/* LuaJIT's cdata is the one type that no header of Lua names. */
Places tp_places_take(lua_State *L, int arg, const char *function,
                      const char *name) {
  Places p = {.list = {.at = arg, .function = function, .name = name}};
  int type = lua_type(L, arg);
  if (type == LUA_TTABLE) {
    p.home = PLACES_IN_TABLE;
  } else if (type == LUA_TLIGHTUSERDATA) {
    p.home = PLACES_IN_MEMORY;
  } else if (type > LUA_TTHREAD) {
    p.home = PLACES_IN_CDATA;
  } else {
    tp_bind_wrong(L, arg, function, name,
                  "a table, a light userdata or an FFI array");
  }
  return p;
}

void tp_places_pair(lua_State *L, const Places *a, const Places *b) {
  if (a->home == b->home) return;
  tp_bind_error(L, "%s: %s and %s must be of one type, got %s and %s",
                a->list.function, a->list.name, b->list.name,
                tp_bind_show(L, a->list.at), tp_bind_show(L, b->list.at));
}

PlacesKind tp_places_kind(lua_State *L, int arg, const char *function) {
  static const char *const kinds[] = {"double", "float", NULL};
  if (lua_isnoneornil(L, arg)) return PLACES_DOUBLES;
  int kind = tp_bind_word(L, arg, kinds);
  if (kind < 0) tp_bind_wrong(L, arg, function, "kind", "'float' or 'double'");
  return (PlacesKind)kind;
}

/* arrays.lua puts the address into a cell of memory and returns that, and what
 * lies there. */
static void locate_cdata(lua_State *L, Places *p, size_t n, bool in_bytes,
                         bind_Marks marks) {
  lua_pushvalue(L, lua_upvalueindex(BIND_CDATA));
  lua_rawget(L, lua_upvalueindex(BIND_FIELD));
  lua_pushvalue(L, p->list.at);
  lua_pushnumber(L, (lua_Number)n);
  lua_pushboolean(L, in_bytes);
  tp_bind_call(L, 3, 2, marks);
  if (lua_type(L, -2) == LUA_TNIL) {
    tp_bind_error(L, "%s: %s must be %s", p->list.function, p->list.name,
                  lua_tostring(L, -1));
  }
  memcpy(&p->memory, lua_topointer(L, -2), sizeof p->memory);
  p->kind = lua_toboolean(L, -1) ? PLACES_FLOATS : PLACES_DOUBLES;
  lua_pop(L, 2);
}

static void locate(lua_State *L, Places *p, size_t n, bool in_bytes,
                   bind_Marks marks) {
  if (p->home == PLACES_IN_TABLE) return;
  if (p->home == PLACES_IN_CDATA) {
    locate_cdata(L, p, n, in_bytes, marks);
  } else {
    p->memory = lua_touserdata(L, p->list.at);
  }
  if (!p->memory && n > 0) {
    tp_bind_error(L, "%s: %s must point to n %s, got a null pointer",
                  p->list.function, p->list.name,
                  in_bytes ? "bytes" : "numbers");
  }
}

void tp_places_locate(lua_State *L, Places *p, size_t n, PlacesKind kind,
                      bind_Marks marks) {
  p->kind = kind;
  locate(L, p, n, false, marks);
}

void tp_places_locate_bytes(lua_State *L, Places *p, size_t n,
                            bind_Marks marks) {
  locate(L, p, n, true, marks);
}

void tp_places_locate_pair(lua_State *L, Places *a, Places *b, size_t n,
                           PlacesKind kind, bind_Marks marks) {
  tp_places_locate(L, a, n, kind, marks);
  tp_places_locate(L, b, n, kind, marks);
  if (a->kind != b->kind) {
    tp_bind_error(L, "%s: %s and %s must hold numbers of one type",
                  a->list.function, a->list.name, b->list.name);
  }
}

void tp_places_set_item(lua_State *L, const Places *p, size_t i, double value) {
  lua_pushnumber(L, value);
  lua_rawseti(L, p->list.at, (int)i + 1);
}
