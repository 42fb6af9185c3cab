/* sight.c - lines of sight of a pathfinder: line_of_sight, and tests for the
 * Lua files, which ask for lines that the agent walks. Those of a path are in
 * pathlines.c.
 *
 * A point or a cell outside the grid is no mistake: it is blocked.
 */
#include "sight.h"

#include <math.h>

#include "../../core/ask/bodyclearance.h"
#include "../../core/ask/sight.h"
#include "../finder/pathfinder.h"

static int push_sight(lua_State *L, const tp_Grid *g, tp_Sight sight) {
  lua_pushboolean(L, sight.clear);
  if (sight.clear) {
    lua_pushnumber(L, sight.cost);
    return 2;
  }
  bind_push_cell(L, g, sight.x, sight.y);
  return 3;
}

/* The point where a line to a point outside leaves the grid, half a cell beyond
 * the edge. Only the reported blocked cell depends on it: the answer is false
 * in any case. */
static tp_Point leave_grid(const tp_Grid *g, tp_Point from, double x,
                           double y) {
  double x0 = ldexp((double)from.x, -TP_POINT_BITS);
  double y0 = ldexp((double)from.y, -TP_POINT_BITS);
  double part = 1;
  if (x < 0) part = fmin(part, (x0 + 0.5) / (x0 - x));
  if (y < 0) part = fmin(part, (y0 + 0.5) / (y0 - y));
  if (x >= g->width) part = fmin(part, (g->width + 0.5 - x0) / (x - x0));
  if (y >= g->height) part = fmin(part, (g->height + 0.5 - y0) / (y - y0));
  return tp_finder_fixed(x0 + tp_product(x - x0, part),
                         y0 + tp_product(y - y0, part));
}

enum { FAR_HEXAGONS = 1048576 };

/* The same on hexagons: the middle of a cell in that direction. */
static tp_Point leave_hexagons(tp_Point from, double x, double y) {
  const double far = FAR_HEXAGONS;
  const double x0 = tp_point_cell(from.x) + 0.5;
  const double y0 = tp_point_cell(from.y) + 0.5;
  const double part = fmin(1, far / fmax(fabs(x - x0), fabs(y - y0)));
  const double to_x = floor(x0 + tp_product(x - x0, part));
  const double to_y = floor(y0 + tp_product(y - y0, part));
  return tp_center((int32_t)to_x, (int32_t)to_y);
}

/* Pushes the point where a line of the world ends that is not clear. Returns
 * the number of all results. */
static int push_end(lua_State *L, const Finder *f, const tp_Navmap *nav,
                    const tp_Sight *sight, const tp_Point line[2], tp_Place at,
                    tp_Place to) {
  if (tp_is_hexagonal(f->grid->stagger)) {
    at.x += tp_product(to.x - at.x, sight->at);
    at.y += tp_product(to.y - at.y, sight->at);
  } else {
    const tp_Point end = tp_sight_end(nav, sight, line[0], line[1]);
    at = tp_finder_middle(f, ldexp((double)end.x, -TP_POINT_BITS) - 0.5,
                          ldexp((double)end.y, -TP_POINT_BITS) - 0.5);
  }
  bind_push_point(L, at);
  return 5;
}

/* What stops a line: tp_look or tp_sight. */
typedef tp_Sight (*Test)(const tp_Navmap *, tp_Point, tp_Point);

/* The last point of a line to a point outside. */
static tp_Point leave_map(const tp_Navmap *nav, tp_Point from, double x,
                          double y) {
  return tp_is_hexagonal(nav->grid->stagger)
             ? leave_hexagons(from, x, y)
             : leave_grid(nav->grid, from, x, y);
}

/* The same to a point of the world. On hexagons that is the point itself; far
 * away the middle of a cell takes its place. */
static tp_Point leave_by_point(const Finder *f, tp_Point from, tp_Place *to) {
  const double far = 1e15, most = 1 - ldexp(1, -17);
  const tp_Grid *g = f->grid;
  const tp_Place at = tp_finder_place(f, to->x, to->y);
  const double x = fmax(-far, fmin(far, at.x));
  const double y = fmax(-far, fmin(far, at.y));
  if (!tp_is_hexagonal(g->stagger)) return leave_map(&f->navmap, from, x, y);
  const double column = floor(x), row = floor(y);
  if (fmax(fabs(x), fabs(y)) < FAR_HEXAGONS) {
    const tp_Place corner = tp_grid_corner(g, column, row);
    const double right = fmin((to->x - corner.x) / g->cell_width, most);
    const double down = fmin((to->y - corner.y) / g->cell_height, most);
    return tp_finder_fixed(column + fmax(0, right), row + fmax(0, down));
  }
  const tp_Point end = leave_map(&f->navmap, from, x, y);
  *to = tp_grid_middle(g, tp_point_cell(end.x), tp_point_cell(end.y));
  return end;
}

