/* grid.c - the grid in Lua: properties, cells, metamethods.
 *
 * A grid is one userdata: a tp_Grid behind its head. Each function checks every
 * argument, then works in the core, then pushes the result. Nothing can fail in
 * between, so a grid is never left half changed. For a cell outside the grid
 * there is an ordinary answer; a value that is no cell raises.
 */
#include <math.h>
#include <string.h>

#include "../../core/map/fences.h"
#include "../../core/map/links.h"
#include "grid.h"

/* The grid at 1, for a change. */
static tp_Grid *editable(lua_State *L, const char *function) {
  tp_Grid *g = tp_bind_self(L, BIND_GRID, function);
  tp_bind_check_idle(L, g, BIND_GRID, function);
  return g;
}

static bool is_walkable(const tp_Grid *g, tp_Cell c) {
  return tp_grid_contains(g, c.x, c.y) && !isinf(tp_grid_price(g, c.x, c.y));
}

/* ---- properties --------------------------------------------------------- */

enum {
  WIDTH = 1,
  HEIGHT,
  CELL_WIDTH,
  CELL_HEIGHT,
  ORIGIN_X,
  ORIGIN_Y,
  BASE_X,
  BASE_Y,
  REVISION,
  SHAPE,
  STAGGER,
  CELL_SIDE,
  CELL_SIZE
};

static const char *const properties[] = {
    "width",    "height",    "cell_width", "cell_height", "origin_x",
    "origin_y", "base_x",    "base_y",     "revision",    "shape",
    "stagger",  "cell_side", "cell_size",  NULL,
};

/* The names of the staggers, by 2 * columns + even. */
static const char *const stagger_names[] = {"odd-r", "even-r", "odd-q",
                                            "even-q", NULL};

static int property(lua_State *L) {
  const int member = tp_bind_member(L);
  if (member == BIND_METHOD) return 1;
  tp_Grid *g = tp_bind_self(L, BIND_GRID, "__index");
  const bool is_hexagonal = tp_is_hexagonal(g->stagger);
  const char *stagger = stagger_names[2 * g->stagger.columns + g->stagger.even];
  switch (member) {
    case WIDTH: compat_push_whole(L, g->width); break;
    case HEIGHT: compat_push_whole(L, g->height); break;
    case CELL_SIZE:
    case CELL_WIDTH: lua_pushnumber(L, g->cell_width); break;
    case CELL_HEIGHT: lua_pushnumber(L, g->cell_height); break;
    case ORIGIN_X: lua_pushnumber(L, tp_grid_origin(g).x); break;
    case ORIGIN_Y: lua_pushnumber(L, tp_grid_origin(g).y); break;
    case BASE_X: compat_push_whole(L, g->base_x); break;
    case BASE_Y: compat_push_whole(L, g->base_y); break;
    case REVISION: compat_push_whole(L, (double)tp_grid_revision(g)); break;
    case SHAPE: lua_pushstring(L, is_hexagonal ? "hex" : "square"); break;
    case STAGGER: lua_pushstring(L, is_hexagonal ? stagger : NULL); break;
    case CELL_SIDE:
      if (is_hexagonal) {
        lua_pushnumber(L, g->cell_side);
      } else {
        lua_pushnil(L);
      }
      break;
    default: break;
  }
  return 1;
}

/* ---- reading cells ------------------------------------------------------ */

static int has(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "has");
  tp_Cell c = tp_bind_cell(L, 2, g, "has", "x", "y");
  lua_pushboolean(L, tp_grid_contains(g, c.x, c.y));
  return 1;
}

static int push_get(lua_State *L, const tp_Grid *g, tp_Cell c) {
  if (!tp_grid_contains(g, c.x, c.y)) return tp_bind_push_no(L, "outside");
  tp_bind_push_terrain(L, g, c.x, c.y);
  lua_pushboolean(L, g->cells[tp_grid_index(g, c.x, c.y)] & TP_CLOSED);
  return 3;
}

static int get(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "get");
  return push_get(L, g, tp_bind_cell(L, 2, g, "get", "x", "y"));
}

static int get_world(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "get_world");
  return push_get(L, g, tp_bind_world_cell(L, 2, g, "get_world", "wx", "wy"));
}

static int can_walk(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "is_walkable");
  tp_Cell c = tp_bind_cell(L, 2, g, "is_walkable", "x", "y");
  lua_pushboolean(L, is_walkable(g, c));
  return 1;
}

/* ---- changing cells ----------------------------------------------------- */

static int set_cell(lua_State *L, tp_Grid *g, tp_Cell c, int terrain) {
  if (!tp_grid_contains(g, c.x, c.y)) return tp_bind_push_no(L, "outside");
  tp_grid_set(g, c.x, c.y, terrain);
  return tp_bind_push_yes(L);
}

static int set(lua_State *L) {
  tp_Grid *g = editable(L, "set");
  tp_Cell c = tp_bind_cell(L, 2, g, "set", "x", "y");
  return set_cell(L, g, c, tp_bind_terrain(L, 4, g, "set", "terrain"));
}

