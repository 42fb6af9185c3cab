/* questions.c - what a pathfinder answers about cells without a search: single
 * steps, reachability.
 *
 * Cells anywhere are data here, not mistakes: outside is blocked.
 */
#include "../core/ask/nearest.h"
#include "avoid.h"

static Finder *self(lua_State *L, const char *function) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, function);
  tp_finder_catch_up(L, 1, f, function);
  return f;
}

int tp_finder_can_enter(lua_State *L) {
  Finder *f = self(L, "can_enter");
  tp_Cell c = tp_bind_cell(L, 2, f->grid, "can_enter", "x", "y");
  lua_pushboolean(L, tp_mask_can_enter(f->navmap.mask, c.x, c.y));
  return 1;
}

int tp_finder_can_step(lua_State *L) {
  Finder *f = self(L, "can_step");
  tp_Cell a = tp_bind_cell(L, 2, f->grid, "can_step", "x1", "y1");
  tp_Cell b = tp_bind_cell(L, 4, f->grid, "can_step", "x2", "y2");
  int direction = -1;
  if (tp_mask_can_enter(f->navmap.mask, a.x, a.y)) {
    direction = tp_direction(b.x - a.x, b.y - a.y);
  }
  lua_pushboolean(
      L, direction >= 0 && tp_navmap_can_step(&f->navmap, a.x, a.y, direction));
  return 1;
}

int tp_finder_is_reachable(lua_State *L) {
  Finder *f = self(L, "is_reachable");
  tp_Cell a = tp_bind_cell(L, 2, f->grid, "is_reachable", "x1", "y1");
  tp_Cell b = tp_bind_cell(L, 4, f->grid, "is_reachable", "x2", "y2");
  const tp_Mask *mask = f->navmap.mask;
  lua_pushboolean(L, tp_mask_can_enter(mask, a.x, a.y) &&
                         tp_mask_can_enter(mask, b.x, b.y) &&
                         tp_navmap_connects(&f->navmap, a, b));
  return 1;
}

/* finder:nearest(x, y [, from_x, from_y] [, query]) -> x, y | nil, reason */
int tp_finder_nearest(lua_State *L) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, "nearest");
  const tp_Cell to = tp_bind_cell(L, 2, f->grid, "nearest", "x", "y");
  tp_Nearest near = {.to = {to.x, to.y, 1, 1}};
  tp_Cell from = {0, 0}, cell;
  uint32_t region;
  bool has_more = lua_gettop(L) > 3;
  int query = has_more && lua_istable(L, 4) && lua_isnoneornil(L, 5) ? 4 : 6;
  bool is_connected = has_more && query == 6 &&
                      (!lua_isnoneornil(L, 4) || !lua_isnoneornil(L, 5));
  if (is_connected) {
    from = tp_bind_cell(L, 4, f->grid, "nearest", "from_x", "from_y");
  }
  Avoid avoid = {0, 0, 0};
  if (has_more) avoid = avoid_read(L, query, f, "nearest", NULL);
  tp_Navmap *nav =
      avoid_navmap(L, &avoid, f, "nearest", is_connected ? &from : NULL);
  if (is_connected) {
    if (!tp_grid_contains(f->grid, from.x, from.y)) {
      return tp_finder_push_reason(L, TP_START_OUTSIDE);
    }
    if (!tp_mask_has(nav->mask, from.x, from.y)) {
      return tp_finder_push_reason(L, TP_START_BLOCKED);
    }
    tp_navmap_prepare(nav, TP_CROSSED);
    region = tp_navmap_region(nav, from.x, from.y);
    near.regions = tp_navmap_beyond(nav, (tp_RegionSet){&region, 1, NULL});
  }
  if (tp_nearest(nav, &near, UINT64_MAX, &cell) == UINT64_MAX) {
    return tp_bind_push_no(L, "blocked");
  }
  bind_push_cell(L, f->grid, cell.x, cell.y);
  return 2;
}

/* ---- neighbors ---------------------------------------------------------- */

/* Upvalues of the iterator: the pathfinder, the cell, and the directions that
 * are still to come. */
enum { FINDER = 1, X, Y, STEPS };

static int next_neighbor(lua_State *L) {
  const Finder *f = bind_known(L, lua_upvalueindex(FINDER));
  unsigned steps = (unsigned)lua_tointeger(L, lua_upvalueindex(STEPS));
  if (steps == 0) return 0;
  int d = tp_lowest(steps);
  int32_t x = (int32_t)lua_tointeger(L, lua_upvalueindex(X)) + tp_dx[d];
  int32_t y = (int32_t)lua_tointeger(L, lua_upvalueindex(Y)) + tp_dy[d];
  lua_pushinteger(L, (lua_Integer)(steps & (steps - 1)));
  lua_replace(L, lua_upvalueindex(STEPS));
  uint8_t class = f->navmap.costs.class_of[tp_grid_index(f->grid, x, y)];
  bind_push_cell(L, f->grid, x, y);
  lua_pushnumber(L, f->navmap.costs.real[tp_is_diagonal(d)][class]);
  return 3;
}

int tp_finder_neighbors(lua_State *L) {
  Finder *f = self(L, "neighbors");
  tp_Cell c = tp_bind_cell(L, 2, f->grid, "neighbors", "x", "y");
  unsigned steps = 0;
  if (tp_mask_can_enter(f->navmap.mask, c.x, c.y)) {
    steps = tp_navmap_steps(&f->navmap, c.x, c.y);
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
int tp_finder_try_catch_up(lua_State *L) {
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "catch_up", "finder");
  bool may = !tp_bind_is_busy(f) || tp_finder_is_current(f);
  if (may) tp_finder_catch_up(L, 1, f, "catch_up");
  lua_pushboolean(L, may);
  return 1;
}

/* For specs: core.work(finder) -> units of work for it since it was made. */
int tp_finder_work(lua_State *L) {
  const Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "work", "finder");
  lua_pushnumber(L, (double)f->navmap.looks / TP_LOOKS_A_UNIT);
  return 1;
}

/* core.is_busy(finder): may it not search now? */
int tp_finder_is_busy(lua_State *L) {
  const Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "is_busy", "finder");
  lua_pushboolean(L, tp_bind_is_busy(f));
  return 1;
}
