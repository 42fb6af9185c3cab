/* griddata.c - fills a grid from a game's data: drawn text, lists and rows of
 * values.
 *
 * A table gives the meaning of each character or value: the name of a terrain,
 * or for values false, which leaves the cell as it is. No Lua code runs. Text
 * goes straight into the cells, after a check. Values are read once, and become
 * codes, a number for each different value (core.read_values). Their cells are
 * collected in a buffer, a byte a cell, and go into the grid when all of them
 * were read. So a mistake leaves the grid as it was. Cost: 1 ns a cell from
 * text and from codes, 10 ns from lists, 20 ns from rows.
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

/* core.measure(text) -> width, height | nil, row of another length, length */
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

/* core.fill_text(grid, text, map) -> nothing | the character that the map
 * lacks, its row and its column; then nothing has changed */
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

/* ---- values ------------------------------------------------------------- */

/* Each of the different values gets a code, from 1, in the order in which they
 * come. So a cell costs no look-up in a table if its value is a small whole
 * number, or a string that is in the cache. */
enum { SMALL = 1024, CACHE = 64, BATCH = 32 };

typedef struct Coder {
  int known, values, firsts; /* tables on the stack: codes by value; values and
                                their first cells by code */
  uint32_t count;            /* of codes */
  uint32_t of_small[SMALL];  /* codes of whole numbers; 0: none yet */
  struct {
    const void *at; /* a string, which `values` keeps alive */
    uint32_t code;
  } cache[CACHE];
} Coder;

/* Pushes the tables of a coder. */
static void init(lua_State *L, Coder *c) {
  luaL_checkstack(L, BATCH + 16, NULL);
  memset(c, 0, sizeof *c);
  lua_newtable(L);
  lua_newtable(L);
  lua_newtable(L);
  c->firsts = lua_gettop(L);
  c->values = c->firsts - 1;
  c->known = c->firsts - 2;
}

/* The place for the code of the value on the top, which is of that type; NULL
 * if there is none. */
static uint32_t *place_of(lua_State *L, Coder *c, int type) {
  if (type == LUA_TNUMBER) {
    const double value = lua_tonumber(L, -1);
    const bool is_small =
        value >= 0 && value < SMALL && (double)(uint32_t)value == value;
    return is_small ? &c->of_small[(uint32_t)value] : NULL;
  } else if (type != LUA_TSTRING) {
    return NULL;
  }
  const void *at = lua_tostring(L, -1);
  const size_t slot = ((uintptr_t)at >> 4) % CACHE;
  if (c->cache[slot].at != at) {
    c->cache[slot].at = at;
    c->cache[slot].code = 0;
  }
  return &c->cache[slot].code;
}

/* The code of the value on the top, of that type and of cell i from 0; 0 for
 * nil and for a number that no table has as its key. */
static uint32_t code_of(lua_State *L, Coder *c, int type, size_t i) {
  uint32_t *place = place_of(L, c, type);
  if (place && *place > 0) return *place;
  if (lua_isnil(L, -1) || !lua_rawequal(L, -1, -1)) return 0;
  lua_pushvalue(L, -1);
  lua_rawget(L, c->known);
  uint32_t code = (uint32_t)lua_tonumber(L, -1);
  lua_pop(L, 1);
  if (code == 0) {
    code = ++c->count;
    lua_pushvalue(L, -1);
    lua_rawseti(L, c->values, (int)code);
    compat_push_whole(L, (double)i + 1);
    lua_rawseti(L, c->firsts, (int)code);
    lua_pushvalue(L, -1);
    compat_push_whole(L, code);
    lua_rawset(L, c->known);
  }
  /* A finalizer cannot move the place. */
  if (place) *place = code;
  return code;
}

/* Writes the codes of items of the table at `table`, from index `first` on.
 * Returns how many have one, up to the first that has none. */
static size_t read_items(lua_State *L, Coder *c, int table, int first,
                         size_t count, uint32_t *codes, size_t i) {
  const int top = lua_gettop(L);
  for (size_t k = 0; k < count; k++) {
    if (k % BATCH == 0) lua_settop(L, top);
    const int type = compat_raw_get_item(L, table, first + (int)k);
    codes[k] = code_of(L, c, type, i + k);
    if (codes[k] == 0) {
      lua_settop(L, top);
      return k;
    }
  }
  lua_settop(L, top);
  return count;
}

/* core.read_values(list, count) -> codes, values, firsts [, index of the first
 * value without a code]: a code for each item, in a form of the core's own; the
 * different values by code, and the index of the first item of each. The codes
 * end at an item that is nil or nan. */
static int read_values(lua_State *L) {
  Coder c;
  luaL_checktype(L, 1, LUA_TTABLE);
  const size_t count = (size_t)luaL_checknumber(L, 2);
  lua_settop(L, 2);
  uint32_t *codes = tp_bind_new(L, count * sizeof *codes);
  init(L, &c);
  const size_t known = read_items(L, &c, 1, 1, count, codes, 0);
  lua_remove(L, c.known);
  if (known == count) return 3;
  compat_push_whole(L, (double)known + 1);
  return 4;
}

/* The number that the key of the table at `table` is, if all keys are numbers
 * that follow on each other: the first of them, and how many there are. */
