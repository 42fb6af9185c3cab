/* list.c - filling a rectangle of a grid from a flat list of values.
 *
 * What tilepath.grid(list) and the importers end in. A table says what each
 * value means: the name of a terrain, or false, which leaves the cell as it
 * is. A string is a list, too, of pixels: four bytes make a number, the first
 * the highest. No Lua code runs. What is read is gathered aside, a byte a cell,
 * and goes into the grid when all of it was understood; 15 ns a cell from
 * tables, 2 ns where a pixel has the colour of the one before.
 */
#include "bind.h"

typedef struct Reader {
  const tp_Grid *grid;
  const void *name; /* the last terrain's, as Lua keeps it */
  uint8_t id;       /* and its id: most cells are like the one before */
} Reader;

static uint32_t pixel_at(const unsigned char *bytes, size_t i) {
  const unsigned char *b = bytes + 4 * i;
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 |
         b[3];
}

/* Pops what the map says of a value; false where it says nothing. */
static bool pop_meaning(lua_State *L, Reader *r, uint8_t *cell) {
  bool is_known = true;
  if (lua_type(L, -1) == LUA_TSTRING) {
    /* The map holds on to the name, so its address is its own. */
    const void *name = lua_tostring(L, -1);
    if (name != r->name) {
      r->id = (uint8_t)bind_terrain(L, lua_gettop(L), r->grid, "grid",
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

/* A rectangle that lies in the grid, counted from 0, at arg .. arg + 3. */
static tp_Rect rect_argument(lua_State *L, int arg, const tp_Grid *g) {
  double x = luaL_checknumber(L, arg), y = luaL_checknumber(L, arg + 1);
  double w = luaL_checknumber(L, arg + 2), h = luaL_checknumber(L, arg + 3);
  bool is_inside = x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= g->width &&
                   y + h <= g->height;
  if (!is_inside) bind_error(L, "grid: the rectangle must lie in the grid");
  return (tp_Rect){(int32_t)x, (int32_t)y, (int32_t)w, (int32_t)h};
}

/* Reads the cells from the table at 2. Returns how many it could read. */
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

/* The same from the pixels of the string at 2. */
static int32_t read_pixels(lua_State *L, Reader *r, int32_t count,
                           uint8_t *cells) {
  size_t length;
  const char *text = lua_tolstring(L, 2, &length);
  const unsigned char *bytes = (const unsigned char *)text;
  if (length / 4 < (size_t)count) count = (int32_t)(length / 4);
  for (int32_t i = 0; i < count; i++) {
    uint32_t pixel = pixel_at(bytes, (size_t)i);
    if (i > 0 && pixel == pixel_at(bytes, (size_t)i - 1)) {
      cells[i] = cells[i - 1];
      continue;
    }
    lua_pushnumber(L, pixel);
    lua_rawget(L, 3);
    if (!pop_meaning(L, r, &cells[i])) return i;
  }
  return count;
}

/* core.fill_list(grid, list, map, x, y, w, h) -> nothing | index of a value of
 * the list that the map does not have */
static int fill_list(lua_State *L) {
  tp_Grid *g = bind_object(L, 1, BIND_GRID, "grid", "grid");
  bool is_text = lua_type(L, 2) == LUA_TSTRING;
  if (!is_text) luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  tp_Rect rect = rect_argument(L, 4, g);
  int32_t count = rect.w * rect.h;
  uint8_t *cells = bind_new(L, (size_t)count);
  Reader r = {g, NULL, TP_KEEP};
  int32_t known = is_text ? read_pixels(L, &r, count, cells)
                          : read_table(L, &r, count, cells);
  if (known < count) {
    compat_push_whole(L, known + 1);
    return 1;
  }
  bind_check_idle(L, g, BIND_GRID, "grid");
  tp_grid_paste(g, rect, cells);
  return 0;
}

static const luaL_Reg functions[] = {
    {"fill_list", fill_list},
    {NULL, NULL},
};

void bind_open_list(lua_State *L) { bind_functions(L, BIND_CORE, functions); }
