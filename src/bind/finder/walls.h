/* walls.h - what pathfinders of one grid share. */
#pragma once

#include "finder.h"

/* Gives the pathfinder at an absolute index the walls (core/navmap/navmap.h) of
 * the others of its grid for which the same are walls, or new ones. Call it for
 * a new pathfinder, and after the grid has got another size. May run
 * finalizers. */
TP_FUNC void tp_walls_join(lua_State *L, int index);
