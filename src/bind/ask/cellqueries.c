/* cellqueries.c - a pathfinder's answers about cells without a search: single
 * steps, prices, regions, reachability, links.
 *
 * A cell outside the grid is no mistake: it is blocked.
 */
#include "../../core/ask/nearest.h"

#include <string.h>

#include "../../core/index/components.h"
#include "../../core/navmap/agentlinks.h"
#include "../../core/navmap/connectivity.h"
#include "../crowd/avoid.h"
#include "../finder/pathfinder.h"

static Finder *ready_finder(lua_State *L, const char *function) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, function);
  tp_finder_prepare_map(L, 1, f, function);
  return f;
}

static int can_enter(lua_State *L) {
  Finder *f = ready_finder(L, "can_enter");
  tp_Cell c = tp_bind_cell(L, 2, f->grid, "can_enter", "x", "y");
  lua_pushboolean(L, tp_mask_can_enter(f->navmap.mask, c.x, c.y));
  return 1;
}

static int can_step(lua_State *L) {
  Finder *f = ready_finder(L, "can_step");
  tp_Cell a = tp_bind_cell(L, 2, f->grid, "can_step", "x1", "y1");
  tp_Cell b = tp_bind_cell(L, 4, f->grid, "can_step", "x2", "y2");
  int direction = -1;
  if (tp_mask_can_enter(f->navmap.mask, a.x, a.y)) {
    direction = tp_direction(b.x - a.x, b.y - a.y);
  }
  lua_pushboolean(
      L, direction >= 0 && tp_navmap_can_step(&f->navmap, a.x, a.y, direction));
  return 1;
}

/* ---- a cell: its price; regions -------------------------------------- */

/* The reason why a cell cannot be entered; NULL if it can. */
static const char *refusal(const Finder *f, tp_Cell c) {
  if (!tp_grid_contains(f->grid, c.x, c.y)) return "outside";
  return tp_mask_has(f->navmap.mask, c.x, c.y) ? NULL : "blocked";
}

/* finder:price(x, y) -> price | nil, reason */
static int price(lua_State *L) {
  const Finder *f = ready_finder(L, "price");
  const tp_Cell c = tp_bind_cell(L, 2, f->grid, "price", "x", "y");
  const char *why = refusal(f, c);
  if (why) return tp_bind_push_no(L, why);
  const tp_Costs *costs = &f->navmap.costs;
  const int class = costs->class_of[tp_grid_index(f->grid, c.x, c.y)];
  lua_pushnumber(L, costs->classes.price[class]);
  return 1;
}

/* The regions in a tile: of each the number of cells, and the index of the
 * first. */
enum { SLOTS = 2 * TP_TILE * TP_TILE };

typedef struct Tally {
  int count;
  struct {
    uint32_t region, cells;
    size_t first;
  } part[TP_TILE * TP_TILE];
  uint16_t slot[SLOTS]; /* a hash table of parts, from 1 */
} Tally;

static void tally_cells(Tally *t, uint32_t region, size_t first,
                        uint32_t cells) {
  uint32_t i = region * UINT32_C(0x9e3779b1) % SLOTS;
  while (t->slot[i] && t->part[t->slot[i] - 1].region != region) {
    i = (i + 1) % SLOTS;
  }
  if (!t->slot[i]) {
    t->part[t->count].region = region;
    t->part[t->count].cells = 0;
    t->part[t->count].first = first;
    t->slot[i] = (uint16_t)++t->count;
  }
  t->part[t->slot[i] - 1].cells += cells;
}

static void tally_tile(Tally *t, const tp_Navmap *nav, tp_Cell tile) {
  const tp_Rect all = {tile.x * TP_TILE, tile.y * TP_TILE, TP_TILE, TP_TILE};
  const tp_Rect cells = tp_rect_clip(all, nav->grid->changes.whole);
  const bool hexagons = nav->profile.diagonal == TP_HEXAGONS;
  const int32_t end = cells.x + cells.w;
  t->count = 0;
  memset(t->slot, 0, sizeof t->slot);
  for (int32_t y = cells.y; y < cells.y + cells.h; y++) {
    for (int32_t x = cells.x, next; x < end; x = next) {
      next = x + 1;
      if (!tp_mask_has(nav->mask, x, y)) continue;
      if (!hexagons) next = tp_navmap_row_end(nav, y, x, end);
      tally_cells(t, tp_navmap_region(nav, x, y),
                  tp_grid_index(nav->grid, x, y), (uint32_t)(next - x));
    }
  }
}

