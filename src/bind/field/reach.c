/* reach.c - the reach userdata: all cells that an agent can reach from a start
 * within a cost, with their costs. A snapshot: it owns the costs and the steps
 * to them, so later edits do not change it.
 */
#include "reach.h"

#include <math.h>

#include "../../core/search/starts.h"

#include "../crowd/avoid.h"
#include "../finder/pathfinder.h"
#include "../kit/taskrunner.h"
#include "../query/path.h"

/* Slots of the handle. Blocks of the core are at REACH_BLOCKS + tp_FieldSlot.
 */
enum {
  REACH_BLOCKS = MAKER + 1,
  REACH_LINKS = REACH_BLOCKS + TP_FIELD_SLOTS,
  REACH_PASSED,
  REACH_SLOTS = REACH_PASSED
};

/* ---- creation ----------------------------------------------------------- */

/* Step costs are exact to 4e-7. With this slack, a cell that costs exactly
 * `most` is inside, and a turn has room for what needs all of it. */
static const double slack = 1 + 5e-7;

/* The limit counts in units, shifted by `hops` bits. */
static uint64_t limit_of(double units, int hops) {
  double scaled = units * slack;
  if (!(scaled < ldexp(1, 53 - hops))) return TP_FAR;
  return (((uint64_t)scaled + 1) << hops) - 1;
}

/* The points of a turn (0: costs are no turns), and of the first one. */
typedef struct Moves {
  double each, left;
  bool overdraws;
} Moves;

/* Is it a whole number, up to rounding? */
static bool is_whole(double number) {
  return fabs(number - floor(number + 0.5)) <= 4e-15 * number;
}

/* The parts of the agent's unit in which a reach by turns counts: the fewest
 * that make its points whole, those of the first turn, too. So neither 2.3
 * points nor prices that no path meets are rounded. If none do, so many that a
 * step has some 1000 of them. */
static uint64_t parts_of_unit(const tp_Navmap *nav, Moves moves) {
  enum { FINE = 1024, FINEST = 1 << 20 };
  const uint64_t most = tp_field_finest(nav) >> tp_field_hops(nav);
  const uint64_t finest = most < FINE ? most : FINE;
  const uint64_t step = nav->costs.cheapest[0];
  const double each = moves.each * nav->costs.scale;
  const double left = moves.left * nav->costs.scale;
  uint64_t parts = 1;
  while (parts <= finest && (parts == 1 || parts * step < FINEST)) {
    if (is_whole(each * (double)parts) && is_whole(left * (double)parts)) {
      return parts;
    }
    parts++;
  }
  for (parts = 1; 2 * parts <= finest && parts * step < FINE;) parts *= 2;
  return parts;
}

/* Points in these parts. */
static uint64_t whole_points(const Reach *r, double points, uint64_t parts) {
  enum { MOST_BITS = 46 }; /* more than any path costs */
  const double whole = points * r->navmap->costs.scale * (double)parts * slack;
  return (uint64_t)fmin(whole, ldexp(1, MOST_BITS));
}

/* During the build. The pathfinder keeps the avoided units, and each query
 * reads them again, so the pathfinder is locked. */
static bind_Locks marks_of_making(Reach *r) {
  return r->navmap->base ? finder_locks(r->finder)
                         : bind_locks(r, r->finder->grid);
}

/* Does the agent come to that cell? And may it end there? */
static bool has_cost(const Reach *r, tp_Cell c) {
  return tp_field_cost(&r->field, c.x, c.y) != TP_FAR;
}

static bool has_end(const Reach *r, tp_Cell c) {
  return has_cost(r, c) && !(r->passed && tp_mask_has(r->passed, c.x, c.y));
}

/* The same of the i-th cell of the field. */
static bool has_end_at(const Reach *r, size_t i) {
  if (tp_field_get(&r->field, i) == TP_FAR) return false;
  return !r->passed || has_end(r, tp_field_cell(&r->field, i));
}

/* Lists the sources: the start, or the nearest exits of one that is blocked.
 * Returns how many there are. */
