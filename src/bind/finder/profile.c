/* profile.c - an agent's profile as a Lua table: see finder.h.
 */
#include "profile.h"

#include "finder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const heuristic_names[] = {
    [TP_HEURISTIC_AUTO] = "auto",
    [TP_HEURISTIC_OCTILE] = "octile",
    [TP_HEURISTIC_MANHATTAN] = "manhattan",
    [TP_HEURISTIC_CHEBYSHEV] = "chebyshev",
    [TP_HEURISTIC_EUCLIDEAN] = "euclidean",
    [TP_HEURISTIC_ZERO] = "zero",
    NULL,
};

const char *const tp_profile_algorithm_names[TP_DIJKSTRA + 2] = {
    [TP_AUTO] = "auto",
    [TP_JPS] = "jps",
    [TP_ASTAR] = "astar",
    [TP_DIJKSTRA] = "dijkstra",
    NULL,
};

/* ---- reading ------------------------------------------------------------ */

/* The readers below take the field `name` of the table at 2 and leave the
 * stack as it was. */

/* Position of the value on the top among the names; the value stays there. */
static int take_name(lua_State *L, const char *name,
                     const char *const names[]) {
  int which = tp_bind_word(L, -1, names);
  if (which < 0) {
    tp_bind_wrong(L, -1, "pathfinder", name, "one of the known names");
  }
  return which;
}

/* The number at index. */
static double take_number(lua_State *L, int index, const char *name, double min,
                          double max) {
  double value = tp_bind_number(L, index, "pathfinder", name);
  if (value < min || value > max) {
    tp_bind_wrong(L, index, "pathfinder", name, "in range");
  }
  return value;
}

static double read_number(lua_State *L, const char *name, double min,
                          double max) {
  lua_getfield(L, 2, name);
  double value = take_number(L, -1, name, min, max);
  lua_pop(L, 1);
  return value;
}

/* The price at index; false stands for no passage. */
static double read_price(lua_State *L, int index, const char *name, double min,
                         double max) {
  if (lua_type(L, index) == LUA_TBOOLEAN && !lua_toboolean(L, index)) {
    return INFINITY;
  }
  return take_number(L, index, name, min, max);
}

static void push_table(lua_State *L, const char *name) {
  lua_getfield(L, 2, name);
  if (!lua_istable(L, -1)) tp_bind_wrong(L, -1, "pathfinder", name, "a table");
}

static void read_costs(lua_State *L, const tp_Grid *grid, double price[]) {
  for (int t = 0; t < TP_MAX_TERRAINS; t++) price[t] = NAN;
  push_table(L, "prices");
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    int terrain =
        tp_bind_terrain(L, -2, grid, "pathfinder", "each key of prices");
    price[terrain] =
        read_price(L, -1, "each value of prices", TP_MIN_PRICE, TP_MAX_PRICE);
  }
  lua_pop(L, 1);
}

/* The terrains that hide what is behind them, or not, for this agent. */
static void read_opaque(lua_State *L, const tp_Grid *grid, uint8_t sees[]) {
  memset(sees, TP_AS_THE_GRID, TP_MAX_TERRAINS);
  push_table(L, "opaque");
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    const int terrain =
        tp_bind_terrain(L, -2, grid, "pathfinder", "each key of opaque");
    sees[terrain] = lua_toboolean(L, -1) ? TP_HIDES : TP_SEES_THROUGH;
  }
  lua_pop(L, 1);
}

/* Item i of the table in field `name`, a whole number. */
static int32_t read_whole(lua_State *L, const char *name, int i, int32_t min,
                          int32_t max) {
  push_table(L, name);
  lua_rawgeti(L, -1, i);
  double value = tp_bind_integer(L, -1, "pathfinder", name, min, max);
  lua_pop(L, 2);
  return (int32_t)value;
}

