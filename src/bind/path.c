/* path.c - writes routes into Lua tables: those that a search found, and those
 * that a field knows.
 *
 * A search is walked back from its end to its start. So points are counted
 * first, and then written from the last to the first. Nothing but the table is
 * made, and nothing at all where the caller gave one that is long enough; what
 * that lacks is laid out before anything in it is changed. Making a table may
 * run finalizers, which must not begin the search anew: the search is busy
 * meanwhile, and so is the map. Filling it runs none, and cannot fail.
 */
#include "path.h"

#include <math.h>

#include "../core/ask/body.h"

/* ---- the table ---------------------------------------------------------- */

static bool has_word(lua_State *L, int table, int word) {
  lua_pushvalue(L, lua_upvalueindex(word));
  lua_rawget(L, table);
  bool has = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

/* Pushes the word in that upvalue where the table lacks it. */
static int push_new_word(lua_State *L, int table, int word) {
  if (has_word(L, table, word)) return 0;
  lua_pushvalue(L, lua_upvalueindex(word));
  return 1;
}

void path_open(lua_State *L, PathTable *path, size_t points) {
  int into = path->into;
  path->items = 2 * points;
  path->escape = 0;
  path->was_whole = false;
  if (into) {
    int names = push_new_word(L, into, BIND_COST);
    names += push_new_word(L, into, BIND_UNITS);
    if (path->is_partial) names += push_new_word(L, into, BIND_PARTIAL);
    if (path->goal > 0) names += push_new_word(L, into, BIND_GOAL);
    if (path->blocked > 0) names += push_new_word(L, into, BIND_ESCAPE);
    path->was_whole = bind_table_is_whole(L, into);
    size_t has = path->was_whole ? compat_raw_length(L, into) : 0;
    bind_make_room(L, into, has, path->items, names, path->marks);
    lua_pushvalue(L, into);
  } else {
    int names = 3 + (path->goal > 0) + (path->blocked > 0);
    bind_new_table(L, path->items, names, path->marks);
  }
  path->at = lua_gettop(L);
}

void path_set(lua_State *L, const PathTable *path, size_t point) {
  lua_rawseti(L, path->at, (int)(2 * point));
  lua_rawseti(L, path->at, (int)(2 * point - 1));
}

/* Takes a word away that the caller's table may have from the path before. */
static void clear_word(lua_State *L, const PathTable *path, int word) {
  if (!path->into || !has_word(L, path->at, word)) return;
  lua_pushvalue(L, lua_upvalueindex(word));
  lua_pushnil(L);
  lua_rawset(L, path->at);
}

/* A field that is there unless it is 0. */
static void close_number(lua_State *L, const PathTable *path, int word,
                         double number) {
  if (number == 0) {
    clear_word(L, path, word);
    return;
  }
  lua_pushvalue(L, lua_upvalueindex(word));
  compat_push_whole(L, number);
  lua_rawset(L, path->at);
}

void path_close(lua_State *L, const PathTable *path) {
  lua_pushvalue(L, lua_upvalueindex(BIND_COST));
  lua_pushnumber(L, path->cost);
  lua_rawset(L, path->at);
  lua_pushvalue(L, lua_upvalueindex(BIND_UNITS));
  lua_pushvalue(L, lua_upvalueindex(path->in_world ? BIND_WORLD : BIND_CELLS));
  lua_rawset(L, path->at);
  if (path->is_partial) {
    lua_pushvalue(L, lua_upvalueindex(BIND_PARTIAL));
    lua_pushboolean(L, 1);
    lua_rawset(L, path->at);
  } else {
    clear_word(L, path, BIND_PARTIAL);
  }
  close_number(L, path, BIND_GOAL, path->goal);
  close_number(L, path, BIND_ESCAPE, (double)path->escape);
  if (path->was_whole) {
    bind_cut(L, path->at, path->items);
  } else if (path->into) {
    bind_sweep(L, path->at, path->items);
  }
  lua_pushvalue(L, lua_upvalueindex(BIND_PATH));
  lua_setmetatable(L, path->at);
}

/* ---- paths in cells ----------------------------------------------------- */

/* Goes on by one point, cell by cell or turn by turn; false at the end. */
static bool step(tp_Walk *walk, const PathTable *path) {
  return path->turns_only ? tp_walk_turn(walk) : tp_walk_step(walk);
}

static size_t count(const tp_Route *route, const PathTable *path) {
  tp_Walk walk = tp_walk_along(route);
  size_t n = 1;
  if (!path->turns_only) return path->cells;
  while (step(&walk, path)) n++;
  return n;
}

static void push_cells(lua_State *L, const tp_Route *route, PathTable *path) {
  tp_Walk walk = tp_walk_along(route);
  size_t n = count(route, path);
  path_open(L, path, n);
  for (size_t i = 1; i <= n; i++, step(&walk, path)) {
    bind_push_cell(L, route->navmap->grid, walk.at.x, walk.at.y);
    path->escape += tp_walk_is_out(&walk);
    path_set(L, path, route->sense == TP_BACKWARDS ? n + 1 - i : i);
  }
}

void path_push_route(lua_State *L, const tp_Route *route, PathTable *path) {
  luaL_checkstack(L, 8, NULL);
  push_cells(L, route, path);
  path_close(L, path);
}

/* ---- paths in the world ------------------------------------------------- */

static bool can_see(const PathTable *path, tp_Point a, tp_Point b) {
  return tp_sight(path->navmap, a, b).clear;
}

static tp_Point center(tp_Cell c) { return tp_center(c.x, c.y); }

/* Which cell centres of a path are left out: that of the start where the point
 * after it is seen from where the walker stands, or the start is blocked and
 * nothing is looked at; then that of the goal where the goal is seen from the
 * point before it. */
typedef struct Ends {
  bool exact; /* does it end at a goal that is a point? */
  bool drop_first, drop_last;
  tp_Point from, to;
  double end[2]; /* `to` in the world: the goal, or a body's place near it */
} Ends;

/* A column, or row, with fractions: whole at the centre of a cell. */
static double in_cells(int64_t v) {
  return ldexp((double)v, -TP_POINT_BITS) - 0.5;
}

static bool is_same_point(tp_Point a, tp_Point b) {
  return a.x == b.x && a.y == b.y;
}

static Ends find_ends(const Finder *f, const tp_Search *s,
                      const QueryOptions *options, const PathTable *path) {
  Ends ends = {.exact = tp_search_ends_at_goal(s) && !options->is_wide};
  finder_point(f, options->from, &ends.from);
  if (!ends.exact) return ends;
  finder_point(f, options->to, &ends.to);
  tp_Point place = tp_body_place(path->navmap, ends.to);
  bool is_same_x = place.x == ends.to.x, is_same_y = place.y == ends.to.y;
  ends.end[0] =
      is_same_x ? options->to[0] : finder_world_x(f, in_cells(place.x));
  ends.end[1] =
      is_same_y ? options->to[1] : finder_world_y(f, in_cells(place.y));
  ends.to = place;
  return ends;
}

/* Within one cell every way is free, but not for a body. */
static bool goes_straight(const PathTable *path, const Ends *ends,
                          tp_Cell cell) {
  if (!ends->exact || !tp_body_is_there(path->navmap)) return true;
  return is_same_point(ends->to, center(cell)) ||
         can_see(path, ends->from, ends->to);
}

static Ends trim(const Finder *f, const tp_Search *s,
                 const QueryOptions *options, const PathTable *path) {
  const tp_Route route = tp_search_route(s);
  Ends ends = find_ends(f, s, options, path);
  tp_Walk walk = tp_walk_along(&route);
  tp_Cell second = walk.at, before_last;
  size_t n = count(&route, path);
  if (n == 1) {
    ends.drop_first = goes_straight(path, &ends, walk.at);
    return ends;
  }
  step(&walk, path);
  before_last = walk.at;
  for (size_t i = 2; i < n; i++, step(&walk, path)) second = walk.at;
  ends.drop_first =
      path->blocked > 0 || can_see(path, ends.from, center(second));
  if (!ends.exact) return ends;
  bool from_first = n == 2 && ends.drop_first;
  ends.drop_last =
      can_see(path, from_first ? ends.from : center(before_last), ends.to);
  return ends;
}

static void set_world(lua_State *L, const PathTable *path, size_t point,
                      double x, double y) {
  lua_pushnumber(L, x);
  lua_pushnumber(L, y);
  path_set(L, path, point);
}

static void push_world(lua_State *L, const Finder *f, const tp_Search *s,
                       const QueryOptions *options, PathTable *path) {
  const tp_Route route = tp_search_route(s);
  const Ends ends = trim(f, s, options, path);
  size_t cells = count(&route, path), n = cells;
  if (ends.drop_first) n--;
  if (ends.drop_last) n--;
  n += ends.exact ? 2 : 1;
  path_open(L, path, n);
  size_t left = n;
  tp_Walk walk = tp_walk_along(&route);
  if (ends.exact) set_world(L, path, left--, ends.end[0], ends.end[1]);
  for (size_t i = cells;; step(&walk, path), i--) {
    bool drop = (i == cells && ends.drop_last) || (i == 1 && ends.drop_first);
    if (!drop) {
      path->escape += tp_walk_is_out(&walk);
      set_world(L, path, left--, finder_world_x(f, walk.at.x),
                finder_world_y(f, walk.at.y));
    }
    if (i == 1) break;
  }
  path->escape += path->blocked > 0;
  set_world(L, path, left, options->from[0], options->from[1]);
}

void path_push(lua_State *L, const tp_Search *s, const Finder *f,
               const QueryOptions *options, PathTable *path) {
  luaL_checkstack(L, 8, NULL);
  path->is_partial = tp_search_is_partial(s);
  path->goal = options->goal;
  path->in_world = options->in_world;
  path->turns_only = options->waypoints;
  if (options->in_world) {
    push_world(L, f, s, options, path);
  } else {
    const tp_Route route = tp_search_route(s);
    push_cells(L, &route, path);
  }
  path_close(L, path);
}
