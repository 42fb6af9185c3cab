/* swarm.c - motion along a field: the direction at a point, and many agents
 * moved in one call. They are read into a block first, so a wrong value is
 * found before any agent has moved.
 */
#include <math.h>
#include <string.h>

#include "../../core/field/separation.h"
#include "../../core/field/swarm.h"
#include "../finder/pathfinder.h"
#include "../kit/listargs.h"
#include "field.h"

/* ---- one point ---------------------------------------------------------- */

/* field:direction(wx, wy) -> dx, dy */
static int direction(lua_State *L) {
  Field *f = tp_field_self(L, "direction");
  double x = tp_bind_number(L, 2, "direction", "wx");
  double y = tp_bind_number(L, 3, "direction", "wy");
  double dx = 0, dy = 0;
  tp_Flow flow = tp_flow_of(&f->field, f->navmap);
  const tp_Drift drift = tp_flow_direction(&flow, x, y, &dx, &dy);
  if (drift == TP_DRIFT_GOAL) return tp_bind_push_no(L, "arrived");
  if (drift == TP_DRIFT_LINK) return tp_bind_push_no(L, "link");
  if (drift != TP_DRIFT_ON) {
    return tp_field_refuse(L, f, tp_finder_cell_at(f->finder, x, y));
  }
  lua_pushnumber(L, dx);
  lua_pushnumber(L, dy);
  return 2;
}

/* ---- a swarm ------------------------------------------------------------ */

static const char name[] = "advance";

/* Arguments of the call. */
enum { XS = 2, YS, N, DISTANCE, OPTIONS };

typedef struct SwarmOptions {
  double apart;
  int arrived, speeds; /* stack indices; 0: none */
} SwarmOptions;

enum { ADVANCE = 1 };

static const bind_OptionKind factors = {.name = "table",
                                        .what = "a table { terrain = factor }",
                                        .type = LUA_TTABLE,
                                        .keeps = true};

static const bind_Option rows[] = {
    {"apart", ADVANCE, BIND_NUMBER(SwarmOptions, apart, 0, BIND_FINITE)},
    {"arrived", ADVANCE, BIND_VALUE(SwarmOptions, arrived, tp_option_table)},
    {"speeds", ADVANCE, BIND_VALUE(SwarmOptions, speeds, factors)},
};

static const bind_OptionCall advance_call = {"field:advance", "options",
                                             BIND_ROWS(rows), ADVANCE, 0};

static void list_options(lua_State *L) {
  const SwarmOptions none = {0};
  tp_options_list(L, &advance_call, &none);
}

typedef struct Swarm {
  Field *field;
  bind_List xs, ys;
  bind_List distances; /* of each agent, if has_distances */
  bool has_distances;
  SwarmOptions options;
  double speeds[TP_CLOSED]; /* factors by terrain, if given */
  tp_Swarm all;             /* for the core */
} Swarm;

/* ---- arguments ---------------------------------------------------------- */

static const char a_length[] = "a finite number of at least 0";

/* The terrain with that name; -1: there is none. */
static int find_named(lua_State *L, int key, const tp_Grid *g) {
  return lua_type(L, key) == LUA_TSTRING ? tp_bind_known_terrain(L, key, g)
                                         : -1;
}

static void read_speeds(lua_State *L, Swarm *swarm) {
  const tp_Grid *g = swarm->field->finder->grid;
  const int speeds = swarm->options.speeds;
  for (int t = 0; t < TP_CLOSED; t++) swarm->speeds[t] = 1;
  lua_pushnil(L);
  const int wrong = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, speeds); lua_pop(L, 1)) {
    const int terrain = find_named(L, -2, g);
    const double factor = tp_bind_is_finite(L, -1) ? lua_tonumber(L, -1) : 0;
    if (terrain >= 0 && factor >= 1.0 / 1024 && factor <= 1024) {
      swarm->speeds[terrain] = factor;
    } else {
      tp_bind_note_key(L, wrong);
    }
  }
  if (lua_isnil(L, wrong)) {
    lua_settop(L, wrong - 1);
    return;
  }
  if (find_named(L, wrong, g) < 0) {
    tp_bind_wrong(L, wrong, name, "each key of speeds",
                  "a terrain of the grid");
  }
  lua_pushfstring(L, "speeds[%s]", tp_bind_show(L, wrong));
  lua_pushvalue(L, wrong);
  lua_rawget(L, speeds);
  tp_bind_wrong(L, wrong + 3, name, lua_tostring(L, wrong + 2),
                "a number from 1/1024 to 1024");
}

