/* queryargs.c - reads a query: start, goals, and the table of options.
 *
 * Everything is read before any change, and only once: the values that were
 * checked are the values that are used.
 */
#include "queryargs.h"

#include "../crowd/avoidoptions.h"
#include "../finder/pathfinder.h"
#include "goals.h"
#include "path.h"

/* ---- the table ---------------------------------------------------------- */

typedef enum Option {
  ADJACENT,
  AVOID,
  AVOID_PRICE,
  ESCAPE,
  EXCEPT,
  FILL_INTO,
  MAX_NODES,
  PARTIAL,
  PASSED,
  SIGHT,
  STOPPING,
  WITHIN,
  OPTIONS
} Option;

static const char *const option_names[] = {
    "adjacent", "avoid", "avoid_price", "escape", "except", "into", "max_nodes",
    "partial",  "pass",  "sight",       "stops",  "within", NULL};

/* With the options of queues. */
static const char *const queued_names[] = {
    "adjacent", "avoid",     "avoid_price", "escape",  "except",
    "into",     "max_nodes", "on_done",     "partial", "pass",
    "priority", "sight",     "stops",       "within",  NULL};

/* The options of orders, which read `avoid_price`, `settle` and `wait`
 * themselves. */
static const char *const ordered_names[] = {
    "adjacent", "avoid_price", "max_nodes", "partial", "settle",
    "sight",    "wait",        "within",    NULL};

/* The names of all options that the call may have. */
static const char *const *names_of(const QueryArgs *q) {
  if (q->is_order) return ordered_names;
  return q->is_queued ? queued_names : option_names;
}

/* Does the caller read the option itself? True for unknown ones, too. */
static bool is_own(const QueryArgs *q, int option) {
  return option < 0 || (q->is_order && option == AVOID_PRICE);
}

/* What the value of each option must be, for errors. */
static const char *const wanted[] = {
    [ADJACENT] = "true or false",
    [AVOID] = AVOID_WHAT,
    [AVOID_PRICE] = AVOID_WHAT_PRICE,
    [ESCAPE] = "true or false",
    [EXCEPT] = AVOID_WHAT_EXCEPT,
    [FILL_INTO] = PATH_WHAT_INTO,
    [MAX_NODES] = "a whole number of at least 0",
    [PARTIAL] = "true or false",
    [PASSED] = AVOID_WHAT,
    [SIGHT] = "true or false",
    [STOPPING] = AVOID_WHAT,
    [WITHIN] = "a finite number of at least 0",
};

static bool read_flag(lua_State *L, bool *flag) {
  *flag = lua_toboolean(L, -1);
  return lua_type(L, -1) == LUA_TBOOLEAN;
}

static bool read_number(lua_State *L, double *number) {
  *number = lua_tonumber(L, -1);
  return *number >= 0;
}

/* Options before their check. */
typedef struct Wanted {
  bool adjacent;
  double max_nodes, within; /* -1: absent */
  double avoid_price;
  int into, avoid, except, stops, pass; /* stack indices */
} Wanted;

/* Copies the value on the top to another index. */
static void put_value(lua_State *L, int place) {
  lua_pushvalue(L, -1);
  lua_replace(L, place);
}

/* Reads the value on the top; false if it is wrong for the option, or if the
 * option is -1 (unknown). Lists, crowds, units and `into` are also copied to
 * their indices. */
static bool read_option(lua_State *L, int option, QueryArgs *q, Wanted *w) {
  switch (option) {
    case ADJACENT: return read_flag(L, &w->adjacent);
    case AVOID: put_value(L, w->avoid); return tp_avoid_is_list(L, true);
    case AVOID_PRICE: return tp_avoid_read_price(L, &w->avoid_price);
    case ESCAPE: return read_flag(L, &q->query.escape);
    case EXCEPT: put_value(L, w->except); return tp_avoid_is_list(L, false);
    case FILL_INTO: put_value(L, w->into); return tp_path_may_fill(L, -1);
    case MAX_NODES:
      return tp_bind_is_whole(L, -1) && read_number(L, &w->max_nodes);
    case PARTIAL: return read_flag(L, &q->query.partial);
    case PASSED: put_value(L, w->pass); return tp_avoid_is_list(L, true);
    case SIGHT: return read_flag(L, &q->options.sight);
    case STOPPING: put_value(L, w->stops); return tp_avoid_is_list(L, true);
    case WITHIN: return tp_bind_is_finite(L, -1) && read_number(L, &w->within);
    default: return false;
  }
}

