/* path.c - writes paths into Lua tables: paths of searches, and paths of
 * fields.
 *
 * A search is walked back from its goal to its start. So points are counted
 * first, then written from last to first. Only the table is made; if the user
 * gave a table that is long enough, nothing is made. Missing room in it is made
 * before any change. Making a table may run finalizers, which must not restart
 * the search: so the search and the map are locked meanwhile. Filling the table
 * runs no finalizers and cannot fail.
 */
#include "path.h"

#include <math.h>

#include "../../core/ask/bodyplace.h"
#include "../finder/pathfinder.h"

/* Places on the stack, also for tp_bind_cut. */
enum { PATH_SLOTS = 24 };

/* ---- the table ---------------------------------------------------------- */

bool tp_path_may_fill(lua_State *L, int index) {
  if (!lua_istable(L, index)) return false;
  if (!lua_getmetatable(L, index)) return true;
  const bool is_path = bind_is_kind(L, BIND_PATH);
  lua_pop(L, 1);
  return is_path;
}

static bool has_word(lua_State *L, int table, int word) {
  bind_push(L, word);
  lua_rawget(L, table);
  bool has = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return has;
}

/* Pushes the word if the table lacks it. Returns 1 if so. */
static int push_new_word(lua_State *L, int table, int word) {
  if (has_word(L, table, word)) return 0;
  bind_push(L, word);
  return 1;
}

/* Pushes the table, with room for that many points. */
static void path_open(lua_State *L, PathTable *table, size_t points) {
  int into = table->into;
  if (table->measure.links > 0)
    tp_bind_new_table(L, table->measure.links, 0, table->locks);
  table->links_written = 0;
  table->items = 2 * points;
  table->escape = 0;
  table->had = into ? compat_raw_length(L, into) : 0;
  if (into) {
    int names = push_new_word(L, into, BIND_COST);
    names += push_new_word(L, into, BIND_UNITS);
    if (table->is_partial) names += push_new_word(L, into, BIND_PARTIAL);
    if (table->goal > 0) names += push_new_word(L, into, BIND_GOAL);
    if (table->measure.blocked > 0)
      names += push_new_word(L, into, BIND_ESCAPE);
    if (table->measure.links > 0) names += push_new_word(L, into, BIND_LINKS);
    tp_bind_make_room(L, into, table->had, table->items, names, table->locks);
    if (table->had < table->items) table->had = table->items;
    lua_pushvalue(L, into);
  } else {
    int names = 3 + (table->goal > 0) + (table->measure.blocked > 0) +
                (table->measure.links > 0);
    tp_bind_new_table(L, table->items, names, table->locks);
  }
  if (table->measure.links > 0) {
    /* The list of links lies below the table. Its items are numbers by then, so
     * the table has room for it. */
    bind_push(L, BIND_LINKS);
    lua_pushvalue(L, -3);
    lua_rawset(L, -3);
    lua_remove(L, -2);
  }
  table->at = lua_gettop(L);
  bind_push(L, BIND_PATH);
  lua_setmetatable(L, table->at);
}

/* Writes that a link joins a point and the next point. Links come from first to
 * last if the path is written from its start, else from last to first. */
static void path_note_link(lua_State *L, PathTable *table, size_t point,
                           tp_Sense sense) {
  size_t n = table->links_written++;
  size_t item = sense == TP_BACKWARDS ? table->measure.links - n : n + 1;
  bind_push(L, BIND_LINKS);
  lua_rawget(L, table->at);
  compat_push_whole(L, (double)point);
  lua_rawseti(L, -2, (int)item);
  lua_pop(L, 1);
}

/* Pops x and y of a point, which counts from 1. */
TP_INLINE void path_set(lua_State *L, const PathTable *table, size_t point) {
  if (2 * point <= table->had) {
    compat_replace_item(L, table->at, (int)(2 * point));
    compat_replace_item(L, table->at, (int)(2 * point - 1));
  } else {
    lua_rawseti(L, table->at, (int)(2 * point));
    lua_rawseti(L, table->at, (int)(2 * point - 1));
  }
}

/* Pops the value of a field, and sets the field; or, if the path has none,
 * removes that which the user's table may have from its last path. */
static void close_word(lua_State *L, const PathTable *table, int word,
                       bool has) {
  if (!has) {
    lua_pop(L, 1);
    if (!table->into || !has_word(L, table->at, word)) return;
    lua_pushnil(L);
  }
  bind_push(L, word);
  lua_insert(L, -2);
  lua_rawset(L, table->at);
}

