/* query.h - a query, and the plan that it is turned into. */
#pragma once

#include <math.h>

#include "../base/task.h"
#include "../navmap/connectivity.h"
#include "../navmap/wayout.h"
#include "heuristic.h"

/* What a crowd adds to the query of a unit with an order. */
typedef struct tp_QueryCaller {
  /* Cells that the way out avoids; NULL: none. Asked when the search begins. */
  bool (*avoids)(const void *context, tp_Cell at);
  /* Cells of goals that are no ends unless no other end can be reached; NULL:
   * none. Asked when the search begins, and noted in the mask. */
  bool (*is_held)(const void *context, tp_Cell at);
  tp_Mask *held;
  const void *context;
  /* The cells that the agent may enter here, with the start unless that is
   * blocked; NULL: all. */
  const tp_Mask *only;
  /* Of steps, in place of the navmap's: none is lower, and the whole numbers
   * mean the same; NULL: the navmap's. */
  const tp_Costs *costs;
  /* The nodes are paid for: their number must not depend on how far tables of
   * distances are repaired. */
  bool no_landmarks;
} tp_QueryCaller;

typedef struct tp_Query {
  tp_Cell start, goal; /* any cells */
  /* Expansions before the search fails with TP_BUDGET; UINT64_MAX: no limit. */
  uint64_t max_nodes;
  double max_cost; /* of the path, in the user's numbers; INFINITY: no limit */
  tp_Goals *goals; /* the caller's, instead of `goal`; or NULL */
  /* The terrain, counted from 1, whose cells are the goals: any edit makes the
   * search stale; or 0. */
  int terrain;
  /* Instead of a refusal, go to the reachable cell nearest to one of `goals`,
   * which must be set. */
  bool partial;
  bool escape; /* if the start is blocked, walk out first */
  /* Then the ways out; the start is the best exit. NULL: it is not blocked. */
  const tp_WayOut *out;
  /* Of a unit, as long as the search lasts: a blocked start without a way out
   * refuses its order. NULL: of no unit. */
  const tp_QueryCaller *caller;
} tp_Query;

/* What each query is made from: no limit and no options. (A query whose members
 * are all zero fails at once, as its limit is 0.) */
TP_INLINE tp_Query tp_query_default(tp_Cell start, tp_Cell goal) {
  return (tp_Query){.start = start,
                    .goal = goal,
                    .max_nodes = UINT64_MAX,
                    .max_cost = INFINITY};
}

/* The parts of a navmap that must be up to date for a query. */
enum { TP_QUERY_PARTS = TP_CONNECTED | TP_JUMPS_BLOCK };

typedef enum tp_QueryPlanKind {
  TP_PLAN_REFUSED,  /* there is no path: see `reason` */
  TP_PLAN_STANDING, /* the start is the goal */
  TP_PLAN_ONE,      /* to one goal */
  TP_PLAN_SEVERAL   /* to the cheapest of several ends */
} tp_QueryPlanKind;

typedef struct tp_QueryPlan {
  tp_QueryPlanKind kind;
  /* Why there is no path; unless it is refused, `goal` is the cell nearest to a
   * goal. */
  tp_Reason reason;
  tp_Navmap *navmap;
  /* If one goal is left, it is `goal`; `goals` if there are several ends, or
   * were. */
  tp_Query query;
  const tp_Costs *costs;  /* of steps */
  uint64_t most;          /* cells above that cost are not expanded; UINT64_MAX:
                             there is no limit */
  const tp_Goals *asked;  /* the goals of the query, or NULL */
  const tp_Mask *mask;    /* the cells that it may enter */
  tp_Incumbent incumbent; /* an end known without a search */
  tp_Heuristic heuristic; /* what guides the search */
  tp_Alt alt;             /* the estimate by landmarks */
  tp_Cell likely;         /* the end for which landmarks are chosen */
  tp_Algorithm algorithm; /* never TP_AUTO */
  /* Runs the plan (algorithm.h); NULL: yet to be chosen, with its estimate and
   * its queue. */
  const struct tp_AlgorithmOps *ops;
  bool has_edges; /* there may be links to take (linktable.h) */
  /* All cells are expanded that may lie on a cheapest path, for the tie rule
   * (astarpriced.c). */
  bool expands_ties;
  uint32_t window; /* buckets of the queue, side by side; 0: a heap */
} tp_QueryPlan;

/* Are the costs of steps not those of the navmap? */
TP_INLINE bool tp_queryplan_has_own_costs(const tp_QueryPlan *plan) {
  return plan->costs != &plan->navmap->costs;
}
