/* path.h - a path in Lua: a table of coordinates, with cost, goal and other
 * fields; written from a route of the core.
 */
#ifndef BIND_PATH_H
#define BIND_PATH_H

#include "../finder/finder.h"

typedef struct PathTable {
  int into;         /* the user's table to fill; 0: a new table */
  bind_Marks marks; /* of the objects to protect while room is made */
  double cost;
  size_t cells;     /* of the route */
  size_t links;     /* of the route */
  uint32_t blocked; /* steps inside blocked cells at the start (option
                       `escape`) */
  uint32_t goal;    /* the chosen goal of a list, from 1; 0: no list */
  bool is_partial;
  bool in_world;        /* world points, not cells */
  const Finder *finder; /* whose body has these points; only for routes */
  /* Set when the table is opened: */
  bool was_whole; /* tp_bind_table_is_whole for the user's table */
  int at;         /* index on the stack */
  size_t items;   /* coordinates that it gets */
  size_t escape;  /* points inside blocked cells */
  size_t noted;   /* links already written into its list */
} PathTable;

/* Pushes the table, with room for that many points. */
TP_FUNC void tp_path_open(lua_State *L, PathTable *path, size_t points);

/* Pops x and y of a point, which counts from 1. */
TP_FUNC void tp_path_set(lua_State *L, const PathTable *path, size_t point);

/* Writes that a link joins a point and the next point. Links come from first to
 * last if the path is written from its start, else from last to first. */
TP_FUNC void tp_path_note_link(lua_State *L, PathTable *path, size_t point,
                               tp_Sense sense);

/* After all points: sets the fields, and removes old items and fields. */
TP_FUNC void tp_path_close(lua_State *L, const PathTable *path);

/* Pushes a route, cell by cell: cells, or their middles in the world. */
TP_FUNC void tp_path_push_route(lua_State *L, const tp_Route *route,
                                PathTable *path);

/* Pushes the path of a finished search, in cells or in world points, as its
 * options say. */
TP_FUNC void tp_path_push(lua_State *L, const tp_Search *s,
                          const Finder *finder, const QueryOptions *options,
                          PathTable *path);

#endif
