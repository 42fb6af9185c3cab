/* pathfinder.c - the pathfinder userdata: made from a complete profile, kept
 * up to date with its grid, and what it tells of itself.
 *
 * The userdata is a handle: its slots hold the grid, the parts of the navmap
 * and the blocks of the search that `find` uses, all made when first needed. */
#include <math.h>

#include "feed.h"
#include "finder.h"

static const char *const heuristic_names[] = {
    [TP_HEURISTIC_AUTO] = "auto",
    [TP_HEURISTIC_OCTILE] = "octile",
    [TP_HEURISTIC_MANHATTAN] = "manhattan",
    [TP_HEURISTIC_CHEBYSHEV] = "chebyshev",
    [TP_HEURISTIC_EUCLIDEAN] = "euclidean",
    [TP_HEURISTIC_ZERO] = "zero",
    NULL,
};

static const char *const algorithm_names[] = {
    [TP_AUTO] = "auto",
    [TP_JPS] = "jps",
    [TP_ASTAR] = "astar",
    [TP_DIJKSTRA] = "dijkstra",
    NULL,
};

/* ---- making one --------------------------------------------------------- */

/* The readers below take the field `name` of the table at 2 and leave the
 * stack as it was. */

/* Of the value on the top, which stays there. */
static int take_name(lua_State *L, const char *name,
                     const char *const names[]) {
  int which = bind_word(L, -1, names);
  if (which < 0) {
    bind_wrong(L, -1, "pathfinder", name, "a name that the manual lists");
  }
  return which;
}

static int read_name(lua_State *L, const char *name,
                     const char *const names[]) {
  lua_getfield(L, 2, name);
  int which = take_name(L, name, names);
  lua_pop(L, 1);
  return which;
}

static double read_number(lua_State *L, const char *name, double min,
                          double max) {
  lua_getfield(L, 2, name);
  double value = bind_number(L, -1, "pathfinder", name);
  if (value < min || value > max) {
    bind_wrong(L, -1, "pathfinder", name, "in range");
  }
  lua_pop(L, 1);
  return value;
}

static tp_Diagonal read_diagonal(lua_State *L) {
  lua_getfield(L, 2, "diagonal");
  tp_Diagonal rule = bind_diagonal(L, -1, "pathfinder", "diagonal");
  lua_pop(L, 1);
  return rule;
}

/* Leaves it on the stack, to be kept. */
static tp_HeuristicKind read_heuristic(lua_State *L) {
  lua_getfield(L, 2, "heuristic");
  if (lua_isfunction(L, -1)) return TP_HEURISTIC_USER;
  return (tp_HeuristicKind)take_name(L, "heuristic", heuristic_names);
}

static double read_price(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TBOOLEAN && !lua_toboolean(L, index)) {
    return INFINITY;
  }
  double price = bind_number(L, index, "pathfinder", "each price of costs");
  if (price < TP_MIN_PRICE || price > TP_MAX_PRICE) {
    bind_wrong(L, index, "pathfinder", "each price of costs", "in range");
  }
  return price;
}

static void read_costs(lua_State *L, const tp_Grid *grid, double price[]) {
  for (int t = 0; t < TP_MAX_TERRAINS; t++) price[t] = NAN;
  lua_getfield(L, 2, "costs");
  if (!lua_istable(L, -1)) {
    bind_wrong(L, -1, "pathfinder", "costs", "a table");
  }
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    int terrain = bind_terrain(L, -2, grid, "pathfinder", "each key of costs");
    price[terrain] = read_price(L, -1);
  }
  lua_pop(L, 1);
}

/* The whole number in item i of the table in field `name`. */
static int32_t read_whole(lua_State *L, const char *name, int i, int32_t min,
                          int32_t max) {
  lua_getfield(L, 2, name);
  if (!lua_istable(L, -1)) bind_wrong(L, -1, "pathfinder", name, "a table");
  lua_rawgeti(L, -1, i);
  double value = bind_integer(L, -1, "pathfinder", name, min, max);
  lua_pop(L, 2);
  return (int32_t)value;
}

