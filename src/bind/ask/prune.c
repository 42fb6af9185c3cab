/* prune.c - pulls a path tight: the second of the two path passes.
 *
 * Two pointers walk the path. The near pointer stands on a kept point. The far
 * pointer advances point by point while the straight line between them is free
 * and costs no more than the run of the path that it would replace. Otherwise
 * the point before the far pointer is kept and becomes the near one. The far
 * pointer never goes back: one sight test per point.
 *
 * A line costs price x length along it, as for line_of_sight. A run costs the
 * sum of its legs. If one price holds everywhere, a single leg shows it, and
 * the other legs need no sight tests. The cost of a line is computed only if
 * the line is kept, because that takes longer than a sight test.
 *
 * Nothing is pulled across a link: both its ends stay.
 *
 * 17 bytes a point. Lua's memory is used only after all results are known.
 */
#include <math.h>
#include <string.h>

#include "../../core/ask/sight.h"
#include "../crowd/avoid.h"

/* Sums of square roots differ in their last digits. A line counts as dearer
 * only if it is dearer by more than this part of its cost. */
static const double rounding = 1e-9;

typedef struct Prune {
  const Finder *finder;
  const tp_Navmap *navmap; /* the finder's, or its overlay with avoided units */
  const double *at;        /* x, y of each point */
  uint8_t *stays;          /* is this point kept? */
  bool in_world;
  bool is_uniform; /* squares with one price on all cells */
  double saved;
} Prune;

/* Points of the path, from 0, without a link between them. */
typedef struct Run {
  uint32_t first, last;
  double price;    /* per unit of length; 0: more than one */
  uint32_t priced; /* the end of the first leg that is free */
} Run;

/* The point as a point of the core; false if it lies outside the grid. */
static bool point_of(const Prune *p, uint32_t i, tp_Point *point) {
  const double *at = p->at + 2 * (size_t)i;
  if (p->in_world) return tp_finder_point(p->finder, at, point);
  const tp_Cell c = tp_bind_cell_at(p->finder->grid, at[0], at[1]);
  if (!tp_grid_contains(p->finder->grid, c.x, c.y)) return false;
  *point = tp_center(c.x, c.y);
  return true;
}

/* The ends of a line for a sight test; counts the test's work. */
static bool ends_of(const Prune *p, uint32_t i, uint32_t j, tp_Point *from,
                    tp_Point *to) {
  if (!point_of(p, i, from) || !point_of(p, j, to)) return false;
  tp_navmap_look(p->navmap, 1 + (uint64_t)tp_line_length(*from, *to));
  return true;
}

/* Cost of the straight line between two points; INFINITY if it is blocked. */
static double cost_of_line(const Prune *p, uint32_t i, uint32_t j) {
  tp_Point from, to;
  if (!ends_of(p, i, j, &from, &to)) return INFINITY;
  const tp_Sight sight = tp_sight(p->navmap, from, to);
  return sight.clear ? sight.cost : INFINITY;
}

/* The same if one price holds everywhere. */
static double priced_line(const Prune *p, const Run *run, uint32_t i,
                          uint32_t j) {
  tp_Point from, to;
  if (!ends_of(p, i, j, &from, &to)) return INFINITY;
  if (!tp_is_in_sight(p->navmap, from, to)) return INFINITY;
  return tp_product(run->price, tp_line_length(from, to));
}

/* Length in cells of the leg that ends at a point. */
static double length_of(const Prune *p, uint32_t i) {
  const double *at = p->at + 2 * (size_t)i;
  const tp_Grid *g = p->finder->grid;
  const double dx = (at[0] - at[-2]) / (p->in_world ? g->cell_width : 1);
  const double dy = (at[1] - at[-1]) / (p->in_world ? g->cell_height : 1);
  return sqrt(tp_product(dx, dx) + tp_product(dy, dy));
}

static double cost_of_leg(const Prune *p, const Run *run, uint32_t i) {
  if (run->price > 0 && i > run->priced) {
    return tp_product(run->price, length_of(p, i));
  }
  return cost_of_line(p, i - 1, i);
}

/* Keeps the point. The run before it costs `way`; a line of cost `line`
 * replaces it (negative: not computed yet). */
static void keep_point(Prune *p, uint32_t near, uint32_t point, double way,
                       double line) {
  if (line < 0) line = cost_of_line(p, near, point);
  if (line < way) p->saved += way - line;
  p->stays[point] = true;
}