/* finder, version -> tiles: see core.regions. */
static int list_tiles(lua_State *L) {
  const Finder *f = bind_known(L, 1);
  const tp_Navmap *nav = &f->navmap;
  const uint64_t since = (uint64_t)lua_tonumber(L, 2);
  const int32_t wide = (f->grid->width - 1) / TP_TILE + 1;
  const int32_t high = (f->grid->height - 1) / TP_TILE + 1;
  Tally tally;
  lua_newtable(L);
  for (int32_t i = 0; i < wide * high; i++) {
    const tp_Cell tile = {i % wide, i / wide};
    if (!tp_regions_have_changed(nav->regions, tile, since)) continue;
    tally_tile(&tally, nav, tile);
    lua_createtable(L, 3 * tally.count, 0);
    for (int k = 0; k < tally.count; k++) {
      compat_push_whole(L, 1.0 + tally.part[k].region);
      lua_rawseti(L, -2, 3 * k + 1);
      compat_push_whole(L, tally.part[k].cells);
      lua_rawseti(L, -2, 3 * k + 2);
      compat_push_whole(L, (double)tally.part[k].first);
      lua_rawseti(L, -2, 3 * k + 3);
    }
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* core.regions(finder, shape, version) -> shape, version, tiles. The regions
 * that two-way steps connect, for each tile of 32 x 32 cells in which something
 * may have changed since that version, by its number in reading order: a name,
 * the number of cells, the index of the first from 0, the next name, ... */
static int list_regions(lua_State *L) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, "region");
  const double shape = luaL_checknumber(L, 2);
  const double version = luaL_checknumber(L, 3);
  tp_finder_prepare_map(L, 1, f, "region");
  tp_navmap_prepare(&f->navmap, TP_REGIONS);
  const double now = (double)tp_navmap_regions_version(&f->navmap);
  const double its_shape = (double)f->grid->shape;
  compat_push_whole(L, its_shape);
  compat_push_whole(L, now);
  lua_pushcfunction(L, list_tiles);
  lua_pushvalue(L, 1);
  lua_pushnumber(L, shape == its_shape ? version : 0);
  tp_bind_call(L, 2, 1, finder_locks(f));
  return 3;
}

/* core.region_at(finder, x, y), from 0 -> the name; 0: the agent cannot be
 * there */
static int region_at(lua_State *L) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, "region");
  const tp_Cell c = {(int32_t)luaL_checknumber(L, 2),
                     (int32_t)luaL_checknumber(L, 3)};
  tp_finder_prepare_map(L, 1, f, "region");
  tp_navmap_prepare(&f->navmap, TP_REGIONS);
  const bool is_free = tp_mask_can_enter(f->navmap.mask, c.x, c.y);
  compat_push_whole(L,
                    is_free ? 1.0 + tp_navmap_region(&f->navmap, c.x, c.y) : 0);
  return 1;
}

/* core.region_group(finder, name) -> the number of the group of regions with
 * ways both ways between them; 0: it is a region without other ways. */
static int region_group(lua_State *L) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, "region");
  const uint32_t region = (uint32_t)(luaL_checknumber(L, 2) - 1);
  tp_finder_prepare_map(L, 1, f, "region");
  tp_navmap_prepare(&f->navmap, TP_CONNECTED);
  compat_push_whole(L, tp_navmap_group(&f->navmap, region));
  return 1;
}

/* ---- reachability ------------------------------------------------------- */