static uint32_t list_sources(Reach *r, tp_Source *list) {
  const tp_Navmap *nav = r->navmap;
  tp_Query query = tp_query_default(r->start, r->start);
  query.escape = true;
  if (tp_escape_is_needed(nav, &query)) {
    if (tp_escape_find(&r->out, nav, &query, true) != TP_NO_REASON) return 0;
    query.out = &r->out;
  }
  const tp_QueryPlan plan = {.navmap = r->navmap, .query = query};
  uint32_t count = 0;
  for (tp_Starts s = tp_starts_of(&plan); tp_starts_next(&s);) {
    list[count++] = (tp_Source){s.at.x, s.at.y, 0, s.cost};
  }
  return count;
}

static void make_reach(lua_State *L, int handle, Reach *r, double most,
                       Moves moves) {
  const tp_Navmap *nav = r->navmap;
  tp_FieldBuild build = {0};
  const int hops = tp_field_hops(nav);
  tp_Source source[TP_MOST_STARTS];
  const uint32_t sources = list_sources(r, source);
  double unit = nav->costs.scale;
  uint64_t turn = 0, parts = 1, spent = 0;
  double points = 0;
  if (moves.each > 0) {
    parts = parts_of_unit(nav, moves);
    turn = whole_points(r, moves.each, parts);
    if (turn == 0) turn = 1;
    points = moves.each * nav->costs.scale * (double)parts;
    if (is_whole(points) || (double)turn > points) points = (double)turn;
    unit = (double)turn;
    if (moves.left < moves.each)
      spent = turn - whole_points(r, moves.left, parts);
  }
  for (uint32_t i = 0; i < sources; i++) {
    source[i].cost = (source[i].cost * parts + spent) << hops;
  }
  const tp_FieldQuery query = {.sources = {source, sources, NULL},
                               .most = limit_of(most * unit, hops),
                               .factor = parts << hops,
                               .hops = hops,
                               .forward = true,
                               .turn = turn << hops,
                               .points = ldexp(points, hops),
                               .overdraws = moves.overdraws};
  tp_field_begin(&build, &r->field, nav, &query);
  bind_BlockSlot blocks = {handle, REACH_BLOCKS, marks_of_making(r)};
  tp_taskrunner_field(L, &build, nav, blocks, UINT64_MAX);
  /* Frees the blocks that only the build needs. Costs and steps stay. */
  lua_pushnil(L);
  for (int slot = TP_FIELD_DIRECTIONS + 1; slot < TP_FIELD_SLOTS; slot++) {
    tp_bind_keep(L, handle, REACH_BLOCKS + slot, -1);
  }
  lua_pop(L, 1);
  if (nav->passed) {
    const tp_Grid *g = nav->grid;
    bind_BlockSlot slot = {handle, REACH_PASSED, marks_of_making(r)};
    r->passed = tp_bind_block(L, slot, tp_mask_bytes(g->width, g->height));
    lua_pop(L, 1);
    tp_mask_init(r->passed, g->width, g->height);
    tp_mask_copy(r->passed, nav->passed);
  }
  size_t end = tp_field_cells(&r->field);
  r->count = 0;
  for (size_t i = 0; i < end; i++) r->count += has_end_at(r, i);
  /* The reach keeps the links on its paths, as a grid may lose them. */
  uint32_t links = nav->irregular ? tp_field_count_edges(&r->field) : 0;
  if (links > 0) {
    bind_BlockSlot slot = {handle, REACH_LINKS, marks_of_making(r)};
    tp_Edge *block = tp_bind_block(L, slot, links * sizeof *block);
    lua_pop(L, 1);
    tp_field_list_edges(&r->field, nav, block);
  }
  r->navmap = &r->finder->navmap;
}

typedef struct ReachOptions {
  Avoid avoid;
  bool escape;
  double moves, moves_left; /* -1: not given */
  bool overdraw;
} ReachOptions;

enum { CALL = 1 };

static bool read_left(lua_State *L, const bind_Option *row, void *member) {
  double *left = member;
  (void)row;
  *left = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
  return *left >= 0;
}

static const bind_OptionKind rest_of_moves = {
    .name = "number", .what = "a number from 0 to moves", .read = read_left};

static const bind_Option rows[] = {
    AVOID_ROWS(ReachOptions, CALL),
    MOVE_ROWS(ReachOptions, CALL),
    {"escape", CALL, BIND_FLAG(ReachOptions, escape)},
    {"moves", CALL, BIND_NUMBER(ReachOptions, moves, 1.0 / 1024, 1048576)},
    {"moves_left", CALL, BIND_VALUE(ReachOptions, moves_left, rest_of_moves)},
    {"overdraw", CALL, BIND_FLAG(ReachOptions, overdraw)},
};

