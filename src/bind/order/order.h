/* order.h - orders of units.
 *
 * A call gives an order, and refuses it if there is no path. In each update,
 * update.c calls the serve function of its kind for each unit that needs a
 * path.
 */
#pragma once

#include "../../core/crowd/unitedits.h"
#include "go.h"
#include "unitsearch.h"

/* ---- kinds --------------------------------------------------------------- */

/* All kinds, by their names in saved states, and the files of their rows
 * (tp_order_goal ...): KIND(name).
 *
 *     goal     go.c            to a cell
 *     field    follow.c        along a field, kept in a slot
 *     path     follow.c        along a path to its end
 *     patrol   follow.c        from point to point
 *     member   group.c         to a cell of its own in a group, which
 *                              lua/tilepath/group.lua has chosen
 *     keep     keepdistance.c  keeps a distance to a moving target
 */
#define ORDER_KINDS(KIND) \
  KIND(goal) KIND(field) KIND(path) KIND(patrol) KIND(member) KIND(keep)

#define ORDER_DECLARED(name) TP_FUNC const OrderKind tp_order_##name;
ORDER_KINDS(ORDER_DECLARED)

/* ---- order.c: common to all kinds --------------------------------------- */

/* Prepares the unit at an absolute index for an order: makes the crowd's
 * motion. May run finalizers. */
TP_FUNC Unit *tp_order_get_ready(lua_State *L, int unit, const char *function);

/* unit:follow of a body: the unit at 1, the body at 2; how many cells behind.
 * Options are at 3. */
TP_FUNC int tp_order_follow_body(lua_State *L, double within,
                                 const OrderOptions *options);

/* Serves such an order for the unit of the crowd, both at absolute indices. Its
 * target, in those cells, is behind it. May run finalizers. */
TP_FUNC void tp_trail_serve(lua_State *L, int crowd, int unit, tp_Rect target,
                            uint64_t *budget);

/* Is a unit or a follower there? */
TP_FUNC bool tp_order_is_body(lua_State *L, int arg);

/* Raises if it is, for a call that takes none: chase was meant. */
TP_FUNC void tp_order_check_meant(lua_State *L, int arg, const char *function);

/* Gives the unit at an absolute index an order, which replaces its last.
 * `field` is the stack index of the field that it follows; 0: none. Allocates
 * nothing. */
TP_FUNC void tp_order_begin(lua_State *L, int unit, const OrderKind *kind,
                            const tp_Order *order, int field,
                            const OrderOptions *options);

/* Are these the options of the unit's order? */
TP_FUNC bool tp_order_is_given(const Unit *unit, const OrderOptions *options);

/* For the unit at an absolute index: ends its order and drops its path; its
 * crowd's motion must stop it. Allocates nothing. */
TP_FUNC void tp_order_forget(lua_State *L, int unit);

/* To be called before the unit gets another goal, or none. */
TP_FUNC void tp_order_leave(const Unit *unit);

/* Why a unit that has arrived is not at its goal: "unreachable" if its path is
 * partial, else NULL. */
TP_FUNC const char *tp_order_reason(const Unit *unit);

/* Gives a unit another goal of the same order. The motion then asks for a path
 * to it, unless it is the unit's own cell. */
TP_FUNC void tp_order_change_goal(Unit *unit, tp_Cell goal);

/* Updates the regions of the pathfinder of the unit at an absolute index, and
 * the unit's place, before another goal is chosen. May run finalizers. False if
 * the unit has another order then. */
TP_FUNC bool tp_order_know_regions(lua_State *L, int unit);

/* ---- unitproperties.c ---------------------------------------------------- */

/* The words of a tp_UnitState. */
TP_FUNC const char *const tp_unit_states[TP_BLOCKED + 1];

/* Is the goal of an admitted unit with an order known? One of several possible
 * ends is when there is a path. */
TP_FUNC bool tp_order_knows_goal(const Unit *unit);