/* The agent's size, and its distance to walls. */
static void read_body(lua_State *L, tp_Profile *profile) {
  profile->wide = read_whole(L, "size", 1, 1, TP_MAX_SIZE);
  profile->high = read_whole(L, "size", 2, 1, TP_MAX_SIZE);
  profile->away = 0;
  profile->away_price = 0;
  lua_getfield(L, 2, "keep_away");
  if (lua_toboolean(L, -1)) {
    profile->away = read_whole(L, "keep_away", 1, 1, TP_MAX_AWAY);
    lua_rawgeti(L, -1, 2);
    profile->away_price =
        take_number(L, -1, "keep_away", TP_MIN_PRICE, TP_MAX_PRICE);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void read_landmarks(lua_State *L, const tp_Grid *grid,
                           tp_Profile *profile) {
  lua_getfield(L, 2, "landmarks");
  double value = 0;
  if (lua_toboolean(L, -1)) {
    value =
        tp_bind_integer(L, -1, "pathfinder", "landmarks", 1, TP_MOST_LANDMARKS);
    if (value * TP_LANDMARK_BYTES * (double)tp_grid_cells(grid) >
        TP_MOST_LANDMARK_BYTES) {
      tp_bind_wrong(L, -1, "pathfinder", "landmarks",
                    "so few that they fit 256 MB");
    }
  }
  profile->landmarks = (int32_t)value;
  lua_pop(L, 1);
}

/* Copies the name at index, a key of the field. */
static void read_key(lua_State *L, int index, char name[TP_NAME_SIZE],
                     const char *what) {
  size_t length = 0;
  const char *key = "";
  if (lua_type(L, index) == LUA_TSTRING) key = lua_tolstring(L, index, &length);
  if (length == 0 || length >= TP_NAME_SIZE || memchr(key, 0, length)) {
    tp_bind_wrong(L, index, "pathfinder", what, "a name");
  }
  memset(name, 0, TP_NAME_SIZE);
  memcpy(name, key, length);
}

static int compare_link_prices(const void *a, const void *b) {
  return memcmp(((const tp_LinkPrice *)a)->name,
                ((const tp_LinkPrice *)b)->name, TP_NAME_SIZE);
}

/* A table of prices by name; false: the agent takes no links. */
static void read_links(lua_State *L, tp_Profile *profile) {
  lua_getfield(L, 2, "links");
  profile->link_costs = 0;
  profile->takes_no_links = !lua_toboolean(L, -1);
  if (profile->takes_no_links) {
    lua_pop(L, 1);
    return;
  }
  if (!lua_istable(L, -1)) {
    tp_bind_wrong(L, -1, "pathfinder", "links", "a table or false");
  }
  int table = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (profile->link_costs == TP_MAX_LINK_PRICES) {
      tp_bind_wrong(L, table, "pathfinder", "links",
                    "a table of at most 32 names");
    }
    tp_LinkPrice *link_cost = &profile->link_cost[profile->link_costs++];
    read_key(L, table + 1, link_cost->name, "each key of links");
    link_cost->price =
        read_price(L, table + 2, "each price of links", 0, TP_MAX_LINK_PRICE);
  }
  lua_pop(L, 1);
  qsort(profile->link_cost, (size_t)profile->link_costs,
        sizeof profile->link_cost[0], compare_link_prices);
}

/* A table by name: false if fences of that name do not block the agent. Or
 * false: no fence does. */
static void read_fences(lua_State *L, tp_Profile *profile) {
  lua_getfield(L, 2, "fences");
  const int table = lua_gettop(L);
  profile->open_fences = lua_toboolean(L, table) ? 0 : -1;
  if (profile->open_fences == 0 && !lua_istable(L, table)) {
    tp_bind_wrong(L, table, "pathfinder", "fences", "a table or false");
  }
  if (profile->open_fences == 0) lua_pushnil(L);
  while (profile->open_fences >= 0 && lua_next(L, table)) {
    char name[TP_NAME_SIZE];
    read_key(L, table + 1, name, "each key of fences");
    const bool is_open = !lua_toboolean(L, table + 2);
    if (is_open && profile->open_fences == TP_MAX_OPEN_FENCES) {
      tp_bind_wrong(L, table, "pathfinder", "fences",
                    "a table with false for at most 15 names");
    }
    if (is_open) {
      memcpy(profile->open_fence[profile->open_fences++], name, sizeof name);
    }
    lua_pop(L, 1);
  }
  lua_settop(L, table - 1);
}

/* Reads item i of the list at index, a layer and its weight, into the layer
 * costs at index + 1. */
static void take_layer(lua_State *L, int list, int i, const tp_Grid *grid) {
  tp_LayerCosts *layer_costs = bind_known(L, list + 1);
  lua_rawgeti(L, list, i);
  if (!lua_istable(L, -1)) {
    tp_bind_wrong(L, -1, "pathfinder", "each of layers", "a table");
  }
  lua_rawgeti(L, -1, 1);
  lua_rawgeti(L, -2, 2);
  tp_Layer *layer =
      tp_bind_object(L, -2, BIND_LAYER, "pathfinder", "each of layers");
  const bool closes = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
  double weight = 0;
  if (!closes) {
    weight = tp_bind_number(L, -1, "pathfinder", "each weight of layers");
  }
  if (layer->grid != grid) {
    tp_bind_error(L, "pathfinder: layers[%d] is a layer of another grid", i);
  }
  if (!closes && (fabs(weight) < TP_MIN_PRICE || fabs(weight) > TP_MAX_PRICE)) {
    tp_bind_wrong(L, -1, "pathfinder", "each weight of layers", "in range");
  }
  tp_layercosts_add(layer_costs, layer, weight);
  tp_bind_keep(L, list + 1, i, -2);
  lua_pop(L, 3);
}

/* Pushes a handle with a tp_LayerCosts, which keeps the profile's layers alive;
 * nil if there are none. */
static void push_layers(lua_State *L, const tp_Grid *grid) {
  push_table(L, "layers");
  const int list = lua_gettop(L);
  size_t count = compat_raw_length(L, list);
  if (count > TP_MOST_LAYERS) {
    tp_bind_wrong(L, list, "pathfinder", "layers",
                  "a table of at most 8 layers");
  }
  if (count == 0) {
    lua_pushnil(L);
    lua_remove(L, list);
    return;
  }
  tp_LayerCosts *layer_costs =
      tp_bind_new_handle(L, sizeof *layer_costs, TP_MOST_LAYERS);
  tp_layercosts_init(layer_costs, grid->width, grid->height);
  for (int i = 1; i <= (int)count; i++) take_layer(L, list, i, grid);
  lua_getfield(L, list, "min_price");
  if (!lua_isnil(L, -1) || layer_costs->lowers) { /* else it is optional */
    layer_costs->least =
        take_number(L, -1, "min_price of layers", TP_MIN_PRICE, TP_MAX_PRICE);
  }
  lua_pop(L, 1);
  lua_remove(L, list);
}

/* Pushes the pathfinder whose sight the agent uses; nil: its own. */
static void push_eyes(lua_State *L, const tp_Grid *grid) {
  lua_getfield(L, 2, "eyes");
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    lua_pushnil(L);
    return;
  }
  const Finder *eyes =
      tp_bind_object(L, -1, BIND_PATHFINDER, "pathfinder", "eyes");
  if (eyes->grid != grid) {
    tp_bind_wrong(L, -1, "pathfinder", "eyes", "a pathfinder on the same grid");
  }
}

