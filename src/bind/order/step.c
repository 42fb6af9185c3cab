/* step.c - unit:step, a single step that the game takes for a unit by hand. The
 * core decides it at once, without a round (tp_sim_step).
 */
#include "../crowd/membership.h"
#include "../crowd/orderlist.h"
#include "../crowd/unit.h"
#include "order.h"
#include "update.h"

/* The arguments of unit:step. On squares they are dx and dy. On hexagons these
 * would lead elsewhere in every second row, so there the argument is a
 * direction from 1 to 6. */
enum { UNIT = 1, DX, DY, AS_ONE_TURNS = 2 };

static int take_direction(lua_State *L, Unit *u) {
  const tp_Stagger s = u->finder->grid->stagger;
  if (!tp_is_hexagonal(s)) {
    const int dx = (int)tp_bind_integer(L, DX, "step", "dx", -1, 1),
              dy = (int)tp_bind_integer(L, DY, "step", "dy", -1, 1);
    if (dx == 0 && dy == 0) {
      tp_bind_error(L, "step: dx and dy must not both be 0");
    }
    return tp_direction(dx, dy);
  }
  if (!lua_isnoneornil(L, DY)) {
    tp_bind_error(L,
                  "step: on hexagons one number is a direction, from 1 to "
                  "%d; dx and dy are for grids of squares",
                  (int)TP_SIDES_OF_HEXAGON);
  }
  return (int)tp_bind_integer(L, AS_ONE_TURNS, "step", "direction", 1,
                              TP_SIDES_OF_HEXAGON);
}

/* unit:step(dx, dy), on hexagons unit:step(direction)
 * -> true | nil, "busy" | "blocked" | "occupied", the unit in the way */
static int step(lua_State *L) {
  enum { CROWD = 2 };
  static const char name[] = "step";
  static const char *const words[] = {[TP_STEP_BUSY] = "busy",
                                      [TP_STEP_FORBIDDEN] = "blocked",
                                      [TP_STEP_UNIT] = "occupied"};
  const int direction = take_direction(L, tp_unit_placed(L, name));
  lua_settop(L, UNIT);
  tp_order_get_ready(L, UNIT, name);
  tp_update_prepare_maps(L, CROWD, name);
  uint32_t blocker;
  tp_StepStatus status;
  for (;;) {
    const Unit *u = tp_unit_placed(L, name);
    tp_Sim *sim = u->crowd->motion.sim;
    tp_order_leave(u); /* its order may end now */
    const tp_Stagger s = u->finder->grid->stagger;
    int by = direction;
    if (tp_is_hexagonal(s)) { /* the core counts otherwise */
      const tp_Cell at = tp_unit_cell(tp_sim_unit(sim, u->id));
      by = tp_hexagon_step(s, tp_is_shoved(s, at), direction - 1);
    }
    status = tp_sim_step(sim, u->id, by, &blocker);
    if (status != TP_STEP_NEEDS_ROOM) break;
    tp_update_give_room(L, CROWD);
  }
  if (status == TP_STEP_TAKEN) {
    Unit *u = tp_unit_placed(L, name);
    u->settings.yields = false; /* the player steers it: nobody pushes it */
    tp_unit_apply_settings(u);
    tp_orderlist_drop(L, UNIT);
    tp_order_forget(L, UNIT);
    return tp_bind_push_yes(L);
  }
  tp_crowd_push_unit(L, CROWD, blocker);
  tp_bind_push_no(L, words[status]);
  if (blocker == 0) return 2;
  lua_pushvalue(L, -3);
  return 3;
}

static const luaL_Reg methods[] = {
    {"step", step},
    {NULL, NULL},
};

const bind_Exports tp_step_exports = {.kind = BIND_UNIT, .methods = methods};