static int set_world(lua_State *L) {
  tp_Grid *g = editable(L, "set_world");
  tp_Cell c = tp_bind_world_cell(L, 2, g, "set_world", "wx", "wy");
  return set_cell(L, g, c, tp_bind_terrain(L, 4, g, "set_world", "terrain"));
}

static int set_walkable(lua_State *L) {
  tp_Grid *g = editable(L, "set_walkable");
  tp_Cell c = tp_bind_cell(L, 2, g, "set_walkable", "x", "y");
  bool yes = tp_bind_boolean(L, 4, "set_walkable", "yes");
  if (!tp_grid_contains(g, c.x, c.y)) return tp_bind_push_no(L, "outside");
  tp_grid_set_walkable(g, c.x, c.y, yes);
  return tp_bind_push_yes(L);
}

static int fill(lua_State *L) {
  tp_Grid *g = editable(L, "fill");
  tp_Rect rect = tp_bind_rect(L, 2, g, "fill");
  int terrain = tp_bind_terrain(L, 6, g, "fill", "terrain");
  compat_push_whole(L, (double)tp_grid_fill(g, rect, terrain));
  return 1;
}

static int clear(lua_State *L) {
  tp_Grid *g = editable(L, "clear");
  int terrain = TP_OPEN;
  if (!lua_isnoneornil(L, 2)) {
    terrain = tp_bind_terrain(L, 2, g, "clear", "terrain");
  }
  tp_Rect all = {0, 0, g->width, g->height};
  compat_push_whole(L, (double)tp_grid_fill(g, all, terrain));
  return 1;
}

/* ---- whole grids -------------------------------------------------------- */

/* Makes a block of a handle that no other code knows yet, with the locks held;
 * NULL if `bytes` is 0. */
static void *new_block(lua_State *L, int handle, int number, bind_Locks locks,
                       size_t bytes) {
  const bind_BlockSlot slot = {handle, number, locks};
  if (bytes == 0) return NULL;
  void *block = tp_bind_block(L, slot, bytes);
  lua_pop(L, 1);
  return block;
}

/* An allocation may run finalizers, and these may edit the grid. So the grid is
 * read after the first allocation, and it is locked during the others. */
static int copy(lua_State *L) {
  tp_Grid *g = tp_bind_self(L, BIND_GRID, "copy");
  size_t bytes = tp_grid_bytes(g->width, g->height);
  tp_Grid *copy = tp_bind_new_handle(L, bytes, GRID_SLOTS);
  const int handle = lua_gettop(L);
  const bind_Locks locks = bind_locks(g, NULL);
  const size_t fences = tp_fences_size(g->fences);
  const uint32_t capacity = g->links ? g->links->capacity : 0;
  void *fences_block = new_block(L, handle, GRID_FENCES, locks, fences);
  void *links_block = new_block(L, handle, GRID_LINKS, locks,
                                capacity > 0 ? tp_links_bytes(capacity) : 0);
  *copy = *g;
  copy->cells = tp_grid_room(copy);
  memcpy(copy->cells, g->cells, tp_grid_cells(g));
  copy->fences = fences_block;
  copy->links = links_block;
  copy->shift = NULL;
  if (fences_block) memcpy(fences_block, g->fences, fences);
  if (links_block) {
    tp_links_init(copy->links, capacity);
    tp_links_take(copy->links, g->links);
  }
  tp_bind_adopt(L, BIND_GRID);
  return 1;
}

/* The stagger with the name at arg; of a grid of squares if absent. */
static tp_Stagger stagger_argument(lua_State *L, int arg) {
  if (lua_isnoneornil(L, arg)) return (tp_Stagger){0, 0, 0};
  const int name = tp_bind_word(L, arg, stagger_names);
  if (name < 0) {
    tp_bind_wrong(L, arg, "grid", "stagger",
                  "'odd-r', 'even-r', 'odd-q' or 'even-q'");
  }
  const uint8_t is_columns = (uint8_t)(name / 2);
  return (tp_Stagger){!is_columns, is_columns, (uint8_t)(name % 2)};
}

/* The column or row at arg that begins at the origin; 0 if absent. */
static double first_argument(lua_State *L, int arg, const char *name) {
  const double far = TP_FARTHEST_BASE;
  if (lua_isnoneornil(L, arg)) return 0;
  return tp_bind_integer(L, arg, "grid", name, -far, far);
}

/* core.grid(width, height, base_x, base_y, cell_width, cell_height, origin_x,
 * origin_y [, stagger, cell_side [, first_x, first_y]]) -> grid */
