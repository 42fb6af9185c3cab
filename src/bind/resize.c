/* resize.c - grid:resize: gives the grid another rectangle of cells, in place.
 *
 * Cells keep their user coordinates and their places in the world, so no value
 * that Lua holds changes. The core counts from the top left corner, so its
 * coordinates change. A dependent is an object with a block as large as the
 * grid (a layer, a crowd). It registers with the grid, in a table with weak
 * keys, and is resized with it. All other objects see that the grid has another
 * shape, and begin again at their next call.
 *
 * Finalizers may run wherever memory is made, even in the middle of calls that
 * rely on the size of the grid. No such call is prepared for another size. So a
 * grid cannot be resized while any function of the library runs. The stacks of
 * all coroutines that have called a function show that. (An iterator does not
 * count: it makes no memory until it has read all that it returns.)
 *
 * All memory is made first: an error leaves everything as it was.
 */
#include "../core/map/resize.h"

#include "../core/crowd/crowdmemory.h"
#include "crowd/membership.h"
#include "field/field.h"
#include "order/order.h"

static const char name[] = "resize";

enum {
  GRID = 1,
  X,
  Y,
  WIDTH,
  HEIGHT,
  TERRAIN,
  DEPENDENTS,
  FOUND,
  MADE,
  CELLS,
  SIDES,
  UNIT /* that would be cut off */
};

/* ---- the dependents ------------------------------------------------------ */

/* Puts the dependents into the table at FOUND, which has that much room. Makes
 * no memory. Returns the number of dependents. */
static int list_dependents(lua_State *L, int room) {
  int count = 0;
  if (lua_isnil(L, DEPENDENTS)) return 0;
  for (lua_pushnil(L); lua_next(L, DEPENDENTS); lua_pop(L, 1)) {
    if (++count > room) continue;
    lua_pushvalue(L, -2);
    lua_rawseti(L, FOUND, count);
  }
  return count;
}

/* ---- all memory --------------------------------------------------------- */

static void push_block(lua_State *L, tp_Grid *g, size_t bytes) {
  bind_push(L, BIND_MAKE_BLOCK);
  lua_pushnumber(L, (lua_Number)bytes);
  tp_bind_call(L, 1, 1, bind_locks(g, NULL));
}

/* The same, after it has listed the dependents. Finalizers may add dependents
 * and sides meanwhile; then it begins again. Returns the number of dependents.
 * */
static int make_all(lua_State *L, tp_Grid *g, tp_Rect to) {
  for (;;) {
    lua_settop(L, TERRAIN);
    tp_bind_push_kept(L, GRID, GRID_DEPENDENTS);
    const size_t fences = tp_fences_size(g->fences);
    const bool has_any = !lua_isnil(L, DEPENDENTS);
    const int room = list_dependents(L, 0);
    lua_createtable(L, room, 0);
    lua_createtable(L, room, 0);
    const int listed = list_dependents(L, room);
    if (listed > room) continue;
    const size_t cells = (size_t)tp_rect_area(to);
    push_block(L, g, cells);
    push_block(L, g,
               g->fences ? tp_fences_bytes(to.w, to.h, g->fences->planes) : 0);
    for (int i = 1; i <= listed; i++) {
      lua_rawgeti(L, FOUND, i);
      const bool is_crowd = tp_bind_test(L, -1, BIND_CROWD);
      lua_pop(L, 1);
      push_block(L, g, is_crowd ? tp_occupancy_bytes(to.w, to.h) : cells);
      lua_rawseti(L, MADE, i);
    }
    tp_bind_push_kept(L, GRID, GRID_DEPENDENTS);
    const bool has_some = !lua_isnil(L, -1);
    lua_pop(L, 1);
    const bool is_same = list_dependents(L, 0) == listed &&
                         has_any == has_some &&
                         fences == tp_fences_size(g->fences);
    if (is_same) return listed;
  }
}

/* ---- refusals ----------------------------------------------------------- */

static bool is_in(tp_Rect rect, tp_Rect to) {
  return tp_rect_same(rect, tp_rect_clip(rect, to));
}

/* Are all cells that the unit stands on, and reserves, inside the new
 * rectangle? */
static bool unit_stays(Unit *u, tp_Rect to) {
  tp_unit_update_place(u);
  if (!is_in(u->cells, to)) return false;
  if (!u->orders.is_admitted) return true;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  return is_in(tp_unit_under(core_unit, core_unit->step.from), to);
}

/* If a unit of a dependent would be cut off, pushes nil, the reason and the
 * first such unit of the oldest crowd, and returns the number of these values;
 * else 0. Raises if the grid has a building. */