static Swarm read_swarm(lua_State *L, Field *f) {
  Swarm swarm = {.field = f,
                 .xs = tp_bind_numbers(L, XS, name, "xs"),
                 .ys = tp_bind_numbers(L, YS, name, "ys"),
                 .has_distances = lua_istable(L, DISTANCE)};
  const double n = tp_bind_integer(L, N, name, "n", 0, BIND_MAX_WHOLE);
  swarm.all.n = (size_t)fmin(n, INT32_MAX); /* no table has more items */
  if (swarm.has_distances) {
    swarm.distances = tp_bind_numbers(L, DISTANCE, name, "distance");
  } else {
    swarm.all.distance =
        tp_bind_is_finite(L, DISTANCE) ? lua_tonumber(L, DISTANCE) : -1;
    if (swarm.all.distance < 0)
      tp_bind_wrong(L, DISTANCE, name, "distance", a_length);
  }
  tp_options_read(L, OPTIONS, name, &advance_call, &swarm.options);
  swarm.all.apart = swarm.options.apart;
  if (swarm.options.speeds) read_speeds(L, &swarm);
  return swarm;
}

/* ---- room --------------------------------------------------------------- */

/* Raises if the table has fewer numbers. Called before room for them is
 * made. */
static void check_last(lua_State *L, const bind_List *list, size_t n) {
  if (n > 0) tp_bind_list_number(L, list, (int)n);
}

/* The numbers lie in one block: x and y of all agents, a copy of them as they
 * were, and distances. The bytes of `arrived` lie behind the core's block.
 * Finalizers may move other agents along the same field, with the same blocks.
 * The blocks only grow, and fill_tables writes into them again after more
 * memory was made. */
static void *make_room(lua_State *L, Swarm *swarm) {
  Field *f = swarm->field;
  tp_Swarm *all = &swarm->all;
  const size_t n = all->n, bytes = all->apart > 0 ? tp_separation_bytes(n) : 0;
  if (bytes > SIZE_MAX / 4) tp_bind_error(L, "not enough memory");
  bind_BlockSlot slot = {1, FIELD_POINTS, field_locks(f)};
  const bool has_own = swarm->has_distances || swarm->options.speeds;
  tp_bind_reserve(L, &f->points, slot, (has_own ? 5 : 4) * n);
  slot.number = FIELD_SWARM;
  tp_bind_reserve(L, &f->swarm, slot, (bytes + n + 7) / 8);
  all->x = f->points.number;
  all->y = all->x + n;
  if (swarm->options.arrived) all->arrived = (uint8_t *)f->swarm.number + bytes;
  return f->swarm.number;
}

/* ---- tables ------------------------------------------------------------- */

static void read_table(lua_State *L, const bind_List *list, size_t n,
                       double *into) {
  for (size_t i = 0; i < n; i++) {
    into[i] = tp_bind_list_number(L, list, (int)i + 1);
  }
}

static void read_distances(lua_State *L, Swarm *swarm, double *into) {
  for (size_t i = 0; i < swarm->all.n; i++) {
    into[i] = tp_bind_list_number(L, &swarm->distances, (int)i + 1);
    if (into[i] >= 0) continue;
    lua_pushfstring(L, "distance[%d]", (int)i + 1);
    lua_rawgeti(L, DISTANCE, (int)i + 1);
    tp_bind_wrong(L, lua_gettop(L), name, lua_tostring(L, -2), a_length);
  }
}

/* The distance of each agent, times the factor of the terrain under it. */
static void scale_distances(const Swarm *swarm, double *far) {
  const tp_Swarm *all = &swarm->all;
  const tp_Grid *g = swarm->field->finder->grid;
  for (size_t i = 0; i < all->n; i++) {
    const tp_Cell c = tp_bind_cell_around(g, all->x[i], all->y[i]);
    if (!swarm->has_distances) far[i] = all->distance;
    if (!tp_grid_contains(g, c.x, c.y)) continue;
    const int cell = g->cells[tp_grid_index(g, c.x, c.y)];
    const double scaled = far[i] * swarm->speeds[cell & (TP_CLOSED - 1)];
    if (isfinite(scaled)) far[i] = scaled;
  }
}

