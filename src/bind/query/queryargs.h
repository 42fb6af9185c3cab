/* queryargs.h - a query as Lua gives it: its arguments, read once.
 */
#pragma once

#include "../crowd/avoid.h"
#include "../crowd/orderlist.h"

/* Calls by the options that they take: queries of pathfinders and of queues,
 * orders of units. */
typedef enum QueryCalls {
  QUERY_FIND,
  QUERY_QUEUE,
  QUERY_GO,
  QUERY_PATROL,
  QUERY_FOLLOW
} QueryCalls;

/* A query with its options. */
typedef struct QueryArgs {
  const char *function; /* the called function */
  QueryCalls call;      /* whose options it takes */
  tp_Query query;
  QueryOptions options;
  bool adjacent; /* it ends beside a goal */
  int goals;     /* stack index of a list of goals; 0: a single goal */
  int into;      /* stack index of the table to fill; 0: none */
  Avoid avoid;   /* the units to avoid */
  int at;        /* stack index of the pathfinder; 0: at 1 */
  /* of orders */
  uint16_t settle;
  double avoid_price; /* of paused units; -1: not given */
  bool random;        /* wander.lua takes it */
  OrderOptions of_order;
  bool is_repeated; /* by unit:go: it is the unit's order already */
} QueryArgs;

/* What each query of a function is read into: no options are given. */
TP_INLINE QueryArgs queryargs_default(const char *function) {
  const tp_Cell nowhere = {0, 0};
  return (QueryArgs){.function = function,
                     .query = tp_query_default(nowhere, nowhere),
                     .options.within = -1,
                     .avoid_price = -1,
                     .of_order = ORDER_USUAL};
}

/* Reads the start, the goal (or the index of a list) and the query table of a
 * call with the arguments of `find`. The caller has set function and
 * options.in_world. */
TP_FUNC void tp_queryargs_read(lua_State *L, const Finder *finder,
                               QueryArgs *q);

/* Adds the options of these calls to the table on the top: core.options. */
TP_FUNC void tp_queryargs_list_options(lua_State *L);

/* Reads only the query table at arg, which may be absent. The values that it
 * leaves on the stack keep alive what the query uses. */
TP_FUNC void tp_queryargs_read_options(lua_State *L, int arg,
                                       const Finder *finder, QueryArgs *q);

/* Reads the list of goals, if there is one, into a block. */
TP_FUNC void tp_queryargs_read_list(lua_State *L, const QueryArgs *q,
                                    QueryGoals *goals, bind_BlockSlot slot);

/* Makes the core's goals if several cells can end the query, from a list that
 * was read before, in a block. Of the map it reads the grid alone. May run
 * finalizers. */
TP_FUNC void tp_queryargs_make_goals(lua_State *L, Finder *finder, QueryArgs *q,
                                     QueryGoals *goals, bind_BlockSlot slot);

/* Begins the search, with goals that were made, on the pathfinder's navmap or
 * on its overlay with avoided units. TP_QUERY_PARTS of both are up to date. */
TP_FUNC void tp_queryargs_begin(const QueryArgs *q, tp_Navmap *navmap,
                                tp_Search *search);

/* Stores in the options which goal of a list the search has found. */
TP_FUNC void tp_query_record_goal(const tp_Search *s, const QueryGoals *goals,
                                  QueryOptions *options);
