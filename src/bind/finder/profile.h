/* profile.h - an agent's profile as a Lua table. */
#pragma once

#include "finder.h"

/* Reads the complete profile at 2, for a grid. Pushes its heuristic (a name or
 * a function); a tp_LayerCosts that keeps its layers alive, or nil if it has no
 * layers; and its eyes, or nil. */
TP_FUNC void tp_profile_read(lua_State *L, const tp_Grid *grid,
                             tp_Profile *profile);

/* Pushes the profile of the pathfinder at 1, as a new table. */
TP_FUNC void tp_profile_push(lua_State *L, const Finder *finder);