typedef struct LineOptions {
  Avoid avoid;
} LineOptions;

enum { LINE = 1 };

static const bind_Option rows[] = {AVOID_ROWS(LineOptions, LINE)};

static const bind_OptionCall line_call = {"finder:line_of_sight", "query",
                                          BIND_ROWS(rows), LINE, 0};

static void list_options(lua_State *L) {
  const LineOptions none = {.avoid.avoid = 0};
  tp_options_list(L, &line_call, &none);
}

Avoid tp_sight_read_avoid(lua_State *L, int arg, const Finder *f,
                          const char *function) {
  LineOptions options = {.avoid.avoid = 0};
  tp_options_read(L, arg, function, &line_call, &options);
  tp_avoid_check(L, &options.avoid, f, function);
  return options.avoid;
}

static int test_cells(lua_State *L, Test test) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, "line_of_sight");
  tp_Cell a = tp_bind_cell(L, 2, f->grid, "line_of_sight", "x1", "y1");
  tp_Cell b = tp_bind_cell(L, 4, f->grid, "line_of_sight", "x2", "y2");
  Avoid avoid = tp_sight_read_avoid(L, 6, f, "line_of_sight");
  const tp_Navmap *nav = tp_avoid_navmap(L, &avoid, f, "line_of_sight", &a);
  if (!tp_grid_contains(f->grid, a.x, a.y)) {
    return push_sight(L, f->grid, (tp_Sight){.x = a.x, .y = a.y});
  }
  if (test == tp_look && tp_is_hexagonal(f->grid->stagger)) {
    return push_sight(L, f->grid, tp_look_between(nav, a, b));
  }
  tp_Point from = tp_center(a.x, a.y);
  if (!tp_grid_contains(f->grid, b.x, b.y)) {
    const tp_Point to = leave_map(nav, from, b.x + 0.5, b.y + 0.5);
    return push_sight(L, f->grid, test(nav, from, to));
  }
  return push_sight(L, f->grid, test(nav, from, tp_center(b.x, b.y)));
}

static void read_points(lua_State *L, const char *function, double world[4]) {
  static const char *const names[] = {"wx1", "wy1", "wx2", "wy2"};
  for (int i = 0; i < 4; i++) {
    world[i] = tp_bind_number(L, 2 + i, function, names[i]);
  }
}

/* The same for points of the world, for a call of that name; and the point
 * where a look ends. */
static int test_points(lua_State *L, Test test, const char *name) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, name);
  double world[4];
  tp_Point line[2];
  read_points(L, name, world);
  Avoid avoid = tp_sight_read_avoid(L, 6, f, name);
  const tp_Cell a = tp_finder_cell_at(f, world[0], world[1]);
  const tp_Navmap *nav = tp_avoid_navmap(L, &avoid, f, name, &a);
  if (!tp_finder_point(f, world, &line[0])) {
    push_sight(L, f->grid, (tp_Sight){.x = a.x, .y = a.y});
    bind_push_point(L, (tp_Place){world[0], world[1]});
    return 5;
  }
  tp_Place end = {world[2], world[3]};
  if (!tp_finder_point(f, world + 2, &line[1])) {
    line[1] = leave_by_point(f, line[0], &end);
  }
  const tp_Sight sight = test(nav, line[0], line[1]);
  const int results = push_sight(L, f->grid, sight);
  if (sight.clear || test != tp_look) return results;
  return push_end(L, f, nav, &sight, line, (tp_Place){world[0], world[1]}, end);
}

static int line_of_sight(lua_State *L) { return test_cells(L, tp_look); }

static int line_of_sight_world(lua_State *L) {
  return test_points(L, tp_look, "line_of_sight_world");
}

/* ---- for the Lua files -------------------------------------------------- */

/* core.walks(finder, x1, y1, x2, y2): as line_of_sight, for lines that the
 * agent walks. */
static int walks(lua_State *L) { return test_cells(L, tp_sight); }

/* core.walks_world(call, finder, wx1, wy1, wx2, wy2): the same in the world;
 * errors name the call. */
