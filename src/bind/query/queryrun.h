/* queryrun.h - a query from start to end, in one go or in slices. It first
 * prepares the map, then searches. `find`, `search`, tickets and the path
 * queries of units are query runs, in different portions.
 *
 *     while (tp_queryrun_begin(...) is false) continue;
 *     after an edit: tp_queryrun_prepare(...);
 *     tp_queryrun_run(...), until the search has ended; TP_STALE: begin again.
 *
 * The caller owns the handle with the blocks of the search, and has read the
 * list of goals. The query run owns the search and its goals.
 *
 * Invariant: between two calls any other code may run. Within a call user code
 * (a finalizer, a heuristic) runs only while the locks of the call are held.
 * While the map is prepared, the pathfinder is locked, too.
 */
#pragma once

#include "queryargs.h"

enum {
  QUERYRUN_RESTARTS = 8, /* after so many restarts it is urgent: */
                         /* the caller then runs it to its end in one go */
  QUERYRUN_BEGIN = 16    /* units of work that beginning costs at least */
};

/* The call that runs a query run. */
typedef struct QueryCall {
  lua_State *L;
  const char *function; /* that the user called */
  int finder;           /* stack index of the pathfinder */
  int handle;           /* and of the handle with the query run's slots */
  bind_Locks locks;
  bool is_find; /* it runs to its end: the search may use the store of walls */
} QueryCall;

/* Resets it for another query, which has not begun. */
TP_INLINE void queryrun_reset(QueryRun *query_run) {
  query_run->restarts = 0;
  query_run->search.user.context = NULL;
  tp_search_fail(&query_run->search, TP_NO_REASON);
}

/* Updates the parts of the pathfinder's map that its search needs, or
 * would need to begin, and the pathfinder's eyes. */
TP_FUNC void tp_queryrun_prepare(const QueryCall *call, QueryRun *query_run);

/* Updates all of that, reads the avoided units, makes the goals (the list was
 * read before) and begins the search. False if a finalizer has edited the map
 * meanwhile. May push a value. */
TP_FUNC bool tp_queryrun_begin(const QueryCall *call, QueryRun *query_run,
                               QueryArgs *q);

/* Expands up to `nodes` nodes. A search that becomes stale ends with TP_STALE;
 * that counts as a restart. */
TP_FUNC tp_Status tp_queryrun_run(const QueryCall *call, QueryRun *query_run,
                                  uint64_t nodes);

/* The same with the repair of landmarks before: up to *budget units of work,
 * which are subtracted. A node is one unit. */
TP_FUNC tp_Status tp_queryrun_run_some(const QueryCall *call,
                                       QueryRun *query_run, uint64_t *budget);