/* After all points: sets the fields, and removes old items and fields. */
static void path_close(lua_State *L, const PathTable *table) {
  lua_pushnumber(L, table->measure.cost);
  close_word(L, table, BIND_COST, true);
  bind_push(L, table->in_world ? BIND_WORLD : BIND_CELLS);
  close_word(L, table, BIND_UNITS, true);
  lua_pushboolean(L, 1);
  close_word(L, table, BIND_PARTIAL, table->is_partial);
  compat_push_whole(L, table->goal);
  close_word(L, table, BIND_GOAL, table->goal > 0);
  compat_push_whole(L, (double)table->escape);
  close_word(L, table, BIND_ESCAPE, table->escape > 0);
  bind_push(L, BIND_LINKS);
  lua_rawget(L, table->at);
  close_word(L, table, BIND_LINKS, table->measure.links > 0);
  tp_bind_cut(L, table->at, table->had, table->items);
}

/* ---- paths ------------------------------------------------------------- */

/* For the paths of fields and units, in the order of walking. */
void tp_path_push_cells(lua_State *L, const tp_Path *path, PathTable *table) {
  tp_Walk walk = tp_walk_along(path);
  size_t n = table->measure.cells;
  luaL_checkstack(L, PATH_SLOTS, NULL);
  const bool is_back = path->sense == TP_BACKWARDS;
  path_open(L, table, n);
  for (size_t i = 1; i <= n; i++, tp_walk_step(&walk)) {
    if (walk.by_link) {
      path_note_link(L, table, is_back ? n + 1 - i : i - 1, path->sense);
    }
    if (table->in_world) {
      bind_push_point(L, tp_finder_middle(table->finder, walk.at.x, walk.at.y));
    } else {
      bind_push_cell(L, path->navmap->grid, walk.at.x, walk.at.y);
    }
    table->escape += tp_walk_is_out(&walk);
    path_set(L, table, is_back ? n + 1 - i : i);
  }
  path_close(L, table);
}

/* ---- the ends of paths in the world ------------------------------------- */

/* The cell centres that a path in the world leaves out. The start's centre goes
 * if the next point is in sight of the agent's position, or if the start is
 * blocked (without a test). The goal's centre goes if the goal is in sight of
 * the point before it. A link leads from centre to centre: there they go only if
 * the agent's position, or the goal, is that centre. */
typedef struct PathEnds {
  bool exact; /* does it end at a goal that is a point? */
  bool drop_first, drop_last;
  tp_Point from, to;
  double end[2]; /* `to` in the world: the goal, or a body's nearest place */
} PathEnds;

/* The path of a search while it is written. */
typedef struct Writer {
  PathTable *table;
  const tp_Search *search;
  const Finder *finder;
  const QueryOptions *options;
  tp_Path path;
  tp_Walk walk;
  size_t points; /* points of the path */
  /* Second and last but one of these, from start to goal. */
  tp_Cell second, before_last;
  bool begins_by_link, ends_by_link; /* is a link between the first two
                                        points; between the last two? */
  PathEnds ends;
  size_t next; /* the next point to write: from last to first */
} Writer;

static bool can_see(const Writer *w, tp_Point a, tp_Point b) {
  return tp_sight(w->path.navmap, a, b).clear;
}

static bool is_middle(tp_Point p, tp_Cell c) {
  const tp_Point middle = tp_center(c.x, c.y);
  return p.x == middle.x && p.y == middle.y;
}

/* A column or row with fractions: a whole number at the centre of a cell. */
static double in_cells(int64_t v) {
  return ldexp((double)v, -TP_POINT_BITS) - 0.5;
}

static PathEnds find_ends(const Writer *w) {
  const Finder *f = w->finder;
  const tp_Search *s = w->search;
  const QueryOptions *options = w->options;
  PathEnds ends = {.exact = tp_search_ends_at_goal(s) && !options->is_wide};
  tp_finder_point(f, options->from, &ends.from);
  if (!ends.exact) return ends;
  tp_finder_point(f, options->to, &ends.to);
  tp_Point place = tp_body_place(w->path.navmap, ends.to);
  bool is_same_x = place.x == ends.to.x, is_same_y = place.y == ends.to.y;
  const tp_Place at = tp_finder_middle(f, in_cells(place.x), in_cells(place.y));
  ends.end[0] = is_same_x ? options->to[0] : at.x;
  ends.end[1] = is_same_y ? options->to[1] : at.y;
  ends.to = place;
  return ends;
}

