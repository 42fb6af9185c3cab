/* pathlines.c - for the operations on paths (lua/tilepath/path): straight lines
 * between their points, and paths along such lines.
 *
 * Points and cells may lie outside the grid. No line leads to them.
 */
#include <float.h>
#include <math.h>

#include "../../core/ask/prune.h"
#include "../../core/ask/sight.h"
#include "../../core/ask/straighten.h"
#include "../finder/pathfinder.h"
#include "sight.h"

static tp_Cell cell_of(const Finder *f, bool in_world, tp_Place at) {
  return in_world ? tp_finder_cell_at(f, at.x, at.y)
                  : tp_bind_cell_at(f->grid, at.x, at.y);
}

/* The lines of a path: upvalues of their function behind those that all have;
 * the second is a Lines. */
enum { LINES_FINDER = BIND_UPVALUES + 1, LINES, LINES_CALL, LINES_OPTIONS };

typedef struct Lines {
  const tp_Navmap *navmap; /* the finder's, or its overlay with avoided units */
  double revision;         /* of the grid, for which the navmap was prepared */
  uint64_t overlay_updates; /* the finder's: the overlay is still that one */
  double start[2];          /* of the path */
  bool in_world;
} Lines;

static bool point_at(const Finder *f, bool in_world, const double at[2],
                     tp_Point *point) {
  if (in_world) return tp_finder_point(f, at, point);
  const tp_Cell c = tp_bind_cell_at(f->grid, at[0], at[1]);
  *point = tp_center(c.x, c.y);
  return tp_grid_contains(f->grid, c.x, c.y);
}

/* Prepares the navmap. On the stack are the finder and the options. */
static void prepare_lines(lua_State *L, Finder *f, Lines *l, const char *call) {
  const Avoid avoid = tp_sight_read_avoid(L, 2, f, call);
  const double *at = l->start;
  const tp_Cell start = cell_of(f, l->in_world, (tp_Place){at[0], at[1]});
  l->navmap = tp_avoid_navmap(L, &avoid, f, call, &start);
  l->revision = (double)tp_navmap_edits(&f->navmap);
  l->overlay_updates = f->overlay_updates;
}

/* (x1, y1, x2, y2) -> the cost of the straight line, or nothing if it is
 * blocked. Finalizers may have changed all but the arguments. */
static int line(lua_State *L) {
  tp_Point from, to;
  double at[4];
  for (int i = 0; i < 4; i++) at[i] = lua_tonumber(L, i + 1);
  Finder *f = bind_known(L, lua_upvalueindex(LINES_FINDER));
  Lines *l = bind_known(L, lua_upvalueindex(LINES));
  if (l->overlay_updates != f->overlay_updates ||
      l->revision != (double)tp_navmap_edits(&f->navmap)) {
    lua_settop(L, 0);
    lua_pushvalue(L, lua_upvalueindex(LINES_FINDER));
    lua_pushvalue(L, lua_upvalueindex(LINES_OPTIONS));
    prepare_lines(L, f, l, lua_tostring(L, lua_upvalueindex(LINES_CALL)));
  }
  if (!point_at(f, l->in_world, at, &from)) return 0;
  if (!point_at(f, l->in_world, at + 2, &to)) return 0;
  const tp_Sight sight = tp_sight(l->navmap, from, to);
  tp_navmap_add_work(l->navmap, 1 + (uint64_t)tp_line_length(from, to));
  if (!sight.clear) return 0;
  lua_pushnumber(L, sight.cost);
  return 1;
}

/* core.lines(finder, call, in_world, options, x, y) -> a function that tests
 * lines of the path that begins at x, y. That returns the cost of a straight
 * line or nil, and may miss edits made since. */
static int lines(lua_State *L) {
  const char *call = lua_tostring(L, 2);
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, call, "finder");
  lua_settop(L, 6);
  for (int i = 1; i <= BIND_UPVALUES; i++) {
    lua_pushvalue(L, lua_upvalueindex(i));
  }
  lua_pushvalue(L, 1);
  Lines *l = tp_bind_new(L, sizeof *l);
  *l = (Lines){.in_world = lua_toboolean(L, 3),
               .start = {lua_tonumber(L, 5), lua_tonumber(L, 6)}};
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 4);
  lua_pushcclosure(L, line, LINES_OPTIONS);
  lua_replace(L, 3);
  lua_settop(L, 4);
  lua_replace(L, 2);
  prepare_lines(L, f, l, call);
  lua_settop(L, 3);
  return 1;
}

/* ---- whole paths -------------------------------------------------------- */

