/* sight.h - the options of lines of sight. */
#pragma once

#include "../crowd/avoid.h"

/* Reads the options of finder:line_of_sight at arg, for a call of that name;
 * raises if they are wrong. */
TP_FUNC Avoid tp_sight_read_avoid(lua_State *L, int arg, const Finder *f,
                                  const char *function);
