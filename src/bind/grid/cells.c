/* cells.c - cells, rectangles and terrains as arguments and results.
 *
 * Lua counts from the grid's base and may name any cell, as far as whole
 * numbers go. The core counts from 0 and takes cells at most 2^30 away. This
 * file translates.
 */
#include <math.h>
#include <string.h>

#include "grid.h"

/* Far enough to be outside of any grid, and near enough that no sum
 * overflows. */
enum { FAR = 1 << 30 };

static int32_t tame(double cell) {
  return (int32_t)(cell < -FAR ? -FAR : cell > FAR ? FAR : cell);
}

tp_Cell tp_bind_tame_cell(double column, double row) {
  return (tp_Cell){tame(column), tame(row)};
}

double tp_bind_place(lua_State *L, int arg, const char *function,
                     const char *name, int32_t base) {
  double user =
      tp_bind_integer(L, arg, function, name, -BIND_MAX_WHOLE, BIND_MAX_WHOLE);
  return bind_to_core(user, base);
}

void tp_bind_push_place(lua_State *L, double core, int32_t base) {
  double user = bind_to_user(core, base);
  if (user > BIND_MAX_WHOLE) user = BIND_MAX_WHOLE;
  if (user < -BIND_MAX_WHOLE) user = -BIND_MAX_WHOLE;
  compat_push_whole(L, user);
}

void tp_bind_for_squares(lua_State *L, const tp_Grid *grid,
                         const char *function, const char *name) {
  if (!tp_is_hexagonal(grid->stagger)) return;
  tp_bind_error(L, "%s: %s is for grids of squares", function, name);
}

uint64_t tp_bind_square(double range) {
  const double far = 2.0 * TP_MAX_SIDE;
  double square = range < far ? tp_product(range, range) : tp_product(far, far);
  return (uint64_t)tp_product(square, 1 + 1e-12);
}

tp_Cell tp_bind_cell_at(const tp_Grid *grid, double x, double y) {
  return tp_bind_tame_cell(bind_to_core(x, grid->base_x),
                           bind_to_core(y, grid->base_y));
}

tp_Cell tp_bind_cell_around(const tp_Grid *grid, double x, double y) {
  const tp_Place at = tp_grid_cell_at(grid, x, y);
  return tp_bind_tame_cell(at.x, at.y);
}

/* Takes a coordinate that is an integer of the VM, as most are, which saves the
 * checks of a float. False: it is none, or far outside. */
static bool take_integer(lua_State *L, int arg, int32_t base, int32_t *cell) {
#ifdef LUA_MAXINTEGER
  if (!lua_isinteger(L, arg)) return false;
  const int64_t user = lua_tointeger(L, arg);
  if (user < -FAR || user > FAR) return false;
  const int64_t core = user - base;
  *cell = (int32_t)core;
  return core >= -FAR && core <= FAR;
#else
  (void)L, (void)arg, (void)base, (void)cell;
  return false;
#endif
}

tp_Cell tp_bind_cell(lua_State *L, int arg, const tp_Grid *grid,
                     const char *function, const char *name_x,
                     const char *name_y) {
  tp_Cell c;
  if (take_integer(L, arg, grid->base_x, &c.x) &&
      take_integer(L, arg + 1, grid->base_y, &c.y)) {
    return c;
  }
  const double x = bind_whole(L, arg, function, name_x);
  const double y = bind_whole(L, arg + 1, function, name_y);
  return tp_bind_cell_at(grid, x, y);
}

tp_Cell tp_bind_world_cell(lua_State *L, int arg, const tp_Grid *grid,
                           const char *function, const char *name_x,
                           const char *name_y) {
  double x = tp_bind_number(L, arg, function, name_x);
  double y = tp_bind_number(L, arg + 1, function, name_y);
  return tp_bind_cell_around(grid, x, y);
}

void tp_bind_set_cell(lua_State *L, const tp_Grid *grid, tp_Cell c,
                      const char *x, const char *y) {
  compat_push_whole(L, bind_to_user(c.x, grid->base_x));
  lua_setfield(L, -2, x);
  compat_push_whole(L, bind_to_user(c.y, grid->base_y));
  lua_setfield(L, -2, y);
}

void tp_bind_push_terrain(lua_State *L, const tp_Grid *grid, int32_t x,
                          int32_t y) {
  uint8_t cell = grid->cells[tp_grid_index(grid, x, y)];
  double price = tp_grid_price(grid, x, y);
  lua_pushstring(L, grid->terrain[cell & (TP_CLOSED - 1)].name);
  lua_pushnumber(L, price);
}

