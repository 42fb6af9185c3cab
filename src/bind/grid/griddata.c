/* griddata.c - fills a grid from a game's data: drawn text, flat lists of
 * values.
 *
 * A table, the map, gives the meaning of each character or value: the name of a
 * terrain, or, in flat lists, false, which leaves the cell as it is. No Lua
 * code runs. Text goes straight into the cells, after a check. Cells from
 * lists are collected in a buffer, a byte a cell, and go into the grid when
 * all of them were read. So a mistake leaves the grid as it was. Cost: 1 ns a
 * cell from text, 15 ns from lists.
 */
#include <string.h>

#include "grid.h"

/* ---- text --------------------------------------------------------------- */

typedef struct Text {
  const char *at, *end;
} Text;

/* Takes the next row off; false at the end. A row ends in \n or \r\n. No row
 * follows the last line end. */
static bool next_row(Text *text, const char **row, size_t *length) {
  if (text->at == text->end) return false;
  size_t left = (size_t)(text->end - text->at);
  const char *newline = memchr(text->at, '\n', left);
  const char *stop = newline ? newline : text->end;
  *row = text->at;
  *length = (size_t)(stop - text->at);
  if (newline && *length > 0 && stop[-1] == '\r') --*length;
  text->at = newline ? newline + 1 : text->end;
  return true;
}

static Text text_argument(lua_State *L, int arg) {
  size_t length;
  const char *text = tp_bind_string(L, arg, "grid", "text", &length);
  return (Text){text, text + length};
}

/* True if all rows have one length. Else *height is the first row with another
 * length, and *width its length. */
static bool measure_text(Text text, size_t *width, size_t *height) {
  const char *row;
  size_t length;
  *width = *height = 0;
  while (next_row(&text, &row, &length)) {
    bool differs = *height > 0 && length != *width;
    *width = length;
    ++*height;
    if (differs) return false;
  }
  if (*width == 0) *height = 0;
  return true;
}

/* core.is_ascii(text) -> true or false */
static int is_ascii(lua_State *L) {
  Text text = text_argument(L, 1);
  uint64_t bits = 0, bytes;
  for (; text.end - text.at >= 8; text.at += 8) {
    memcpy(&bytes, text.at, 8);
    bits |= bytes;
  }
  while (text.at < text.end) bits |= (uint8_t)*text.at++;
  lua_pushboolean(L, (bits & UINT64_C(0x8080808080808080)) == 0);
  return 1;
}

/* core.measure(text) -> width, height | nil, row, length */
static int measure(lua_State *L) {
  size_t width, height;
  if (measure_text(text_argument(L, 1), &width, &height)) {
    compat_push_whole(L, (double)width);
    compat_push_whole(L, (double)height);
    return 2;
  }
  lua_pushnil(L);
  compat_push_whole(L, (double)height);
  compat_push_whole(L, (double)width);
  return 3;
}

/* Pops the name of a terrain that the grid must have; returns its id. */
static uint8_t pop_terrain(lua_State *L, const tp_Grid *g) {
  int id = tp_bind_terrain(L, lua_gettop(L), g, "grid", "a value of map");
  lua_pop(L, 1);
  return (uint8_t)id;
}

static int push_unknown(lua_State *L, Text text, const char *unknown) {
  size_t row = 1;
  const char *start = text.at;
  for (const char *c = text.at; c < unknown; c++) {
    if (*c != '\n') continue;
    start = c + 1;
    row++;
  }
  lua_pushlstring(L, unknown, 1);
  compat_push_whole(L, (double)row);
  compat_push_whole(L, (double)(unknown - start + 1));
  return 3;
}

