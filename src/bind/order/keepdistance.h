/* keepdistance.h - units that keep a distance to a target. */
#pragma once

#include "order.h"

/* Before an update: has the target of the unit on top of the stack, which is no
 * unit of its crowd, moved since the unit looked? Leaves values behind. */
TP_FUNC bool tp_keep_has_moved(lua_State *L, int unit);

/* Why a unit that has arrived is not at the wanted distance from its target;
 * NULL if it is, or if it has no such order. */
TP_FUNC const char *tp_keep_reason(const Unit *unit);

TP_FUNC OrderServe tp_keep_serve;
