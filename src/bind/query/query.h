/* query.h - what a query asks for besides the core's part, and the goals that
 * it leads to. */
#ifndef BIND_QUERY_H
#define BIND_QUERY_H

#include "../../core/search/search.h"
#include "../grid/grid.h"
#include "../kit/list.h"

/* What is asked for besides the core's part. */
typedef struct QueryOptions {
  bool waypoints;        /* turning points only                            */
  bool in_world;         /* from and to are world points, the path as well */
  double from[2], to[2]; /* those, if so                                   */
  uint32_t goal;    /* of a list, from 1: the one that was chosen; 0: no list */
  bool is_wide;     /* that one covers a rectangle                            */
  tp_GoalKind kind; /* which cells end it                                     */
  bool sight;       /* with TP_GOAL_RANGE: and in sight of the goal           */
  double range;     /* in cells                                               */
} QueryOptions;

/* The goals of a query that ends in more cells than one: as they were given,
 * and for the core. Both are kept in slots of the handle. */
typedef struct QueryGoals {
  bind_Numbers list;
  tp_Goals *set;
  uint32_t room; /* of the set, in goals                    */
  int32_t width; /* of the map that the set has room for    */
  bool is_list;  /* `list` is what the last query was given */
} QueryGoals;

#endif