static void read_arrived(lua_State *L, const Swarm *swarm) {
  for (size_t i = 0; i < swarm->all.n; i++) {
    lua_rawgeti(L, swarm->options.arrived, (int)i + 1);
    swarm->all.arrived[i] = lua_isboolean(L, -1) && lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
}

/* Reads all tables. Runs no finalizers, and raises before any change. */
static void read_tables(lua_State *L, Swarm *swarm) {
  tp_Swarm *all = &swarm->all;
  const size_t n = all->n;
  read_table(L, &swarm->xs, n, all->x);
  read_table(L, &swarm->ys, n, all->y);
  memcpy(all->x + 2 * n, all->x, 2 * n * sizeof *all->x);
  if (swarm->has_distances || swarm->options.speeds) {
    double *far = all->x + 4 * n;
    if (swarm->has_distances) read_distances(L, swarm, far);
    if (swarm->options.speeds) scale_distances(swarm, far);
    all->distances = far;
  }
  if (swarm->options.arrived) read_arrived(L, swarm);
}

/* Reads all tables, and makes room in `arrived`, so that writing it cannot
 * fail. Room is made after the first read, which may raise, and before the last
 * read. Returns the core's block. */
static void *fill_tables(lua_State *L, Swarm *swarm) {
  size_t n = swarm->all.n;
  void *block = make_room(L, swarm);
  read_tables(L, swarm);
  bool lacks_arrived = false;
  for (size_t i = 0; i < n && swarm->options.arrived && !lacks_arrived; i++) {
    lua_rawgeti(L, swarm->options.arrived, (int)i + 1);
    lacks_arrived = lua_isnil(L, -1);
    lua_pop(L, 1);
  }
  if (!lacks_arrived) return block;
  tp_bind_make_room(L, swarm->options.arrived, 0, n, 0,
                    field_locks(swarm->field));
  block = make_room(L, swarm); /* takes no memory now */
  read_tables(L, swarm);
  return block;
}

/* Unchanged numbers are not written, so whole numbers stay integers. */
static void write_table(lua_State *L, const bind_List *list, size_t n,
                        const double *is, const double *was) {
  for (size_t i = 0; i < n; i++) {
    if (is[i] != was[i]) tp_bind_list_set(L, list, (int)i + 1, is[i]);
  }
}

static void write_tables(lua_State *L, const Swarm *swarm) {
  const tp_Swarm *all = &swarm->all;
  const size_t n = all->n;
  write_table(L, &swarm->xs, n, all->x, all->x + 2 * n);
  write_table(L, &swarm->ys, n, all->y, all->y + 2 * n);
  for (size_t i = 0; i < n && swarm->options.arrived; i++) {
    lua_rawgeti(L, swarm->options.arrived, (int)i + 1);
    bool has_room = !lua_isnil(L, -1);
    lua_pop(L, 1);
    if (!has_room) continue; /* a finalizer has removed it */
    lua_pushboolean(L, all->arrived[i]);
    lua_rawseti(L, swarm->options.arrived, (int)i + 1);
  }
}

/* ---- the call ----------------------------------------------------------- */

/* field:advance(xs, ys, n, distance [, options]) -> number of agents still on
 * the way */
static int advance(lua_State *L) {
  tp_bind_self(L, BIND_FIELD, name);
  lua_settop(L, OPTIONS);
  luaL_checkstack(L, 24, NULL);
  Field *f = tp_field_self(L, name);
  tp_bind_for_squares(L, f->finder->grid, name, "a swarm");
  Swarm swarm = read_swarm(L, f);
  const tp_Swarm *all = &swarm.all;
  check_last(L, &swarm.xs, all->n);
  check_last(L, &swarm.ys, all->n);
  if (swarm.has_distances) check_last(L, &swarm.distances, all->n);
  if (all->n == 0) {
    compat_push_whole(L, 0);
    return 1;
  }
  void *block = fill_tables(L, &swarm);
  tp_Flow flow = tp_flow_of(&f->field, f->navmap);
  size_t on_the_way = all->apart > 0 ? tp_separation_advance(&flow, all, block)
                                     : tp_swarm_advance(&flow, all);
  write_tables(L, &swarm);
  compat_push_whole(L, (double)on_the_way);
  return 1;
}

static const luaL_Reg methods[] = {
    {"direction", direction},
    {"advance", advance},
    {NULL, NULL},
};

const bind_Exports tp_swarm_exports = {
    .kind = BIND_FIELD, .methods = methods, .list_options = list_options};
