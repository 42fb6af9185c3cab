/* build.c - filling a grid from what a game has: drawn text, tables of rows, a
 * function that is asked cell by cell.
 *
 * Texts and tables are read without running any Lua code, straight into the
 * cells; 1 ns a cell from text, 15 ns from tables. A sampled grid is another
 * matter: what the function says is gathered aside, a byte a cell, and goes
 * into the grid when it has spoken for all of them. So an error on the way
 * leaves the grid as it was.
 */
#include <math.h>
#include <string.h>

#include "bind.h"

/* ---- text --------------------------------------------------------------- */

typedef struct Text {
  const char *at, *end;
} Text;

/* Takes the next row off; false at the end. A row ends in \n or \r\n; after a
 * final one comes no further row. */
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
  const char *text = bind_string(L, arg, "grid", "text", &length);
  return (Text){text, text + length};
}

/* True where all rows have one length; else the first row that differs is row
 * *height, and *width its length. */
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
  int id = bind_terrain(L, lua_gettop(L), g, "grid", "a value of map");
  lua_pop(L, 1);
  return (uint8_t)id;
}

/* Fills id[c] for each character c of the text; false, with c in *unknown, at
 * the first one that the map at 3 does not have. */
static bool read_map(lua_State *L, const tp_Grid *g, Text text, uint8_t id[256],
                     const char **unknown) {
  memset(id, TP_KEEP, 256);
  for (const char *c = text.at; c < text.end; c++) {
    bool ends_row =
        *c == '\n' || (*c == '\r' && c + 1 < text.end && c[1] == '\n');
    if (ends_row || id[(uint8_t)*c] != TP_KEEP) continue;
    lua_pushlstring(L, c, 1);
    lua_rawget(L, 3);
    if (lua_isnil(L, -1)) {
      *unknown = c;
      return false;
    }
    id[(uint8_t)*c] = pop_terrain(L, g);
  }
  return true;
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
  tp_Grid *g = bind_object(L, 1, BIND_GRID, "grid", "grid");
  Text text = text_argument(L, 2);
  uint8_t id[256], *cell = g->cells;
  const char *unknown, *row;
  size_t width, height, length;
  luaL_checktype(L, 3, LUA_TTABLE);
  if (!measure_text(text, &width, &height) || width != (size_t)g->width ||
      height != (size_t)g->height) {
    return bind_error(L, "grid: the text must have %d rows of %d characters",
                      (int)g->height, (int)g->width);
  }
  if (!read_map(L, g, text, id, &unknown)) {
    return push_unknown(L, text, unknown);
  }
  bind_check_idle(L, g, BIND_GRID, "grid");
  while (next_row(&text, &row, &length)) {
    for (size_t x = 0; x < length; x++) *cell++ = id[(uint8_t)row[x]];
  }
  tp_grid_recount(g);
  return 0;
}

/* ---- tables of rows ----------------------------------------------------- */

/* Pushes a table that has for each value of the map at 3, which names a
 * terrain, that terrain's id. */
static void push_ids(lua_State *L, const tp_Grid *g) {
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, 3)) {
    uint8_t id = pop_terrain(L, g);
    lua_pushvalue(L, -1);
    lua_pushnumber(L, id);
    lua_rawset(L, -4);
  }
}

typedef enum Row { ROW_READ, ROW_UNEXPLAINED, ROW_MISSHAPEN } Row;

/* Reads the row on the top, whose first index is `left`, by the ids below it:
 * key by key, so that none is lost. It is misshapen where its indices are not
 * the `width` that it should have. */
static Row read_row(lua_State *L, double left, int32_t width, uint8_t *cells) {
  int32_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (lua_type(L, -2) == LUA_TNUMBER) {
      double column = lua_tonumber(L, -2) - left;
      if (!(column >= 0 && column < width && column == floor(column))) {
        return ROW_MISSHAPEN;
      }
      lua_rawget(L, -4);
      if (lua_isnil(L, -1)) return ROW_UNEXPLAINED;
      cells[(int32_t)column] = (uint8_t)lua_tonumber(L, -1);
      count++;
    }
    lua_pop(L, 1);
  }
  return count == width ? ROW_READ : ROW_MISSHAPEN;
}

