/* points.h - orders that lead from point to point. */
#ifndef BIND_POINTS_H
#define BIND_POINTS_H

#include "ways.h"

/* unit:follow(path), of a unit that may be moved, with a table at 2. */
TP_FUNC int tp_points_follow(lua_State *L);

/* Pushes a trail from turn to turn of a path, of whose cells the list of links
 * has the numbers (from 1) of those from which one leads on. Returns it; NULL:
 * the agent cannot walk it, as the map is now. */
TP_FUNC tp_Trail *tp_points_push_trail(lua_State *L, const Finder *finder,
                                       const KnownWay *turns);

/* The unit is to have another goal, or none: if it patrols, and is at a point,
 * the event of that is told which one it is. */
TP_FUNC void tp_points_note_reached(const Unit *unit);

/* The unit at an absolute index, which patrols, goes to the next point that is
 * another cell, and that it can come to; `stays`: unless it can come to the one
 * that it is going to. Where it was looked at; the pathfinder knows the map and
 * its regions. */
TP_FUNC void tp_points_go_round(lua_State *L, int unit, bool stays);

#endif
