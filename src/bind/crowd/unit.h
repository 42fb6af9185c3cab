/* unit.h - the unit userdata. */
#pragma once

#include "crowd.h"

/* Why can a unit not stand in the cell? NULL if it can. The pathfinder's map
 * must be up to date. Cells that `id` holds count as free. */
TP_FUNC const char *tp_unit_refusal(const Crowd *crowd, const Finder *f,
                                    tp_Cell cell, uint32_t id);

/* The cell of the map nearest to c; if that is `at`, a cell beside it. */
TP_FUNC tp_Cell tp_unit_elsewhere(const tp_Grid *grid, tp_Cell at, tp_Cell c);

/* The unit at 1; raises if it was removed. */
TP_FUNC Unit *tp_unit_placed(lua_State *L, const char *function);

/* Updates the pathfinder of the unit at 1, and pushes it. May run
 * finalizers. */
TP_FUNC void tp_unit_catch_up(lua_State *L, const Unit *unit,
                              const char *function);

/* For calls on a removed unit. */
TP_FUNC TP_NORETURN void tp_unit_refuse_removed(lua_State *L,
                                                const char *function);
