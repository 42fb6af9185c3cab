/* path.h - a path in Lua: a table of coordinates, with cost, goal and other
 * fields; written from a path of the core.
 */
#pragma once

#include "../finder/finder.h"

typedef struct PathTable {
  int into;           /* the user's table to fill; 0: a new table */
  bind_Locks locks;   /* of the objects to protect while room is made */
  tp_Measure measure; /* of the path */
  uint32_t goal;      /* the chosen goal of a list, from 1; 0: no list */
  bool is_partial;
  bool in_world;        /* world points, not cells */
  const Finder *finder; /* whose body has these points; only for
                           tp_path_push_cells */
  /* Set when the table is opened: */
  int at;               /* index on the stack */
  size_t had;           /* coordinates that are there before they are set */
  size_t items;         /* coordinates that it gets */
  size_t escape;        /* points inside blocked cells */
  size_t links_written; /* links already written into its list */
} PathTable;

/* May calls fill the value at index? */
TP_FUNC bool tp_path_may_fill(lua_State *L, int index);
#define PATH_WHAT_INTO "a path or a table without a metatable"

/* Pushes a path of a field, a reach or a unit: cells, or their middles in the
 * world. */
TP_FUNC void tp_path_push_cells(lua_State *L, const tp_Path *path,
                                PathTable *table);

/* Pushes the path of a finished search, in cells or in world points, as its
 * options say. */
TP_FUNC void tp_path_push(lua_State *L, const tp_Search *s,
                          const Finder *finder, const QueryOptions *options,
                          PathTable *table);
