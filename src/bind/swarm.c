/* swarm.c - motion along a field: the direction at a point, and many agents
 * moved in one call, wherever a game keeps them.
 *
 * Agents in Lua tables are read into a block first: one that is no number is
 * found before any has been moved. Those in arrays of C are moved in place.
 */
#include <string.h>

#include "../core/field/flow.h"
#include "field.h"

static tp_Flow flow_of(const Field *f) {
  return tp_flow_of(&f->field, &f->finder->navmap);
}

/* ---- one point ---------------------------------------------------------- */

static tp_Cell cell_at(const Field *f, double x, double y) {
  const tp_Profile *p = &f->finder->navmap.profile;
  const tp_Grid *g = f->finder->grid;
  double column = (x - g->origin_x) / g->cell_width - 0.5 * (p->wide - 1);
  double row = (y - g->origin_y) / g->cell_height - 0.5 * (p->high - 1);
  if (!(column >= 0 && column < g->width)) column = -1;
  if (!(row >= 0 && row < g->height)) row = -1;
  return (tp_Cell){(int32_t)column, (int32_t)row};
}

/* field:direction(wx, wy) -> dx, dy */
int field_direction(lua_State *L) {
  Field *f = field_self(L, "direction");
  double x = bind_number(L, 2, "direction", "wx");
  double y = bind_number(L, 3, "direction", "wy");
  double dx = 0, dy = 0;
  tp_Flow flow = flow_of(f);
  tp_Drift drift = TP_DRIFT_NONE;
  if (field_is_done(f)) drift = tp_flow_direction(&flow, x, y, &dx, &dy);
  if (drift == TP_DRIFT_GOAL) {
    lua_pushnil(L);
    lua_pushliteral(L, "goal");
    return 2;
  }
  if (drift != TP_DRIFT_ON) return field_refuse(L, f, cell_at(f, x, y));
  lua_pushnumber(L, dx);
  lua_pushnumber(L, dy);
  return 2;
}

/* ---- a swarm ------------------------------------------------------------ */

static const char name[] = "advance";

/* Arguments of the call. */
enum { XS = 2, YS, N, DISTANCE, KIND };

static bool is_narrow(lua_State *L) {
  static const char *const kinds[] = {"double", "float", NULL};
  if (lua_isnoneornil(L, KIND)) return false;
  int kind = bind_word(L, KIND, kinds);
  if (kind < 0) bind_wrong(L, KIND, name, "kind", "'float' or 'double'");
  return kind == 1;
}

/* ---- agents in tables --------------------------------------------------- */

static const bind_List lists[] = {
    {.at = XS, .function = name, .name = "xs"},
    {.at = YS, .function = name, .name = "ys"},
};

static void set(lua_State *L, int table, int i, double value) {
  lua_pushnumber(L, value);
  lua_rawseti(L, table, i);
}

static size_t advance_tables(lua_State *L, Field *f, size_t n,
                             double distance) {
  size_t on_the_way = 0;
  /* Before room is made for them: are there so many? */
  if (n > INT32_MAX) n = INT32_MAX;
  for (int i = 0; i < 2 && n > 0; i++) bind_list_number(L, &lists[i], (int)n);
  bind_BlockSlot slot = {1, FIELD_POINTS, field_marks(f)};
  bind_reserve(L, &f->points, slot, 2 * n);
  double *point = f->points.number;
  for (size_t i = 0; i < 2 * n; i++) {
    point[i] = bind_list_number(L, &lists[i % 2], (int)(i / 2) + 1);
  }
  tp_Flow flow = flow_of(f);
  for (size_t i = 0; i < n; i++) {
    double x = point[2 * i], y = point[2 * i + 1];
    tp_Drift drift = tp_flow_advance(&flow, &x, &y, distance, false);
    on_the_way += drift == TP_DRIFT_ON;
    if (x != point[2 * i]) set(L, XS, (int)i + 1, x);
    if (y != point[2 * i + 1]) set(L, YS, (int)i + 1, y);
  }
  return on_the_way;
}

/* ---- agents in memory --------------------------------------------------- */

static size_t advance_doubles(const Field *f, double *xs, double *ys, size_t n,
                              double distance) {
  tp_Flow flow = flow_of(f);
  size_t on_the_way = 0;
  for (size_t i = 0; i < n; i++) {
    tp_Drift drift = tp_flow_advance(&flow, &xs[i], &ys[i], distance, false);
    on_the_way += drift == TP_DRIFT_ON;
  }
  return on_the_way;
}

