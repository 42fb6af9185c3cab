/* queryargs.c - reads a query: start, goals, and the table of options.
 *
 * Everything is read before any change, and only once: the values that were
 * checked are the values that are used.
 */
#include "queryargs.h"

#include <math.h>

#include "../finder/pathfinder.h"
#include "goals.h"
#include "path.h"

/* ---- the table ---------------------------------------------------------- */

static bool read_into(lua_State *L, const bind_Option *row, void *member) {
  (void)row;
  (void)member;
  return tp_path_may_fill(L, -1);
}

static const bind_OptionKind path_to_fill = {
    .name = "path", .what = PATH_WHAT_INTO, .read = read_into, .keeps = true};

/* true, or a number that begins the row of random numbers */
static bool read_random(lua_State *L, const bind_Option *row, void *member) {
  const double most = 2147483646;
  (void)row;
  *(bool *)member = true;
  if (lua_type(L, -1) == LUA_TBOOLEAN) return lua_toboolean(L, -1);
  return tp_bind_is_whole(L, -1) && lua_tonumber(L, -1) >= 1 &&
         lua_tonumber(L, -1) <= most;
}

static const bind_OptionKind random_kind = {
    .name = "number",
    .what = "true or a whole number from 1 to 2147483646",
    .read = read_random};

/* The calls, and those of followers, which take more than units. */
enum {
  FIND = 1 << QUERY_FIND,
  QUEUE = 1 << QUERY_QUEUE,
  GO = 1 << QUERY_GO,
  PATROL = 1 << QUERY_PATROL,
  FOLLOW = 1 << QUERY_FOLLOW,
  HERO_GO = FOLLOW << 1,
  HERO_PATROL = FOLLOW << 2,
  QUERIES = FIND | QUEUE,
  HERO = HERO_GO | HERO_PATROL,
  ALL = QUERIES | HERO | GO
};

static const bind_Option rows[] = {
    AVOID_ROWS(QueryArgs, QUERIES | HERO),
    MOVE_ROWS(QueryArgs, QUERIES),
    QUEUE_ROWS(QUEUE),
    ORDER_ROWS(QueryArgs, GO | PATROL | FOLLOW),
    {"adjacent", ALL, BIND_FLAG(QueryArgs, adjacent)},
    {"breaks", HERO_GO, BIND_OF_FOLLOWERS},
    {"escape", QUERIES | HERO, BIND_FLAG(QueryArgs, query.escape)},
    {"first", PATROL,
     BIND_WHOLE(QueryArgs, of_order.given.patrol_first, 1, INT32_MAX)},
    {"into", QUERIES, BIND_VALUE(QueryArgs, into, path_to_fill)},
    {"max_cost", QUERIES, BIND_NUMBER(QueryArgs, query.max_cost, 0, INFINITY)},
    {"max_nodes", ALL, BIND_WHOLE(QueryArgs, query.max_nodes, 0, BIND_ANY)},
    {"partial", ALL, BIND_FLAG(QueryArgs, query.partial)},
    {"random", PATROL, BIND_VALUE(QueryArgs, random, random_kind)},
    {"rest", PATROL,
     BIND_NUMBER(QueryArgs, of_order.given.patrol_rest, 0, BIND_FINITE)},
    {"settle", GO | PATROL, BIND_WHOLE(QueryArgs, settle, 0, INT16_MAX)},
    {"sight", ALL, BIND_FLAG(QueryArgs, options.sight)},
    {"wait", GO, BIND_FLAG(QueryArgs, options.waits)},
    {"within", ALL | FOLLOW,
     BIND_NUMBER(QueryArgs, options.within, 0, BIND_FINITE)},
    {"avoid_price", GO | PATROL,
     BIND_NUMBER(QueryArgs, avoid_price, 0, INFINITY)},
};

static const bind_OptionCall calls[] = {
    [QUERY_FIND] = {"finder:find", "query", BIND_ROWS(rows), FIND, 0},
    [QUERY_QUEUE] = {"queue:find", "query", BIND_ROWS(rows), QUEUE, 0},
    [QUERY_GO] = {"unit:go", "query", BIND_ROWS(rows), GO, HERO_GO},
    [QUERY_PATROL] = {"unit:patrol", "query", BIND_ROWS(rows), PATROL,
                      HERO_PATROL},
    [QUERY_FOLLOW] = {"unit:follow", "options", BIND_ROWS(rows), FOLLOW, 0},
};

void tp_queryargs_list_options(lua_State *L) {
  const QueryArgs q = queryargs_default("options");
  for (int i = 0; i <= QUERY_FOLLOW; i++) tp_options_list(L, &calls[i], &q);
}

/* Rules across options come last. */
void tp_queryargs_read_options(lua_State *L, int arg, const Finder *f,
                               QueryArgs *q) {
  const char *function = q->function;
  tp_options_read(L, arg, function, &calls[q->call], q);
  const bool is_near = q->options.within >= 0;
  if (q->options.sight && !is_near) {
    tp_bind_error(L, "%s: option 'sight' needs option 'within'", function);
  }
  if (is_near && q->adjacent) {
    tp_bind_error(L, "%s: options 'adjacent' and 'within' exclude each other",
                  function);
  }
  q->options.kind = is_near       ? TP_GOAL_WITHIN
                    : q->adjacent ? TP_GOAL_ADJACENT
                                  : TP_GOAL_CELLS;
  tp_avoid_check(L, &q->avoid, f, function);
}

/* Goals may be all cells of a terrain. */
typedef struct GoalOptions {
  bind_TerrainOption terrain;
} GoalOptions;

enum { GOALS = 1 };

static const bind_Option goal_rows[] = {
    {"terrain", GOALS, BIND_VALUE(GoalOptions, terrain, tp_bind_terrain_kind)}};

static const bind_OptionCall goals_call = {"goals", "goals",
                                           BIND_ROWS(goal_rows), GOALS, 0};

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
    GoalOptions goals = {{f->grid, -1}};
    lua_pushliteral(L, "terrain");
    lua_rawget(L, 4);
    if (!lua_isnil(L, -1)) {
      tp_options_read(L, 4, q->function, &goals_call, &goals);
    }
    lua_pop(L, 1);
    q->query.terrain = 1 + goals.terrain.terrain;
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
    goals->set = tp_bind_block(L, slot, bytes);
    goals->bytes = bytes;
    lua_pop(L, 1);
  }
  goals->room = room;
  tp_Goals *set = goals->set;
  tp_goals_init(set, count, options->kind, f->grid);
  set->eyes = options->sight ? finder_eyes(f) : NULL;
  if (options->kind == TP_GOAL_WITHIN)
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
