/* unit.c - the unit userdata: an agent that stands in a crowd.
 *
 * A unit can stand in cells that are free for its pathfinder's agent and that
 * no other unit of its crowd holds. That is tested when it is put there, not
 * later: a wall that is built under it does not move it.
 */
#include "unit.h"

#include "../../core/crowd/unitedits.h"
#include "../finder/pathfinder.h"
#include "crowd.h"
#include "membership.h"
#include "orderlist.h"

/* ---- itself ------------------------------------------------------------- */

void tp_unit_refuse_removed(lua_State *L, const char *function) {
  tp_bind_error(L, "%s: the unit was removed from its crowd", function);
}

Unit *tp_unit_placed(lua_State *L, const char *function) {
  Unit *unit = tp_bind_self(L, BIND_UNIT, function);
  if (!unit->crowd) tp_unit_refuse_removed(L, function);
  return unit;
}

/* Updates its pathfinder's map. If a finalizer has removed the unit meanwhile,
 * or changed its pathfinder, this raises. */
void tp_unit_catch_up(lua_State *L, const Unit *unit, const char *function) {
  Finder *f = unit->finder;
  tp_bind_push_kept(L, 1, UNIT_FINDER);
  if (tp_navmap_is_current(&f->navmap)) return;
  tp_finder_prepare_map(L, lua_gettop(L), f, function);
  if (!unit->crowd || unit->finder != f) {
    tp_bind_error(L, "%s: the unit was changed meanwhile", function);
  }
}

const char *tp_unit_refusal(const Crowd *crowd, const Finder *f, tp_Cell c,
                            uint32_t id) {
  const tp_Grid *g = crowd->grid;
  tp_Rect cells = finder_footprint(f, c);
  bool is_inside = tp_grid_contains(g, c.x, c.y) && cells.w <= g->width - c.x &&
                   cells.h <= g->height - c.y;
  if (!is_inside) return "outside";
  if (!crowd->is_restored && !tp_mask_has(f->navmap.mask, c.x, c.y)) {
    return "blocked";
  }
  if (!tp_occupancy_is_free(crowd->occupancy, cells, id)) return "occupied";
  return NULL;
}

/* ---- moving ------------------------------------------------------------- */

/* A new place of a unit. */
typedef struct Placing {
  Finder *finder;
  tp_Cell cell;
  double x, y;
} Placing;

tp_Cell tp_unit_elsewhere(const tp_Grid *g, tp_Cell at, tp_Cell c) {
  c = tp_grid_clamp(g, c);
  if (!tp_same_cell(c, at)) return c;
  if (g->width > 1) return (tp_Cell){at.x > 0 ? at.x - 1 : 1, at.y};
  return tp_grid_clamp(g, (tp_Cell){at.x, at.y > 0 ? at.y - 1 : 1});
}

/* The goal of an order with a query is known with its path. Until then it must
 * not be the unit's cell, or the unit would count as arrived. */
static void leave_goal(Unit *u, tp_Cell at) {
  tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  tp_CostToGoal *to_goal = &core_unit->to_goal;
  if (!u->search.query || to_goal->unit_path || tp_unit_is_at_end(core_unit))
    return;
  u->search.has_goal = false;
  to_goal->goal = tp_unit_elsewhere(u->crowd->grid, at, to_goal->goal);
}

/* Puts the unit into the cell, at that position in the world, unless there is a
 * reason against it. A step that the crowd has begun with it ends. */
static int push_moved(lua_State *L, Unit *unit, const Placing *to,
                      const char *why) {
  if (why) return tp_bind_push_no(L, why);
  Crowd *c = unit->crowd;
  tp_Rect cells = finder_footprint(to->finder, to->cell), held = unit->cells;
  if (unit->orders.is_admitted) {
    tp_Sim *sim = c->motion.sim;
    tp_sim_place(sim, unit->id, &to->finder->navmap, to->cell);
    leave_goal(unit, to->cell);
  } else {
    tp_occupancy_move(c->occupancy, unit->cells, cells, unit->id);
  }
  unit->finder = to->finder;
  unit->cells = cells;
  unit->cell = to->cell;
  unit->x = unit->placed_x = to->x;
  unit->y = unit->placed_y = to->y;
  tp_crowd_admit(unit);
  tp_crowd_stir(c, held);
  return tp_bind_push_yes(L);
}

/* Why can it not be put there? NULL if it can. */
static const char *refusal(Unit *unit, const Placing *to) {
  tp_unit_update_place(unit);
  const tp_Sim *sim = unit->crowd->motion.sim;
  const char *why =
      tp_unit_refusal(unit->crowd, to->finder, to->cell, unit->id);
  if (why || !unit->orders.is_admitted) return why;
  tp_Rect cells = finder_footprint(to->finder, to->cell);
  return tp_sim_may_place(sim, unit->id, cells) ? NULL : "occupied";
}

