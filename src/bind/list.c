/* list.c - filling a rectangle of a grid from a flat list of values.
 *
 * What tilepath.grid(list) and the importers end in. A table says what each
 * value means: the name of a terrain, or false, which leaves the cell as it
 * is. No Lua code runs. What is read is gathered aside, a byte a cell, and goes
 * into the grid when all of it was understood; 15 ns a cell.
 */
#include "bind.h"

typedef struct Reader {
  const tp_Grid *grid;
  const void *name; /* the last terrain's, as Lua keeps it */
  uint8_t id;       /* and its id: most cells are like the one before */
} Reader;

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

/* core.fill_list(grid, list, map, x, y, w, h) -> nothing | index of a value of
 * the list that the map does not have */
static int fill_list(lua_State *L) {
  tp_Grid *g = bind_object(L, 1, BIND_GRID, "grid", "grid");
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  tp_Rect rect = rect_argument(L, 4, g);
  int32_t count = rect.w * rect.h;
  uint8_t *cells = bind_new(L, (size_t)count + sizeof(tp_Head));
  Reader r = {g, NULL, TP_KEEP};
  for (int32_t i = 0; i < count; i++) {
    lua_rawgeti(L, 2, i + 1);
    bool is_known = !lua_isnil(L, -1);
    if (is_known) {
      lua_rawget(L, 3);
      is_known = pop_meaning(L, &r, &cells[i]);
    }
    if (!is_known) {
      compat_push_whole(L, i + 1);
      return 1;
    }
  }
  bind_check_idle(L, g->busy, BIND_GRID, "grid");
  tp_grid_paste(g, rect, cells);
  return 0;
}

static const luaL_Reg functions[] = {
    {"fill_list", fill_list},
    {NULL, NULL},
};

void bind_open_list(lua_State *L) { bind_functions(L, BIND_CORE, functions); }