int tp_bind_known_terrain(lua_State *L, int arg, const tp_Grid *grid) {
  size_t length;
  const int type = lua_type(L, arg);
  if (type == LUA_TBOOLEAN) return lua_toboolean(L, arg) ? TP_OPEN : TP_WALL;
  if (type != LUA_TSTRING) return -1;
  const char *name = lua_tolstring(L, arg, &length);
  return tp_grid_find(grid, name, length);
}

int tp_bind_terrain(lua_State *L, int arg, const tp_Grid *grid,
                    const char *function, const char *name) {
  const int terrain = tp_bind_known_terrain(L, arg, grid);
  if (terrain < 0) {
    arg = tp_bind_ensure_arg(L, arg);
    enum { SOME = 8 };
    lua_pushliteral(L, "");
    for (int t = 0; t < grid->terrain_count && t < SOME; t++) {
      lua_pushfstring(L, "%s%s", t > 0 ? ", " : "", grid->terrain[t].name);
      lua_concat(L, 2);
    }
    if (grid->terrain_count > SOME) {
      lua_pushliteral(L, ", ...");
      lua_concat(L, 2);
    }
    lua_pushfstring(L, "a terrain of the grid (%s)", lua_tostring(L, -1));
    tp_bind_wrong(L, arg, function, name, lua_tostring(L, -1));
  }
  return terrain;
}

static bool read_terrain(lua_State *L, const bind_Option *row, void *member) {
  bind_TerrainOption *option = member;
  (void)row;
  option->terrain = tp_bind_known_terrain(L, -1, option->grid);
  return option->terrain >= 0;
}

static void refuse_terrain(lua_State *L, int index, const char *function,
                           const bind_Option *row, const void *member) {
  const bind_TerrainOption *option = member;
  tp_bind_terrain(L, index, option->grid, function, row->name);
}

const bind_OptionKind tp_bind_terrain_kind = {.name = "terrain",
                                              .what = "a terrain of the grid",
                                              .read = read_terrain,
                                              .refuse = refuse_terrain};

/* The cells first .. first + count - 1 of one axis that lie inside. */
static void clip_axis(double first, double count, int32_t side, int32_t *start,
                      int32_t *length) {
  double last = first + count;
  if (first < 0) first = 0;
  if (last > side) last = side;
  bool is_empty = last <= first;
  *start = is_empty ? 0 : (int32_t)first;
  *length = is_empty ? 0 : (int32_t)(last - first);
}

tp_Rect tp_bind_clip(const tp_Grid *grid, const double rect[4]) {
  tp_Rect r;
  double x = bind_to_core(rect[0], grid->base_x);
  double y = bind_to_core(rect[1], grid->base_y);
  clip_axis(x, rect[2], grid->width, &r.x, &r.w);
  clip_axis(y, rect[3], grid->height, &r.y, &r.h);
  return r;
}

tp_Rect tp_bind_rect(lua_State *L, int arg, const tp_Grid *grid,
                     const char *function) {
  static const char *const names[] = {"x", "y", "w", "h"};
  const double most = BIND_MAX_WHOLE;
  double rect[4];
  for (int i = 0; i < 4; i++) {
    double least = i < 2 ? -most : 0;
    rect[i] = tp_bind_integer(L, arg + i, function, names[i], least, most);
  }
  return tp_bind_clip(grid, rect);
}

/* ---- the diagonal rule -------------------------------------------------- */

const char *const tp_bind_diagonal_names[TP_NEVER + 2] = {
    [TP_ONLY_IF_NO_OBSTACLES] = "only_if_no_obstacles",
    [TP_AT_LEAST_ONE_WALKABLE] = "at_least_one_walkable",
    [TP_ALWAYS] = "always",
    [TP_NEVER] = "never",
    NULL,
};

tp_Diagonal tp_bind_diagonal(lua_State *L, int arg, const char *function,
                             const char *name) {
  if (lua_isnoneornil(L, arg)) return TP_ONLY_IF_NO_OBSTACLES;
  if (lua_type(L, arg) == LUA_TBOOLEAN) {
    return lua_toboolean(L, arg) ? TP_ONLY_IF_NO_OBSTACLES : TP_NEVER;
  }
  int rule = tp_bind_word(L, arg, tp_bind_diagonal_names);
  if (rule < 0) {
    tp_bind_wrong(L, arg, function, name,
                  "'only_if_no_obstacles', 'at_least_one_walkable', 'always', "
                  "'never', true or false");
  }
  return (tp_Diagonal)rule;
}

/* ---- functions that are called for each cell ---------------------------- */

