/* dump.c - the part of saving and loading that must be fast. The rest is
 * lua/tilepath/dump.lua.
 *
 * All cells are one string, a byte a cell, row by row. For a layer a byte is
 * the cell's number. For a grid it is the place of the terrain in a list of
 * names, from 0; +128 if the cell is closed. A grid's string is checked before
 * its first byte is used. About 2 ns a cell, and as much for the sum.
 */
#include <string.h>

#include "../../core/map/layer.h"
#include "../../core/map/links.h"
#include "grid.h"

/* core.sum(text) -> a whole number below 2^31: a polynomial of the text's words
 * of four bytes. It changes with each byte. */
static int sum(lua_State *L) {
  const uint64_t prime = 2147483647, factor = 65599;
  size_t length;
  const char *text = tp_bind_string(L, 1, "sum", "text", &length);
  uint64_t sum = length;
  for (size_t i = 0; i < length; i += 4) {
    uint64_t word = 0;
    for (size_t at = i; at < i + 4; at++) {
      word = word << 8 | (at < length ? (uint8_t)text[at] : 0u);
    }
    sum = (sum * factor + word) % prime;
  }
  compat_push_whole(L, (double)sum);
  return 1;
}

/* core.place(grid) -> the column and row that begin at the origin, and the
 * origin */
static int place(lua_State *L) {
  const tp_Grid *g = tp_bind_object(L, 1, BIND_GRID, "dump", "grid");
  compat_push_whole(L, g->first_x);
  compat_push_whole(L, g->first_y);
  lua_pushnumber(L, g->origin_x);
  lua_pushnumber(L, g->origin_y);
  return 4;
}

/* Fills id[] with the terrains of the list of names at 2. Returns their
 * number. */
static int take_names(lua_State *L, const tp_Grid *g,
                      uint8_t id[TP_MAX_TERRAINS]) {
  const int top = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  for (int n = 0; n < TP_MAX_TERRAINS; n++) {
    lua_rawgeti(L, 2, n + 1);
    if (lua_isnil(L, -1)) return n;
    id[n] = (uint8_t)tp_bind_terrain(L, top + 1, g, "dump", "a name");
    lua_settop(L, top);
  }
  return TP_MAX_TERRAINS;
}

/* core.bytes(grid, names), core.bytes(layer) -> bytes, width, height. A byte a
 * cell, row by row: the place of its terrain among the names, from 0; +128 if it
 * is closed. Of a layer its numbers. */
static int push_bytes(lua_State *L) {
  const tp_Layer *l = tp_bind_test(L, 1, BIND_LAYER);
  const tp_Grid *g =
      l ? l->grid : tp_bind_object(L, 1, BIND_GRID, "dump", "grid");
  uint8_t id[TP_MAX_TERRAINS], byte[256];
  const int count = l ? 0 : take_names(L, g, id);
  for (int i = 0; i < 256; i++) byte[i] = (uint8_t)i;
  for (int i = 0; i < count; i++) {
    byte[id[i]] = (uint8_t)i;
    byte[id[i] | TP_CLOSED] = (uint8_t)(i | TP_CLOSED);
  }
  const size_t length = tp_grid_cells(g);
  uint8_t *bytes = tp_bind_new(L, length);
  const uint8_t *cells = l ? l->cells : g->cells;
  for (size_t i = 0; i < length; i++) bytes[i] = byte[cells[i]];
  lua_pushlstring(L, (const char *)bytes, length);
  compat_push_whole(L, g->width);
  compat_push_whole(L, g->height);
  return 3;
}

/* core.load_cells(grid, names, bytes) -> are the bytes sound? If they are, the
 * grid has these cells, and its links are in order. */
static int load_cells(lua_State *L) {
  size_t length;
  tp_Grid *g = tp_bind_object(L, 1, BIND_GRID, "load", "grid");
  const char *bytes = tp_bind_string(L, 3, "load", "bytes", &length);
  uint8_t id[TP_MAX_TERRAINS], cell[256];
  const int count = take_names(L, g, id);
  memset(cell, TP_KEEP, sizeof cell);
  for (int i = 0; i < count; i++) {
    cell[i] = id[i];
    cell[i | TP_CLOSED] = id[i] | TP_CLOSED;
  }
  tp_bind_check_idle(L, g, BIND_GRID, "load");
  bool is_sound = length == tp_grid_cells(g);
  for (size_t i = 0; is_sound && i < length; i++) {
    is_sound = cell[(uint8_t)bytes[i]] != TP_KEEP;
  }
  for (size_t i = 0; is_sound && i < length; i++) {
    g->cells[i] = cell[(uint8_t)bytes[i]];
  }
  if (is_sound) tp_grid_recount(g);
  if (is_sound && g->links) tp_links_sort(g->links);
  lua_pushboolean(L, is_sound);
  return 1;
}

static const luaL_Reg functions[] = {
    {"sum", sum},          {"place", place},
    {"bytes", push_bytes}, {"load_cells", load_cells},
    {NULL, NULL},
};

const bind_Exports tp_dump_exports = {.functions = functions};
