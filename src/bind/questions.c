/* questions.c - what a pathfinder answers without a search: single steps,
 * reachability, sight.
 *
 * Points and cells anywhere are data here, not mistakes: outside is blocked.
 */
#include <math.h>

#include "../core/search/nearest.h"
#include "finder.h"

static Finder *self(lua_State *L, const char *function) {
  Finder *f = bind_self(L, BIND_PATHFINDER, function);
  finder_catch_up(L, 1, f, function);
  return f;
}

int finder_can_enter(lua_State *L) {
  Finder *f = self(L, "can_enter");
  tp_Cell c = bind_cell(L, 2, f->grid, "can_enter", "x", "y");
  lua_pushboolean(L, tp_mask_can_enter(f->navmap.mask, c.x, c.y));
  return 1;
}

int finder_can_step(lua_State *L) {
  Finder *f = self(L, "can_step");
  tp_Cell a = bind_cell(L, 2, f->grid, "can_step", "x1", "y1");
  tp_Cell b = bind_cell(L, 4, f->grid, "can_step", "x2", "y2");
  int direction = -1;
  if (tp_mask_can_enter(f->navmap.mask, a.x, a.y)) {
    direction = tp_direction(b.x - a.x, b.y - a.y);
  }
  lua_pushboolean(
      L, direction >= 0 && tp_navmap_can_step(&f->navmap, a.x, a.y, direction));
  return 1;
}

int finder_is_reachable(lua_State *L) {
  Finder *f = self(L, "is_reachable");
  tp_Cell a = bind_cell(L, 2, f->grid, "is_reachable", "x1", "y1");
  tp_Cell b = bind_cell(L, 4, f->grid, "is_reachable", "x2", "y2");
  const tp_Mask *mask = f->navmap.mask;
  lua_pushboolean(L, tp_mask_can_enter(mask, a.x, a.y) &&
                         tp_mask_can_enter(mask, b.x, b.y) &&
                         tp_navmap_connects(&f->navmap, a, b));
  return 1;
}

/* finder:nearest(x, y [, from_x, from_y]) -> x, y | nil, reason */
int finder_nearest(lua_State *L) {
  Finder *f = bind_self(L, BIND_PATHFINDER, "nearest");
  tp_Navmap *nav = &f->navmap;
  tp_Near near = {.to = bind_cell(L, 2, f->grid, "nearest", "x", "y")};
  tp_Cell from = {0, 0}, cell;
  near.connected = !lua_isnoneornil(L, 4) || !lua_isnoneornil(L, 5);
  if (near.connected) {
    from = bind_cell(L, 4, f->grid, "nearest", "from_x", "from_y");
  }
  finder_catch_up(L, 1, f, "nearest");
  if (near.connected) {
    if (!tp_grid_contains(f->grid, from.x, from.y)) {
      return finder_push_reason(L, TP_START_OUTSIDE);
    }
    if (!tp_mask_has(nav->mask, from.x, from.y)) {
      return finder_push_reason(L, TP_START_BLOCKED);
    }
    tp_navmap_prepare(nav, TP_REGIONS);
    near.region = tp_regions_of(nav->regions, nav->mask, from.x, from.y);
  }
  if (tp_nearest(nav, &near, UINT64_MAX, &cell) == UINT64_MAX) {
    lua_pushnil(L);
    lua_pushliteral(L, "blocked");
    return 2;
  }
  bind_push_cell(L, f->grid, cell.x, cell.y);
  return 2;
}

/* ---- neighbors ---------------------------------------------------------- */

/* Upvalues of the iterator: the pathfinder, the cell, and the directions that
 * are still to come. */
enum { FINDER = 1, X, Y, STEPS };