/* How large the agent is, and how it keeps away from walls. */
static void read_body(lua_State *L, tp_Profile *profile) {
  profile->wide = read_whole(L, "size", 1, 1, TP_MAX_SIZE);
  profile->high = read_whole(L, "size", 2, 1, TP_MAX_SIZE);
  profile->away = 0;
  profile->away_cost = 0;
  lua_getfield(L, 2, "keep_away");
  if (lua_toboolean(L, -1)) {
    profile->away = read_whole(L, "keep_away", 1, 1, TP_MAX_AWAY);
    lua_rawgeti(L, -1, 2);
    profile->away_cost = bind_number(L, -1, "pathfinder", "keep_away");
    if (profile->away_cost < TP_MIN_PRICE ||
        profile->away_cost > TP_MAX_PRICE) {
      bind_wrong(L, -1, "pathfinder", "keep_away", "in range");
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* The rest of its body, after its size and the rule. */
static void read_radius(lua_State *L, const tp_Grid *grid,
                        tp_Profile *profile) {
  bool cuts = profile->diagonal == TP_AT_LEAST_ONE_WALKABLE ||
              profile->diagonal == TP_ALWAYS;
  double most = fmin(profile->wide * grid->cell_width,
                     profile->high * grid->cell_height) /
                2;
  profile->radius = read_number(L, "radius", 0, cuts ? 0 : most);
}

/* core.pathfinder(grid, complete profile) */
static int new_pathfinder(lua_State *L) {
  tp_Profile profile;
  tp_Grid *grid = bind_object(L, 1, BIND_GRID, "pathfinder", "grid");
  lua_settop(L, 2);
  if (!lua_istable(L, 2)) {
    bind_wrong(L, 2, "pathfinder", "profile", "a table");
  }
  profile.heuristic = read_heuristic(L);
  profile.diagonal = read_diagonal(L);
  profile.algorithm = (tp_Algorithm)read_name(L, "algorithm", algorithm_names);
  profile.weight = read_number(L, "weight", 1, 1024);
  profile.straight_cost =
      read_number(L, "straight_cost", TP_MIN_PRICE, TP_MAX_PRICE);
  profile.diagonal_cost =
      read_number(L, "diagonal_cost", TP_MIN_PRICE, TP_MAX_PRICE);
  read_costs(L, grid, profile.price);
  read_body(L, &profile);
  read_radius(L, grid, &profile);

  Finder *finder = bind_new_handle(L, sizeof *finder, FINDER_SLOTS);
  finder->grid = grid;
  tp_navmap_init(&finder->navmap, grid, &profile);
  bind_keep(L, 4, OWNER, 1);
  bind_keep(L, 4, HEURISTIC, 3);
  bind_adopt(L, BIND_PATHFINDER);
  return 1;
}

/* ---- up to date --------------------------------------------------------- */

bool finder_is_current(const Finder *f) {
  return tp_navmap_is_current(&f->navmap);
}

static void prepare(lua_State *L, int index, Finder *f, unsigned parts) {
  bind_BlockSlot blocks = {index, PARTS, finder_marks(f)};
  feed_navmap(L, &f->navmap, parts, blocks);
}

void finder_catch_up(lua_State *L, int index, Finder *f, const char *function) {
  if (finder_is_current(f)) return;
  bind_check_idle(L, f, BIND_PATHFINDER, function);
  prepare(L, index, f, TP_MAP);
}

void finder_get_ready(lua_State *L, int index, Finder *f,
                      const char *function) {
  if (tp_navmap_is_ready(&f->navmap, TP_CORE)) return;
  bind_check_idle(L, f, BIND_PATHFINDER, function);
  prepare(L, index, f, TP_CORE);
}

/* ---- what it tells of itself -------------------------------------------- */

enum { GRID = 1, PROFILE, INFO };

static const char *const properties[] = {"grid", "profile", "info", NULL};

static void set_number(lua_State *L, const char *name, double value) {
  lua_pushnumber(L, value);
  lua_setfield(L, -2, name);
}

static void set_string(lua_State *L, const char *name, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, name);
}

static void push_body(lua_State *L, const tp_Profile *p) {
  set_number(L, "radius", p->radius);
  lua_createtable(L, 2, 0);
  compat_push_whole(L, p->wide);
  lua_rawseti(L, -2, 1);
  compat_push_whole(L, p->high);
  lua_rawseti(L, -2, 2);
  lua_setfield(L, -2, "size");
  if (p->away > 0) {
    lua_createtable(L, 2, 0);
    compat_push_whole(L, p->away);
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, p->away_cost);
    lua_rawseti(L, -2, 2);
  } else {
    lua_pushboolean(L, false);
  }
  lua_setfield(L, -2, "keep_away");
}

static void push_costs(lua_State *L, const Finder *f) {
  lua_newtable(L);
  for (int t = 0; t < TP_MAX_TERRAINS; t++) {
    double price = f->navmap.profile.price[t];
    if (isnan(price)) continue;
    if (isinf(price)) {
      lua_pushboolean(L, false);
    } else {
      lua_pushnumber(L, price);
    }
    lua_setfield(L, -2, f->grid->terrain[t].name);
  }
}

static void push_profile(lua_State *L, const Finder *f) {
  const tp_Profile *p = &f->navmap.profile;
  lua_newtable(L);
  set_string(L, "diagonal", bind_diagonal_names[p->diagonal]);
  set_string(L, "algorithm", algorithm_names[p->algorithm]);
  set_number(L, "weight", p->weight);
  set_number(L, "straight_cost", p->straight_cost);
  set_number(L, "diagonal_cost", p->diagonal_cost);
  bind_push_kept(L, 1, HEURISTIC);
  lua_setfield(L, -2, "heuristic");
  push_costs(L, f);
  lua_setfield(L, -2, "costs");
  push_body(L, p);
}

static void push_info(lua_State *L, const Finder *f) {
  const Info info = f->info;
  lua_newtable(L);
  if (!info.is_known) return;
  set_string(L, "algorithm", algorithm_names[info.algorithm]);
  compat_push_whole(L, (double)info.expanded);
  lua_setfield(L, -2, "expanded");
  set_number(L, "seconds", info.seconds);
}

static int index_pathfinder(lua_State *L) {
  const Finder *f = bind_self(L, BIND_PATHFINDER, "__index");
  switch (bind_member(L)) {
    case GRID: bind_push_kept(L, 1, OWNER); break;
    case PROFILE: push_profile(L, f); break;
    case INFO: push_info(L, f); break;
    default: break;
  }
  return 1;
}

static int to_string(lua_State *L) {
  const Finder *f = bind_self(L, BIND_PATHFINDER, "__tostring");
  lua_pushfstring(L, "pathfinder on %dx%d (%s, %s)", (int)f->grid->width,
                  (int)f->grid->height,
                  bind_diagonal_names[f->navmap.profile.diagonal],
                  algorithm_names[f->navmap.profile.algorithm]);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"find", finder_find},
    {"find_world", finder_find_world},
    {"find_many", finder_find_many},
    {"search", finder_search},
    {"line_of_sight", finder_line_of_sight},
    {"line_of_sight_world", finder_line_of_sight_world},
    {"visible", finder_visible},
    {"can_step", finder_can_step},
    {"can_enter", finder_can_enter},
    {"is_reachable", finder_is_reachable},
    {"neighbors", finder_neighbors},
    {"to_cell", finder_to_cell},
    {"to_world", finder_to_world},
    {"nearest", finder_nearest},
    {"would_block", finder_would_block},
    {"field", finder_field},
    {"reach", finder_reach},
    {NULL, NULL},
};

static const luaL_Reg metamethods[] = {
    {"__tostring", to_string},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"pathfinder", new_pathfinder},
    {"is_uniform", finder_is_uniform},
    {"catch_up", finder_try_catch_up},
    {"is_busy", finder_is_busy},
    {"sees", finder_sees},
    {"sees_world", finder_sees_world},
    {"may_leave", finder_may_leave},
    {"sketch", finder_sketch},
    {"spares", finder_spares},
    {NULL, NULL},
};

void bind_open_pathfinder(lua_State *L) {
  static const bind_Class class = {methods, metamethods, properties,
                                   index_pathfinder};
  bind_class(L, BIND_PATHFINDER, &class);
  bind_functions(L, BIND_CORE, functions);
}
