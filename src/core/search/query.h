/* query.h - a query, and the plan that it is turned into. */
#pragma once

#include "../base/task.h"
#include "../navmap/connectivity.h"
#include "heuristic.h"

typedef struct tp_Query {
  tp_Cell start, goal; /* any cells */
  uint64_t max_nodes;  /* expansions before the search fails with TP_BUDGET;
                          UINT64_MAX: no limit */
  bool partial;        /* instead of a refusal, go to the reachable cell
                          nearest to one of `goals`, which must be set */
  tp_Goals *goals;     /* the caller's, instead of `goal`; or NULL */
  int terrain;   /* the terrain, counted from 1, whose cells are the goals: any
                    edit makes the search stale; or 0 */
  bool escape;   /* if the start is blocked, walk out first */
  bool is_order; /* of a unit: a blocked start without a way out refuses it */
  /* Cells that the way out avoids; NULL: none. Asked at the beginning. */
  bool (*avoids)(const void *others, tp_Cell at);
  const void *others;
  const tp_Mask *only;   /* the cells that the agent may enter here, with the
                          start unless that is blocked; NULL: all */
  const tp_Costs *costs; /* of steps, in place of the navmap's: none is lower,
                            and the whole numbers mean the same; or NULL */
  bool no_landmarks;     /* for a search whose nodes are paid for: their number
                        must not depend on how far tables are repaired */
} tp_Query;

/* What each query is made from: no limit and no options. (A query whose members
 * are all zero fails at once, as its limit is 0.) */
TP_INLINE tp_Query tp_query_default(tp_Cell start, tp_Cell goal) {
  return (tp_Query){.start = start, .goal = goal, .max_nodes = UINT64_MAX};
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
  tp_Reason reason; /* why there is no path; unless it is refused, `goal` is
                       the cell nearest to a goal */
  tp_Navmap *navmap;
  tp_Query query; /* if one goal is left, it is `goal`; `goals` if there are
                     several ends, or were */
  const tp_Costs *costs;  /* of steps */
  const tp_Goals *asked;  /* the goals of the query, or NULL */
  const tp_Mask *mask;    /* the cells that it may enter */
  tp_Incumbent incumbent; /* an end known without a search */
  tp_Heuristic heuristic; /* what guides the search                      */
  tp_Alt alt;             /* the estimate by landmarks */
  tp_Cell likely;         /* the end for which landmarks are chosen */
  tp_Algorithm algorithm; /* never TP_AUTO                               */
  const struct tp_AlgorithmOps
      *ops;          /* runs the plan (algorithm.h); NULL: yet to be
                               chosen, with its estimate and its queue */
  bool has_edges;    /* there may be links to take (linktable.h) */
  bool expands_ties; /* all cells are expanded that may lie on a cheapest path,
                        for the tie rule (astarpriced.c) */
  uint32_t window;   /* buckets of the queue, side by side; 0: a heap */
} tp_QueryPlan;

/* The regions that the start can reach; none if the start is blocked (an empty
 * list, as without a list all regions belong to the set). Regions and the
 * region graph are up to date. */
TP_INLINE tp_RegionSet tp_queryplan_regions(const tp_QueryPlan *plan,
                                            tp_GroupSet *groups) {
  const tp_Navmap *nav = plan->navmap;
  tp_Cell at = plan->query.start;
  if (!tp_mask_can_enter(nav->mask, at.x, at.y)) {
    return (tp_RegionSet){&groups->start_region, 0, NULL};
  }
  return tp_navmap_home(nav, at, groups);
}
