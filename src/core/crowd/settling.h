/* settling.h - where movers come to rest: near their goals, behind those that came
 * first.
 */
#pragma once

#include "simstate.h"

/* Does another mover, at its goal, hold a cell that this mover would enter, and
 * is it this mover's goal, too? */
TP_FUNC bool tp_settling_is_late(const tp_Motion *m, uint32_t id, tp_Cell c);

/* Is a blocked mover about to try again, with another mover at its goal? Its
 * order may have another end, so it asks for a path first. */
TP_FUNC bool tp_settling_seeks_end(const tp_Motion *m, uint32_t id);

/* Is the mover, along a field, blocked by others, and is a cell nearer to its goal
 * free now? */
TP_FUNC bool tp_settling_may_go_on(const tp_Motion *m, uint32_t id);

/* Is another mover, which came first, at its goal? */
TP_FUNC bool tp_settling_is_goal_taken(const tp_Motion *m, uint32_t id);

/* Does its path lead on by a link whose far end no mover at rest blocks? */
TP_FUNC bool tp_settling_may_take_link(const tp_Motion *m, uint32_t id);

/* Is the mover, at that cost from its goal, near enough to it, with all nearer
 * cells taken? */
TP_FUNC bool tp_settling_settles(const tp_Motion *m, uint32_t id,
                                 uint64_t here);

/* Does a mover rest at this mover's goal, and are all nearer cells beside this
 * mover taken by movers at rest? Then there is nothing to wait for. In a closed
 * cell there is: its exit. */
TP_FUNC bool tp_settling_comes_late(const tp_Motion *m, uint32_t id,
                                    uint64_t here);
