/* membership.h - the units of a crowd. */
#pragma once

#include "crowd.h"

/* Raises unless the pathfinder can be that of a unit of this crowd. */
TP_FUNC void tp_crowd_check_finder(lua_State *L, const Crowd *crowd,
                                   const Finder *finder, const char *function);

/* Adds the unit at an absolute index, whose slots and fields are set, to the
 * list of the crowd at another index. Runs no finalizers. An error (no memory)
 * leaves all as it was. */
TP_FUNC void tp_crowd_enlist(lua_State *L, int crowd, int unit);

/* Removes the unit at an absolute index from its crowd, and frees its cells.
 * Allocates nothing. */
TP_FUNC void tp_crowd_dismiss(lua_State *L, int unit);

/* Pushes the unit with that id of the crowd at index; nil for 0. */
TP_FUNC void tp_crowd_push_unit(lua_State *L, int crowd, uint32_t id);

/* Makes the motion of the crowd at an absolute index. May run finalizers. */
TP_FUNC void tp_crowd_make_motion(lua_State *L, int crowd);

/* If the crowd has a simulation, makes room in it for another unit, whose steps
 * enter so many cells (tp_unit_entered). May run finalizers. */
TP_FUNC void tp_crowd_make_room(lua_State *L, int crowd, uint32_t entered);

/* If the crowd has a simulation: admit makes the unit a unit of it; room was
 * made before. Expel removes the unit, and frees the cells that were held for
 * it. */
TP_FUNC void tp_crowd_admit(Unit *unit);
TP_FUNC void tp_crowd_expel(Unit *unit);

/* Updates the unit's fields about its place to the crowd's time. The second
 * updates only x and y, which is faster. */
TP_FUNC void tp_unit_update_place(Unit *unit);
TP_FUNC void tp_unit_update_xy(Unit *unit);

/* The direction that it faces, in radians. */
TP_FUNC double tp_unit_angle(const Unit *unit);

/* Durations of its steps, in its crowd's time. */
TP_FUNC tp_Durations tp_unit_durations(const Unit *unit);

/* Its tp_Unit, if it is admitted, gets its settings, which hold from its next
 * step on. */
TP_FUNC void tp_unit_apply_settings(const Unit *unit);

/* Drops the unit's path for a new goal of the same order, and keeps the room
 * for it. */
TP_FUNC void tp_unit_renew_path(Unit *unit);

/* Clears the slots for the path of the unit at an absolute index, because its
 * order ends or changes. The motion does not use its path any more. Makes no
 * memory. */
TP_FUNC void tp_unit_forget_path(lua_State *L, int unit);

/* Ends the order of the unit at an absolute index, but keeps its path, and the
 * motion's state. Makes no memory. */
TP_FUNC void tp_unit_clear_order(lua_State *L, int unit);

/* Wakes units that wait near a rectangle, because that has changed. */
TP_FUNC void tp_crowd_stir(const Crowd *crowd, tp_Rect rect);

/* The lengths of steps in the world, in the order of tp_Durations. */
typedef struct Strides {
  double x, y, both;
} Strides;

TP_FUNC Strides tp_unit_strides(const tp_Grid *grid);

/* Is a unit still in the crowd, with the same order and pathfinder? Ask this
 * after each step that may run finalizers. */
TP_INLINE bool unit_has_order(const Unit *u, const Crowd *crowd,
                              const Finder *finder, uint64_t number) {
  return u->crowd == crowd && u->orders.is_admitted && u->finder == finder &&
         u->search.order_number == number;
}
