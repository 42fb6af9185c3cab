/* stand.c - the unit of a follower: the cells that it holds while it walks.
 *
 * A follower (lua/tilepath/follower/body.lua) says where it is and which cells
 * it is about to enter. This file updates the unit's cells:
 *
 *     . . . . .      The unit holds the cells under it (A), the cells that it
 *     . a A B .      is about to enter (B), and the cells that it left less
 *     . . . . .      than half a cell ago (a). All lie in a window of half a
 *                    cell around its middle. Cells outside it are freed.
 *
 * A unit that is put on others' cells overlaps: it holds the free cells under
 * it, and the rest as soon as they become free. When it walks on, cells already
 * under it need not be free, so it can get out.
 *
 * Cost: O(1) if no cell is freed, else O(cells of the window). Only a new unit
 * allocates.
 */
#include <math.h>

#include "crowd.h"

/* In cells: distances that differ from half a cell by less count as half a
 * cell. Far more than rounding errors on the largest grids. */
static const double SLACK = 1.0 / 4096;

/* Holds the free cells under the unit. */
static void take_hold(Unit *u) {
  tp_Occupancy *o = u->crowd->occupancy;
  tp_Rect r = unit_under(u, u->cell);
  tp_occupancy_hold(o, r, u->id);
  u->cells = tp_rect_join(u->cells, r);
  u->overlaps = !tp_occupancy_is_free(o, r, u->id);
}

/* Frees all cells that the unit holds outside the rectangle. */
static void let_go(Unit *u, tp_Rect keep) {
  tp_Occupancy *o = u->crowd->occupancy;
  tp_Rect has = u->cells, both = tp_rect_clip(has, keep);
  if (tp_rect_same(both, has)) return;
  tp_crowd_stir(u->crowd, has);
  int32_t right = both.x + both.w, bottom = both.y + both.h;
  if (tp_rect_is_empty(both)) {
    tp_occupancy_release(o, has, u->id);
  } else {
    const tp_Rect sides[] = {
        {has.x, has.y, has.w, both.y - has.y},
        {has.x, bottom, has.w, has.y + has.h - bottom},
        {has.x, both.y, both.x - has.x, both.h},
        {right, both.y, has.x + has.w - right, both.h},
    };
    for (int i = 0; i < 4; i++) tp_occupancy_release(o, sides[i], u->id);
  }
  u->cells = both;
}

/* First and last column (or row) of top left cells less than half a cell from a
 * place, or exactly half a cell ahead. */
static void span(double place, double heading, double *first, double *last) {
  *first = floor(place - 0.5 + (heading < 0 ? -SLACK : SLACK));
  *last = ceil(place + 0.5 + (heading > 0 ? SLACK : -SLACK)) - 1;
}

static tp_Rect window(const Unit *u, double dx, double dy) {
  const tp_Profile *p = &u->finder->navmap.profile;
  double left, right, top, bottom;
  const tp_Place at = tp_finder_place(u->finder, u->x, u->y);
  span(at.x, dx, &left, &right);
  span(at.y, dy, &top, &bottom);
  tp_Cell corner = tp_bind_tame_cell(left, top);
  return (tp_Rect){corner.x, corner.y, p->wide + (int32_t)(right - left),
                   p->high + (int32_t)(bottom - top)};
}

/* ---- calls from Lua ----------------------------------------------------- */

enum { UNIT = 1, WORLD_X, WORLD_Y, HEADING_X, HEADING_Y, COLUMN, ROW };

static Unit *unit_of(lua_State *L, const char *function) {
  return tp_bind_object(L, UNIT, BIND_UNIT, function, "unit");
}

/* From now on the follower moves the unit, not the crowd. */
static void take_out(Unit *u) {
  if (!u->orders.is_admitted) return;
  tp_crowd_expel(u);
  take_hold(u);
}

/* Column and row are in user coordinates: any whole numbers. */
static tp_Cell cell_of(lua_State *L, const Unit *u, int column) {
  return tp_bind_cell_at(u->finder->grid, lua_tonumber(L, column),
                         lua_tonumber(L, column + 1));
}

