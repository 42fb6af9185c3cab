/* stand.c - the unit of a follower: the cells that it holds while it walks.
 *
 * A follower (lua/tilepath/follower/body.lua) says where it is and which cells
 * it is about to enter; here is done what that means for those who stand around
 * it:
 *
 *     . . . . .      It holds the cells under it (A), those of the place that
 *     . a A B .      it is about to enter (B), and those that it left less than
 *     . . . . .      half a cell ago (a): all lie in a window of half a cell
 *                    around its middle, and what lies outside is let go.
 *
 * Whoever was put where others stand overlaps: he holds what is free of the
 * cells under him, and the rest as soon as it is. Cells that are under him
 * already are not asked for when he walks on, so that he gets out.
 *
 * Cost: O(1) where nothing is let go, else O(cells of the window). Only a new
 * unit allocates.
 */
#include <math.h>

#include "crowd.h"

/* In cells: as near to half a cell as this is half a cell. Far more than what
 * is lost in places on the farthest of grids. */
static const double SLACK = 1.0 / 4096;

/* Takes hold of what is free under it. */
static void take_hold(Unit *u) {
  tp_Occupancy *o = u->crowd->occupancy;
  tp_Rect r = unit_under(u, u->cell);
  tp_occupancy_hold(o, r, u->id);
  u->cells = tp_rect_join(u->cells, r);
  u->overlaps = !tp_occupancy_is_free(o, r, u->id);
}

/* Lets go all that it holds outside of the rectangle. */
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

/* First and last column or row of the top left cells that are less than half a
 * cell away from a place, or ahead of it just as far. */
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

/* ---- what Lua calls ----------------------------------------------------- */

enum { UNIT = 1, WORLD_X, WORLD_Y, HEADING_X, HEADING_Y, COLUMN, ROW };

static Unit *unit_of(lua_State *L, const char *function) {
  return tp_bind_object(L, UNIT, BIND_UNIT, function, "unit");
}

/* One that the crowd has moved so far is from now on moved by who calls. */
static void take_out(Unit *u) {
  if (!u->orders.is_admitted) return;
  tp_crowd_expel(u);
  take_hold(u);
}

/* Columns and rows are the user's, whole numbers, wherever they lie. */
static tp_Cell cell_of(lua_State *L, const Unit *u, int column) {
  return tp_bind_cell_at(u->finder->grid, lua_tonumber(L, column),
                         lua_tonumber(L, column + 1));
}

/* core.stand(unit, wx, wy, dx, dy, column, row) -> does it overlap, and the
 * shape of the grid; nil: it was removed. It is at wx, wy, in that cell, on its way to dx, dy from there;
 * where these are nil it stands still, and holds what is under it alone. */
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

/* Who else holds a cell of the rectangle; 0: nobody. */
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

/* Who comes through the corner between that cell and one that the unit holds,
 * crosswise: he holds the two beside; 0: nobody. Only those of one cell can
 * meet so, as of larger ones the cells would meet. The cell under the unit is
 * not asked for. */
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

/* core.claim(unit, column, row, takes) -> the unit in the way | nil. May it
 * enter that cell? If it takes, it holds from now on all that it then has under
 * it, where that is free. */
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

/* The first unit without a follower that stands at that very place and is as
 * large as the pathfinder's agent; NULL: none. */
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

/* Gives the follower that unit, which is pushed. */
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
 * follower's unit, which need not hold what is under it yet; false where the
 * pathfinder is one on another grid. It is that of its size that stands at the
 * old place, where there is one: the crowd is one that was read again. */
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

/* core.lead(unit, finder) -> true: the unit is of that kind from now on; false
 * where the pathfinder is one on another grid. */
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