static int next_neighbor(lua_State *L) {
  const Finder *f = lua_touserdata(L, lua_upvalueindex(FINDER));
  unsigned steps = (unsigned)lua_tointeger(L, lua_upvalueindex(STEPS));
  if (steps == 0) return 0;
  int d = tp_lowest(steps);
  int32_t x = (int32_t)lua_tointeger(L, lua_upvalueindex(X)) + tp_dx[d];
  int32_t y = (int32_t)lua_tointeger(L, lua_upvalueindex(Y)) + tp_dy[d];
  lua_pushinteger(L, (lua_Integer)(steps & (steps - 1)));
  lua_replace(L, lua_upvalueindex(STEPS));
  uint8_t class = f->navmap.ground[tp_grid_index(f->grid, x, y)];
  bind_push_cell(L, f->grid, x, y);
  lua_pushnumber(L, f->navmap.costs.real[tp_is_diagonal(d)][class]);
  return 3;
}

int finder_neighbors(lua_State *L) {
  Finder *f = self(L, "neighbors");
  tp_Cell c = bind_cell(L, 2, f->grid, "neighbors", "x", "y");
  unsigned steps = 0;
  if (tp_mask_can_enter(f->navmap.mask, c.x, c.y)) {
    steps = f->navmap.moves.legal[tp_mask_nine(f->navmap.mask, c.x, c.y)];
  }
  lua_pushvalue(L, 1);
  lua_pushinteger(L, c.x);
  lua_pushinteger(L, c.y);
  lua_pushinteger(L, (lua_Integer)steps);
  lua_pushcclosure(L, next_neighbor, STEPS);
  return 1;
}

/* core.catch_up(finder): brings it up to date with its grid; false where it is
 * busy and may not be. A caller in Lua then raises in its own name. */
int finder_try_catch_up(lua_State *L) {
  Finder *f = bind_object(L, 1, BIND_PATHFINDER, "catch_up", "finder");
  bool may = f->busy == 0 || finder_is_current(f);
  if (may) finder_catch_up(L, 1, f, "catch_up");
  lua_pushboolean(L, may);
  return 1;
}

/* core.is_busy(finder): may it not search now? */
int finder_is_busy(lua_State *L) {
  const Finder *f = bind_object(L, 1, BIND_PATHFINDER, "is_busy", "finder");
  lua_pushboolean(L, f->busy > 0);
  return 1;
}

/* core.is_uniform(finder): is there one price on all cells in use? Then a
 * straight line is never dearer than a crooked one. */
int finder_is_uniform(lua_State *L) {
  Finder *f = bind_object(L, 1, BIND_PATHFINDER, "is_uniform", "finder");
  finder_catch_up(L, 1, f, "is_uniform");
  lua_pushboolean(L, f->navmap.costs.uniform);
  return 1;
}

/* ---- sight -------------------------------------------------------------- */

static int push_sight(lua_State *L, const tp_Grid *g, tp_Sight sight) {
  lua_pushboolean(L, sight.clear);
  if (sight.clear) {
    lua_pushnumber(L, sight.cost);
    return 2;
  }
  bind_push_cell(L, g, sight.x, sight.y);
  return 3;
}

/* Where the way from a point inside to one outside leaves the grid, half a
 * cell beyond its edge. Only the cell that is told as being in the way depends
 * on it: the answer is false in any case. */
static tp_Point leave(const tp_Grid *g, tp_Point from, double x, double y) {
  double x0 = ldexp((double)from.x, -TP_POINT_BITS);
  double y0 = ldexp((double)from.y, -TP_POINT_BITS);
  double part = 1;
  if (x < 0) part = fmin(part, (x0 + 0.5) / (x0 - x));
  if (y < 0) part = fmin(part, (y0 + 0.5) / (y0 - y));
  if (x >= g->width) part = fmin(part, (g->width + 0.5 - x0) / (x - x0));
  if (y >= g->height) part = fmin(part, (g->height + 0.5 - y0) / (y - y0));
  return finder_fixed(x0 + tp_product(x - x0, part),
                      y0 + tp_product(y - y0, part));
}