static int refuse_cut_units(lua_State *L, tp_Rect to, int dependents) {
  uint64_t oldest = UINT64_MAX;
  lua_settop(L, UNIT);
  for (int i = 1; i <= dependents; i++) {
    lua_rawgeti(L, FOUND, i);
    if (lua_istable(L, -1)) {
      tp_bind_error(L, "%s: the grid of a building cannot be resized", name);
    }
    const Crowd *c = tp_bind_test(L, -1, BIND_CROWD);
    Unit *cut = c && c->occupancy->id < oldest ? c->first : NULL;
    while (cut && unit_stays(cut, to)) cut = cut->after;
    if (cut) {
      oldest = c->occupancy->id;
      tp_crowd_push_unit(L, lua_gettop(L), cut->id);
      lua_replace(L, UNIT);
    }
    lua_pop(L, 1);
  }
  if (oldest == UINT64_MAX) return 0;
  tp_bind_push_no(L, "occupied");
  lua_pushvalue(L, UNIT);
  return 3;
}

/* ---- a crowd ------------------------------------------------------------ */

/* Is a goal of the unit outside the new rectangle? */
static bool loses_goal(const Unit *u, tp_Rect to) {
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  const UnitQuery *q = u->search.query;
  const tp_Cell goal = core_unit->to_goal.goal;
  if (tp_costtogoal_has_goal(&core_unit->to_goal) &&
      !tp_rect_has(to, goal.x, goal.y)) {
    return true;
  }
  const OrderKind *kind = u->orders.kind;
  if (kind && kind->is_cut && kind->is_cut(u, to)) return true;
  return q && !q->is_list &&
         tp_grid_contains(u->finder->grid, q->query.goal.x, q->query.goal.y) &&
         !tp_rect_has(to, q->query.goal.x, q->query.goal.y);
}

static tp_Cell moved(tp_Cell c, tp_Rect to) {
  return (tp_Cell){c.x - to.x, c.y - to.y};
}

/* For the unit on the top. Its order ends if its goal is cut off. A unit whose
 * goal moves plans a new path. */
static void move_unit(lua_State *L, Unit *u, tp_Rect to) {
  tp_Sim *sim = u->crowd->motion.sim;
  u->cell = moved(u->cell, to);
  u->cells.x -= to.x;
  u->cells.y -= to.y;
  if (!u->orders.is_admitted) return;
  const bool loses = loses_goal(u, to);
  if (loses && u->orders.kind && u->orders.kind->has_target) {
    tp_order_change_goal(u, tp_unit_cell(tp_sim_unit(sim, u->id)));
  } else if (loses) {
    const bool has_order = u->orders.kind;
    tp_order_forget(L, lua_gettop(L));
    if (has_order) {
      tp_sim_end(sim, u->id);
    } else {
      tp_sim_stop(sim, u->id);
    }
  }
  if (u->orders.kind && u->orders.kind->move) u->orders.kind->move(u, to);
  if (u->search.query) {
    tp_Query *query = &u->search.query->query;
    query->goal = moved(query->goal, to);
  }
}

/* Moves the crowd at an index; `block` is for its occupancy. The grid is not
 * changed yet. */
static void move_crowd(lua_State *L, int crowd, tp_Rect to, void *block) {
  Crowd *c = bind_known(L, crowd);
  tp_occupancy_resize(block, to, c->occupancy);
  c->occupancy = block;
  for (Unit *u = c->first; u; u = u->after) {
    tp_crowd_push_unit(L, crowd, u->id);
    move_unit(L, u, to);
    lua_pop(L, 1);
  }
  tp_unitsearch_begin_anew(c);
  if (c->motion.searcher)
    c->motion.searcher->only = c->motion.searcher->held = NULL;
  if (!c->motion.sim) return;
  tp_sim_resize(c->motion.sim, block, to);
  for (Unit *u = c->first; u; u = u->after) {
    if (!u->orders.is_admitted) continue;
    /* NULL, or moved. A path that was left has the old cells. */
    const tp_Unit *core_unit = tp_sim_unit(c->motion.sim, u->id);
    u->search.unit_path = core_unit->to_goal.unit_path;
  }
  tp_Events *events = c->motion.sim->events;
  for (uint32_t i = 0; events && i < events->count; i++) {
    tp_Event *event = &events->event[i];
    if (event->what != TP_HAS_MOVED) continue;
    const tp_Cell at = tp_unpack_cell(event->other);
    if (!tp_rect_has(to, at.x, at.y)) event->unit = 0; /* void */
    event->other = tp_pack_cell(at.x - to.x, at.y - to.y);
  }
}

/* ---- the move ----------------------------------------------------------- */