/* The paths of these functions, and the points from which their links lead on,
 * or nil. */
enum { PATH = 2, FIRST, LINKS };

/* Reads a point of a path. False: it is none. */
static bool read_place(lua_State *L, int i, bool in_world, tp_Place *place) {
  const double most = in_world ? DBL_MAX : (1 << 30) + TP_MAX_SIDE;
  const int at = 2 * i;
  lua_rawgeti(L, PATH, at - 1);
  lua_rawgeti(L, PATH, at);
  const bool are_numbers =
      lua_type(L, -2) == LUA_TNUMBER && lua_type(L, -1) == LUA_TNUMBER;
  *place = (tp_Place){lua_tonumber(L, -2), lua_tonumber(L, -1)};
  lua_pop(L, 2);
  return are_numbers && fabs(place->x) <= most && fabs(place->y) <= most &&
         (in_world ||
          (place->x == floor(place->x) && place->y == floor(place->y)));
}

/* The last point of a part without links: point i of LINKS; from 1, as the
 * result. */
static int last_of_part(lua_State *L, int i, int count) {
  lua_rawgeti(L, LINKS, i);
  const int last = tp_lesser((int)lua_tonumber(L, -1), count);
  lua_pop(L, 1);
  return last;
}

static int links_of(lua_State *L) {
  return lua_isnil(L, LINKS) ? 0 : (int)compat_raw_length(L, LINKS);
}

/* The units of places whose distances are lengths in cells, as if hexagons were
 * regular: those of width 1 are 2 / sqrt 3 high. */
static void set_units(tp_Pruning *p, const tp_Grid *g, bool in_world) {
  if (in_world || tp_is_hexagonal(g->stagger)) {
    p->wide = g->cell_width;
    p->high = g->cell_height;
  }
  if (g->stagger.rows) p->high = p->high * sqrt(3) / 2;
  if (g->stagger.columns) p->wide = p->wide * sqrt(3) / 2;
}

/* Reads the points of a path, of which those before `first` stay. False: some
 * are no points. */
static bool read_points(lua_State *L, const Finder *f, bool in_world, int first,
                        int count, tp_Pruning *pruning) {
  const tp_Grid *g = f->grid;
  const bool is_drawn = in_world || !tp_is_hexagonal(g->stagger);
  pruning->is_whole = !in_world && is_drawn;
  for (int i = 0; i < count; i++) {
    tp_PathPoint *p = &pruning->points[i];
    tp_Place at;
    if (!read_place(L, i + 1, in_world, &at)) return false;
    *p = (tp_PathPoint){.place = at, .stays = i < first};
    p->is_inside = point_at(f, in_world, (double[2]){at.x, at.y}, &p->at);
    pruning->is_whole &= p->is_inside;
    if (is_drawn) continue;
    p->place = tp_grid_middle(g, bind_to_core(at.x, g->base_x),
                              bind_to_core(at.y, g->base_y));
  }
  return true;
}

/* Copies a coordinate of the path; that of a cell as a whole number. */
static void copy_coordinate(lua_State *L, int from, int to, bool in_world) {
  lua_rawgeti(L, PATH, from);
  if (!in_world) {
    const double whole = lua_tonumber(L, -1);
    lua_pop(L, 1);
    compat_push_whole(L, whole);
  }
  lua_rawseti(L, -2, to);
}

/* Pushes the points that stay, in a table with room for the fields of a path,
 * and a list of those, by number, from which links lead on; or nil. */
static void push_points(lua_State *L, const tp_PathPoint *points, int count,
                        bool in_world) {
  enum { FIELDS = 4 };
  const int links = links_of(L);
  int kept = 0;
  for (int i = 0; i < count; i++) kept += points[i].stays;
  if (links > 0) {
    tp_bind_new_table(L, (size_t)links, 0, (bind_Locks){{NULL}});
  } else {
    lua_pushnil(L);
  }
  tp_bind_new_table(L, 2 * (size_t)kept, FIELDS, (bind_Locks){{NULL}});
  for (int i = 0, n = 0, link = 1; i < count; i++) {
    if (!points[i].stays) continue;
    copy_coordinate(L, 2 * i + 1, 2 * n + 1, in_world);
    copy_coordinate(L, 2 * i + 2, 2 * n + 2, in_world);
    n++;
    if (link > links || last_of_part(L, link, count) != i + 1) continue;
    lua_pushinteger(L, n);
    lua_rawseti(L, -3, link++);
  }
  lua_insert(L, -2);
}

