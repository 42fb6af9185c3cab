/* query.c - what a query asks for: where it leads to, and its table of options.
 *
 * Everything is read before anything is changed.
 */
#include <math.h>
#include <string.h>

#include "finder.h"

/* ---- the table ---------------------------------------------------------- */

typedef enum Option {
  GOAL,
  FILL_INTO,
  MAX_NODES,
  PARTIAL,
  RANGE,
  RANGE_SIGHT,
  WAYPOINTS,
  OPTIONS
} Option;

static const char *const option_names[] = {"goal",      "into",  "max_nodes",
                                           "partial",   "range", "range_sight",
                                           "waypoints", NULL};

static bool is_adjacent(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TSTRING &&
         strcmp(lua_tostring(L, index), "adjacent") == 0;
}

static bool is_range(lua_State *L, int index) {
  return bind_is_number(L, index, false) && lua_tonumber(L, index) >= 0;
}

/* The option that the key at index names; OPTIONS where it names none. */
static Option option_of(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) return OPTIONS;
  const char *key = lua_tostring(L, index);
  int option = 0;
  for (; option < OPTIONS; option++) {
    const char *name = option_names[option];
    if (key[0] == name[0] && strcmp(key, name) == 0) break;
  }
  return (Option)option;
}

/* Raises where the value on the top is none for the option. */
static void check_option(lua_State *L, Option option, const char *function) {
  const char *name = option_names[option];
  switch (option) {
    case GOAL:
      if (!is_adjacent(L, -1)) bind_wrong(L, -1, function, name, "'adjacent'");
      break;
    case FILL_INTO:
      if (!lua_istable(L, -1)) bind_wrong(L, -1, function, name, "a table");
      break;
    case MAX_NODES:
      bind_integer(L, -1, function, name, 0, BIND_MAX_WHOLE);
      break;
    case RANGE:
      if (!is_range(L, -1)) {
        bind_wrong(L, -1, function, name, "a finite number of at least 0");
      }
      break;
    default: bind_boolean(L, -1, function, name);
  }
}

/* Raises what is wrong with the query table: of several mistakes the same one,
 * in whatever order the VM keeps the keys of a table. */
static void refuse(lua_State *L, int arg, const char *function) {
  bind_options(L, arg, function, "query", option_names);
  for (int option = 0; option < OPTIONS; option++) {
    lua_pushstring(L, option_names[option]);
    lua_rawget(L, arg);
    if (!lua_isnil(L, -1)) check_option(L, (Option)option, function);
  }
}

static bool read_flag(lua_State *L, bool *flag) {
  *flag = lua_toboolean(L, -1);
  return lua_type(L, -1) == LUA_TBOOLEAN;
}

/* Takes the value on the top; false where it is none for the option. */
static bool read_option(lua_State *L, Option option, tp_Query *query,
                        Wishes *wishes) {
  switch (option) {
    case GOAL: wishes->kind = TP_GOAL_SIDES; return is_adjacent(L, -1);
    case FILL_INTO: return lua_istable(L, -1);
    case MAX_NODES:
      if (!bind_is_number(L, -1, true) || lua_tonumber(L, -1) < 0) return false;
      query->max_nodes = (uint64_t)lua_tonumber(L, -1);
      return true;
    case PARTIAL: return read_flag(L, &query->partial);
    case RANGE:
      if (!is_range(L, -1)) return false;
      wishes->range = lua_tonumber(L, -1);
      return true;
    case RANGE_SIGHT: return read_flag(L, &wishes->sight);
    case WAYPOINTS: return read_flag(L, &wishes->waypoints);
    default: return false;
  }
}

/* Options that say something together. */
static void combine(lua_State *L, const char *function, Wishes *wishes) {
  bool has_range = wishes->range >= 0;
  if (wishes->sight && !has_range) {
    bind_error(L, "%s: option 'range_sight' needs option 'range'", function);
  }
  if (has_range && wishes->kind == TP_GOAL_SIDES) {
    bind_error(L, "%s: options 'goal' and 'range' exclude each other",
               function);
  }
  if (has_range) wishes->kind = TP_GOAL_RANGE;
}

