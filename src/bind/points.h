/* points.h - orders that lead from point to point. */
#ifndef BIND_POINTS_H
#define BIND_POINTS_H

#include "crowd.h"

/* unit:follow(path), of a unit that may be moved, with a table at 2. */
TP_FUNC int tp_points_follow(lua_State *L);

/* The unit at an absolute index, which patrols, goes to the next point that is
 * another cell, and that it can come to; `stays`: unless it can come to the one
 * that it is going to. Where it was looked at; the pathfinder knows the map and
 * its regions. */
TP_FUNC void tp_points_go_round(lua_State *L, int unit, bool stays);

#endif
