/* unitpath.h - the trail of a unit. */
#pragma once

#include "unitsearch.h"

/* Pushes and returns a trail along a path that the game gave, for a unit in
 * that cell, on the current map. */
TP_FUNC tp_Trail *tp_ways_push_given(lua_State *L, const Finder *finder,
                                     const KnownWay *way, tp_Cell at);

/* Lay writes the route into the trail of the unit at an absolute index; its
 * room may be made anew. Subtracts its work from *budget. May run finalizers.
 * False if the unit has another order then. Go_along makes the unit follow that
 * trail. */
TP_FUNC bool tp_ways_lay(lua_State *L, int unit, const tp_Route *route,
                         uint64_t *budget);
TP_FUNC void tp_ways_go_along(const Unit *unit);

/* Both for a known path, which begins at the unit. */
TP_FUNC void tp_ways_lay_known(lua_State *L, int unit, const KnownWay *way,
                               uint64_t *budget);
