/* profile.h - an agent's profile as a table: read for a new pathfinder, and
 * made again from what one knows. */
#ifndef BIND_PROFILE_H
#define BIND_PROFILE_H

#include "finder.h"

/* By tp_Algorithm; then NULL. */
TP_FUNC const char *const tp_profile_algorithm_names[TP_DIJKSTRA + 2];

/* Reads the complete profile at 2, for a grid. Pushes its heuristic, a name or
 * a function, and a tp_Layering of its layers, which keeps these; nil: it has
 * none. */
TP_FUNC void tp_profile_read(lua_State *L, const tp_Grid *grid,
                             tp_Profile *profile);

/* Pushes that of the pathfinder at 1, as a new table. */
TP_FUNC void tp_profile_push(lua_State *L, const Finder *finder);

#endif