static const bind_OptionCall reach_call = {"finder:reach", "options",
                                           BIND_ROWS(rows), CALL, 0};

static const ReachOptions defaults = {.moves_left = -1};

static void list_options(lua_State *L) {
  tp_options_list(L, &reach_call, &defaults);
}

/* The points of all turns, and of the first. */
static Moves moves_of(lua_State *L, const ReachOptions *o) {
  const bool has_left = o->moves_left >= 0;
  if ((has_left || o->overdraw) && o->moves <= 0) {
    tp_bind_error(L, "reach: option '%s' needs option 'moves'",
                  has_left ? "moves_left" : "overdraw");
  }
  if (o->moves_left > o->moves) {
    lua_pushnumber(L, (lua_Number)o->moves_left);
    tp_bind_wrong(L, lua_gettop(L), "reach", "moves_left", rest_of_moves.what);
  }
  return (Moves){o->moves, has_left ? o->moves_left : o->moves, o->overdraw};
}

/* finder:reach(x, y, max_cost [, options]) -> reach */
static int new_reach(lua_State *L) {
  Finder *finder = tp_bind_self(L, BIND_PATHFINDER, "reach");
  tp_Cell c = tp_bind_cell(L, 2, finder->grid, "reach", "x", "y");
  double most = tp_bind_cost(L, 4, "reach", "max_cost");
  ReachOptions options = defaults;
  tp_options_read(L, 5, "reach", &reach_call, &options);
  tp_avoid_check(L, &options.avoid, finder, "reach");
  const Moves moves = moves_of(L, &options);
  tp_finder_prepare_map(L, 1, finder, "reach");
  if (!tp_grid_contains(finder->grid, c.x, c.y)) {
    return tp_bind_push_no(L, "outside");
  }
  Reach *r = tp_bind_new_handle(L, sizeof *r, REACH_SLOTS);
  int handle = lua_gettop(L);
  tp_bind_keep(L, handle, MAKER, 1);
  r->finder = finder;
  r->map = bind_map(finder->grid);
  r->shape = finder->grid->shape;
  r->start = c;
  /* Updated again: finalizers may have edited the grid. */
  r->navmap = tp_avoid_navmap(L, &options.avoid, finder, "reach", &c);
  bool is_free = tp_mask_has(r->navmap->mask, c.x, c.y);
  if (!is_free && !options.escape) return tp_bind_push_no(L, "blocked");
  make_reach(L, handle, r, most, moves);
  lua_settop(L, handle);
  tp_bind_adopt(L, BIND_REACH);
  return 1;
}

/* ---- answers ------------------------------------------------------------ */

/* The cell at 2, 3. */
static tp_Cell cell_of(lua_State *L, const Reach *r, const char *function) {
  const tp_Grid *g = r->finder->grid;
  return bind_then(g, r->map, tp_bind_cell(L, 2, g, function, "x", "y"));
}

static double cost_of(const Reach *r, tp_Cell c) {
  return tp_field_real(&r->field, tp_field_cost(&r->field, c.x, c.y));
}

static int refuse_cell(lua_State *L, const Reach *r, tp_Cell c) {
  if (has_cost(r, c)) return tp_bind_push_no(L, "occupied");
  bool inside = c.x >= 0 && c.x < r->map.w && c.y >= 0 && c.y < r->map.h;
  return tp_bind_push_no(L, inside ? "unreachable" : "outside");
}

static int cost(lua_State *L) {
  const Reach *r = tp_bind_self(L, BIND_REACH, "cost");
  tp_Cell c = cell_of(L, r, "cost");
  if (!has_end(r, c)) return refuse_cell(L, r, c);
  lua_pushnumber(L, cost_of(r, c));
  return 1;
}

