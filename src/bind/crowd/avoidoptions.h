/* avoidoptions.h - reads the options of queries that avoid units and places. */
#pragma once

#include "avoid.h"

/* May the value on the top be `avoid` (a crowd, a unit, or a list), or `except`
 * (a unit, or a list)? Items of lists are not checked here. The second reads
 * `avoid_price` from the top; false if it is wrong. */
TP_FUNC bool tp_avoid_is_list(lua_State *L, bool takes_crowds);
TP_FUNC bool tp_avoid_read_price(lua_State *L, double *cost);

/* Options of moves alone avoid an empty list, which is pushed. */
TP_FUNC void tp_avoid_complete(lua_State *L, Avoid *avoid);

/* Reads and checks the options in the table at arg, which may be absent, and
 * may have other options of `names` (NULL: none). Their values stay on the
 * stack. */
TP_FUNC Avoid tp_avoid_read(lua_State *L, int arg, const Finder *finder,
                            const char *function, const char *const names[]);

/* For a query that is answered at once: the navmap of the pathfinder at 1, or
 * its overlay, with an updated map. The others' places are read after all
 * memory was made. Units in the cells of an agent at `start` (NULL: none) do
 * not count. Raises if the pathfinder is busy and an overlay is needed. */
TP_FUNC tp_Navmap *tp_avoid_navmap(lua_State *L, const Avoid *avoid,
                                   Finder *finder, const char *function,
                                   const tp_Cell *start);

/* The same for an agent that leaves the listed cells in which it starts: these
 * rectangles, and those that they touch, are no walls. Pushes a handle that
 * keeps them: (*others)->rect, the first (*others)->left. NULL: none. */
TP_FUNC tp_Navmap *tp_avoid_leave(lua_State *L, const Avoid *avoid,
                                  Finder *finder, const char *function,
                                  const tp_Cell *start, const Others **others);
