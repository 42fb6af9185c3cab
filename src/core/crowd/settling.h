/* settling.h - where units come to rest: near their goals, behind those that
 * came first.
 */
#pragma once

#include "simstate.h"

/* Does another unit, at its goal, hold a cell that this unit would enter, and
 * is it this unit's goal, too? */
TP_FUNC bool tp_settling_is_late(const tp_Sim *sim, uint32_t id, tp_Cell c);

/* Do units that will not leave by themselves hold one of the cells? */
TP_FUNC bool tp_settling_is_closed(const tp_Sim *sim, uint32_t id, tp_Rect to);

/* Would the unit have to pass between two units at rest? */
TP_FUNC bool tp_settling_is_narrow(const tp_Sim *sim, uint32_t id, tp_Cell c,
                                   int d);

/* Is a blocked unit about to try again, or to look for a free end, with another
 * unit at its goal? Its order may have another end, so it asks for a path first. One with several
 * goals need not be blocked for that. */
TP_FUNC bool tp_settling_seeks_end(const tp_Sim *sim, uint32_t id);

/* Is the unit blocked by others or on its way, and is a cell nearer to its goal
 * free, or is being left? */
TP_FUNC bool tp_settling_may_go_on(const tp_Sim *sim, uint32_t id);

/* Is another unit at its goal that came first, or that will not leave? */
TP_FUNC bool tp_settling_is_goal_taken(const tp_Sim *sim, uint32_t id);

/* Does it wait outside a passage or a link, with a unit at its goal that stays
 * there? One that has just come may have another order soon. */
TP_FUNC bool tp_settling_waits_in_vain(const tp_Sim *sim, uint32_t id);

/* Does the map let it go to its goal, with no unit at it, and none that comes
 * back to it? */
TP_FUNC bool tp_settling_is_goal_free(const tp_Sim *sim, uint32_t id);

/* Finds where the unit goes next: on its path, or beside it to the best cell. */
TP_FUNC bool tp_settling_next(const tp_Sim *sim, uint32_t id, tp_Cell *next);

/* Has the unit a target, and does one that has come to its own stand in the
 * next cell of its path? Then it looks for a way around; with none it settles.
 */
TP_FUNC bool tp_settling_is_kept_out(const tp_Sim *sim, uint32_t id);

/* Is the unit, at that cost from its goal, near enough to it, with all nearer
 * cells taken? */
TP_FUNC bool tp_settling_settles(const tp_Sim *sim, uint32_t id, uint64_t here);

/* Does a unit rest at this unit's goal, and are all nearer cells beside this
 * unit taken by units at rest? Then there is nothing to wait for. In a closed
 * cell there is: its exit. */
TP_FUNC bool tp_settling_comes_late(const tp_Sim *sim, uint32_t id,
                                    uint64_t here);