int finder_read_query(lua_State *L, int arg, const char *function,
                      tp_Query *query, Wishes *wishes) {
  query->max_nodes = UINT64_MAX;
  query->partial = wishes->waypoints = wishes->sight = false;
  query->goals = NULL;
  wishes->kind = TP_GOAL_CELLS;
  wishes->range = -1;
  wishes->goal = 0;
  if (lua_isnoneornil(L, arg)) return 0;
  if (!lua_istable(L, arg)) bind_wrong(L, arg, function, "query", "a table");
  for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
    Option option = option_of(L, -2);
    if (!read_option(L, option, query, wishes)) {
      refuse(L, arg, function);
    }
  }
  combine(L, function, wishes);
  lua_pushliteral(L, "into");
  lua_rawget(L, arg);
  return lua_isnil(L, -1) ? 0 : lua_gettop(L);
}

/* ---- where it leads to -------------------------------------------------- */

int finder_read_question(lua_State *L, const Finder *f, const char *function,
                         tp_Query *query, Wishes *wishes) {
  bool world = wishes->world, is_list = lua_istable(L, 4);
  query->goal = (tp_Cell){0, 0};
  if (world) {
    query->start = finder_world_cell(L, 2, f, function, "wx1", "wy1");
  } else {
    query->start = bind_cell(L, 2, f->grid, function, "x1", "y1");
  }
  if (!is_list && world) {
    query->goal = finder_world_cell(L, 4, f, function, "wx2", "wy2");
  } else if (!is_list) {
    query->goal = bind_cell(L, 4, f->grid, function, "x2", "y2");
  }
  for (int i = 0; i < 2 && world; i++) {
    wishes->from[i] = lua_tonumber(L, 2 + i);
    wishes->to[i] = is_list ? 0 : lua_tonumber(L, 4 + i);
  }
  return finder_read_query(L, is_list ? 5 : 6, function, query, wishes);
}

/* The square of a range, rounded down; a range that is itself a root is not
 * missed by what rounding took from it. */
static uint64_t square_of(double range) {
  const double far = 2.0 * TP_MAX_SIDE;
  double square = range < far ? tp_product(range, range) : tp_product(far, far);
  return (uint64_t)tp_product(square, 1 + 1e-12);
}

static void make_room(lua_State *L, const Finder *f, Targets *t, Keeper keeper,
                      uint32_t count) {
  if (t->set && t->room >= count) return;
  uint32_t room = count < t->list.room ? t->list.room : count;
  keeper.slot = GOAL_SET;
  t->set =
      bind_block(L, keeper.handle, keeper.slot, tp_goals_bytes(room, f->grid),
                 keeper.busy, keeper.grid_busy);
  t->room = room;
  lua_pop(L, 1);
}

/* A goal to stop beside is a single cell, however large the agent. */
static tp_Cell cell_around(const tp_Grid *g, const double world[2]) {
  return bind_tame_cell(tp_grid_column_at(g, world[0]),
                        tp_grid_row_at(g, world[1]));
}

void finder_take_goals(lua_State *L, int arg, const Finder *f, Targets *t,
                       Keeper keeper, const char *function, tp_Query *query,
                       const Wishes *wishes) {
  bool is_list = lua_istable(L, arg);
  query->goals = NULL;
  t->is_list = is_list;
  if (!is_list && wishes->kind == TP_GOAL_CELLS) return;
  keeper.slot = GOAL_LIST;
  if (is_list) {
    goals_read(L, arg, f, &t->list, keeper, function, wishes->world);
  }
  uint32_t count = is_list ? t->list.count : 1;
  make_room(L, f, t, keeper, count);
  tp_goals_init(t->set, count, wishes->kind, f->grid);
  t->set->sight = wishes->sight;
  if (wishes->kind == TP_GOAL_RANGE) t->set->range = square_of(wishes->range);
  for (uint32_t k = 0; k < count; k++) {
    tp_Goal *goal = &t->set->goal[k];
    goal->cell = is_list ? t->list.goal[k].cell : query->goal;
    goal->asked = is_list ? t->list.goal[k].extra : 0;
    if (wishes->world && wishes->kind == TP_GOAL_SIDES) {
      goal->cell =
          cell_around(f->grid, is_list ? t->list.goal[k].world : wishes->to);
    }
  }
  query->goals = t->set;
}

void finder_note_goal(const tp_Search *s, const Targets *t, Wishes *wishes) {
  if (!t->is_list) return;
  const Goal *goal = &t->list.goal[t->set->goal[s->chosen].index];
  wishes->goal = (uint32_t)(goal - t->list.goal) + 1;
  wishes->to[0] = goal->world[0];
  wishes->to[1] = goal->world[1];
}
