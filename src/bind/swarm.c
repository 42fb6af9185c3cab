/* swarm.c - motion along a field: the direction at a point, and many agents
 * moved in one call, wherever a game keeps them.
 *
 * Agents in Lua tables are read into a block first: one that is no number is
 * found before any has been moved. Those in arrays of C are moved in place.
 */
#include <string.h>

#include "../core/field/flow.h"
#include "field.h"

static tp_Flow flow_of(Field *f) { return tp_flow_of(&f->field, f->navmap); }

/* ---- one point ---------------------------------------------------------- */

/* field:direction(wx, wy) -> dx, dy */
int field_direction(lua_State *L) {
  Field *f = field_self(L, "direction");
  double x = bind_number(L, 2, "direction", "wx");
  double y = bind_number(L, 3, "direction", "wy");
  double dx = 0, dy = 0;
  tp_Flow flow = flow_of(f);
  tp_Drift drift = TP_DRIFT_NONE;
  if (field_is_done(f)) drift = tp_flow_direction(&flow, x, y, &dx, &dy);
  if (drift == TP_DRIFT_GOAL) return bind_push_no(L, "goal");
  if (drift != TP_DRIFT_ON) {
    return field_refuse(L, f, finder_cell_at(f->finder, x, y));
  }
  lua_pushnumber(L, dx);
  lua_pushnumber(L, dy);
  return 2;
}

/* ---- a swarm ------------------------------------------------------------ */

static const char name[] = "advance";

/* Arguments of the call. */
enum { XS = 2, YS, N, DISTANCE, KIND };

/* Those that name the agents' places. */
static const bind_List lists[] = {
    {.at = XS, .function = name, .name = "xs"},
    {.at = YS, .function = name, .name = "ys"},
};

typedef struct Swarm {
  Field *field;
  size_t n;        /* agents                    */
  double distance; /* that each of them may go  */
} Swarm;

typedef enum Kind { DOUBLES, FLOATS } Kind;

static Kind read_kind(lua_State *L) {
  static const char *const kinds[] = {"double", "float", NULL};
  if (lua_isnoneornil(L, KIND)) return DOUBLES;
  int kind = bind_word(L, KIND, kinds);
  if (kind < 0) bind_wrong(L, KIND, name, "kind", "'float' or 'double'");
  return (Kind)kind;
}

static double read_distance(lua_State *L) {
  double distance = -1;
  if (bind_is_finite(L, DISTANCE)) distance = lua_tonumber(L, DISTANCE);
  if (distance < 0) {
    bind_wrong(L, DISTANCE, name, "distance", "a finite number >= 0");
  }
  return distance;
}

/* ---- agents in tables --------------------------------------------------- */

static void set(lua_State *L, int table, int i, double value) {
  lua_pushnumber(L, value);
  lua_rawseti(L, table, i);
}

static size_t advance_tables(lua_State *L, const Swarm *swarm) {
  Field *f = swarm->field;
  size_t n = swarm->n, on_the_way = 0;
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
    tp_Drift drift = tp_flow_advance(&flow, &x, &y, swarm->distance);
    on_the_way += drift == TP_DRIFT_ON;
    if (x != point[2 * i]) set(L, XS, (int)i + 1, x);
    if (y != point[2 * i + 1]) set(L, YS, (int)i + 1, y);
  }
  return on_the_way;
}

/* ---- agents in memory --------------------------------------------------- */

static size_t advance_doubles(const Swarm *swarm, double *xs, double *ys) {
  tp_Flow flow = flow_of(swarm->field);
  size_t on_the_way = 0;
  for (size_t i = 0; i < swarm->n; i++) {
    tp_Drift drift = tp_flow_advance(&flow, &xs[i], &ys[i], swarm->distance);
    on_the_way += drift == TP_DRIFT_ON;
  }
  return on_the_way;
}