/* unit:set_cell(x, y) -> true | nil, reason */
static int set_cell(lua_State *L) {
  Unit *unit = tp_unit_placed(L, "set_cell");
  tp_Cell c = tp_bind_cell(L, 2, unit->crowd->grid, "set_cell", "x", "y");
  tp_unit_catch_up(L, unit, "set_cell");
  const Finder *f = unit->finder;
  const tp_Place at = tp_finder_middle(f, c.x, c.y);
  const Placing to = {unit->finder, c, at.x, at.y};
  return push_moved(L, unit, &to, refusal(unit, &to));
}

/* unit:set_position(wx, wy) -> true | nil, reason */
static int set_position(lua_State *L) {
  static const char name[] = "set_position";
  Unit *unit = tp_unit_placed(L, name);
  double x = tp_bind_number(L, 2, name, "wx"),
         y = tp_bind_number(L, 3, name, "wy");
  tp_unit_catch_up(L, unit, name);
  const Placing to = {unit->finder, tp_finder_cell_at(unit->finder, x, y), x,
                      y};
  return push_moved(L, unit, &to, refusal(unit, &to));
}

/* unit:set_finder(finder) -> true | nil, reason */
static int set_finder(lua_State *L) {
  static const char name[] = "set_finder";
  Unit *unit = tp_unit_placed(L, name);
  Finder *f = tp_bind_object(L, 2, BIND_PATHFINDER, name, "finder");
  tp_crowd_check_finder(L, unit->crowd, f, name);
  lua_settop(L, 2);
  tp_Rect under = finder_footprint(f, unit->cell);
  tp_bind_push_kept(L, 1, UNIT_CROWD);
  tp_crowd_make_room(L, 3, tp_unit_entered(under.w, under.h));
  tp_finder_prepare_map(L, 2, f, name);
  tp_unit_placed(L, name);
  tp_unit_update_place(unit);
  const Placing to = {f, tp_finder_cell_at(f, unit->x, unit->y), unit->x,
                      unit->y};
  const char *why = refusal(unit, &to);
  const tp_Rect had = finder_footprint(unit->finder, unit->cell);
  if (!why) tp_bind_keep(L, 1, UNIT_FINDER, 2);
  push_moved(L, unit, &to, why);
  const OrderKind *kind = unit->orders.kind;
  if (!why && kind && kind->needs_size &&
      (under.w != had.w || under.h != had.h)) { /* it is for other agents */
    tp_orderlist_drop(L, 1);
    tp_unit_clear_order(L, 1);
    tp_unit_forget_path(L, 1);
    tp_sim_stop(unit->crowd->motion.sim, unit->id);
  }
  return why ? 2 : 1;
}

/* unit:remove() */
static int remove_unit(lua_State *L) {
  const Unit *unit = tp_bind_self(L, BIND_UNIT, "remove");
  if (unit->crowd) tp_crowd_dismiss(L, 1);
  return 0;
}

/* ---- its cells ---------------------------------------------------------- */

/* unit:cells() -> { { x, y, w, h } } */
static int cells(lua_State *L) {
  Unit *unit = tp_unit_placed(L, "cells");
  lua_createtable(L, 1, 0);
  lua_createtable(L, 4, 0);
  tp_unit_update_place(unit);
  tp_Rect r = finder_footprint(unit->finder, unit->cell);
  bind_push_cell(L, unit->finder->grid, r.x, r.y);
  compat_push_whole(L, r.w);
  compat_push_whole(L, r.h);
  for (int k = 4; k >= 1; k--) lua_rawseti(L, -1 - k, k);
  lua_rawseti(L, -2, 1);
  return 1;
}

/* ---- metatable ---------------------------------------------------------- */

static int to_string(lua_State *L) {
  Unit *u = tp_bind_self(L, BIND_UNIT, "__tostring");
  tp_unit_update_place(u);
  const tp_Grid *g = u->finder->grid;
  tp_Rect r = finder_footprint(u->finder, u->cell);
  lua_pushfstring(L, "unit of %dx%d in %d, %d%s", (int)r.w, (int)r.h,
                  (int)bind_to_user(r.x, g->base_x),
                  (int)bind_to_user(r.y, g->base_y),
                  u->crowd ? "" : " (removed)");
  return 1;
}

static const luaL_Reg methods[] = {
    {"set_position", set_position},
    {"set_cell", set_cell},
    {"set_finder", set_finder},
    {"cells", cells},
    {"remove", remove_unit},
    {"__tostring", to_string},
    {NULL, NULL},
};

const bind_Exports tp_unit_exports = {.kind = BIND_UNIT, .methods = methods};