void tp_profile_read(lua_State *L, const tp_Grid *grid, tp_Profile *p) {
  lua_getfield(L, 2, "heuristic"); /* stays on the stack */
  p->heuristic = TP_HEURISTIC_USER;
  if (!tp_bind_is_callable(L, -1)) {
    p->heuristic = (tp_HeuristicKind)take_name(L, "heuristic", heuristic_names);
  }
  lua_getfield(L, 2, "diagonal");
  p->diagonal = tp_bind_diagonal(L, -1, "pathfinder", "diagonal");
  lua_getfield(L, 2, "algorithm");
  p->algorithm =
      (tp_Algorithm)take_name(L, "algorithm", tp_profile_algorithm_names);
  lua_pop(L, 2);
  p->weight = read_number(L, "weight", 1, 1024);
  p->straight_cost =
      read_number(L, "straight_cost", TP_MIN_PRICE, TP_MAX_PRICE);
  p->diagonal_cost =
      read_number(L, "diagonal_cost", TP_MIN_PRICE, TP_MAX_PRICE);
  read_costs(L, grid, p->price);
  read_opaque(L, grid, p->sees);
  read_links(L, p);
  read_fences(L, p);
  read_body(L, p);
  const bool cuts =
      p->diagonal == TP_AT_LEAST_ONE_WALKABLE || p->diagonal == TP_ALWAYS;
  const double least_side =
      fmin(p->wide * grid->cell_width, p->high * grid->cell_height);
  p->radius = read_number(L, "radius", 0, cuts ? 0 : least_side / 2);
  read_landmarks(L, grid, p);
  if (tp_is_hexagonal(grid->stagger)) {
    /* Agents cover one cell, and only some options apply. */
    const bool is_named =
        p->heuristic == TP_HEURISTIC_AUTO || p->heuristic == TP_HEURISTIC_ZERO;
    if (!is_named || p->algorithm == TP_JPS || p->weight != 1 || p->wide > 1 ||
        p->high > 1 || p->away > 0 || p->radius > 0 || p->landmarks > 0) {
      tp_bind_wrong(L, 2, "pathfinder", "profile", "one for hexagons");
    }
  }
  push_layers(L, grid);
  push_eyes(L, grid);
}

/* ---- writing ------------------------------------------------------------ */

/* Pushes a copy of the table on the top; `push_inner` does so for tables in it.
 */
static void push_copy(lua_State *L, void (*push_inner)(lua_State *L)) {
  const int from = lua_gettop(L);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, from)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    if (push_inner && lua_istable(L, -1)) {
      push_inner(L);
      lua_remove(L, -2);
    }
    lua_rawset(L, from + 1);
  }
}

static void push_pair(lua_State *L) { push_copy(L, NULL); }

static void push_list(lua_State *L) { push_copy(L, push_pair); }

void tp_profile_push(lua_State *L, const Finder *f) {
  tp_bind_push_kept(L, 1, FINDER_PROFILE);
  push_copy(L, push_list); /* layers are a list of pairs */
  if (f->navmap.profile.diagonal != TP_HEXAGONS) return;
  lua_pushnil(L);
  lua_setfield(L, -2, "diagonal");
  lua_pushnil(L);
  lua_setfield(L, -2, "diagonal_cost");
}