static size_t advance_floats(const Swarm *swarm, float *xs, float *ys) {
  tp_Flow flow = flow_of(swarm->field);
  size_t on_the_way = 0;
  flow.narrow = true;
  for (size_t i = 0; i < swarm->n; i++) {
    double x = xs[i], y = ys[i];
    tp_Drift drift = tp_flow_advance(&flow, &x, &y, swarm->distance);
    on_the_way += drift == TP_DRIFT_ON;
    xs[i] = (float)x;
    ys[i] = (float)y;
  }
  return on_the_way;
}

static size_t advance_memory(lua_State *L, const Swarm *swarm,
                             void *const place[2], Kind kind) {
  for (int i = 0; i < 2; i++) {
    if (place[i] || swarm->n == 0) continue;
    bind_error(L, "%s: %s must point to n numbers, got a null pointer", name,
               lists[i].name);
  }
  return kind == FLOATS ? advance_floats(swarm, place[0], place[1])
                        : advance_doubles(swarm, place[0], place[1]);
}

/* Where an FFI array lies, as lua/tilepath/arrays.lua knows: it puts the
 * address into a cell of memory and returns that, and what lies there. */
static void *address_of(lua_State *L, const Swarm *swarm, const bind_List *list,
                        Kind *kind) {
  void *address = NULL;
  lua_pushvalue(L, lua_upvalueindex(BIND_CDATA));
  lua_rawget(L, lua_upvalueindex(BIND_FIELD));
  lua_pushvalue(L, list->at);
  lua_pushnumber(L, (lua_Number)swarm->n);
  bind_call(L, 2, 2, field_marks(swarm->field));
  if (lua_type(L, -2) == LUA_TNIL) {
    const char *what = lua_tostring(L, -1);
    bind_error(L, "%s: %s must be %s", name, list->name, what);
  }
  memcpy(&address, lua_topointer(L, -2), sizeof address);
  *kind = lua_toboolean(L, -1) ? FLOATS : DOUBLES;
  lua_pop(L, 2);
  return address;
}

static size_t advance_cdata(lua_State *L, const Swarm *swarm) {
  Kind kind[2];
  void *place[2];
  for (int i = 0; i < 2; i++) {
    place[i] = address_of(L, swarm, &lists[i], &kind[i]);
  }
  if (kind[0] != kind[1]) {
    bind_error(L, "%s: xs and ys must hold numbers of one type", name);
  }
  return advance_memory(L, swarm, place, kind[0]);
}

/* ---- the call ----------------------------------------------------------- */

typedef enum Home { IN_TABLES, IN_MEMORY, IN_CDATA } Home;

/* LuaJIT's cdata is the one type that no header of Lua names. */
static Home home_of(lua_State *L, const bind_List *list) {
  int type = lua_type(L, list->at);
  if (type == LUA_TTABLE) return IN_TABLES;
  if (type == LUA_TLIGHTUSERDATA) return IN_MEMORY;
  if (type > LUA_TTHREAD) return IN_CDATA;
  bind_wrong(L, list->at, name, list->name,
             "a table, a light userdata or an FFI array");
}

static size_t advance(lua_State *L, const Swarm *swarm, Home home, Kind kind) {
  if (home == IN_TABLES) return advance_tables(L, swarm);
  if (home == IN_CDATA) return advance_cdata(L, swarm);
  void *const place[] = {lua_touserdata(L, XS), lua_touserdata(L, YS)};
  return advance_memory(L, swarm, place, kind);
}

/* field:advance(xs, ys, n, distance [, kind]) -> how many are on the way */
int field_advance(lua_State *L) {
  Field *f = field_self(L, name);
  Home home = home_of(L, &lists[0]);
  if (home_of(L, &lists[1]) != home) {
    bind_error(L, "%s: xs and ys must be of one type, got %s and %s", name,
               bind_show(L, XS), bind_show(L, YS));
  }
  Swarm swarm = {.field = f};
  swarm.n = (size_t)bind_integer(L, N, name, "n", 0, BIND_MAX_WHOLE);
  swarm.distance = read_distance(L);
  Kind kind = read_kind(L);
  if (!field_is_done(f)) return field_refuse(L, f, (tp_Cell){0, 0});
  compat_push_whole(L, (double)advance(L, &swarm, home, kind));
  return 1;
}
