/* layer.c - a layer of a grid in Lua: a number from 0 to 255 for each cell.
 *
 * A layer is one userdata, a tp_Layer behind its head, which keeps its grid
 * alive. Searches lock the grid only. So while the grid is locked, its
 * layers cannot be edited, either.
 */
#include "../../core/map/layer.h"

#include <string.h>

#include "grid.h"

/* The layer at 1, for a change. */
static tp_Layer *editable(lua_State *L, const char *function) {
  tp_Layer *l = tp_bind_self(L, BIND_LAYER, function);
  tp_bind_check_idle(L, l, BIND_LAYER, function);
  tp_bind_check_idle(L, l->grid, BIND_GRID, function);
  return l;
}

/* ---- single cells ------------------------------------------------------- */

static int get(lua_State *L) {
  const tp_Layer *l = tp_bind_self(L, BIND_LAYER, "get");
  tp_Cell c = tp_bind_cell(L, 2, l->grid, "get", "x", "y");
  if (!tp_grid_contains(l->grid, c.x, c.y)) {
    return tp_bind_push_no(L, "outside");
  }
  compat_push_whole(L, l->cells[tp_grid_index(l->grid, c.x, c.y)]);
  return 1;
}

static int set(lua_State *L) {
  tp_Layer *l = editable(L, "set");
  tp_Cell c = tp_bind_cell(L, 2, l->grid, "set", "x", "y");
  uint8_t value =
      (uint8_t)tp_bind_integer(L, 4, "set", "value", 0, TP_LAYER_MOST);
  if (!tp_grid_contains(l->grid, c.x, c.y)) {
    return tp_bind_push_no(L, "outside");
  }
  tp_layer_set(l, c.x, c.y, value);
  return tp_bind_push_yes(L);
}

/* layer:add(x, y, amount) -> the new value */
static int add(lua_State *L) {
  tp_Layer *l = editable(L, "add");
  tp_Cell c = tp_bind_cell(L, 2, l->grid, "add", "x", "y");
  double amount =
      tp_bind_integer(L, 4, "add", "amount", -BIND_MAX_WHOLE, BIND_MAX_WHOLE);
  if (!tp_grid_contains(l->grid, c.x, c.y)) {
    return tp_bind_push_no(L, "outside");
  }
  compat_push_whole(L, tp_layer_add(l, c.x, c.y, amount));
  return 1;
}

/* ---- many cells --------------------------------------------------------- */

static int fill(lua_State *L) {
  tp_Layer *l = editable(L, "fill");
  tp_Rect rect = tp_bind_rect(L, 2, l->grid, "fill");
  uint8_t value =
      (uint8_t)tp_bind_integer(L, 6, "fill", "value", 0, TP_LAYER_MOST);
  compat_push_whole(L, (double)tp_layer_fill(l, rect, value));
  return 1;
}

static int fade(lua_State *L) {
  tp_Layer *l = editable(L, "fade");
  double factor = lua_type(L, 2) == LUA_TNUMBER ? lua_tonumber(L, 2) : -1;
  if (!(factor >= 0 && factor <= 1)) {
    tp_bind_wrong(L, 2, "fade", "factor", "a number from 0 to 1");
  }
  double parts = factor * TP_LAYER_ONE;
  uint32_t whole = (uint32_t)parts;
  compat_push_whole(L, (double)tp_layer_fade(l, whole + (whole < parts)));
  return 1;
}

/* ---- by a function ------------------------------------------------------ */

/* Calls the function at 2 for the cell. */
static int16_t ask_cell(lua_State *L, tp_Layer *l, int32_t x, int32_t y) {
  tp_bind_ask_cell(L, l->grid, (tp_Cell){x, y}, bind_locks(l, NULL));
  int16_t answer = TP_LAYER_KEEP;
  if (!lua_isnil(L, -1)) {
    double value = tp_bind_is_whole(L, -1) ? lua_tonumber(L, -1) : -1;
    if (!(value >= 0 && value <= TP_LAYER_MOST)) {
      tp_bind_refuse_answer(L, l->grid, (tp_Cell){x, y},
                            "a whole number from 0 to 255 or nil");
    }
    answer = (int16_t)value;
  }
  lua_pop(L, 1);
  return answer;
}

