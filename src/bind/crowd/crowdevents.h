/* crowdevents.h - results of a crowd: events and counts. */
#pragma once

#include "crowd.h"

/* Pushes a new table with counts of the crowd at an absolute index. */
TP_FUNC tp_Counters tp_crowd_counters(const Crowd *c);
TP_FUNC void tp_crowd_push_info(lua_State *L, int crowd);