static int path(lua_State *L) {
  Reach *r = tp_bind_self(L, BIND_REACH, "path");
  tp_Cell c = cell_of(L, r, "path");
  if (!has_end(r, c)) return refuse_cell(L, r, c);
  if (r->shape != r->finder->grid->shape) return tp_bind_push_no(L, "stale");
  const tp_FieldPath trace = {&r->field, r->navmap, &r->out};
  const tp_Path path = tp_fieldpath_get(&trace, c);
  PathTable table = {.locks = bind_locks(r, r->finder->grid),
                     .measure = tp_path_measure(&path)};
  table.measure.cost = cost_of(r, c);
  tp_path_push_cells(L, &path, &table);
  lua_pushnumber(L, table.measure.cost);
  return 2;
}

/* Upvalues of the iterator: the reach, and the index of the next cell. */
enum { REACH = 1, NEXT };

bool tp_reach_next(const Reach *r, size_t *at, tp_Cell *cell) {
  const size_t end = tp_field_cells(&r->field);
  while (*at < end && !has_end_at(r, *at)) ++*at;
  if (*at == end) return false;
  *cell = tp_field_cell(&r->field, (*at)++);
  return true;
}

static int next_cell(lua_State *L) {
  const Reach *r = bind_known(L, lua_upvalueindex(REACH));
  size_t i = (size_t)lua_tonumber(L, lua_upvalueindex(NEXT));
  tp_Cell c;
  if (!tp_reach_next(r, &i, &c)) return 0;
  lua_pushnumber(L, (lua_Number)i);
  lua_replace(L, lua_upvalueindex(NEXT));
  compat_push_whole(L, bind_to_user(c.x, r->map.x));
  compat_push_whole(L, bind_to_user(c.y, r->map.y));
  lua_pushnumber(L, cost_of(r, c));
  return 3;
}

static int cells(lua_State *L) {
  tp_bind_self(L, BIND_REACH, "cells");
  lua_pushvalue(L, 1);
  lua_pushnumber(L, 0);
  lua_pushcclosure(L, next_cell, NEXT);
  return 1;
}

/* core.list_reach(reach, list) -> how many items: x, y, cost of each cell */
static int list_cells(lua_State *L) {
  const Reach *r = tp_bind_self(L, BIND_REACH, "cells");
  size_t i = 0;
  tp_Cell c;
  int items = 0;
  luaL_checktype(L, 2, LUA_TTABLE);
  while (tp_reach_next(r, &i, &c)) {
    compat_push_whole(L, bind_to_user(c.x, r->map.x));
    lua_rawseti(L, 2, ++items);
    compat_push_whole(L, bind_to_user(c.y, r->map.y));
    lua_rawseti(L, 2, ++items);
    lua_pushnumber(L, cost_of(r, c));
    lua_rawseti(L, 2, ++items);
  }
  compat_push_whole(L, items);
  return 1;
}

/* ---- properties --------------------------------------------------------- */

static const char *const properties[] = {"count", NULL};

static int index_reach(lua_State *L) {
  const int member = tp_bind_member(L);
  if (member == BIND_METHOD) return 1;
  const Reach *r = tp_bind_self(L, BIND_REACH, "__index");
  if (member) compat_push_whole(L, r->count);
  return 1;
}

static int length(lua_State *L) {
  const Reach *r = tp_bind_self(L, BIND_REACH, "__len");
  compat_push_whole(L, r->count);
  return 1;
}

static int to_string(lua_State *L) {
  const Reach *r = tp_bind_self(L, BIND_REACH, "__tostring");
  const char *cells_in_it = tp_bind_show_number(L, r->count);
  lua_pushfstring(L, "reach of %s %s from %d, %d", cells_in_it,
                  r->count == 1 ? "cell" : "cells",
                  (int)bind_to_user(r->start.x, r->map.x),
                  (int)bind_to_user(r->start.y, r->map.y));
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"cost", cost},
    {"path", path},
    {"cells", cells},
    {"__len", length},
    {"__tostring", to_string},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {{"list_reach", list_cells}, {NULL, NULL}};

const bind_Exports tp_reach_exports = {
    .kind = BIND_REACH,
    .methods = methods,
    .functions = functions,
    .properties = properties,
    .index = index_reach,
};

static const luaL_Reg finder_methods[] = {
    {"reach", new_reach},
    {NULL, NULL},
};

const bind_Exports tp_find_reach_exports = {.kind = BIND_PATHFINDER,
                                            .methods = finder_methods,
                                            .list_options = list_options};