/* core.stand(unit, wx, wy, dx, dy, column, row) -> does it overlap?, shape of
 * the grid; nothing if it was removed. Puts the unit at wx, wy, in that cell,
 * moving in direction dx, dy. If dx is nil it stands, and holds only the cells
 * under it. */
static int stand(lua_State *L) {
  Unit *u = unit_of(L, "stand");
  if (!u->crowd) return 0;
  take_out(u);
  tp_Cell cell = cell_of(L, u, COLUMN);
  bool is_new = u->overlaps || cell.x != u->cell.x || cell.y != u->cell.y;
  u->x = lua_tonumber(L, WORLD_X);
  u->y = lua_tonumber(L, WORLD_Y);
  u->cell = cell;
  if (lua_isnil(L, HEADING_X)) {
    let_go(u, unit_under(u, u->cell));
  } else {
    let_go(u,
           window(u, lua_tonumber(L, HEADING_X), lua_tonumber(L, HEADING_Y)));
  }
  if (is_new) take_hold(u);
  lua_pushboolean(L, u->overlaps);
  lua_pushnumber(L, (lua_Number)u->finder->grid->shape);
  return 2;
}

/* Another unit that holds a cell of the rectangle, outside of `but`; 0:
 * none. */
static uint32_t holder_in(const Unit *u, tp_Rect r, tp_Rect but) {
  const tp_Occupancy *o = u->crowd->occupancy;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      uint32_t holder = tp_occupancy_at(o, x, y);
      bool counts = holder != 0 && holder != u->id && !tp_rect_has(but, x, y);
      if (counts) return holder;
    }
  }
  return 0;
}

static uint32_t holder_at(const Unit *u, int32_t x, int32_t y) {
  const tp_Grid *g = u->finder->grid;
  if (!tp_grid_contains(g, x, y)) return 0;
  return tp_occupancy_at(u->crowd->occupancy, x, y);
}

/* A unit that crosses the diagonal between that cell and a cell that this unit
 * holds: it holds the two cells beside the diagonal; 0: none. Only units of one
 * cell can cross so; the cells of larger units would overlap. The cell under
 * the unit is not tested. */
static uint32_t other_diagonal_at(const Unit *u, tp_Rect to) {
  tp_Rect under = unit_footprint(u->finder, u->cell);
  bool is_asked = tp_rect_area(under) == 1 && !tp_rect_is_empty(to) &&
                  !tp_rect_same(under, to);
  if (!is_asked) return 0;
  for (int i = 0; i < 4; i++) {
    int32_t x = to.x + (i % 2 ? 1 : -1), y = to.y + (i < 2 ? 1 : -1);
    uint32_t beside = holder_at(u, x, to.y);
    bool is_taken = beside != 0 && beside != u->id &&
                    beside == holder_at(u, to.x, y) &&
                    holder_at(u, x, y) == u->id;
    if (is_taken) return beside;
  }
  return 0;
}

/* core.claim(unit, column, row, takes) -> the unit in the way | nil. May the
 * unit enter that cell? If `takes`, it then holds all free cells under it
 * there. */
static int claim(lua_State *L) {
  enum { INTO_COLUMN = 2, TAKES = 4 };
  Unit *u = unit_of(L, "claim");
  if (!u->crowd) return 0;
  take_out(u);
  tp_Rect to = unit_under(u, cell_of(L, u, INTO_COLUMN));
  uint32_t holder = holder_in(u, to, unit_under(u, u->cell));
  if (holder == 0) holder = other_diagonal_at(u, to);
  if (holder != 0) {
    tp_bind_push_kept(L, UNIT, UNIT_CROWD);
    tp_crowd_push_unit(L, lua_gettop(L), holder);
    return 1;
  }
  if (lua_toboolean(L, TAKES)) {
    tp_occupancy_hold(u->crowd->occupancy, to, u->id);
    u->cells = tp_rect_join(u->cells, to);
  }
  return 0;
}

/* ---- a follower's unit -------------------------------------------------- */

enum { CROWD = 1, FINDER, X, Y, FOLLOWER, OLD_X, OLD_Y, FIELDS, MADE };

