/* query.h - what a search is asked, and what that comes to: its plan. */
#ifndef TP_QUERY_H
#define TP_QUERY_H

#include "../base/status.h"
#include "../index/treepaths.h"
#include "heuristic.h"

typedef struct tp_Query {
  tp_Cell start, goal; /* anywhere                                            */
  uint64_t max_nodes;  /* expansions before the search fails with TP_BUDGET;
                          UINT64_MAX: no limit                                */
  bool partial;        /* rather than refuse, go to the reachable cell that is
                          nearest to one of `goals`, which there are then     */
  tp_Goals *goals;     /* the caller's, instead of `goal`; NULL: none         */
  int terrain; /* counted from 1, of whose cells they were made: so any edit
                  makes the search stale; 0: of none                          */
  bool escape; /* where the start is blocked, to walk out of there first      */
  bool one_step; /* and out by one step that the map allows: for who could go
                    no other way                                              */
  const tp_Mask *only; /* of the agent's cells those that it may enter, its
                          start among them unless it is blocked; NULL: all of
                          them. With `escape` it goes with `one_step`         */
  int facing; /* of who pays for turning, the bearing at the start (base.h),
                  counted from 1; 0: none, and the first step is free         */
  bool no_landmarks; /* for a search whose nodes are paid for: how many it takes
                        must not depend on how far tables are repaired        */
} tp_Query;

/* The same holds for a search with a limit. */
TP_INLINE bool tp_query_asks_landmarks(const tp_Query *query) {
  return !query->no_landmarks && query->max_nodes == UINT64_MAX;
}

/* What of a navmap is up to date when a query is asked. */
enum { TP_QUERY_PARTS = TP_CORE | TP_CONNECTED };

typedef enum tp_PlanKind {
  TP_PLAN_LEAVING,  /* the way out is to be found first (escape.h)           */
  TP_PLAN_REFUSED,  /* there is no way: `reason`                          */
  TP_PLAN_STANDING, /* the start is the goal                              */
  TP_PLAN_ONE,      /* to the one goal                                    */
  TP_PLAN_SEVERAL,  /* to the cheapest of several ends                    */
  TP_PLAN_NEAREST   /* there is no way: to the cheapest of the ends that
                       are as near to a goal as can be                    */
} tp_PlanKind;

/* The cells that a search may enter: those of the agent's mask, or, where it
 * may choose its way, those of its 2-core alone; unless a query has its own. */
typedef struct tp_MaskView {
  const tp_Mask *mask;
  bool is_core;
} tp_MaskView;

typedef struct tp_Plan {
  tp_PlanKind kind;
  tp_Reason reason;
  const tp_Navmap *navmap;
  tp_Query query; /* with the goal that is left, where only one is; `goals`
                     where there are several ends, or were                  */
  tp_MaskView view;
  tp_TreePaths ends;        /* what is searched lies between               */
  uint32_t most_legs;       /* in trees, to any of the goals               */
  uint64_t head;            /* part of what all rooted goals cost besides: the
                               way through the start's tree                 */
  tp_Incumbent incumbent;   /* an end known without a search               */
  tp_Heuristic heuristic;   /* what guides the search                      */
  tp_Alt alt;               /* and, where it has landmarks, that too       */
  tp_Cell likely;           /* the end by which these are chosen           */
  tp_Algorithm algorithm;   /* never TP_AUTO                               */
  const struct tp_Row *row; /* who runs it (algorithm.h); NULL: that is yet to
                               be chosen, with what guides it and with its
                               queue; a core and its roots may come, too   */
  bool has_edges;           /* there may be links to take (edges.h)        */
  uint32_t window;          /* bins of its queue; 0: a heap                */
} tp_Plan;

TP_INLINE const tp_Goals *tp_plan_goals(const tp_Plan *plan) {
  return plan->query.goals;
}

/* The regions to which ways lead from where it begins: none where the start is
 * blocked. Regions and the region graph are up to date. */
TP_INLINE tp_RegionSet tp_plan_regions(const tp_Plan *plan, tp_Reach *reach) {
  const tp_Navmap *nav = plan->navmap;
  tp_Cell at = plan->query.start;
  if (!tp_mask_can_enter(nav->mask, at.x, at.y)) {
    return (tp_RegionSet){&reach->home, 0, NULL};
  }
  return tp_navmap_home(nav, at, reach);
}

/* Is the search for more than one end? */
TP_INLINE bool tp_plan_has_many_ends(const tp_Plan *plan) {
  return plan->kind == TP_PLAN_SEVERAL || plan->kind == TP_PLAN_NEAREST;
}

/* Are those ends in no list: several cells of a goal, in range of one, beside
 * it, or as near to it as can be? */
TP_INLINE bool tp_plan_seeks_ends(const tp_Plan *plan) {
  if (plan->kind == TP_PLAN_NEAREST) return true;
  return plan->kind == TP_PLAN_SEVERAL &&
         !tp_goals_are_cells(tp_plan_goals(plan));
}

/* Are its goals looked for by their roots (goalroots.h)? */
TP_INLINE bool tp_plan_is_rooted(const tp_Plan *plan) {
  return tp_plan_has_many_ends(plan) && plan->view.is_core;
}

/* ---- from a query to its plan (plan.c) ---------------------------------- */

/* What a query comes to, on a navmap that is up to date with TP_QUERY_PARTS; if
 * it has to find its way out first (escape.h), its start is the exit. Nothing
 * changes but the order of the query's goals. */
TP_FUNC void tp_plan(tp_Plan *plan, const tp_Navmap *navmap,
                     const tp_Query *query);

/* Chooses how it is searched, which tp_plan has done unless that depends on
 * jump points that lag behind. Jump points are up to date now. */
TP_FUNC void tp_plan_choose(tp_Plan *plan);

/* Has the plan ask landmarks, if it may. Those that tell most are repaired
 * before that: false if the budget, which is lowered, is spent. NULL: for about
 * as long as a search without them takes, and those that are right are asked.
 */
TP_FUNC bool tp_plan_aim(tp_Plan *plan, uint64_t *budget);

#endif
