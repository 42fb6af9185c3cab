/* query.h - what a query asks for, and the goals that it leads to. */
#ifndef BIND_QUERY_H
#define BIND_QUERY_H

#include "../core/search/search.h"
#include "bind.h"

struct Finder;

/* What is asked for besides the core's part. */
typedef struct QueryOptions {
  bool waypoints;        /* turning points only                            */
  bool in_world;         /* from and to are world points, the path as well */
  double from[2], to[2]; /* those, if so                                   */
  uint32_t goal;    /* of a list, from 1: the one that was chosen; 0: no list */
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
  bool is_list;  /* `list` is what the last query was given */
} QueryGoals;

/* A question as a call is asked it. */
typedef struct Question {
  const char *function; /* that was called */
  tp_Query query;
  QueryOptions options;
  int goals; /* where a list of goals stands, instead of one; 0: none */
  int into;  /* where the table to fill stands; 0: none               */
} Question;

/* Reads start, goal (or notes that there is a list) and query table of a call
 * with the arguments of `find`. Its function is set, and options.in_world. */
TP_FUNC void question_read(lua_State *L, const struct Finder *finder,
                           Question *q);

/* Reads the query table at arg alone, which may be absent. */
TP_FUNC void question_read_options(lua_State *L, int arg, Question *q);

/* Makes the core's goals where a query ends in more cells than one. `slot` is
 * one of the handle of those goals, with its marks. */
TP_FUNC void question_take_goals(lua_State *L, const struct Finder *finder,
                                 Question *q, QueryGoals *goals,
                                 bind_BlockSlot slot);

/* Notes which goal of a list it is that a search has found. */
TP_FUNC void query_note_goal(const tp_Search *s, const QueryGoals *goals,
                             QueryOptions *options);

#endif