static bool measure_keys(lua_State *L, int table, double *first,
                         size_t *count) {
  *count = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1), ++*count) {
    const double key =
        lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0.5;
    if (*count == 0) *first = key;
    if (key != *first + (double)*count || *count == TP_MAX_SIDE) {
      lua_pop(L, 2);
      return false;
    }
  }
  return *count > 0;
}

/* How many keys the table on the top has, up to one more than `most`. Makes
 * nothing, so that no finalizer changes the table meanwhile. */
static size_t count_keys(lua_State *L, size_t most) {
  size_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    if (++count > most) {
      lua_pop(L, 1);
      break;
    }
  }
  return count;
}

/* core.read_rows(rows, base_x, base_y) -> codes, values, firsts, left, top,
 * width, height | nothing, if rows are not of one length, or not in order */
static int read_rows(lua_State *L) {
  Coder c;
  double top = 0, left = 0;
  size_t height, width;
  luaL_checktype(L, 1, LUA_TTABLE);
  const double base_x = luaL_checknumber(L, 2), base_y = luaL_checknumber(L, 3);
  lua_settop(L, 1);
  if (!measure_keys(L, 1, &top, &height) || (top != base_y && top != 1)) {
    return 0;
  }
  lua_rawgeti(L, 1, (int)top);
  if (!lua_istable(L, 2) || !measure_keys(L, 2, &left, &width) ||
      (left != base_x && left != 1)) {
    return 0;
  }
  uint32_t *codes = tp_bind_new(L, width * height * sizeof *codes);
  init(L, &c);
  for (size_t y = 0; y < height; y++) {
    lua_rawgeti(L, 1, (int)top + (int)y);
    /* As many keys as values in order: there is no other key. */
    if (!lua_istable(L, -1) || count_keys(L, width) != width ||
        read_items(L, &c, lua_gettop(L), (int)left, width, codes + y * width,
                   y * width) != width) {
      return 0;
    }
    lua_pop(L, 1);
  }
  lua_remove(L, c.known);
  compat_push_whole(L, left);
  compat_push_whole(L, top);
  compat_push_whole(L, (double)width);
  compat_push_whole(L, (double)height);
  return 7;
}

/* The codes at arg, and how many there are. */
static const uint32_t *codes_argument(lua_State *L, int arg, size_t *count) {
  *count = (compat_raw_length(L, arg) - sizeof(bind_Head)) / sizeof(uint32_t);
  return bind_known(L, arg);
}

/* core.count_values(codes, values) -> how many cells have each value, by code
 */
static int count_values(lua_State *L) {
  size_t count;
  const uint32_t *codes = codes_argument(L, 1, &count);
  const size_t known = compat_raw_length(L, 2);
  uint32_t *cells = tp_bind_new(L, (known + 1) * sizeof *cells);
  memset(cells, 0, (known + 1) * sizeof *cells);
  for (size_t i = 0; i < count; i++) cells[codes[i]]++;
  lua_createtable(L, (int)known, 0);
  for (size_t code = 1; code <= known; code++) {
    compat_push_whole(L, cells[code]);
    lua_rawseti(L, -2, (int)code);
  }
  return 1;
}

/* core.fill_values(grid, codes, meanings, x, y, w, h): terrains by code; false
 * leaves a cell as it is. */
static int fill_values(lua_State *L) {
  tp_Grid *g = tp_bind_object(L, 1, BIND_GRID, "grid", "grid");
  luaL_checktype(L, 3, LUA_TTABLE);
  double x = luaL_checknumber(L, 4), y = luaL_checknumber(L, 5);
  double w = luaL_checknumber(L, 6), h = luaL_checknumber(L, 7);
  bool is_inside = x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= g->width &&
                   y + h <= g->height;
  if (!is_inside) tp_bind_error(L, "grid: the rectangle must lie in the grid");
  tp_Rect rect = (tp_Rect){(int32_t)x, (int32_t)y, (int32_t)w, (int32_t)h};
  size_t count;
  lua_settop(L, 7);
  const uint32_t *codes = codes_argument(L, 2, &count);
  const size_t known = compat_raw_length(L, 3);
  uint8_t *ids = tp_bind_new(L, known + 1);
  uint8_t *cells = tp_bind_new(L, count);
  ids[0] = TP_KEEP;
  for (size_t code = 1; code <= known; code++) {
    lua_rawgeti(L, 3, (int)code);
    ids[code] = lua_toboolean(L, -1) ? pop_terrain(L, g) : TP_KEEP;
    lua_settop(L, 9);
  }
  for (size_t i = 0; i < count; i++) cells[i] = ids[codes[i]];
  tp_bind_check_idle(L, g, BIND_GRID, "grid");
  tp_grid_paste(g, rect, cells);
  return 0;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg functions[] = {
    {"meant", tp_bind_meant},
    {"is_ascii", is_ascii},
    {"measure", measure},
    {"fill_text", fill_text},
    {"read_values", read_values},
    {"read_rows", read_rows},
    {"count_values", count_values},
    {"fill_values", fill_values},
    {NULL, NULL},
};

const bind_Exports tp_griddata_exports = {.functions = functions};