static size_t advance_floats(const Field *f, float *xs, float *ys, size_t n,
                             double distance) {
  tp_Flow flow = flow_of(f);
  size_t on_the_way = 0;
  for (size_t i = 0; i < n; i++) {
    double x = xs[i], y = ys[i];
    tp_Drift drift = tp_flow_advance(&flow, &x, &y, distance, true);
    on_the_way += drift == TP_DRIFT_ON;
    xs[i] = (float)x;
    ys[i] = (float)y;
  }
  return on_the_way;
}

static void check_address(lua_State *L, const void *address, size_t n,
                          const char *list) {
  if (address || n == 0) return;
  bind_error(L, "%s: %s must point to n numbers, got a null pointer", name,
             list);
}

static size_t advance_memory(lua_State *L, const Field *f, void *xs, void *ys,
                             bool narrow, size_t n, double distance) {
  check_address(L, xs, n, "xs");
  check_address(L, ys, n, "ys");
  return narrow ? advance_floats(f, xs, ys, n, distance)
                : advance_doubles(f, xs, ys, n, distance);
}

/* ---- the call ----------------------------------------------------------- */

typedef enum Home { IN_TABLES, IN_MEMORY, IN_CDATA } Home;

/* LuaJIT's cdata is the one type that no header of Lua names. */
static Home home_of(lua_State *L, int arg, const char *list) {
  int type = lua_type(L, arg);
  if (type == LUA_TTABLE) return IN_TABLES;
  if (type == LUA_TLIGHTUSERDATA) return IN_MEMORY;
  if (type > LUA_TTHREAD) return IN_CDATA;
  bind_wrong(L, arg, name, list, "a table, a light userdata or an FFI array");
}

/* Where an FFI array lies, as lua/tilepath/arrays.lua knows: it puts the
 * address into a cell of memory and returns that, and what lies there. */
static void *address_of(lua_State *L, Field *f, int arg, const char *list,
                        size_t n, bool *narrow) {
  void *address = NULL;
  lua_pushvalue(L, lua_upvalueindex(BIND_CDATA));
  lua_rawget(L, lua_upvalueindex(BIND_FIELD));
  lua_pushvalue(L, arg);
  lua_pushnumber(L, (lua_Number)n);
  bind_call(L, 2, 2, field_marks(f));
  if (lua_type(L, -2) == LUA_TNIL) {
    const char *what = lua_tostring(L, -1);
    bind_error(L, "%s: %s must be %s", name, list, what);
  }
  memcpy(&address, lua_topointer(L, -2), sizeof address);
  *narrow = lua_toboolean(L, -1);
  lua_pop(L, 2);
  return address;
}

static double read_distance(lua_State *L) {
  double distance = -1;
  if (bind_is_finite(L, DISTANCE)) distance = lua_tonumber(L, DISTANCE);
  if (distance < 0) {
    bind_wrong(L, DISTANCE, name, "distance", "a finite number >= 0");
  }
  return distance;
}

static size_t advance_cdata(lua_State *L, Field *f, size_t n, double distance) {
  bool narrow, same;
  void *xs = address_of(L, f, XS, "xs", n, &narrow);
  void *ys = address_of(L, f, YS, "ys", n, &same);
  if (narrow != same) {
    bind_error(L, "%s: xs and ys must hold numbers of one type", name);
  }
  return advance_memory(L, f, xs, ys, narrow, n, distance);
}

/* field:advance(xs, ys, n, distance [, kind]) -> how many are on the way */
int field_advance(lua_State *L) {
  Field *f = field_self(L, name);
  Home home = home_of(L, XS, "xs");
  if (home_of(L, YS, "ys") != home) {
    bind_error(L, "%s: xs and ys must be of one type, got %s and %s", name,
               bind_show(L, XS), bind_show(L, YS));
  }
  size_t n = (size_t)bind_integer(L, N, name, "n", 0, BIND_MAX_WHOLE);
  double distance = read_distance(L);
  bool narrow = is_narrow(L);
  if (!field_is_done(f)) return field_refuse(L, f, (tp_Cell){0, 0});
  size_t left;
  if (home == IN_TABLES) {
    left = advance_tables(L, f, n, distance);
  } else if (home == IN_CDATA) {
    left = advance_cdata(L, f, n, distance);
  } else {
    left = advance_memory(L, f, lua_touserdata(L, XS), lua_touserdata(L, YS),
                          narrow, n, distance);
  }
  compat_push_whole(L, (double)left);
  return 1;
}
