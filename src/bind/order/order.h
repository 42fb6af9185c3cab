/* order.h - what units are told to do.
 *
 * An order has a kind (Errand in crowd.h), and each kind a file: go.c, follow.c,
 * group.c, keep.c. It begins with a call, which is refused unless there is a
 * way; when time passes, update.c has its kind serve each unit that lacks one.
 */
#ifndef BIND_ORDER_H
#define BIND_ORDER_H

#include "ways.h"

/* ---- order.c: what all kinds share -------------------------------------- */

/* Gets the unit at an absolute index ready for an order: its crowd moves, and
 * knows it. May run finalizers. NULL: it stands where it cannot be moved from,
 * and nil and a reason are pushed. */
TP_FUNC Unit *tp_order_get_ready(lua_State *L, int unit, const char *function);

/* Why a unit cannot be moved from where it stands. */
TP_FUNC const char *tp_order_refusal(const Unit *unit);

/* Gives the unit at an absolute index an order, in place of what it had;
 * `field` is where that stands which it then goes by; 0: none. Allocates
 * nothing. */
TP_FUNC void tp_order_begin(lua_State *L, int unit, Errand errand,
                            const tp_Order *order, int field);

/* The unit at an absolute index, which its crowd's motion stops, has no order;
 * or none but to go on by the way that it has. Allocates nothing. */
TP_FUNC void tp_order_forget(lua_State *L, int unit);
TP_FUNC void tp_order_clear(lua_State *L, int unit);

/* The unit is to have another goal, or none: if it patrols, and is at a point,
 * the event of that is told which one it is. */
TP_FUNC void tp_order_note_reached(const Unit *unit);

/* Sends the unit at an absolute index to another goal: it goes on as it was, on
 * a way for which it asks. */
TP_FUNC void tp_order_go_elsewhere(lua_State *L, int unit, tp_Cell goal);

/* The cell of the map that is nearest to c; or, if that is `at`, one beside. */
TP_FUNC tp_Cell tp_order_elsewhere(const tp_Grid *grid, tp_Cell at, tp_Cell c);

/* Brings the regions that the unit at an absolute index goes by up to date, and
 * where it is, before another goal is chosen. May run finalizers. False: it has
 * other orders now. */
TP_FUNC bool tp_order_know_regions(lua_State *L, int unit);

/* The option `settle` of the table at arg. */
TP_FUNC uint16_t tp_order_settle(lua_State *L, int arg, const char *function);

/* ---- go.c --------------------------------------------------------------- */

/* What a unit asks to get to a cell, of the pathfinder at that index. */
TP_FUNC Question tp_order_question(tp_Cell goal, int finder,
                                   const char *function);

/* Plans an order of the unit at an absolute index. `q` was read as that of
 * find_world, but for its start, and its pathfinder stands at q->at.
 * What it says of others in the way and of a way out does not count. Returns
 * TP_NO_REASON, and the guide is one for tp_motion_order: to a goal that may
 * yet be another one, where it is not the only one, and without a way; no
 * memory is made before that. Else the reason, and the unit goes on with what
 * it had. */
TP_FUNC tp_Reason tp_order_plan(lua_State *L, int unit, Question *q,
                                tp_Guide *guide);

/* ---- kinds --------------------------------------------------------------- */

/* Serves TP_MOTION_NEEDS_WAY for the unit of that id of the crowd at an
 * absolute index: lowers the budget. May run code of the user's. */
typedef void OrderServe(lua_State *L, int crowd, uint32_t id, uint64_t *budget);

TP_FUNC OrderServe tp_follow_serve, tp_patrol_serve, tp_group_serve,
    tp_keep_serve;

/* Pushes a trail from turn to turn of a path, of whose cells the list of links
 * has the numbers (from 1) of those from which one leads on. Returns it; NULL:
 * the agent cannot walk it, as the map is now. */
TP_FUNC tp_Trail *tp_follow_push_trail(lua_State *L, const Finder *finder,
                                       const KnownWay *turns);

/* Why one that has arrived is not as near to its target, or as far from it, as
 * it is to be; NULL: it is, or has no such order. */
TP_FUNC const char *tp_keep_reason(const Unit *unit);

#endif
