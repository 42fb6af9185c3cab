/* fences.c - fences between cells of a grid, in Lua.
 */
#include <math.h>

#include "../../core/map/fences.h"
#include "grid.h"

typedef struct FenceOptions {
  bool one_way;
} FenceOptions;

enum { FENCE = 1 };

static const bind_Option rows[] = {
    {"one_way", FENCE, BIND_FLAG(FenceOptions, one_way)}};

static const bind_OptionCall fence_call = {"grid:fence", "options",
                                           BIND_ROWS(rows), FENCE, 0};

static void list_options(lua_State *L) {
  const FenceOptions none = {false};
  tp_options_list(L, &fence_call, &none);
}

/* The side between two cells, seen from the first. */
typedef struct Side {
  tp_Grid *grid;
  tp_Cell at;
  int d;
  bool inside;
} Side;

/* The direction from a cell to a cell that shares a side with it; -1 if it does
 * not. */
static int side_towards(const tp_Grid *g, double x, double y, double dx,
                        double dy) {
  if (!(fabs(dx) <= 1 && fabs(dy) <= 1)) return -1;
  const int d = tp_direction((int)dx, (int)dy);
  unsigned sides = (1u << TP_SE) - 1;
  if (tp_is_hexagonal(g->stagger)) {
    const double shove = tp_grid_shove(g, bind_to_core(x, g->base_x),
                                       bind_to_core(y, g->base_y));
    sides = tp_hexagon_steps(g->stagger, shove > 0);
  }
  return d >= 0 && sides >> d & 1 ? d : -1;
}

/* Reads the two cells; and the options at 6, unless `taken` is NULL. */
static Side read_side(lua_State *L, const char *function, FenceOptions *taken) {
  tp_Grid *g = tp_bind_self(L, BIND_GRID, function);
  tp_bind_check_idle(L, g, BIND_GRID, function);
  tp_Cell a = tp_bind_cell(L, 2, g, function, "x1", "y1");
  tp_Cell b = tp_bind_cell(L, 4, g, function, "x2", "y2");
  if (taken) tp_options_read(L, 6, function, &fence_call, taken);
  /* In user coordinates: tp_bind_cell does not keep cells far outside apart. */
  const double x = lua_tonumber(L, 2), y = lua_tonumber(L, 3);
  const double dx = lua_tonumber(L, 4) - x, dy = lua_tonumber(L, 5) - y;
  Side side = {.grid = g, .at = a, .d = side_towards(g, x, y, dx, dy)};
  if (side.d < 0) {
    tp_bind_error(L, "%s: a fence stands between two cells that share a side",
                  function);
  }
  side.inside = tp_grid_contains(g, a.x, a.y) && tp_grid_contains(g, b.x, b.y);
  return side;
}

/* grid:fence(x1, y1, x2, y2 [, options]) -> true | nil, "outside" */
static int fence(lua_State *L) {
  FenceOptions options = {false};
  const Side side = read_side(L, "fence", &options);
  if (!side.inside) return tp_bind_push_no(L, "outside");
  tp_Grid *g = side.grid;
  if (!g->fences) {
    const bind_BlockSlot slot = {1, GRID_FENCES, bind_locks(g, NULL)};
    tp_Fences *f = tp_bind_block(L, slot, tp_fences_bytes(g->width, g->height));
    tp_fences_init(f, g->width, g->height);
    g->fences = f;
    lua_pop(L, 1);
  }
  tp_grid_set_side(g, side.at, side.d, !options.one_way, true);
  return tp_bind_push_yes(L);
}

/* grid:unfence(x1, y1, x2, y2) -> true | nil, "outside" */
static int unfence(lua_State *L) {
  const Side side = read_side(L, "unfence", NULL);
  if (!side.inside) return tp_bind_push_no(L, "outside");
  if (side.grid->fences) {
    tp_grid_set_side(side.grid, side.at, side.d, false, false);
  }
  return tp_bind_push_yes(L);
}

/* For a one-way fence, the first cell is the cell that may be left. */
static void push_fence(lua_State *L, const tp_Grid *g, tp_Cell a, int d) {
  tp_Cell b = tp_beside(a, d);
  bool closed = tp_fences_are_closed(g->fences, a.x, a.y, d);
  bool closed_back = tp_fences_are_closed(g->fences, b.x, b.y, tp_opposite(d));
  bool turned = closed && !closed_back;
  lua_createtable(L, 0, 5);
  tp_bind_set_cell(L, g, turned ? b : a, "x1", "y1");
  tp_bind_set_cell(L, g, turned ? a : b, "x2", "y2");
  lua_pushboolean(L, !(closed && closed_back));
  lua_setfield(L, -2, "one_way");
}

/* Is a side closed, of the cell or of a cell right of it or below? */
static bool has_fence_near(const tp_Fences *f, size_t i) {
  const size_t width = (size_t)f->width, cells = width * (size_t)f->height;
  const size_t near[] = {i, i + 1, i + width - 1, i + width, i + width + 1};
  for (int n = 0; n < 5; n++) {
    if (near[n] < cells && f->closed[near[n]] > 0) return true;
  }
  return false;
}

/* grid:fences() -> { { x1 =, y1 =, x2 =, y2 =, one_way = }, ... } */
static int fences(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "fences");
  static const uint8_t half[] = {TP_E, TP_S, TP_SE, TP_SW};
  int n = 0;
  lua_settop(L, 1);
  lua_newtable(L);
  for (int32_t y = 0; g->fences && y < g->height; y++) {
    for (int32_t x = 0; x < g->width; x++) {
      if (!has_fence_near(g->fences, tp_grid_index(g, x, y))) continue;
      for (int i = 0; i < 4; i++) {
        if (!tp_fences_are_closed_between(g->fences, x, y, half[i])) continue;
        push_fence(L, g, (tp_Cell){x, y}, half[i]);
        lua_rawseti(L, 2, ++n);
      }
    }
  }
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"fence", fence},
    {"unfence", unfence},
    {"fences", fences},
    {NULL, NULL},
};

const bind_Exports tp_fences_exports = {
    .kind = BIND_GRID, .methods = methods, .list_options = list_options};