/* Makes no memory. */
static void move_all(lua_State *L, tp_Grid *g, tp_Rect to, int terrain,
                     int dependents) {
  const int top = lua_gettop(L);
  for (int i = 1; i <= dependents; i++) {
    lua_rawgeti(L, FOUND, i);
    lua_rawgeti(L, MADE, i);
    void *block = bind_known(L, top + 2);
    const bool is_crowd = tp_bind_test(L, top + 1, BIND_CROWD);
    if (is_crowd) {
      move_crowd(L, top + 1, to, block);
    } else {
      tp_layer_resize(bind_known(L, top + 1), to, block);
    }
    tp_bind_keep(L, top + 1, is_crowd ? CROWD_OCCUPANCY : LAYER_CELLS, top + 2);
    lua_settop(L, top);
  }
  tp_Fences *fences = g->fences ? bind_known(L, SIDES) : NULL;
  tp_grid_resize(g, to, terrain, bind_known(L, CELLS), fences);
  tp_bind_keep(L, GRID, GRID_CELLS, CELLS);
  if (fences) tp_bind_keep(L, GRID, GRID_FENCES, SIDES);
  for (int i = 1; i <= dependents; i++) {
    lua_rawgeti(L, FOUND, i);
    const Crowd *c = tp_bind_test(L, -1, BIND_CROWD);
    if (c) {
      /* The fields that units follow still have the old shape. What units do
       * does not change when the crowd makes the next one (update.c). */
      for (Unit *u = c->first; u; u = u->after) {
        if (u->orders.field) tp_field_reset_if_resized(u->orders.field);
        u->orders.stamp = 0;
      }
    }
    lua_pop(L, 1);
  }
}

/* ---- the call ----------------------------------------------------------- */

/* Raises if the grid cannot have that rectangle. */
static void check_rectangle(lua_State *L, const tp_Grid *g, tp_Rect to) {
  const double base_x = (double)g->base_x + to.x;
  const double base_y = (double)g->base_y + to.y;
  const int is_hexagonal = tp_is_hexagonal(g->stagger);
  if (tp_grid_bytes(to.w, to.h) == 0) {
    tp_bind_error(L, "%s: the grid would have more than %d cells", name,
                  (int)TP_MAX_CELLS);
  }
  if (base_x < -TP_FARTHEST_BASE || base_x > TP_FARTHEST_BASE ||
      base_y < -TP_FARTHEST_BASE || base_y > TP_FARTHEST_BASE ||
      !tp_grid_can_begin(g->origin_x, to.w + is_hexagonal, tp_grid_pitch_x(g),
                         (double)g->first_x - to.x) ||
      !tp_grid_can_begin(g->origin_y, to.h + is_hexagonal, tp_grid_pitch_y(g),
                         (double)g->first_y - to.y)) {
    tp_bind_error(L, "%s: the new edges lie beyond the limits of a grid", name);
  }
}

/* The coordinate at arg of the new first cell, counted from the first cell of
 * now, which is in that column or row. */
static int32_t take_first(lua_State *L, int arg, const char *axis,
                          int32_t base) {
  const double most = TP_FARTHEST_BASE;
  const double first =
      tp_bind_integer(L, arg, name, axis, base - most, base + most);
  return (int32_t)(first - base);
}

static int32_t take_size(lua_State *L, int arg, const char *side) {
  return (int32_t)tp_bind_integer(L, arg, name, side, 1, TP_MAX_SIDE);
}

/* grid:resize(x, y, width, height [, terrain]) -> true | nil, reason, unit */
static int resize(lua_State *L) {
  tp_Grid *g = tp_bind_self(L, BIND_GRID, name);
  if (tp_bind_is_within(L)) tp_bind_refuse_busy(L, BIND_GRID, name);
  tp_bind_check_idle(L, g, BIND_GRID, name);
  lua_settop(L, TERRAIN);
  const tp_Rect to = {
      take_first(L, X, "x", g->base_x), take_first(L, Y, "y", g->base_y),
      take_size(L, WIDTH, "width"), take_size(L, HEIGHT, "height")};
  const int terrain = lua_isnil(L, TERRAIN)
                          ? TP_OPEN
                          : tp_bind_terrain(L, TERRAIN, g, name, "terrain");
  check_rectangle(L, g, to);
  luaL_checkstack(L, 24, NULL);
  const int dependents = make_all(L, g, to);
  const int refused = refuse_cut_units(L, to, dependents);
  if (refused > 0) return refused;
  if (!tp_rect_same(to, g->changes.whole)) {
    move_all(L, g, to, terrain, dependents);
  }
  return tp_bind_push_yes(L);
}

static const luaL_Reg methods[] = {
    {"resize", resize},
    {NULL, NULL},
};

const bind_Exports tp_resize_exports = {.kind = BIND_GRID, .methods = methods};