static void pull_run(Prune *p, uint32_t first, uint32_t last) {
  Run run = {.first = first, .last = last};
  p->stays[first] = p->stays[last] = true;
  if (first == last) return;
  for (uint32_t i = first + 1; p->is_uniform && i <= last; i++) {
    const double cost = cost_of_line(p, i - 1, i), length = length_of(p, i);
    if (isinf(cost) || length <= 0) continue;
    run.price = cost / length;
    run.priced = i;
    break;
  }
  uint32_t near = first;
  double way = cost_of_leg(p, &run, first + 1), line = way;
  for (uint32_t far = first + 2; far <= last; far++) {
    const double leg = cost_of_leg(p, &run, far), longer = way + leg;
    const double cost = run.price > 0 ? priced_line(p, &run, near, far)
                                      : cost_of_line(p, near, far);
    if (isfinite(longer) && cost <= longer * (1 + rounding)) {
      way = longer;
      line = run.price > 0 ? -1 : cost;
    } else {
      keep_point(p, near, far - 1, way, line);
      near = far - 1;
      way = line = leg;
    }
  }
  keep_point(p, near, last, way, line);
}

/* ---- the call ----------------------------------------------------------- */

enum { FINDER = 1, PATH, FIRST, LINKS, IN_WORLD, OPTIONS };

/* The next link of the list, from a point on; `none` if there is none. */
static uint32_t link_from(lua_State *L, int *next, uint32_t point,
                          uint32_t none) {
  if (!lua_istable(L, LINKS)) return none;
  for (;; ++*next) {
    lua_rawgeti(L, LINKS, *next);
    const double link = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!(link >= 1 && link <= none)) return none;
    if (link > point) return (uint32_t)link - 1;
  }
}

/* core.prune(finder, path, first, links, in_world [, options]) -> numbers of
 * the points that stay, and the saved cost. Points before `first` stay; `links`
 * are the path's, or nil. */
static int prune(lua_State *L) {
  static const char name[] = "prune";
  Finder *f = tp_bind_object(L, FINDER, BIND_PATHFINDER, name, "finder");
  const bind_List list = {.at = PATH, .function = name, .name = "path"};
  uint32_t first = (uint32_t)lua_tonumber(L, FIRST) - 1;
  lua_settop(L, OPTIONS);
  const Avoid avoid = tp_avoid_read(L, OPTIONS, f, name, NULL);
  const uint32_t count = (uint32_t)compat_raw_length(L, PATH) / 2;
  double *at = tp_bind_new(L, count * (2 * sizeof *at + 1));
  tp_Cell start = {0, 0};
  for (uint32_t i = 0; i < 2 * count; i++) {
    at[i] = tp_bind_list_number(L, &list, (int)i + 1);
  }
  Prune p = {.finder = f,
             .at = at,
             .stays = (uint8_t *)(at + 2 * (size_t)count),
             .in_world = lua_toboolean(L, IN_WORLD)};
  memset(p.stays, 0, count);
  if (count > 0 && p.in_world) start = tp_finder_cell_at(f, at[0], at[1]);
  if (count > 0 && !p.in_world) start = tp_bind_cell_at(f->grid, at[0], at[1]);
  p.navmap = tp_avoid_navmap(L, &avoid, f, name, &start);
  p.is_uniform = !avoid.avoid && p.navmap->costs.uniform &&
                 !tp_is_hexagonal(f->grid->stagger);
  int next = 1;
  for (uint32_t i = 0; i < first && i < count; i++) p.stays[i] = true;
  while (first < count) {
    const uint32_t last = link_from(L, &next, first, count);
    pull_run(&p, first, last < count ? last : count - 1);
    first = last + 1;
  }
  /* Pushes the numbers, from 1, of the points that stay. */
  int n = 0;
  for (uint32_t i = 0; i < count; i++) n += p.stays[i];
  lua_createtable(L, n, 0);
  n = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!p.stays[i]) continue;
    lua_pushinteger(L, (lua_Integer)i + 1);
    lua_rawseti(L, -2, ++n);
  }
  lua_pushnumber(L, p.saved);
  return 2;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg functions[] = {
    {"prune", prune},
    {NULL, NULL},
};

const bind_Exports tp_prune_exports = {.functions = functions};
