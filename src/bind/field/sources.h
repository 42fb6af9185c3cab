/* sources.h - the goals of a field for the core. */
#pragma once

#include "field.h"

/* The core's query for the list of goals of that number (sources.c). Makes
 * their sources, in a suitable unit, unless they exist. An error leaves
 * everything as it was. */
TP_FUNC tp_FieldQuery tp_sources_query(lua_State *L, int handle, Field *f,
                                       int goals);
