/* query.c - what a query asks for: where it leads to, and its table of options.
 *
 * Everything is read before anything is changed, and once: what has been
 * checked is what is used.
 */
#include <math.h>

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

static const char *const goal_kinds[] = {"adjacent", NULL};

/* What a value of each must be. */
static const char *const wanted[] = {
    [GOAL] = "'adjacent'",
    [FILL_INTO] = "a table",
    [MAX_NODES] = "a whole number of at least 0",
    [PARTIAL] = "true or false",
    [RANGE] = "a finite number of at least 0",
    [RANGE_SIGHT] = "true or false",
    [WAYPOINTS] = "true or false",
};

static bool read_flag(lua_State *L, bool *flag) {
  *flag = lua_toboolean(L, -1);
  return lua_type(L, -1) == LUA_TBOOLEAN;
}

static bool read_number(lua_State *L, double *number) {
  *number = lua_tonumber(L, -1);
  return *number >= 0;
}

/* What a query table asks for, before it is known to be right. */
typedef struct Wanted {
  bool adjacent, partial, sight, waypoints;
  double max_nodes, range; /* -1: not given */
  int into;                /* its place on the stack */
} Wanted;

/* Takes the value on the top; false where it is none for the option, which may
 * be -1, none at all. The table to fill is put into its place. */
static bool read_option(lua_State *L, int option, Wanted *w) {
  switch (option) {
    case GOAL: w->adjacent = true; return bind_word(L, -1, goal_kinds) >= 0;
    case FILL_INTO:
      lua_pushvalue(L, -1);
      lua_replace(L, w->into);
      return lua_istable(L, -1);
    case MAX_NODES:
      return bind_is_whole(L, -1) && read_number(L, &w->max_nodes);
    case PARTIAL: return read_flag(L, &w->partial);
    case RANGE: return bind_is_finite(L, -1) && read_number(L, &w->range);
    case RANGE_SIGHT: return read_flag(L, &w->sight);
    case WAYPOINTS: return read_flag(L, &w->waypoints);
    default: return false;
  }
}

/* Raises what is wrong with the query table: of several mistakes the same one,
 * in whatever order the VM keeps the keys of a table. Nothing is pushed that
 * could run the collector (and so a finalizer, which might mend the table)
 * before the mistake is found. */
TP_NORETURN static void refuse(lua_State *L, int arg, const char *function,
                               Wanted *w) {
  int worst = OPTIONS;
  bind_options(L, arg, function, "query", option_names);
  lua_pushnil(L);
  int at = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
    int option = bind_word(L, -2, option_names);
    bool is_worse = option >= 0 && option < worst;
    if (!is_worse || read_option(L, option, w)) continue;
    worst = option;
    lua_pushvalue(L, -1);
    lua_replace(L, at);
  }
  if (worst == OPTIONS) bind_error(L, "%s: query has changed", function);
  bind_wrong(L, at, function, option_names[worst], wanted[worst]);
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
  Wanted w = {.max_nodes = -1, .range = -1};
  bool has_query = !lua_isnoneornil(L, arg);
  if (has_query && !lua_istable(L, arg)) {
    bind_wrong(L, arg, function, "query", "a table");
  }
  if (has_query) {
    lua_pushnil(L);
    w.into = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
      int option = bind_word(L, -2, option_names);
      if (!read_option(L, option, &w)) refuse(L, arg, function, &w);
    }
  }
  query->max_nodes = w.max_nodes < 0 ? UINT64_MAX : (uint64_t)w.max_nodes;
  query->partial = w.partial;
  query->goals = NULL;
  wishes->waypoints = w.waypoints;
  wishes->sight = w.sight;
  wishes->kind = w.adjacent ? TP_GOAL_SIDES : TP_GOAL_CELLS;
  wishes->range = w.range;
  wishes->goal = 0;
  combine(L, function, wishes);
  return w.into > 0 && !lua_isnil(L, w.into) ? w.into : 0;
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
  for (int i = 0; i < 2; i++) {
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

static void make_room(lua_State *L, const Finder *f, Targets *t,
                      bind_BlockSlot keeper, uint32_t count) {
  if (t->set && t->room >= count) return;
  uint32_t most = (uint32_t)(t->list.room / GOAL_NUMBERS);
  uint32_t room = count < most ? most : count;
  keeper.number = GOAL_SET;
  t->set = bind_block(L, keeper, tp_goals_bytes(room, f->grid));
  t->room = room;
  lua_pop(L, 1);
}

/* A goal to stop beside is a single cell, however large the agent. */
static tp_Cell cell_of(const Finder *f, const Wishes *wishes, Goal goal) {
  if (!wishes->world) return bind_cell_at(f->grid, goal.x, goal.y);
  return wishes->kind == TP_GOAL_SIDES
             ? bind_cell_around(f->grid, goal.x, goal.y)
             : finder_cell_at(f, goal.x, goal.y);
}

void finder_take_goals(lua_State *L, int arg, const Finder *f, Targets *t,
                       bind_BlockSlot keeper, const char *function,
                       tp_Query *query, const Wishes *wishes) {
  bool is_list = lua_istable(L, arg);
  query->goals = NULL;
  t->is_list = is_list;
  if (!is_list && wishes->kind == TP_GOAL_CELLS) return;
  if (is_list) {
    bind_List list = goals_list(arg, function);
    list.broken = wishes->world;
    keeper.number = GOAL_LIST;
    while (!bind_list_read(L, &list, &t->list, keeper)) continue;
  }
  uint32_t count = is_list ? t->list.count : 1;
  make_room(L, f, t, keeper, count);
  tp_goals_init(t->set, count, wishes->kind, f->grid);
  t->set->sight = wishes->sight;
  if (wishes->kind == TP_GOAL_RANGE) t->set->range = square_of(wishes->range);
  for (uint32_t k = 0; k < count; k++) {
    Goal goal = {wishes->to[0], wishes->to[1], 0};
    if (is_list) goal = goals_get(&t->list, k);
    t->set->goal[k].cell = cell_of(f, wishes, goal);
    t->set->goal[k].asked = goal.extra;
  }
  query->goals = t->set;
}

void finder_note_goal(const tp_Search *s, const Targets *t, Wishes *wishes) {
  if (!t->is_list) return;
  uint32_t chosen = t->set->goal[s->chosen].index;
  Goal goal = goals_get(&t->list, chosen);
  wishes->goal = chosen + 1;
  wishes->to[0] = goal.x;
  wishes->to[1] = goal.y;
}