static int is_reachable(lua_State *L) {
  Finder *f = ready_finder(L, "is_reachable");
  tp_Cell a = tp_bind_cell(L, 2, f->grid, "is_reachable", "x1", "y1");
  tp_Cell b = tp_bind_cell(L, 4, f->grid, "is_reachable", "x2", "y2");
  const tp_Mask *mask = f->navmap.mask;
  lua_pushboolean(L, tp_mask_can_enter(mask, a.x, a.y) &&
                         tp_mask_can_enter(mask, b.x, b.y) &&
                         tp_finder_connects(f, a, b));
  return 1;
}

/* The wanted cells: those of a terrain for which a function returns true. */
typedef struct Wanted {
  lua_State *L;
  Finder *finder;
  int terrain;        /* -1: any */
  int where;          /* stack index of the function; 0: none */
  const Others *left; /* has the rectangles that the agent is to leave */
} Wanted;

/* The first radius in which the function is called: squared, or in steps of
 * hexagons. */
enum { NEAR = 16 };

static bool is_wanted(void *context, int32_t x, int32_t y) {
  const Wanted *w = context;
  lua_State *L = w->L;
  const tp_Grid *g = w->finder->grid;
  const int terrain = g->cells[tp_grid_index(g, x, y)] & ~TP_CLOSED;
  const tp_Rect at = finder_footprint(w->finder, (tp_Cell){x, y});
  for (uint32_t i = 0; w->left && i < w->left->left; i++) {
    if (!tp_rect_is_empty(tp_rect_clip(w->left->rect[i], at))) return false;
  }
  if (w->terrain >= 0 && w->terrain != terrain) return false;
  if (!w->where) return true;
  lua_pushvalue(L, w->where);
  bind_push_cell(L, g, x, y);
  tp_bind_call(L, 2, 1, finder_locks(w->finder));
  const bool says_yes = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return says_yes;
}

typedef struct NearestOptions {
  Avoid avoid;
  bind_TerrainOption terrain;
  int where;
  double max_cost; /* of the Lua files alone */
} NearestOptions;

enum { NEAREST = 1 };

static bool read_start(lua_State *L, const bind_Option *row, void *member) {
  (void)row;
  (void)member;
  return lua_istable(L, -1);
}

static const bind_OptionKind start_kind = {
    .name = "table", .what = "{ x, y }", .read = read_start};

static const bind_Option rows[] = {
    AVOID_ROWS(NearestOptions, NEAREST),
    {"from", NEAREST, BIND_CHECKED(start_kind, 0, 0)}, /* also an argument */
    {"max_cost", NEAREST, BIND_NUMBER(NearestOptions, max_cost, 0, INFINITY)},
    {"terrain", NEAREST,
     BIND_VALUE(NearestOptions, terrain, tp_bind_terrain_kind)},
    {"where", NEAREST, BIND_VALUE(NearestOptions, where, tp_option_function)},
};

static const bind_OptionCall nearest_call = {"finder:nearest", "options",
                                             BIND_ROWS(rows), NEAREST, 0};

static void list_options(lua_State *L) {
  const NearestOptions none = {.max_cost = INFINITY};
  tp_options_list(L, &nearest_call, &none);
}

/* core.nearest(finder, x, y, from_x | nil, from_y | nil, options | nil)
 * -> x, y | nil, reason */
