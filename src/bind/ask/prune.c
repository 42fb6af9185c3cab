/* prune.c - pulls a path tight: the second of the two path passes.
 *
 * The result is a chain of straight lines between points of the path, from its
 * first point to its last. To each point leads the cheapest of these lines:
 *
 * - the leg of the path itself, from the point before;
 * - the line from where the point before was reached, as in Theta* (Nash,
 *   Daniel, Koenig, Felner 2007);
 * - lines from the WINDOW points before it, which cut corners that hide behind
 *   others.
 *
 * A line is looked along only if its length alone makes it no dearer than the
 * best so far: about two sight tests a point, and at most WINDOW + 1. The chain
 * is nearly always within 1 % of a shortest chain of lines anywhere.
 *
 * A line costs price x length along it, as for line_of_sight, and the cheapest
 * price on the map bounds that. If one price holds everywhere, legs need no
 * sight tests.
 *
 * Nothing is pulled across a link: both its ends stay.
 *
 * 32 bytes a point. Lua's memory is used only after all results are known.
 */
#include <math.h>

#include "../../core/ask/hexline.h"
#include "../../core/ask/sight.h"
#include "../crowd/avoid.h"

/* Sums of square roots differ in their last digits. Costs that differ by less
 * than this part are equal. */
static const double rounding = 1e-9;

/* To each point may lead so many of the points before it. */
enum { WINDOW = 6 };

typedef struct Point {
  double at[2];  /* x, y */
  double cost;   /* of the way to this point from its run's first */
  uint32_t from; /* the point before it on that way */
  bool stays;    /* is this point kept? */
} Point;

typedef struct Prune {
  const Finder *finder;
  const tp_Navmap *navmap; /* the finder's, or its overlay with avoided units */
  Point *points;
  bool in_world;
  double least;    /* price of a unit of length; 0: unknown, or no free cell */
  bool is_uniform; /* the same price on all free cells */
  double saved;
} Prune;

/* The point as a point of the core; false if it lies outside the grid. */
static bool point_of(const Prune *p, uint32_t i, tp_Point *point) {
  const double *at = p->points[i].at;
  if (p->in_world) return tp_finder_point(p->finder, at, point);
  const tp_Cell c = tp_bind_cell_at(p->finder->grid, at[0], at[1]);
  if (!tp_grid_contains(p->finder->grid, c.x, c.y)) return false;
  *point = tp_center(c.x, c.y);
  return true;
}

/* The least that a line between two points can cost; if one price holds
 * everywhere, its cost. */
static double least_cost(const Prune *p, uint32_t i, uint32_t j) {
  const double *a = p->points[i].at, *b = p->points[j].at;
  const tp_Grid *g = p->finder->grid;
  tp_Point from, to;
  if (tp_is_hexagonal(g->stagger)) {
    if (!point_of(p, i, &from) || !point_of(p, j, &to)) return 0;
    tp_HexLine line;
    tp_hexline_start(&line, g, from, to);
    return tp_product(p->least, tp_hexline_length(&line));
  }
  const double dx = (b[0] - a[0]) / (p->in_world ? g->cell_width : 1);
  const double dy = (b[1] - a[1]) / (p->in_world ? g->cell_height : 1);
  return tp_product(p->least, sqrt(tp_product(dx, dx) + tp_product(dy, dy)));
}

/* Cost of the straight line between two points; INFINITY if it is blocked. */
static double cost_of_line(const Prune *p, uint32_t i, uint32_t j) {
  tp_Point from, to;
  if (!point_of(p, i, &from) || !point_of(p, j, &to)) return INFINITY;
  tp_navmap_look(p->navmap, 1 + (uint64_t)tp_line_length(from, to));
  if (p->is_uniform) {
    const bool is_clear = tp_is_in_sight(p->navmap, from, to);
    return is_clear ? least_cost(p, i, j) : INFINITY;
  }
  const tp_Sight sight = tp_sight(p->navmap, from, to);
  return sight.clear ? sight.cost : INFINITY;
}

/* Reaches point j by a line from point i if that costs less than so far, or
 * than `times` as much. */
static void try_line(Prune *p, uint32_t i, uint32_t j, double times) {
  Point *const to = &p->points[j];
  const double before = p->points[i].cost, most = to->cost * times;
  if (before + least_cost(p, i, j) >= most) return;
  const double cost = before + cost_of_line(p, i, j);
  if (cost >= most) return;
  to->cost = cost;
  to->from = i;
}

/* Pulls points of the path, from 0, without a link between them. */
static void pull_run(Prune *p, uint32_t first, uint32_t last) {
  Point *const points = p->points;
  uint32_t start = first; /* no line begins before this point */
  double way = 0;
  for (uint32_t j = first + 1; j <= last; j++) {
    const double leg =
        p->is_uniform ? least_cost(p, j - 1, j) : cost_of_line(p, j - 1, j);
    points[j].from = j - 1;
    points[j].cost = points[j - 1].cost;
    if (isinf(leg)) {
      start = j;
      continue;
    }
    points[j].cost += leg;
    way += leg;
    if (j - 1 > start) try_line(p, points[j - 1].from, j, 1 + rounding);
    for (uint32_t i = j - 1; i > start && i + WINDOW > j; i--) {
      try_line(p, i - 1, j, 1 - rounding);
    }
  }
  p->saved += fmax(0, way - points[last].cost);
  points[first].stays = true;
  for (uint32_t j = last; j > first; j = points[j].from) points[j].stays = true;
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
  Point *points = tp_bind_new(L, count * sizeof *points);
  tp_Cell start = {0, 0};
  for (uint32_t i = 0; i < count; i++) {
    points[i] = (Point){.from = i, .stays = i < first};
    for (int k = 0; k < 2; k++) {
      points[i].at[k] = tp_bind_list_number(L, &list, 2 * (int)i + k + 1);
    }
  }
  Prune p = {
      .finder = f, .points = points, .in_world = lua_toboolean(L, IN_WORLD)};
  if (count > 0) {
    const double *at = points[0].at;
    start = p.in_world ? tp_finder_cell_at(f, at[0], at[1])
                       : tp_bind_cell_at(f->grid, at[0], at[1]);
  }
  p.navmap = tp_avoid_navmap(L, &avoid, f, name, &start);
  p.least = p.navmap->costs.least;
  p.is_uniform = !avoid.avoid && p.navmap->costs.uniform && p.least > 0;
  int next = 1;
  while (first < count) {
    const uint32_t last = link_from(L, &next, first, count);
    pull_run(&p, first, last < count ? last : count - 1);
    first = last + 1;
  }
  /* Pushes the numbers, from 1, of the points that stay. */
  int n = 0;
  for (uint32_t i = 0; i < count; i++) n += points[i].stays;
  lua_createtable(L, n, 0);
  n = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!points[i].stays) continue;
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