static int walks_world(lua_State *L) {
  enum { NAME = 7 };
  lua_settop(L, NAME - 1);
  lua_pushvalue(L, 1);
  lua_remove(L, 1);
  lua_pushnil(L);
  lua_insert(L, NAME - 1);
  return test_points(L, tp_sight, lua_tostring(L, NAME));
}

/* core.goes_to_own_middle(finder, wx1, wy1, wx2, wy2): is the second point the
 * centre of the cell of the first? Such a leg brings a body from a place where
 * it cannot be, or cannot go straight on. Nothing if the agent is a point. */
static int goes_to_own_middle(lua_State *L) {
  static const char name[] = "goes_to_own_middle";
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, name, "finder");
  double world[4];
  tp_Point from, to;
  if (!tp_body_is_there(&f->navmap)) return 0;
  tp_finder_prepare_map(L, 1, f, name);
  read_points(L, name, world);
  bool may =
      tp_finder_point(f, world, &from) && tp_finder_point(f, world + 2, &to);
  if (may) {
    tp_Cell cell = {tp_point_cell(from.x), tp_point_cell(from.y)};
    tp_Point centre = tp_center(cell.x, cell.y);
    may = tp_mask_has(f->navmap.mask, cell.x, cell.y) &&
          (centre.x == to.x && centre.y == to.y);
  }
  lua_pushboolean(L, may);
  return 1;
}

/* Is a rectangle of cells away from the box between two places? */
static bool is_apart(tp_Rect r, tp_Place a, tp_Place b, double reach) {
  return tp_rect_is_empty(r) || r.x + r.w < a.x - reach || r.x > b.x + reach ||
         r.y + r.h < a.y - reach || r.y > b.y + reach;
}

/* core.edits(finder [, all]) -> how many edits may have changed where the agent
 * can be; all: or what its paths cost. */
static int edits(lua_State *L) {
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "edits", "finder");
  const tp_Navmap *nav = &f->navmap;
  const uint64_t count =
      lua_toboolean(L, 2) ? tp_navmap_revision(nav) : tp_navmap_edits(nav);
  compat_push_whole(L, (double)count);
  return 1;
}

/* core.unaffected(finder, edits, left, top, right, bottom) -> the number of
 * edits now if no sight test in that box of the world has another result
 * since that number; else nil. The log has rectangles around edits, so an edit
 * may seem nearer than it is. Also nil if the finder is busy and not up to
 * date. */
static int unaffected(lua_State *L) {
  static const char name[] = "unaffected";
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, name, "finder");
  const tp_Navmap *nav = &f->navmap;
  const double since = tp_bind_number(L, 2, name, "edits");
  tp_Rect rects[TP_CHANGES];
  if (since != (double)tp_navmap_edits(&f->navmap)) {
    if (tp_bind_is_busy(f) && !tp_navmap_is_current(&f->navmap)) return 0;
    tp_finder_prepare_map(L, 1, f, name);
    const uint64_t seen = (uint64_t)since + 1;
    if (nav->prices.enter_version > seen) return 0;
    if (nav->layers && nav->layers->closes) return 0; /* any may have changed */
    /* Cells from the place of a line to the farthest cell that its sight test
     * reads: a corner or a border beside it, the stagger of hexagons, and the
     * part of a body that reaches beyond the agent's cells. */
    const tp_Profile *p = &nav->profile;
    const double reach =
        3 + ldexp(tp_greater(p->radius_x, p->radius_y), -TP_POINT_BITS);
    const tp_Place a =
        tp_finder_place(f, lua_tonumber(L, 3), lua_tonumber(L, 4));
    const tp_Place b =
        tp_finder_place(f, lua_tonumber(L, 5), lua_tonumber(L, 6));
    int n = tp_changelog_since(&f->grid->changes, seen, rects);
    while (n-- > 0) {
      if (!is_apart(tp_navmap_covering(nav, rects[n]), a, b, reach)) return 0;
    }
  }
  compat_push_whole(L, (double)tp_navmap_edits(&f->navmap));
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"line_of_sight", line_of_sight},
    {"line_of_sight_world", line_of_sight_world},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"goes_to_own_middle", goes_to_own_middle},
    {"edits", edits},
    {"unaffected", unaffected},
    {"walks", walks},
    {"walks_world", walks_world},
    {NULL, NULL},
};

const bind_Exports tp_sight_exports = {.kind = BIND_PATHFINDER,
                                       .methods = methods,
                                       .functions = functions,
                                       .list_options = list_options};