static int nearest(lua_State *L) {
  enum { FROM_X = 4, QUERY = 6 };
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, "nearest");
  const tp_Cell to = tp_bind_cell(L, 2, f->grid, "nearest", "x", "y");
  const tp_Metric steps = {1, 1, f->grid->stagger};
  tp_Nearest near = {.to = {to.x, to.y, 1, 1}};
  tp_Cell from = {0, 0}, cell;
  tp_GroupSet groups;
  const bool is_connected = !lua_isnil(L, FROM_X);
  if (is_connected) {
    from = tp_bind_cell(L, FROM_X, f->grid, "nearest", "from", "from");
  }
  NearestOptions options = {.terrain = {f->grid, -1}};
  tp_options_read(L, QUERY, "nearest", &nearest_call, &options);
  tp_avoid_check(L, &options.avoid, f, "nearest");
  Wanted wanted = {L, f, options.terrain.terrain, options.where, NULL};
  tp_Navmap *nav = tp_avoid_leave(L, &options.avoid, f, "nearest",
                                  is_connected ? &from : NULL, &wanted.left);
  if (is_connected) {
    if (!tp_grid_contains(f->grid, from.x, from.y)) {
      return tp_finder_push_reason(L, TP_START_OUTSIDE);
    }
    if (!tp_mask_has(nav->mask, from.x, from.y)) {
      return tp_finder_push_reason(L, TP_START_BLOCKED);
    }
    tp_navmap_prepare(nav, TP_CONNECTED);
    near.regions = tp_navmap_home(nav, from, &groups);
  }
  if (tp_is_hexagonal(steps.stagger)) near.metric = &steps;
  if (wanted.left && wanted.left->left == 0) wanted.left = NULL;
  if (wanted.terrain >= 0 || wanted.where || wanted.left) {
    near.will_do = is_wanted;
    near.context = &wanted;
  }
  if (wanted.terrain >= 0) {
    const uint32_t *count = f->grid->cell_count;
    if (count[wanted.terrain] + count[wanted.terrain | TP_CLOSED] == 0) {
      return tp_bind_push_no(L, "unreachable");
    }
  }
  /* With a function or a terrain, the search begins with near cells. */
  /* The square of a distance that reaches all of the grid; for hexagons the
   * distance in steps. */
  const int64_t x = tp_greater(to.x + 1, f->grid->width - to.x);
  const int64_t y = tp_greater(to.y + 1, f->grid->height - to.y);
  const uint64_t all =
      (uint64_t)(tp_is_hexagonal(f->grid->stagger) ? x + y : x * x + y * y);
  uint64_t most = near.will_do && all > NEAR ? NEAR : all;
  while (tp_nearest(nav, &near, most, &cell) == most) {
    if (most == all) return tp_bind_push_no(L, "unreachable");
    near.least = most;
    most = all / 4 > most ? 4 * most : all;
  }
  bind_push_cell(L, f->grid, cell.x, cell.y);
  return 2;
}

/* ---- neighbors ---------------------------------------------------------- */

/* Upvalues of the iterator: the pathfinder, the cell, the remaining directions,
 * and the shape of the grid that they belong to. */
enum { FINDER = 1, X, Y, STEPS, SHAPE };

/* Pushes the end of a step and its cost. */
static void push_neighbor(lua_State *L, const Finder *f, tp_Cell from, int d) {
  const tp_Cell to = tp_beside(from, d);
  uint8_t class = f->navmap.costs.class_of[tp_grid_index(f->grid, to.x, to.y)];
  bind_push_cell(L, f->grid, to.x, to.y);
  lua_pushnumber(L, f->navmap.costs.real[tp_is_diagonal(d)][class]);
}

static int next_neighbor(lua_State *L) {
  const Finder *f = bind_known(L, lua_upvalueindex(FINDER));
  unsigned steps = (unsigned)lua_tointeger(L, lua_upvalueindex(STEPS));
  double shape = lua_tonumber(L, lua_upvalueindex(SHAPE));
  if (steps == 0 || (double)f->grid->shape != shape) return 0;
  int d = tp_lowest(steps);
  const tp_Cell from = {(int32_t)lua_tointeger(L, lua_upvalueindex(X)),
                        (int32_t)lua_tointeger(L, lua_upvalueindex(Y))};
  lua_pushinteger(L, (lua_Integer)(steps & (steps - 1)));
  lua_replace(L, lua_upvalueindex(STEPS));
  push_neighbor(L, f, from, d);
  return 3;
}

/* The legal steps from the cell at 2, 3 of the pathfinder at 1. */
static unsigned take_steps(lua_State *L, Finder **finder, tp_Cell *cell) {
  Finder *f = *finder = ready_finder(L, "neighbors");
  const tp_Cell c = *cell = tp_bind_cell(L, 2, f->grid, "neighbors", "x", "y");
  if (!tp_mask_can_enter(f->navmap.mask, c.x, c.y)) return 0;
  return tp_navmap_steps(&f->navmap, c.x, c.y);
}