tp_Rect tp_bind_sampled(lua_State *L, const tp_Grid *grid) {
  bool in_part = false;
  if (!tp_bind_is_callable(L, 2)) {
    tp_bind_wrong(L, 2, "sample", "f", "a function");
  }
  for (int arg = 3; arg <= 6; arg++) {
    in_part = in_part || !lua_isnoneornil(L, arg);
  }
  if (in_part) return tp_bind_rect(L, 3, grid, "sample");
  return (tp_Rect){0, 0, grid->width, grid->height};
}

void tp_bind_ask_cell(lua_State *L, const tp_Grid *grid, tp_Cell c,
                      bind_Locks locks) {
  lua_pushvalue(L, 2);
  bind_push_cell(L, grid, c.x, c.y);
  bind_push_point(L, tp_grid_middle(grid, c.x, c.y));
  tp_bind_call(L, 4, 1, locks);
}

void tp_bind_refuse_answer(lua_State *L, const tp_Grid *grid, tp_Cell c,
                           const char *what) {
  const char *got = tp_bind_show(L, -1);
  const char *x = tp_bind_show_number(L, bind_to_user(c.x, grid->base_x));
  const char *y = tp_bind_show_number(L, bind_to_user(c.y, grid->base_y));
  tp_bind_error(L, "sample: f must return %s, got %s for cell %s, %s", what,
                got, x, y);
}

/* ---- a terrain: its price, and does it hide what is behind it? ----------- */

/* A number in range; or false or math.huge for a terrain that is blocked. */
static double take_price(lua_State *L, int arg) {
  if (lua_type(L, arg) == LUA_TBOOLEAN && !lua_toboolean(L, arg)) {
    return INFINITY;
  }
  double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : 0;
  bool is_closed = isinf(value) && value > 0;
  if (!is_closed && !(value >= TP_MIN_PRICE && value <= TP_MAX_PRICE)) {
    tp_bind_wrong(L, arg, "terrain", "price",
                  "a number from 1/1024 to 1024, false or math.huge");
  }
  return value;
}

static int ask_terrain(lua_State *L) {
  size_t length;
  tp_Grid *g = tp_bind_self(L, BIND_GRID, "terrain");
  const char *name = tp_bind_string(L, 2, "terrain", "name", &length);
  int known = tp_grid_find(g, name, length);
  const bool has_price = !lua_isnoneornil(L, 3);
  const bool has_opaque = !lua_isnoneornil(L, 4);
  if (!has_price && !has_opaque) {
    if (known < 0) {
      lua_pushnil(L);
      return 1;
    }
    lua_pushnumber(L, g->terrain[known].price);
    lua_pushboolean(L, g->terrain[known].hides);
    return 2;
  }

  tp_bind_check_idle(L, g, BIND_GRID, "terrain");
  const bool keeps_price = !has_price && known >= 0;
  double value = keeps_price ? g->terrain[known].price : take_price(L, 3);
  if (has_opaque && !lua_isboolean(L, 4)) {
    tp_bind_wrong(L, 4, "terrain", "opaque", "true or false");
  }
  if (known == TP_OPEN && isinf(value)) {
    return tp_bind_error(L, "terrain: 'open' cannot be made impassable");
  }
  if (known == TP_WALL && !isinf(value)) {
    return tp_bind_error(L, "terrain: 'wall' is always impassable");
  }
  if (known < 0) {
    if (length == 0 || length >= TP_NAME_SIZE || strlen(name) != length) {
      tp_bind_wrong(L, 2, "terrain", "name",
                    "a string of 1 to 31 bytes, none zero");
    }
    known = tp_grid_define(g, name, length, value);
    if (known < 0) {
      tp_bind_error(
          L, "terrain: a grid has at most %d terrains, and no room for %s",
          TP_MAX_TERRAINS, tp_bind_show(L, 2));
    }
  } else {
    tp_grid_reprice(g, known, value);
  }
  if (has_opaque) tp_grid_hide(g, known, lua_toboolean(L, 4));
  lua_pushnumber(L, value);
  lua_pushboolean(L, g->terrain[known].hides);
  return 2;
}

/* core.terrains(grid) -> { name = price } */
static int list_terrains(lua_State *L) {
  const tp_Grid *g = tp_bind_object(L, 1, BIND_GRID, "terrains", "grid");
  lua_createtable(L, 0, g->terrain_count);
  for (int t = 0; t < g->terrain_count; t++) {
    lua_pushstring(L, g->terrain[t].name);
    lua_pushnumber(L, g->terrain[t].price);
    lua_rawset(L, -3);
  }
  return 1;
}

static const luaL_Reg methods[] = {
    {"terrain", ask_terrain},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"terrains", list_terrains},
    {NULL, NULL},
};

const bind_Exports tp_cells_exports = {
    .kind = BIND_GRID, .methods = methods, .functions = functions};
