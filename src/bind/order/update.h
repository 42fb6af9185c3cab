/* update.h - what a crowd needs before its core decides anything. */
#pragma once

#include "../crowd/crowd.h"

/* Updates the maps of all units of the crowd at an absolute index, and the
 * fields that they follow. May run finalizers. */
TP_FUNC void tp_update_prepare_maps(lua_State *L, int crowd,
                                    const char *function);

/* Gives the simulation of the crowd at an absolute index the block that it
 * wants. May run finalizers. */
TP_FUNC void tp_update_give_room(lua_State *L, int crowd);

/* In a run: gives it room for the events of one more order of a unit, if there
 * is memory. May run finalizers. */
TP_FUNC void tp_update_give_room_for_events(lua_State *L, int crowd);