static int new_grid(lua_State *L) {
  const double far = 1 << 30;
  double width = tp_bind_integer(L, 1, "grid", "width", 1, TP_MAX_SIDE);
  double height = tp_bind_integer(L, 2, "grid", "height", 1, TP_MAX_SIDE);
  double base_x = tp_bind_integer(L, 3, "grid", "base_x", -far, far);
  double base_y = tp_bind_integer(L, 4, "grid", "base_y", -far, far);
  double cell_width = tp_bind_number(L, 5, "grid", "cell_width");
  double cell_height = tp_bind_number(L, 6, "grid", "cell_height");
  double origin_x = tp_bind_number(L, 7, "grid", "origin_x");
  double origin_y = tp_bind_number(L, 8, "grid", "origin_y");
  size_t bytes = tp_grid_bytes(width, height);
  if (bytes == 0) {
    return tp_bind_error(
        L, "grid: width x height must be at most %d cells, got %s",
        TP_MAX_CELLS, tp_bind_show_number(L, width * height));
  }
  const tp_Stagger stagger = stagger_argument(L, 9);
  const unsigned is_hexagonal = tp_is_hexagonal(stagger);
  double side = is_hexagonal ? tp_bind_number(L, 10, "grid", "cell_side") : 0;
  if (!(side >= 0 && side <= (stagger.rows ? cell_height : cell_width))) {
    return tp_bind_error(L, "grid: cell_side must be 0 to a cell's length");
  }
  const double first_x = first_argument(L, 11, "first_x");
  const double first_y = first_argument(L, 12, "first_y");
  if (!tp_grid_can_begin(origin_x, width + is_hexagonal,
                         tp_pitch(cell_width, side, stagger.columns),
                         first_x) ||
      !tp_grid_can_begin(origin_y, height + is_hexagonal,
                         tp_pitch(cell_height, side, stagger.rows), first_y)) {
    return tp_bind_error(L, "grid: the edges lie beyond the limits of a grid");
  }
  tp_Grid *g = tp_bind_new_handle(L, bytes, GRID_SLOTS);
  tp_grid_init(g, (int32_t)width, (int32_t)height);
  g->base_x = (int32_t)base_x;
  g->base_y = (int32_t)base_y;
  g->cell_width = cell_width;
  g->cell_height = cell_height;
  g->origin_x = origin_x;
  g->origin_y = origin_y;
  g->first_x = (int32_t)first_x;
  g->first_y = (int32_t)first_y;
  g->stagger = stagger;
  g->cell_side = side;
  tp_bind_adopt(L, BIND_GRID);
  return 1;
}

/* ---- dependents ---------------------------------------------------------- */

void tp_bind_lodge(lua_State *L, int grid, int dependent) {
  luaL_checkstack(L, 8, NULL);
  tp_bind_push_weak(L, grid, GRID_DEPENDENTS, "k");
  lua_pushvalue(L, dependent);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

/* core.lodge(grid, building, shift): a grid with a building cannot be resized.
 * `shift` lists x and y of tp_Grid.shift for each column. The first building's
 * counts. */
static int lodge(lua_State *L) {
  tp_Grid *g = tp_bind_object(L, 1, BIND_GRID, "lodge", "grid");
  const size_t columns = (size_t)g->width;
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  tp_bind_lodge(L, 1, 2);
  if (g->shift) return 0;
  const bind_BlockSlot slot = {1, GRID_SHIFT, bind_locks(g, NULL)};
  tp_Cell *shift = tp_bind_block(L, slot, columns * sizeof *shift);
  for (size_t i = 0; i < columns; i++) {
    lua_rawgeti(L, 3, (int)(2 * i + 1));
    lua_rawgeti(L, 3, (int)(2 * i + 2));
    shift[i] =
        (tp_Cell){(int32_t)lua_tonumber(L, -2), (int32_t)lua_tonumber(L, -1)};
    lua_pop(L, 2);
  }
  g->shift = shift;
  return 0;
}

/* ---- metamethods -------------------------------------------------------- */

static int call(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "__call");
  tp_Cell c = tp_bind_cell(L, 2, g, "grid", "x", "y");
  if (is_walkable(g, c)) {
    lua_pushnumber(L, tp_grid_price(g, c.x, c.y));
  } else {
    lua_pushnil(L);
  }
  return 1;
}

static int count(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "__len");
  compat_push_whole(L, (double)g->width * g->height);
  return 1;
}

static int to_string(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "__tostring");
  uint32_t n = 0;
  for (int cell = 0; cell < TP_CLOSED; cell++) {
    n += g->cell_count[cell | TP_CLOSED];
    if (cell < g->terrain_count && isinf(g->terrain[cell].price)) {
      n += g->cell_count[cell];
    }
  }
  lua_pushfstring(L, "grid %dx%d (%d blocked)", (int)g->width, (int)g->height,
                  (int)n);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"has", has},
    {"get", get},
    {"get_world", get_world},
    {"set", set},
    {"set_world", set_world},
    {"is_walkable", can_walk},
    {"set_walkable", set_walkable},
    {"fill", fill},
    {"clear", clear},
    {"copy", copy},
    {"__call", call},
    {"__len", count},
    {"__tostring", to_string},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"grid", new_grid},
    {"lodge", lodge},
    {NULL, NULL},
};

const bind_Exports tp_grid_exports = {
    .kind = BIND_GRID,
    .methods = methods,
    .properties = properties,
    .index = property,
    .functions = functions,
};
