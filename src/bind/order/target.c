/* target.c - the target of chase, flee and keep: a unit, or a table or userdata
 * with x and y in the world, which are read when needed. A slot of the unit
 * keeps it.
 */
#include "../crowd/membership.h"
#include "unitsearch.h"

/* A coordinate of the target at an absolute index. Its metamethods cannot
 * update the crowd. */
static double read_place(lua_State *L, Crowd *c, int target,
                         const char *function, const char *key) {
  const int top = lua_gettop(L);
  const bool is_table = lua_istable(L, target);
  lua_pushstring(L, key);
  if (is_table) lua_rawget(L, target);
  if (!is_table || lua_isnil(L, -1)) {
    bind_push(L, BIND_GET);
    lua_pushvalue(L, target);
    lua_pushstring(L, key);
    tp_bind_call(L, 2, 1, bind_locks(c, c->grid));
  }
  if (!tp_bind_is_finite(L, -1)) {
    tp_bind_wrong(L, lua_gettop(L), function,
                  key[0] == 'x' ? "target.x" : "target.y", "a finite number");
  }
  const double value = lua_tonumber(L, -1);
  lua_settop(L, top);
  return value;
}

bool tp_target_find(lua_State *L, const Unit *u, int target,
                    const char *function, tp_Rect *cells) {
  Crowd *c = u->crowd;
  Unit *other = tp_bind_test(L, target, BIND_UNIT);
  tp_Rect r;
  if (other && !other->crowd) return false;
  if (other && other->crowd == c && other->orders.is_admitted) {
    const tp_Unit *core_unit = tp_sim_unit(c->motion.sim, other->id);
    r = tp_unit_under(core_unit, core_unit->at);
  } else if (other && other->crowd->grid == c->grid) {
    tp_unit_update_place(other);
    r = finder_footprint(other->finder, other->cell);
  } else {
    if (other) tp_unit_update_place(other); /* on another grid: at its place */
    const double x = other ? other->x : read_place(L, c, target, function, "x"),
                 y = other ? other->y : read_place(L, c, target, function, "y");
    const tp_Cell at = tp_bind_cell_around(c->grid, x, y);
    r = (tp_Rect){at.x, at.y, 1, 1};
  }
  const tp_Cell last = {r.x + r.w - 1, r.y + r.h - 1};
  const tp_Cell first = tp_grid_clamp(c->grid, (tp_Cell){r.x, r.y});
  const tp_Cell end = tp_grid_clamp(c->grid, last);
  *cells =
      (tp_Rect){first.x, first.y, end.x - first.x + 1, end.y - first.y + 1};
  return true;
}

tp_Rect tp_target_with_left(lua_State *L, const Unit *u, int target,
                            tp_Rect at) {
  const Unit *other = tp_bind_test(L, target, BIND_UNIT);
  if (!other || other->crowd != u->crowd) return at;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, other->id);
  if (tp_unit_is_in_link(core_unit)) return at;
  return tp_rect_join(at, tp_unit_under(core_unit, core_unit->step.from));
}

bool tp_target_rests(lua_State *L, const Unit *u, int target) {
  const Unit *other = tp_bind_test(L, target, BIND_UNIT);
  if (!other || other->crowd != u->crowd) return true;
  return tp_unit_rests(tp_sim_unit(u->crowd->motion.sim, other->id));
}

bool tp_target_is_seen(const Unit *u, tp_Cell c) {
  const tp_Rect r = u->orders.keep->seen;
  const tp_Navmap *eyes =
      u->orders.keep->sight ? finder_eyes(u->finder) : &u->finder->navmap;
  uint64_t steps = 0;
  for (tp_Cell at = tp_rect_first(r); tp_rect_wrap(r, &at); at.x++) {
    const tp_Cell inside = tp_grid_clamp(u->finder->grid, at);
    if (tp_point_sees(eyes, c, inside, &steps)) return true;
  }
  return false;
}
