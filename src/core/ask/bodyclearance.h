/* bodyclearance.h - points between cells, and whether the body of an agent, a
 * circle in the world, passes walls there. */
#pragma once

#include "../navmap/navmap.h"
#include "line.h"

/* Has the agent a body? Without one it is a point, and fits and passes
 * anywhere. */
TP_INLINE bool tp_body_is_there(const tp_Navmap *navmap) {
  return navmap->profile.radius_x > 0;
}

/* Does the body pass along a segment? At no point of it may a blocked cell of
 * the map, a cell outside, or a fence be nearer to the middle of the agent
 * than its radius. A side that is closed in one direction is in the way of
 * movement in that direction, or along it. Points are those of sight.h, in the
 * agent's top left cell. The mask is not checked. Symmetric, except for sides
 * closed in one direction. The agent is up to date, here and below. */
TP_FUNC bool tp_body_passes(const tp_Navmap *navmap, tp_Point from,
                            tp_Point to);

/* The same; and a blocked cell that the body meets, if one keeps it from passing,
 * or -1, -1. */
TP_FUNC bool tp_body_walks(const tp_Navmap *navmap, tp_Point from, tp_Point to,
                           tp_Cell *in_way);

/* Could it also come back? Sides that are closed in one direction are in the
 * way, too. */
TP_FUNC bool tp_body_returns(const tp_Navmap *navmap, tp_Point from,
                             tp_Point to);

/* The first between the centres of two cells. If the agent may not be in the
 * second one, cells that it would cover there are not in the way. Adds the work
 * to `steps`, some nanoseconds each. */
TP_FUNC bool tp_body_sees(const tp_Navmap *navmap, tp_Cell from, tp_Cell goal,
                          uint64_t *steps);

/* If the body does not pass: the first cell of the map in its way. That is the
 * cell whose nearest corner comes first along the line, measured in cells; of
 * several the topmost, and of these the leftmost. */
TP_FUNC tp_Cell tp_body_first(const tp_Navmap *navmap, tp_Point from,
                              tp_Point to);

/* And the last point of the segment to which it passes, to the nearest unit of
 * a short line, or to a millionth of a long one. */
TP_FUNC tp_Point tp_body_last(const tp_Navmap *navmap, tp_Point from,
                              tp_Point to);
