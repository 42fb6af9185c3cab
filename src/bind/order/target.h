/* target.h - the target of chase, flee and keep. */
#pragma once

#include "../crowd/crowd.h"

/* The cells of the map that the target at an absolute index covers; false if it
 * was removed. The unit's crowd is on the stack. May run user code that removes
 * the unit. */
TP_FUNC bool tp_target_find(lua_State *L, const Unit *u, int target,
                            const char *function, tp_Rect *cells);

/* These cells, and those that the target is leaving, if it is between two
 * cells. */
TP_FUNC tp_Rect tp_target_with_left(lua_State *L, const Unit *u, int target,
                                    tp_Rect at);

/* Does the target rest, as far as known? */
TP_FUNC bool tp_target_rests(lua_State *L, const Unit *u, int target);

/* Is there a free line from the cell to the target? */
TP_FUNC bool tp_target_is_seen(const Unit *unit, tp_Cell c);