/* Raises an error about the query table. If there are several mistakes it
 * reports the same one, in whatever order the VM keeps the keys. Before the
 * mistake is found nothing is pushed that could run the collector, because a
 * finalizer might change the table. */
TP_NORETURN static void refuse_options(lua_State *L, int arg, QueryArgs *q,
                                       Wanted *w) {
  const char *function = q->function;
  int worst = OPTIONS;
  tp_bind_options(L, arg, function, "query", names_of(q));
  lua_pushnil(L);
  int at = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
    int option = tp_bind_word(L, -2, option_names);
    bool is_worse = !is_own(q, option) && option < worst;
    if (!is_worse || read_option(L, option, q, w)) continue;
    worst = option;
    lua_pushvalue(L, -1);
    lua_replace(L, at);
  }
  if (worst == OPTIONS)
    tp_bind_error(L, "%s: query was changed meanwhile", function);
  tp_bind_wrong(L, at, function, option_names[worst], wanted[worst]);
}

/* The index if a value stands there, else 0. */
static int given_at(lua_State *L, int place) {
  return place > 0 && !lua_isnil(L, place) ? place : 0;
}

void tp_queryargs_read_options(lua_State *L, int arg, const Finder *f,
                               QueryArgs *q) {
  Wanted w = {.max_nodes = -1, .within = -1};
  bool has_query = !lua_isnoneornil(L, arg);
  if (has_query && !lua_istable(L, arg)) {
    tp_bind_wrong(L, arg, q->function, "query", "a table");
  }
  if (has_query) {
    w.into = lua_gettop(L) + 1;
    w.avoid = w.into + 1;
    w.except = w.into + 2;
    w.stops = w.into + 3;
    w.pass = w.into + 4;
    lua_settop(L, w.pass);
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
      int option = tp_bind_word(L, -2, option_names);
      bool is_known = (option >= 0 && !q->is_order) ||
                      tp_bind_word(L, -2, names_of(q)) >= 0;
      if (is_known && is_own(q, option))
        continue; /* the caller reads it itself */
      if (!is_known || !read_option(L, option, q, &w)) {
        refuse_options(L, arg, q, &w);
      }
    }
  }
  q->query.max_nodes = w.max_nodes < 0 ? UINT64_MAX : (uint64_t)w.max_nodes;
  q->query.goals = NULL;
  q->options.kind = w.adjacent ? TP_GOAL_SIDES : TP_GOAL_CELLS;
  q->options.within = w.within;
  q->options.goal = 0;
  q->into = given_at(L, w.into);
  q->avoid = (Avoid){given_at(L, w.avoid), given_at(L, w.except), w.avoid_price,
                     given_at(L, w.stops), given_at(L, w.pass)};
  tp_avoid_complete(L, &q->avoid);
  const char *function = q->function;
  bool is_near = q->options.within >= 0;
  if (q->options.sight && !is_near) {
    tp_bind_error(L, "%s: option 'sight' needs option 'within'", function);
  }
  if (is_near && q->options.kind == TP_GOAL_SIDES) {
    tp_bind_error(L, "%s: options 'adjacent' and 'within' exclude each other",
                  function);
  }
  if (is_near) q->options.kind = TP_GOAL_RANGE;
  if (avoid_is_given(&q->avoid)) tp_avoid_check(L, &q->avoid, f, q->function);
}

/* ---- start and goals ---------------------------------------------------- */

static tp_Cell read_cell(lua_State *L, int arg, const Finder *f,
                         const QueryArgs *q) {
  const char *function = q->function;
  bool is_start = arg == 2;
  if (q->options.in_world) {
    return tp_finder_world_cell(L, arg, f, function, is_start ? "wx1" : "wx2",
                                is_start ? "wy1" : "wy2");
  }
  return tp_bind_cell(L, arg, f->grid, function, is_start ? "x1" : "x2",
                      is_start ? "y1" : "y2");
}

void tp_queryargs_read(lua_State *L, const Finder *f, QueryArgs *q) {
  const bool has_goals = lua_istable(L, 4);
  q->query.start = read_cell(L, 2, f, q);
  q->query.goal = has_goals ? (tp_Cell){0, 0} : read_cell(L, 4, f, q);
  for (int i = 0; i < 2 && q->options.in_world; i++) {
    q->options.from[i] = lua_tonumber(L, 2 + i);
    q->options.to[i] = has_goals ? 0 : lua_tonumber(L, 4 + i);
  }
  if (has_goals) {
    static const char *const names[] = {"terrain", NULL};
    lua_pushstring(L, names[0]);
    lua_rawget(L, 4);
    if (!lua_isnil(L, -1)) {
      tp_bind_options(L, 4, q->function, "goals", names);
      q->query.terrain =
          1 + tp_bind_terrain(L, lua_gettop(L), f->grid, q->function, names[0]);
    }
    lua_pop(L, 1);
    q->goals = q->query.terrain ? 0 : 4;
  }
  tp_queryargs_read_options(L, has_goals ? 5 : 6, f, q);
}