/* core.fill_rows(grid, rows, map, left, top) -> nothing | index of the row at
 * which it stopped, true where that has values that the map does not explain.
 * The rows begin at the indices left and top. */
static int fill_rows(lua_State *L) {
  tp_Grid *g = bind_object(L, 1, BIND_GRID, "grid", "grid");
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  const double left = lua_tonumber(L, 4), top = lua_tonumber(L, 5);
  uint8_t *read = bind_new(L, (size_t)g->width * (size_t)g->height);
  uint8_t *row = read;
  push_ids(L, g);
  for (int32_t y = 0; y < g->height; y++, row += g->width) {
    lua_rawgeti(L, 2, (int)(y + top));
    Row is =
        lua_istable(L, -1) ? read_row(L, left, g->width, row) : ROW_MISSHAPEN;
    if (is != ROW_READ) {
      compat_push_whole(L, y + top);
      lua_pushboolean(L, is == ROW_UNEXPLAINED);
      return 2;
    }
    lua_pop(L, 1);
  }
  bind_check_idle(L, g, BIND_GRID, "grid");
  tp_grid_paste(g, (tp_Rect){0, 0, g->width, g->height}, read);
  return 0;
}

/* ---- a function asked cell by cell -------------------------------------- */

/* Pops what the function said of the cell x, y: a terrain's id, or TP_KEEP. */
static uint8_t pop_answer(lua_State *L, const tp_Grid *g, int32_t x,
                          int32_t y) {
  int id = -1;
  switch (lua_type(L, -1)) {
    case LUA_TNIL: id = TP_KEEP; break;
    case LUA_TBOOLEAN: id = lua_toboolean(L, -1) ? TP_OPEN : TP_WALL; break;
    case LUA_TSTRING: {
      size_t length;
      const char *name = lua_tolstring(L, -1, &length);
      id = tp_grid_find(g, name, length);
      break;
    }
    default: break;
  }
  if (id < 0) {
    const char *value = bind_show(L, -1);
    const char *shown_x = bind_show_number(L, bind_to_user(x, g->base_x));
    const char *shown_y = bind_show_number(L, bind_to_user(y, g->base_y));
    bind_error(L,
               "sample: f must return a terrain of the grid, true, false or "
               "nil, got %s for cell %s, %s",
               value, shown_x, shown_y);
  }
  lua_pop(L, 1);
  return (uint8_t)id;
}

/* Asks the function at 2 about the cell. */
static uint8_t ask(lua_State *L, tp_Grid *g, int32_t x, int32_t y) {
  lua_pushvalue(L, 2);
  bind_push_cell(L, g, x, y);
  lua_pushnumber(L, tp_grid_world_x(g, x));
  lua_pushnumber(L, tp_grid_world_y(g, y));
  bind_call(L, 4, 1, bind_marks(g, NULL));
  return pop_answer(L, g, x, y);
}

int bind_grid_sample(lua_State *L) {
  tp_Grid *g = bind_self(L, BIND_GRID, "sample");
  tp_Rect rect = {0, 0, g->width, g->height};
  bind_check_idle(L, g, BIND_GRID, "sample");
  if (!lua_isfunction(L, 2)) bind_wrong(L, 2, "sample", "f", "a function");
  bool in_part = false;
  for (int arg = 3; arg <= 6; arg++) {
    in_part = in_part || !lua_isnoneornil(L, arg);
  }
  if (in_part) rect = bind_rect(L, 3, g, "sample");

  size_t cells = (size_t)rect.w * (size_t)rect.h;
  uint8_t *answers = bind_new(L, cells), *answer = answers;
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    for (int32_t x = rect.x; x < rect.x + rect.w; x++) {
      *answer++ = ask(L, g, x, y);
    }
  }
  bind_check_idle(L, g, BIND_GRID, "sample");
  compat_push_whole(L, (double)tp_grid_paste(g, rect, answers));
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg functions[] = {
    {"measure", measure},
    {"fill_text", fill_text},
    {"fill_rows", fill_rows},
    {NULL, NULL},
};

void bind_open_build(lua_State *L) { bind_functions(L, BIND_CORE, functions); }
