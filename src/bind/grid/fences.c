/* fences.c - fences between cells of a grid, in Lua.
 */
#include <math.h>
#include <string.h>

#include "../../core/map/fences.h"
#include "grid.h"

typedef struct FenceOptions {
  bool one_way;
  int name; /* stack index; 0: none */
} FenceOptions;

enum { FENCE = 1 };   /* calls */
enum { OPTIONS = 6 }; /* arguments */

static const bind_Option rows[] = {
    {"name", FENCE, BIND_VALUE(FenceOptions, name, tp_option_name)},
    {"one_way", FENCE, BIND_FLAG(FenceOptions, one_way)}};

static const bind_OptionCall fence_call = {"grid:fence", "options",
                                           BIND_ROWS(rows), FENCE, 0};

static void list_options(lua_State *L) {
  const FenceOptions none = {0};
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

/* Reads the two cells; and the options, or if `is_name`, a name in their place.
 */
static Side read_side(lua_State *L, const char *function, FenceOptions *taken,
                      bool is_name) {
  lua_settop(L, OPTIONS);
  tp_Grid *g = tp_bind_self(L, BIND_GRID, function);
  tp_bind_check_idle(L, g, BIND_GRID, function);
  tp_Cell a = tp_bind_cell(L, 2, g, function, "x1", "y1");
  tp_Cell b = tp_bind_cell(L, 4, g, function, "x2", "y2");
  if (!is_name) tp_options_read(L, OPTIONS, function, &fence_call, taken);
  if (is_name && !lua_isnil(L, OPTIONS)) {
    taken->name = OPTIONS;
    tp_options_take(L, OPTIONS, function, &rows[0], taken);
  }
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

/* The name at index; "" if index is 0. */
static const char *name_at(lua_State *L, int index, size_t *length) {
  *length = 0;
  return index == 0 ? "" : lua_tolstring(L, index, length);
}

/* The plane of the fences of the grid at 1 that have the name at index, with
 * room for it. */
static uint32_t plane_for(lua_State *L, tp_Grid *g, int index) {
  size_t length;
  const char *name = name_at(L, index, &length);
  for (;;) {
    uint32_t planes = length > 0 ? 2 : 0;
    const int plane =
        g->fences ? tp_fences_name(g->fences, name, length, &planes) : -1;
    if (plane >= 0) return (uint32_t)plane;
    if (planes == 0 && length > 0) {
      tp_bind_error(L,
                    "fence: a grid has fences of at most %d names, and no room "
                    "for %s",
                    TP_FENCE_NAMES, tp_bind_show(L, index));
    }
    const bind_BlockSlot slot = {1, GRID_FENCES, bind_locks(g, NULL)};
    tp_Fences *f =
        tp_bind_block(L, slot, tp_fences_bytes(g->width, g->height, planes));
    tp_fences_init(f, g->width, g->height, planes);
    if (g->fences) tp_fences_take(f, g->fences);
    g->fences = f;
    lua_pop(L, 1);
  }
}

/* grid:fence(x1, y1, x2, y2 [, options]) -> true | nil, "outside" */
static int fence(lua_State *L) {
  FenceOptions options = {0};
  const Side side = read_side(L, "fence", &options, false);
  if (!side.inside) return tp_bind_push_no(L, "outside");
  const uint32_t plane = plane_for(L, side.grid, options.name);
  tp_grid_set_side(side.grid, plane, side.at, side.d, !options.one_way, true);
  return tp_bind_push_yes(L);
}

/* grid:unfence(x1, y1, x2, y2 [, name]) -> true | nil, "outside" */
static int unfence(lua_State *L) {
  FenceOptions options = {0};
  size_t length;
  const Side side = read_side(L, "unfence", &options, true);
  if (!side.inside) return tp_bind_push_no(L, "outside");
  tp_Grid *g = side.grid;
  const char *name = name_at(L, options.name, &length);
  if (g->fences && options.name == 0) {
    tp_grid_open_side(g, side.at, side.d);
  } else if (g->fences) {
    const int plane = tp_fences_find(g->fences, name, length);
    if (plane > 0)
      tp_grid_set_side(g, (uint32_t)plane, side.at, side.d, false, false);
  }
  return tp_bind_push_yes(L);
}

/* Pushes the fence of a plane on a side of a cell; nothing if there is none.
 * For a one-way fence, the first cell is the cell that may be left. */
static bool push_fence(lua_State *L, const tp_Grid *g, uint32_t plane,
                       tp_Cell a, int d) {
  const tp_Cell b = tp_beside(a, d);
  const bool closed = tp_fences_of(g->fences, plane, a.x, a.y) >> d & 1;
  const bool closed_back =
      tp_fences_of(g->fences, plane, b.x, b.y) >> tp_opposite(d) & 1;
  if (!closed && !closed_back) return false;
  const bool turned = closed && !closed_back;
  char name[TP_NAME_SIZE];
  memcpy(name, g->fences->plane[plane].name, sizeof name);
  lua_createtable(L, 0, 6);
  tp_bind_set_cell(L, g, turned ? b : a, "x1", "y1");
  tp_bind_set_cell(L, g, turned ? a : b, "x2", "y2");
  lua_pushboolean(L, !(closed && closed_back));
  lua_setfield(L, -2, "one_way");
  lua_pushstring(L, plane > 0 ? name : NULL);
  lua_setfield(L, -2, "name");
  return true;
}

/* The planes by their names; first the fences without one. Returns their
 * number. */
static uint32_t sort_planes(const tp_Fences *f,
                            uint32_t order[TP_FENCE_PLANES]) {
  uint32_t count = 0;
  do {
    uint32_t at = count;
    while (at > 1 && memcmp(f->plane[order[at - 1]].name, f->plane[count].name,
                            TP_NAME_SIZE) > 0) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = count++;
  } while (count < f->planes);
  return count;
}

/* Pushes the fences of a side of a cell into the table at 2, behind `n`.
 * Returns the number of all. */
static int push_side(lua_State *L, const tp_Grid *g, tp_Cell at, int d, int n) {
  uint32_t order[TP_FENCE_PLANES];
  const uint32_t planes = sort_planes(g->fences, order);
  for (uint32_t i = 0; i < planes; i++) {
    if (push_fence(L, g, order[i], at, d)) lua_rawseti(L, 2, ++n);
  }
  return n;
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

/* grid:fences() -> { { x1 =, y1 =, x2 =, y2 =, one_way =, name = }, ... } */
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
        n = push_side(L, g, (tp_Cell){x, y}, half[i], n);
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
