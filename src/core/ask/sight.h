/* sight.h - straight lines over the grid: the cells that they cross, and
 * whether an agent may walk along them. */
#pragma once

#include "../navmap/navmap.h"
#include "bodyclearance.h"
#include "line.h"

typedef struct tp_Sight {
  bool clear;
  int32_t x, y; /* the first cell in the way, if not clear */
  double cost;  /* if clear: sum of price x length in cells along it */
  /* If not clear: how far along the line it is in the way of a point, 0 .. 1;
   * and on squares the cell before that. */
  double at;
  tp_Cell before;
} tp_Sight;

/* Can the agent walk along the segment? The conditions are:
 *
 * - the cells that its inside meets are free, on both sides if it runs along a
 *   border;
 * - at a corner the diagonal rule allows the step;
 * - it crosses no fence that is closed in its direction, or that bars such a
 *   step at a corner, and no fence lies along the line.
 *
 * If a wall is in the way, x, y is the cell behind it. Symmetric, except for
 * sides that are closed in one direction, and for x, y.
 *
 * Points are rounded, so an agent that may cut a corner passes it up to two
 * units beside it, unless both points are centres. On hexagons it always may.
 * The agent is up to date. */
TP_FUNC tp_Sight tp_sight(const tp_Navmap *navmap, tp_Point from, tp_Point to);

/* Is that line clear? If not, `in_way` is a cell in the way of a point, or a
 * blocked one in that of a body, or -1, -1. */
TP_FUNC bool tp_is_clear(const tp_Navmap *navmap, tp_Point from, tp_Point to,
                         tp_Cell *in_way);

/* Its cost; infinite if it is not clear. */
TP_FUNC double tp_cost_of_line(const tp_Navmap *navmap, tp_Point from,
                               tp_Point to);

/* The same for a look from the first point to the second: ground that hides is
 * in the way, too, except in the cells of both points. On hexagons a look along
 * a border is clear if one of its sides is, and a fence on it is not in the
 * way. */
TP_FUNC tp_Sight tp_look(const tp_Navmap *navmap, tp_Point from, tp_Point to);

/* On squares, if a line is not clear: its last point in front of what is in the
 * way; for a body the last point to which that passes. */
TP_FUNC tp_Point tp_sight_end(const tp_Navmap *navmap, const tp_Sight *sight,
                              tp_Point from, tp_Point to);

/* The same on hexagons from middle to middle, as if they were regular. */
TP_FUNC tp_Sight tp_look_between(const tp_Navmap *navmap, tp_Cell from,
                                 tp_Cell to);

/* If the agent may not be in the goal: do only cells and sides that it would
 * cover there keep it out of x, y, too? Then x, y is not in the way. */
TP_FUNC bool tp_is_on_goal(const tp_Navmap *navmap, tp_Cell goal, int32_t x,
                           int32_t y);

/* Is there a clear look from the centre of a free cell to the centre of a goal,
 * for an agent without a body? If the goal is blocked, places as tp_is_on_goal
 * are not in the way. Adds the work to `steps`, some nanoseconds each. */
TP_FUNC bool tp_point_sees(const tp_Navmap *navmap, tp_Cell from, tp_Cell goal,
                           uint64_t *steps);

/* Does the agent's body pass along that line, too? */
TP_FUNC bool tp_sees_goal(const tp_Navmap *navmap, tp_Cell from, tp_Cell goal,
                          uint64_t *steps);