static int sample(lua_State *L) {
  tp_Layer *l = editable(L, "sample");
  const tp_Rect rect = tp_bind_sampled(L, l->grid);

  size_t cells = (size_t)rect.w * (size_t)rect.h;
  int16_t *answers = tp_bind_new(L, cells * sizeof *answers), *answer = answers;
  for (tp_Cell c = tp_rect_first(rect); tp_rect_wrap(rect, &c); c.x++) {
    *answer++ = ask_cell(L, l, c.x, c.y);
  }
  tp_bind_check_idle(L, l, BIND_LAYER, "sample");
  tp_bind_check_idle(L, l->grid, BIND_GRID, "sample");
  compat_push_whole(L, (double)tp_layer_paste(l, rect, answers));
  return 1;
}

/* ---- saving and loading ------------------------------------------------- */

/* Pushes a layer of zeros for the grid at that index. */
static tp_Layer *push_layer(lua_State *L, int index, tp_Grid *grid) {
  tp_Layer *l = tp_bind_new_handle(L, tp_layer_bytes(grid), LAYER_SLOTS);
  tp_layer_init(l, grid);
  tp_bind_keep(L, index + 1, LAYER_GRID, index);
  tp_bind_lodge(L, index, index + 1);
  return l;
}

/* core.load_layer(bytes, width, height, grid) -> layer | nil, "size" */
static int load_layer(lua_State *L) {
  size_t length;
  const char *bytes = tp_bind_string(L, 1, "load", "bytes", &length);
  const double width = luaL_checknumber(L, 2), height = luaL_checknumber(L, 3);
  tp_Grid *grid = tp_bind_object(L, 4, BIND_GRID, "load", "grid");
  if (width != grid->width || height != grid->height ||
      length != tp_grid_cells(grid)) {
    return tp_bind_push_no(L, "size");
  }
  lua_settop(L, 4);
  tp_Layer *l = push_layer(L, 4, grid);
  memcpy(l->cells, bytes, length);
  tp_bind_adopt(L, BIND_LAYER);
  return 1;
}

/* ---- the object --------------------------------------------------------- */

enum { GRID = 1, REVISION };

static const char *const properties[] = {"grid", "revision", NULL};

static int index_layer(lua_State *L) {
  const int member = tp_bind_member(L);
  if (member == BIND_METHOD) return 1;
  const tp_Layer *l = tp_bind_self(L, BIND_LAYER, "__index");
  switch (member) {
    case GRID: tp_bind_push_kept(L, 1, LAYER_GRID); break;
    case REVISION: compat_push_whole(L, (double)tp_layer_revision(l)); break;
    default: break;
  }
  return 1;
}

static int to_string(lua_State *L) {
  const tp_Layer *l = tp_bind_self(L, BIND_LAYER, "__tostring");
  lua_pushfstring(L, "layer of %dx%d", (int)l->grid->width,
                  (int)l->grid->height);
  return 1;
}

/* core.layer(grid) -> layer of zeros */
static int new_layer(lua_State *L) {
  tp_Grid *grid = tp_bind_object(L, 1, BIND_GRID, "layer", "grid");
  lua_settop(L, 1);
  push_layer(L, 1, grid);
  tp_bind_adopt(L, BIND_LAYER);
  return 1;
}

static const luaL_Reg methods[] = {
    {"get", get},
    {"set", set},
    {"add", add},
    {"fill", fill},
    {"fade", fade},
    {"sample", sample},
    {"__tostring", to_string},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"layer", new_layer},
    {"load_layer", load_layer},
    {NULL, NULL},
};

const bind_Exports tp_layer_exports = {
    .kind = BIND_LAYER,
    .methods = methods,
    .properties = properties,
    .index = index_layer,
    .functions = functions,
};