static int neighbors(lua_State *L) {
  Finder *f;
  tp_Cell c;
  const unsigned steps = take_steps(L, &f, &c);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, c.x);
  lua_pushinteger(L, c.y);
  lua_pushinteger(L, (lua_Integer)steps);
  lua_pushnumber(L, (lua_Number)f->grid->shape);
  lua_pushcclosure(L, next_neighbor, SHAPE);
  return 1;
}

/* core.list_neighbors(finder, x, y, list, steps) -> how many items: x, y and
 * cost of each neighbour; and the steps to them, as a number. If the steps are
 * given, the costs are those that the pathfinder knows now. For celllists.lua. */
static int list_neighbors(lua_State *L) {
  enum { LIST = 4, GIVEN };
  Finder *f;
  tp_Cell c;
  unsigned steps;
  lua_settop(L, GIVEN);
  if (lua_isnil(L, GIVEN)) {
    steps = take_steps(L, &f, &c);
  } else {
    f = bind_known(L, 1);
    c = tp_bind_cell(L, 2, f->grid, "neighbors", "x", "y");
    steps = (unsigned)lua_tointeger(L, GIVEN);
  }
  int items = 0;
  for (unsigned left = steps; left; left &= left - 1, items += 3) {
    push_neighbor(L, f, c, tp_lowest(left));
    for (int k = 3; k >= 1; k--) lua_rawseti(L, LIST, items + k);
  }
  lua_pushinteger(L, items);
  lua_pushinteger(L, (lua_Integer)steps);
  return 2;
}

/* core.read_neighbors(finder) -> the places of two numbers of 64 bits: one
 * changes with each change of what list_neighbors lists, one with the size of
 * the grid. */
static int read_neighbors(lua_State *L) {
  Finder *f = bind_known(L, 1);
  lua_pushlightuserdata(L, &f->navmap.changes.now);
  lua_pushlightuserdata(L, &f->grid->shape);
  return 2;
}

/* ---- a link, for followers ---------------------------------------------- */

enum { FROM_X = 2, FROM_Y, TO_X, TO_Y };

/* core.link_between(finder, wx1, wy1, wx2, wy2) -> number, seconds, cost and
 * name (nil: it has none) of the link from the agent's cell at the first point
 * to its cell at the second. Nothing if there is no link that the agent may
 * take. */
static int link_between(lua_State *L) {
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "link_between", "finder");
  tp_finder_prepare_map(L, 1, f, "link_between");
  const tp_Cell from =
      tp_finder_cell_at(f, lua_tonumber(L, FROM_X), lua_tonumber(L, FROM_Y));
  const tp_Cell to =
      tp_finder_cell_at(f, lua_tonumber(L, TO_X), lua_tonumber(L, TO_Y));
  tp_Edge edge;
  if (!tp_grid_contains(f->grid, from.x, from.y)) return 0;
  if (!tp_grid_contains(f->grid, to.x, to.y)) return 0;
  if (!tp_edges_between(&f->navmap, from, to, &edge)) return 0;
  const tp_Links *links = f->grid->links;
  const tp_Link link = links->link[edge.link];
  char name[TP_NAME_SIZE];
  memcpy(name, links->name[link.name], sizeof name);
  compat_push_whole(L, (double)link.number);
  lua_pushnumber(L, link.seconds);
  lua_pushnumber(L, tp_edge_real_cost(&f->navmap, &edge));
  if (name[0] == '\0') return 3;
  lua_pushstring(L, name);
  return 4;
}

static const luaL_Reg methods[] = {
    {"can_step", can_step},         {"can_enter", can_enter},
    {"is_reachable", is_reachable}, {"price", price},
    {"neighbors", neighbors},       {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"link_between", link_between},
    {"regions", list_regions},
    {"region_at", region_at},
    {"region_group", region_group},
    {"list_neighbors", list_neighbors},
    {"read_neighbors", read_neighbors},
    {"nearest", nearest},
    {NULL, NULL},
};

const bind_Exports tp_cellqueries_exports = {.kind = BIND_PATHFINDER,
                                             .methods = methods,
                                             .functions = functions,
                                             .list_options = list_options};
