/* stand.c - bodies that move by themselves: what the Lua files alone may do
 * with a unit.
 *
 * A body is where it is, whoever stands there: then it overlaps, and holds
 * those of its cells that are free. Before it crosses to other cells it takes
 * them, and keeps those that it comes from until it has left them.
 *
 *     +---+---+      +---+---+      +---+---+
 *     | o |   |  ->  | o-|-> |  ->  |   | o |      hold, place ..., settle
 *     +---+---+      +---+---+      +---+---+
 *      holds          holds both         holds
 *
 * Walls do not matter here, and beyond the edge there is nothing to hold.
 */
#include "crowd.h"

/* The unit at 1, which was not removed. */
static Unit *placed(lua_State *L, const char *function) {
  Unit *unit = bind_object(L, 1, BIND_UNIT, function, "unit");
  if (!unit->crowd) unit_refuse_removed(L, function);
  return unit;
}

tp_Rect unit_under(const Unit *unit) {
  const tp_Grid *g = unit->finder->grid;
  return tp_rect_clip(unit_footprint(unit->finder, unit->cell),
                      (tp_Rect){0, 0, g->width, g->height});
}

/* Releases what the unit holds outside of a rectangle. */
static void release_around(const Unit *unit, tp_Rect keep) {
  tp_Occupancy *o = unit->crowd->occupancy;
  tp_Rect all = unit->cells, in = tp_rect_clip(all, keep);
  if (tp_rect_is_empty(in)) {
    tp_occupancy_release(o, all, unit->id);
    return;
  }
  int32_t in_right = in.x + in.w, right = all.x + all.w;
  int32_t in_bottom = in.y + in.h, bottom = all.y + all.h;
  const tp_Rect around[] = {{all.x, all.y, all.w, in.y - all.y},
                            {all.x, in_bottom, all.w, bottom - in_bottom},
                            {all.x, in.y, in.x - all.x, in.h},
                            {in_right, in.y, right - in_right, in.h}};
  for (int i = 0; i < 4; i++) tp_occupancy_release(o, around[i], unit->id);
}

/* Who else holds a cell of the rectangle, the first one in reading order; 0:
 * nobody. */
static uint32_t other_in(const Unit *unit, tp_Rect r) {
  const tp_Occupancy *o = unit->crowd->occupancy;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      uint32_t id = tp_occupancy_at(o, x, y);
      if (id != 0 && id != unit->id) return id;
    }
  }
  return 0;
}

static void push_other(lua_State *L, uint32_t id) {
  bind_push_kept(L, 1, UNIT_CROWD);
  crowd_push_unit(L, lua_gettop(L), id);
  lua_remove(L, -2);
}

/* Has the unit hold what is free of the cells under it, and of others nothing
 * that it does not keep. Pushes who stands there besides. */
static int settle_down(lua_State *L, Unit *unit, bool keeps) {
  tp_Rect under = unit_under(unit);
  if (!keeps) {
    release_around(unit, under);
    unit->cells = under;
  }
  unit->cells = tp_rect_join(unit->cells, under);
  tp_occupancy_hold(unit->crowd->occupancy, under, unit->id);
  push_other(L, other_in(unit, under));
  return 1;
}

/* core.place(unit, wx, wy [, keeps]) -> nil | a unit that it overlaps: puts it
 * there. It keeps what it holds elsewhere where that is asked for. */
static int place(lua_State *L) {
  Unit *unit = placed(L, "place");
  double x = bind_number(L, 2, "place", "wx");
  double y = bind_number(L, 3, "place", "wy");
  unit->x = x;
  unit->y = y;
  unit->cell = finder_cell_at(unit->finder, x, y);
  return settle_down(L, unit, lua_toboolean(L, 4));
}

/* core.settle(unit) -> the same: it holds no more than the cells under it. */
static int settle(lua_State *L) {
  return settle_down(L, placed(L, "settle"), false);
}

/* core.hold(unit, x, y [, whole]) -> true | false [, unit in the way]: takes
 * the cells that are under it in that one, too; and, as a whole, the rectangle
 * of all that it then holds, so that nobody comes between where it goes
 * diagonally. Or takes nothing. */
static int hold(lua_State *L) {
  Unit *unit = placed(L, "hold");
  const tp_Grid *g = unit->crowd->grid;
  tp_Cell c = bind_cell(L, 2, g, "hold", "x", "y");
  tp_Rect to = unit_footprint(unit->finder, c);
  tp_Rect inside = tp_rect_clip(to, (tp_Rect){0, 0, g->width, g->height});
  if (!tp_rect_same(to, inside)) {
    lua_pushboolean(L, 0);
    return 1;
  }
  tp_Rect both = tp_rect_join(unit->cells, to);
  tp_Rect wanted = lua_toboolean(L, 4) ? both : to;
  uint32_t other = other_in(unit, wanted);
  lua_pushboolean(L, other == 0);
  if (other != 0) {
    push_other(L, other);
    return 2;
  }
  tp_occupancy_hold(unit->crowd->occupancy, wanted, unit->id);
  unit->cells = both;
  return 1;
}

static const luaL_Reg functions[] = {
    {"place", place},
    {"settle", settle},
    {"hold", hold},
    {NULL, NULL},
};

void bind_open_stand(lua_State *L) { bind_functions(L, BIND_CORE, functions); }
