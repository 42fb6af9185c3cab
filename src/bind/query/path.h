/* path.h - a path as Lua has it: a table of coordinates, with what it costs
 * and leads to in fields; written from a route of the core.
 */
#ifndef BIND_PATH_H
#define BIND_PATH_H

#include "../finder/finder.h"

typedef struct PathTable {
  int into;         /* the caller's table to fill; 0: a new one             */
  bind_Marks marks; /* of what must stay as it is while room is made        */
  double cost;
  size_t cells; /* of the route                                             */
  size_t links; /* that it takes                                            */
  uint32_t blocked; /* steps of a way out, with which it begins              */
  uint32_t goal; /* which one of a list, from 1; 0: there is no list         */
  bool is_partial;
  bool in_world; /* points of the world, not cells                           */
  bool turns_only;
  /* Known once it is open: */
  bool was_whole; /* the caller's table (table.c) */
  int at;         /* its place on the stack       */
  size_t items;   /* coordinates that it gets     */
  size_t escape;  /* points in cells of the way out */
  size_t noted;   /* links, of which the places are in its list */
} PathTable;

/* Pushes the table, with room for so many points. */
TP_FUNC void tp_path_open(lua_State *L, PathTable *path, size_t points);

/* Pops x and y of a point, from 1. */
TP_FUNC void tp_path_set(lua_State *L, const PathTable *path, size_t point);

/* Notes that a link joins a point and the next: from the first link to the last
 * where the path is written from its start, else the other way round. */
TP_FUNC void tp_path_note_link(lua_State *L, PathTable *path, size_t point,
                               tp_Sense sense);

/* After all points: sets the fields, and takes away what was there before. */
TP_FUNC void tp_path_close(lua_State *L, const PathTable *path);

/* Pushes a route, cell by cell or turn by turn. */
TP_FUNC void tp_path_push_route(lua_State *L, const tp_Route *route,
                                PathTable *path);

/* Pushes the path that a search found, in cells or in the world, as its options
 * say. */
TP_FUNC void tp_path_push(lua_State *L, const tp_Search *s,
                          const Finder *finder, const QueryOptions *options,
                          PathTable *path);

/* Which cell centres of a path in the world are left out: that of the start
 * where the point after it is seen from where the walker stands, or the start
 * is blocked and nothing is looked at; then that of the goal where the goal is
 * seen from the point before it. */
typedef struct PathEnds {
  bool exact; /* does it end at a goal that is a point? */
  bool drop_first, drop_last;
  tp_Point from, to;
  double end[2]; /* `to` in the world: the goal, or a body's place near it */
} PathEnds;

/* The same in slices. Nothing may move that it points to, and the map may not
 * change, until it is done. */
typedef struct PathWriter {
  PathTable *path;
  const tp_Search *search;
  const Finder *finder;
  const QueryOptions *options;
  tp_Route route;
  tp_Walk walk;
  bool is_counted, is_open;
  size_t points;               /* of the route, as far as they are counted   */
  tp_Cell second, before_last; /* of these, as one travels                   */
  bool begins_by_link, ends_by_link; /* with one between the first two, and
                                        between the last two points           */
  PathEnds ends;
  size_t left; /* of them those that are not written yet, and        */
  size_t next; /* the one that is written next: from the last to the first */
} PathWriter;

TP_FUNC void tp_path_begin(PathWriter *writer, const tp_Search *s,
                           const Finder *finder, const QueryOptions *options,
                           PathTable *path);

/* Goes on for about so many points, by which it lowers the budget. True at the
 * end. Pushes the table when it opens it: the caller keeps that, and says in
 * path->at where it stands when he calls again. */
TP_FUNC bool tp_path_go_on(lua_State *L, PathWriter *writer, uint64_t *budget);

#endif