static int push_sight_outwards(lua_State *L, const Finder *f, tp_Point from,
                               double x, double y) {
  tp_Point to = leave(f->grid, from, x, y);
  return push_sight(L, f->grid, tp_sight(&f->navmap, from, to));
}

int finder_line_of_sight(lua_State *L) {
  Finder *f = self(L, "line_of_sight");
  tp_Cell a = bind_cell(L, 2, f->grid, "line_of_sight", "x1", "y1");
  tp_Cell b = bind_cell(L, 4, f->grid, "line_of_sight", "x2", "y2");
  if (!tp_grid_contains(f->grid, a.x, a.y)) {
    return push_sight(L, f->grid, (tp_Sight){false, a.x, a.y, 0});
  }
  tp_Point from = tp_center(a.x, a.y);
  if (!tp_grid_contains(f->grid, b.x, b.y)) {
    return push_sight_outwards(L, f, from, b.x + 0.5, b.y + 0.5);
  }
  return push_sight(L, f->grid,
                    tp_sight(&f->navmap, from, tp_center(b.x, b.y)));
}

int finder_line_of_sight_world(lua_State *L) {
  static const char name[] = "line_of_sight_world";
  Finder *f = self(L, name);
  tp_Cell a = finder_world_cell(L, 2, f, name, "wx1", "wy1");
  bind_number(L, 4, name, "wx2");
  bind_number(L, 5, name, "wy2");
  const double start[2] = {lua_tonumber(L, 2), lua_tonumber(L, 3)};
  const double end[2] = {lua_tonumber(L, 4), lua_tonumber(L, 5)};
  tp_Point from, to;
  if (!finder_point(f, start, &from)) {
    return push_sight(L, f->grid, (tp_Sight){false, a.x, a.y, 0});
  }
  if (!finder_point(f, end, &to)) {
    const double far = 1e15;
    double x = fmax(-far, fmin(far, finder_column(f, end[0])));
    double y = fmax(-far, fmin(far, finder_row(f, end[1])));
    return push_sight_outwards(L, f, from, x, y);
  }
  return push_sight(L, f->grid, tp_sight(&f->navmap, from, to));
}

static int push_length(lua_State *L, const Finder *f, tp_Point from,
                       tp_Point to) {
  if (!tp_is_in_sight(&f->navmap, from, to)) return 0;
  lua_pushnumber(L, tp_line_length(from, to));
  return 1;
}

/* core.sees(finder, x1, y1, x2, y2): as line_of_sight, but tells how many cells
 * long the line is, and nothing where it is not clear. */
int finder_sees(lua_State *L) {
  static const char name[] = "sees";
  Finder *f = bind_object(L, 1, BIND_PATHFINDER, name, "finder");
  finder_catch_up(L, 1, f, name);
  tp_Cell a = bind_cell(L, 2, f->grid, name, "x1", "y1");
  tp_Cell b = bind_cell(L, 4, f->grid, name, "x2", "y2");
  if (!tp_grid_contains(f->grid, a.x, a.y)) return 0;
  if (!tp_grid_contains(f->grid, b.x, b.y)) return 0;
  return push_length(L, f, tp_center(a.x, a.y), tp_center(b.x, b.y));
}

/* core.sees_world(finder, wx1, wy1, wx2, wy2): the same between points. */
int finder_sees_world(lua_State *L) {
  static const char name[] = "sees_world";
  static const char *const names[] = {"wx1", "wy1", "wx2", "wy2"};
  Finder *f = bind_object(L, 1, BIND_PATHFINDER, name, "finder");
  double world[4];
  tp_Point from, to;
  finder_catch_up(L, 1, f, name);
  for (int i = 0; i < 4; i++) {
    bind_number(L, 2 + i, name, names[i]);
    world[i] = lua_tonumber(L, 2 + i);
  }
  if (!finder_point(f, world, &from) || !finder_point(f, world + 2, &to)) {
    return 0;
  }
  return push_length(L, f, from, to);
}