/* That many cells are read, twice, in the time of one look (base/task.h). */
enum { CELLS_A_LOOK = 4 };

void tp_queryargs_read_list(lua_State *L, const QueryArgs *q, QueryGoals *goals,
                            bind_BlockSlot slot) {
  goals->is_list = q->goals > 0;
  if (!q->goals) return;
  bind_List list = goals_list(q->goals, q->function);
  list.broken = q->options.in_world;
  slot.number += GOAL_LIST - BLOCKS;
  while (!tp_bind_list_read(L, &list, &goals->list, slot)) continue;
}

void tp_queryargs_make_goals(lua_State *L, Finder *f, QueryArgs *q,
                             QueryGoals *goals, bind_BlockSlot slot) {
  const QueryOptions *options = &q->options;
  const Goal one = {.x = options->to[0], .y = options->to[1]};
  q->query.goals = NULL;
  const bool is_cell = options->kind == TP_GOAL_CELLS && !q->query.partial;
  const int terrain = q->query.terrain;
  if (!q->goals && !terrain && is_cell) return;
  uint32_t count = q->goals ? goals->list.count : 1;
  if (terrain) {
    count = tp_goals_fill_terrain(f->grid, terrain, NULL, 0);
    tp_navmap_add_work(&f->navmap, tp_grid_cells(f->grid) / CELLS_A_LOOK);
  }
  /* The room doubles for more goals. For a larger grid it stays. */
  uint32_t room = goals->room;
  if (count > room) room = count < 2 * room ? 2 * room : count;
  const size_t bytes = tp_goals_bytes(room, f->grid);
  if (!goals->set || bytes > goals->bytes) {
    slot.number += GOAL_SET - BLOCKS;
    goals->set = tp_bind_block(L, slot, bytes);
    goals->bytes = bytes;
    lua_pop(L, 1);
  }
  goals->room = room;
  tp_Goals *set = goals->set;
  tp_goals_init(set, count, options->kind, f->grid);
  set->eyes = options->sight ? finder_eyes(f) : NULL;
  if (options->kind == TP_GOAL_RANGE)
    set->range = tp_bind_square(options->within);
  if (q->goals) {
    for (uint32_t i = 0; i < count; i++) {
      const Goal given = goals_get(&goals->list, i);
      set->goal[i].rect = tp_goal_rect(f, options, given);
      set->goal[i].extra_cost = given.cost;
    }
  } else if (terrain) {
    tp_goals_fill_terrain(f->grid, terrain, set->goal, count);
    set->is_terrain = true;
    for (uint32_t i = 0; i < count; i++) set->goal[i].extra_cost = 0;
  } else {
    const tp_Cell at = q->query.goal;
    set->goal[0].rect = options->in_world ? tp_goal_rect(f, options, one)
                                          : (tp_Rect){at.x, at.y, 1, 1};
    set->goal[0].extra_cost = 0;
  }
  q->query.goals = set;
}

void tp_queryargs_begin(const QueryArgs *q, tp_Navmap *nav, tp_Search *s) {
  tp_Goals *set = q->query.goals;
  /* Avoided units block its own eyes, but not the eyes of another. */
  if (set && nav->base && set->eyes == nav->base) set->eyes = nav;
  tp_search_begin(s, nav, q->query);
  /* There is no cell of the terrain, so no path can end near one. */
  const bool is_none = set && q->query.terrain && set->goal[0].rect.x < 0;
  if (is_none && s->status != TP_FAILED) tp_search_fail(s, TP_GOAL_OUTSIDE);
}

void tp_query_record_goal(const tp_Search *s, const QueryGoals *goals,
                          QueryOptions *options) {
  options->is_wide = s->plan.query.terrain > 0;
  if (!goals->is_list) return;
  uint32_t chosen = goals->set->goal[s->ends.best.goal].index;
  Goal goal = goals_get(&goals->list, chosen);
  options->goal = chosen + 1;
  options->is_wide = goal.w > 0 || goal.h > 0;
  options->to[0] = goal.x;
  options->to[1] = goal.y;
}