/* core.prune(finder, path, first, links, in_world, options) -> the points that
 * stay; the numbers of those from which links lead on, or nil; and by how much
 * the path becomes cheaper. Nil if some are no points. Points before `first`
 * stay. Finalizers may have changed all but the arguments. */
static int prune(lua_State *L) {
  enum { IN_WORLD = LINKS + 1, OPTIONS };
  static const char name[] = "prune";
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, name, "finder");
  lua_settop(L, OPTIONS);
  const bool in_world = lua_toboolean(L, IN_WORLD);
  const size_t length = compat_raw_length(L, PATH);
  const int count = (int)(length / 2), links = links_of(L);
  int first = (int)lua_tonumber(L, FIRST) - 1;
  double saved = 0;
  tp_Place start = {0, 0};
  if (length % 2 > 0) return 0;
  tp_PathPoint *points = tp_bind_new(L, (size_t)count * sizeof *points);
  lua_insert(L, OPTIONS); /* behind the options is what is read of them */
  const Avoid avoid = tp_sight_read_avoid(L, OPTIONS + 1, f, name);
  if (count > 0 && !read_place(L, 1, in_world, &start)) return 0;
  const tp_Cell cell = cell_of(f, in_world, start);
  const tp_Navmap *nav = tp_avoid_navmap(L, &avoid, f, name, &cell);
  const tp_Costs *costs = &f->navmap.costs;
  const bool is_alone = nav == &f->navmap;
  tp_Pruning p = {.navmap = nav,
                  .points = points,
                  .wide = 1,
                  .high = 1,
                  .least = costs->least,
                  .is_uniform = is_alone && costs->uniform && costs->least > 0};
  set_units(&p, f->grid, in_world);
  if (!read_points(L, f, in_world, first, count, &p)) return 0;
  for (int i = 1; i <= links + 1 && first < count; i++) {
    const int end = i <= links ? last_of_part(L, i, count) : count;
    if (end <= first) continue;
    saved += tp_prune(&p, (uint32_t)first, (uint32_t)end - 1);
    first = end;
  }
  push_points(L, points, count, in_world);
  lua_pushnumber(L, saved);
  return 3;
}

/* core.straighten(finder, path, first, links, options) -> the points of a path
 * of cells, from the first that may move on as tp_straighten has them; nil if
 * some are no cells of the grid. `links` are the points from which links lead
 * on, or nil. Finalizers may have changed all but the arguments. */
static int straighten(lua_State *L) {
  enum { OPTIONS = LINKS + 1, CELLS, POINTS, QUERY };
  static const char name[] = "prune";
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, name, "finder");
  lua_settop(L, OPTIONS);
  const size_t length = compat_raw_length(L, PATH);
  const int count = (int)(length / 2);
  const int links = links_of(L);
  int first = (int)lua_tonumber(L, FIRST) - 1;
  tp_Place at;
  if (length % 2 > 0 || count == 0) return 0;
  tp_Cell *cells = tp_bind_new(L, 2 * (size_t)count * sizeof *cells);
  tp_Cell *out = cells + count;
  tp_bind_new_table(L, 2 * (size_t)count, 4, (bind_Locks){{NULL}});
  lua_pushvalue(L, OPTIONS); /* QUERY: what is read lies behind it */
  const Avoid avoid = tp_sight_read_avoid(L, QUERY, f, name);
  if (!read_place(L, 1, false, &at)) return 0;
  const tp_Cell start = cell_of(f, false, at);
  const tp_Navmap *nav = tp_avoid_navmap(L, &avoid, f, name, &start);
  for (int i = 0; i < count; i++) {
    if (!read_place(L, i + 1, false, &at)) return 0;
    out[i] = cells[i] = cell_of(f, false, at);
    if (!tp_grid_contains(f->grid, cells[i].x, cells[i].y)) return 0;
  }
  for (int i = 1; i <= links + 1 && first < count; i++) {
    const int end = i <= links ? last_of_part(L, i, count) : count;
    if (end <= first) continue;
    tp_straighten(nav, cells + first, (uint32_t)(end - first), out + first);
    first = end;
  }
  for (int i = 0; i < count; i++) {
    bind_push_cell(L, f->grid, out[i].x, out[i].y);
    lua_rawseti(L, POINTS, 2 * i + 2);
    lua_rawseti(L, POINTS, 2 * i + 1);
  }
  lua_pushvalue(L, POINTS);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg functions[] = {
    {"lines", lines},
    {"prune", prune},
    {"straighten", straighten},
    {NULL, NULL},
};

const bind_Exports tp_pathlines_exports = {.kind = BIND_PATHFINDER,
                                           .functions = functions};
