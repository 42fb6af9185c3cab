/* order.h - orders of units.
 *
 * An order has a kind (OrderKind in crowd.h), and each kind a file: go.c,
 * follow.c, keepdistance.c, and group.c for lua/tilepath/group.lua, which
 * chooses the cells. A call gives an order, and refuses it if there is no path.
 * In each update, update.c calls the kind's serve function for each unit that
 * needs a path.
 */
#pragma once

#include "../../core/crowd/unitedits.h"
#include "go.h"
#include "unitsearch.h"

/* ---- order.c: common to all kinds --------------------------------------- */

/* Prepares the unit at an absolute index for an order: makes the crowd's
 * motion. May run finalizers. */
TP_FUNC Unit *tp_order_get_ready(lua_State *L, int unit, const char *function);

/* Gives the unit at an absolute index an order, which replaces its last.
 * `field` is the stack index of the field that it follows; 0: none. Allocates
 * nothing. */
TP_FUNC void tp_order_begin(lua_State *L, int unit, OrderKind kind,
                            const tp_Order *order, int field);

/* For the unit at an absolute index. Forget ends its order and drops its path;
 * its crowd's motion must stop it. Clear ends the order, but keeps the path.
 * Allocates nothing. */
TP_FUNC void tp_order_forget(lua_State *L, int unit);
TP_FUNC void tp_order_clear(lua_State *L, int unit);

/* To be called before the unit gets another goal, or none. If it patrols and
 * stands at a point, the number of that point is stored in its event. */
TP_FUNC void tp_order_record_reached(const Unit *unit);

/* Gives a unit another goal of the same order. The motion then asks for a path
 * to it, unless it is the unit's own cell. */
TP_FUNC void tp_order_change_goal(Unit *unit, tp_Cell goal);

/* Updates the regions of the pathfinder of the unit at an absolute index, and
 * the unit's place, before another goal is chosen. May run finalizers. False if
 * the unit has another order then. */
TP_FUNC bool tp_order_know_regions(lua_State *L, int unit);

/* ---- serve functions ---------------------------------------------------- */

/* Serves TP_SIM_NEEDS_PATH for the unit with that id, of the crowd at an
 * absolute index. Subtracts its work from *budget. May run user code. */
typedef void OrderServe(lua_State *L, int crowd, uint32_t id, uint64_t *budget);