/* The first unit without a follower at exactly that position that is as large
 * as the pathfinder's agent; NULL: none. */
static Unit *find_old(lua_State *L, const Crowd *crowd, const Finder *f) {
  if (lua_isnil(L, OLD_X)) return NULL;
  const tp_Profile *p = &f->navmap.profile;
  double x = lua_tonumber(L, OLD_X), y = lua_tonumber(L, OLD_Y);
  for (Unit *u = crowd->first; u; u = u->after) {
    const tp_Profile *own = &u->finder->navmap.profile;
    tp_unit_look(u);
    bool is_as_large = own->wide == p->wide && own->high == p->high;
    if (u->x == x && u->y == y && is_as_large && !u->is_led) return u;
  }
  return NULL;
}

/* Gives that unit to the follower; pushes it. */
static void take_over(lua_State *L, Unit *old) {
  tp_crowd_expel(old);
  tp_crowd_push_unit(L, CROWD, old->id);
  int unit = lua_gettop(L);
  tp_bind_push_kept(L, unit, UNIT_FIELDS);
  if (lua_isnil(L, -1)) {
    tp_bind_keep(L, unit, UNIT_FIELDS, FIELDS);
  } else {
    lua_pushnil(L);
    lua_next(L, FIELDS);
    lua_rawset(L, -3);
  }
  tp_bind_keep(L, unit, UNIT_FINDER, FINDER);
  lua_settop(L, unit);
}

/* core.enter(crowd, finder, wx, wy, follower [, old_x, old_y]) -> the
 * follower's unit, which may not hold the cells under it yet; false if the
 * pathfinder is on another grid. If the crowd was restored, a unit of that size
 * may stand at the old position: then it becomes the follower's unit. */
static int enter(lua_State *L) {
  Crowd *crowd = tp_bind_object(L, CROWD, BIND_CROWD, "enter", "crowd");
  Finder *f = tp_bind_object(L, FINDER, BIND_PATHFINDER, "enter", "finder");
  if (f->grid != crowd->grid) {
    lua_pushboolean(L, 0);
    return 1;
  }
  lua_settop(L, OLD_Y);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, FOLLOWER);
  lua_setfield(L, FIELDS, "follower");
  Unit *u = tp_bind_new_handle(L, sizeof *u, UNIT_SLOTS);
  Unit *old = find_old(L, crowd, f);
  if (old) {
    take_over(L, old);
    u = bind_known(L, -1);
  } else {
    u->x = lua_tonumber(L, X);
    u->y = lua_tonumber(L, Y);
    u->cell = tp_finder_cell_at(f, u->x, u->y);
    u->gait = tp_unit_gait(crowd->grid);
    tp_bind_keep(L, MADE, UNIT_CROWD, CROWD);
    tp_bind_keep(L, MADE, UNIT_FINDER, FINDER);
    tp_bind_keep(L, MADE, UNIT_FIELDS, FIELDS);
    lua_settop(L, MADE);
    tp_bind_adopt(L, BIND_UNIT);
    u->finder = f;
    tp_crowd_enlist(L, CROWD, MADE);
  }
  u->finder = f;
  u->is_led = u->overlaps = true;
  return 1;
}

/* core.lead(unit, finder) -> true: the unit has that pathfinder from now on;
 * false if the pathfinder is on another grid. */
static int lead(lua_State *L) {
  Unit *u = unit_of(L, "lead");
  Finder *f = tp_bind_object(L, FINDER, BIND_PATHFINDER, "lead", "finder");
  bool fits = !u->crowd || f->grid == u->crowd->grid;
  if (fits) {
    u->finder = f;
    u->overlaps = true;
    tp_bind_keep(L, UNIT, UNIT_FINDER, FINDER);
  }
  lua_pushboolean(L, fits);
  return 1;
}

static const luaL_Reg functions[] = {
    {"enter", enter}, {"stand", stand}, {"claim", claim},
    {"lead", lead},   {NULL, NULL},
};

const bind_Exports tp_stand_exports = {.functions = functions};