/* core.fill_text(grid, text, map) -> nothing | character, row, column */
static int fill_text(lua_State *L) {
  tp_Grid *g = tp_bind_object(L, 1, BIND_GRID, "grid", "grid");
  Text text = text_argument(L, 2);
  uint8_t id[256], *cell = g->cells;
  const char *row;
  size_t width, height, length;
  luaL_checktype(L, 3, LUA_TTABLE);
  if (!measure_text(text, &width, &height) || width != (size_t)g->width ||
      height != (size_t)g->height) {
    return tp_bind_error(L, "grid: the text must have %d rows of %d characters",
                         (int)g->height, (int)g->width);
  }
  memset(id, TP_KEEP, 256);
  for (const char *c = text.at; c < text.end; c++) {
    bool ends_row =
        *c == '\n' || (*c == '\r' && c + 1 < text.end && c[1] == '\n');
    if (ends_row || id[(uint8_t)*c] != TP_KEEP) continue;
    lua_pushlstring(L, c, 1);
    lua_rawget(L, 3);
    if (lua_isnil(L, -1)) return push_unknown(L, text, c);
    id[(uint8_t)*c] = pop_terrain(L, g);
  }
  tp_bind_check_idle(L, g, BIND_GRID, "grid");
  while (next_row(&text, &row, &length)) {
    for (size_t x = 0; x < length; x++) *cell++ = id[(uint8_t)row[x]];
  }
  tp_grid_recount(g);
  return 0;
}

/* ---- flat lists --------------------------------------------------------- */

typedef struct Reader {
  const tp_Grid *grid;
  const void *name; /* name of the last terrain, as Lua keeps it */
  uint8_t id;       /* its id: most cells are like the cell before */
} Reader;

/* Pops the map's entry for a value; false if there is no entry. */
static bool pop_meaning(lua_State *L, Reader *r, uint8_t *cell) {
  bool is_known = true;
  if (lua_type(L, -1) == LUA_TSTRING) {
    /* The map keeps the name alive, so no other string has its address. */
    const void *name = lua_tostring(L, -1);
    if (name != r->name) {
      r->id = (uint8_t)tp_bind_terrain(L, lua_gettop(L), r->grid, "grid",
                                       "a value of map");
      r->name = name;
    }
    *cell = r->id;
  } else if (lua_isnil(L, -1)) {
    is_known = false;
  } else {
    *cell = TP_KEEP;
  }
  lua_pop(L, 1);
  return is_known;
}

/* Reads the cells from the table at 2. Returns the number of cells read. */
static int32_t read_table(lua_State *L, Reader *r, int32_t count,
                          uint8_t *cells) {
  for (int32_t i = 0; i < count; i++) {
    lua_rawgeti(L, 2, i + 1);
    if (lua_isnil(L, -1)) return i;
    lua_rawget(L, 3);
    if (!pop_meaning(L, r, &cells[i])) return i;
  }
  return count;
}

/* core.fill_list(grid, list, map, x, y, w, h) -> nothing | index of the first
 * value of the list that the map lacks */
static int fill_list(lua_State *L) {
  tp_Grid *g = tp_bind_object(L, 1, BIND_GRID, "grid", "grid");
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  double x = luaL_checknumber(L, 4), y = luaL_checknumber(L, 5);
  double w = luaL_checknumber(L, 6), h = luaL_checknumber(L, 7);
  bool is_inside = x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= g->width &&
                   y + h <= g->height;
  if (!is_inside) tp_bind_error(L, "grid: the rectangle must lie in the grid");
  tp_Rect rect = (tp_Rect){(int32_t)x, (int32_t)y, (int32_t)w, (int32_t)h};
  int32_t count = rect.w * rect.h;
  uint8_t *cells = tp_bind_new(L, (size_t)count);
  Reader r = {g, NULL, TP_KEEP};
  int32_t known = read_table(L, &r, count, cells);
  if (known < count) {
    compat_push_whole(L, known + 1);
    return 1;
  }
  tp_bind_check_idle(L, g, BIND_GRID, "grid");
  tp_grid_paste(g, rect, cells);
  return 0;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg functions[] = {
    {"meant", tp_bind_meant}, {"is_ascii", is_ascii},   {"measure", measure},
    {"fill_text", fill_text}, {"fill_list", fill_list}, {NULL, NULL},
};

const bind_Exports tp_griddata_exports = {.functions = functions};