static void trim_ends(Writer *w) {
  PathEnds ends = find_ends(w);
  const tp_Cell first = w->walk.at;
  const tp_Point second = tp_center(w->second.x, w->second.y);
  const tp_Point before_last = tp_center(w->before_last.x, w->before_last.y);
  if (w->points == 1) {
    /* Within a cell a point can walk straight; a body perhaps not. */
    ends.drop_first = !ends.exact || !tp_body_is_there(w->path.navmap) ||
                      is_middle(ends.to, first) ||
                      can_see(w, ends.from, ends.to);
  } else if (w->begins_by_link) {
    ends.drop_first = is_middle(ends.from, first);
  } else {
    ends.drop_first =
        w->table->measure.blocked > 0 || can_see(w, ends.from, second);
  }
  if (w->points > 1 && ends.exact && w->ends_by_link) {
    ends.drop_last = is_middle(ends.to, tp_walk_along(&w->path).at);
  } else if (w->points > 1 && ends.exact) {
    bool from_first = w->points == 2 && ends.drop_first;
    ends.drop_last = can_see(w, from_first ? ends.from : before_last, ends.to);
  }
  w->ends = ends;
}

/* ---- writing ------------------------------------------------------------ */

static void set_world(lua_State *L, const PathTable *table, size_t point,
                      double x, double y) {
  lua_pushnumber(L, x);
  lua_pushnumber(L, y);
  path_set(L, table, point);
}

static void write_cells(lua_State *L, Writer *w) {
  PathTable *table = w->table;
  const tp_Grid *grid = w->path.navmap->grid;
  w->points = table->measure.cells;
  path_open(L, table, w->points);
  for (w->next = w->points; w->next > 0; w->next--) {
    bind_push_cell(L, grid, w->walk.at.x, w->walk.at.y);
    table->escape += tp_walk_is_out(&w->walk);
    path_set(L, table, w->next);
    tp_walk_step(&w->walk);
    if (w->walk.by_link) path_note_link(L, table, w->next - 1, TP_BACKWARDS);
  }
}

static void write_world(lua_State *L, Writer *w) {
  const Finder *f = w->finder;
  w->points = 1;
  /* Walks along the path once to count its points. */
  for (tp_Cell before = w->walk.at; tp_walk_step(&w->walk);
       before = w->walk.at) {
    w->second = before;
    w->begins_by_link = w->walk.by_link;
    if (++w->points != 2) continue;
    w->before_last = w->walk.at;
    w->ends_by_link = w->walk.by_link;
  }
  trim_ends(w);
  w->next = w->points + (w->ends.exact ? 2 : 1);
  if (w->ends.drop_first) w->next--;
  if (w->ends.drop_last) w->next--;
  path_open(L, w->table, w->next);
  if (w->ends.exact) {
    set_world(L, w->table, w->next--, w->ends.end[0], w->ends.end[1]);
  }
  w->walk = tp_walk_along(&w->path);
  for (size_t left = w->points; left > 0; left--) {
    bool drop = (left == w->points && w->ends.drop_last) ||
                (left == 1 && w->ends.drop_first);
    if (!drop) {
      w->table->escape += tp_walk_is_out(&w->walk);
      const tp_Place at = tp_finder_middle(f, w->walk.at.x, w->walk.at.y);
      set_world(L, w->table, w->next--, at.x, at.y);
    }
    tp_walk_step(&w->walk);
    if (w->walk.by_link) path_note_link(L, w->table, w->next, TP_BACKWARDS);
  }
  w->table->escape += w->table->measure.blocked > 0;
  set_world(L, w->table, 1, w->options->from[0], w->options->from[1]);
}

void tp_path_push(lua_State *L, const tp_Search *s, const Finder *f,
                  const QueryOptions *options, PathTable *table) {
  Writer w = {table, s, f, options, .path = tp_search_path(s)};
  w.walk = tp_walk_along(&w.path);
  w.second = w.before_last = w.walk.at;
  table->is_partial = tp_search_is_partial(s);
  table->goal = options->goal;
  table->in_world = options->in_world;
  luaL_checkstack(L, PATH_SLOTS, NULL);
  if (table->in_world) {
    write_world(L, &w);
  } else {
    write_cells(L, &w);
  }
  path_close(L, table);
}
