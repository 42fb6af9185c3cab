/* queryplan.c - turns a query into a plan: refused, or to be searched; by which
 * algorithm, on which cells, and with which estimate.
 *
 * Refusals are checked in one order (outside, blocked, unreachable), the start
 * before the goal. Regions tell that a goal is unreachable, so no search floods
 * the map to find out.
 */
#include "queryplan.h"

#include "query.h"

#include "../navmap/agentlinks.h"
#include "../navmap/landmarkpart.h"
#include "astar.h"
#include "goalfilter.h"
#include "jump/jumpsearch.h"
#include "landmarkheuristic.h"
#include "nearestend.h"
#include "starts.h"

/* The first that fits runs the plan; the last one always fits. */
enum { LAST_ROW = 2 };
static const tp_AlgorithmOps *const algorithms[LAST_ROW + 1] = {
    &tp_jump_search, &tp_priced, &tp_astar};

/* ---- starts ------------------------------------------------------------- */

/* Is a start the goal, no path from another one cheaper, and the way out not
 * too dear? (A link may cost less than any step.) */
static bool stands(const tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Query *q = &plan->query;
  uint64_t own = TP_FAR, others = TP_FAR;
  if (!q->out) return tp_same_cell(q->start, q->goal);
  for (tp_Starts s = tp_starts_of(plan); tp_starts_next(&s);) {
    uint64_t *least = tp_same_cell(s.at, q->goal) ? &own : &others;
    if (s.cost < *least) *least = s.cost;
  }
  if (others < TP_FAR && !tp_navmap_has_edges(nav)) {
    others += tp_navmap_least_step(nav);
  }
  return own < TP_FAR && own <= others && own <= plan->most;
}

/* ---- refusals ----------------------------------------------------------- */

static tp_Reason check_query(const tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Query *q = &plan->query;
  tp_GroupSet groups;
  if (!tp_mask_is_inside(nav->mask, q->start.x, q->start.y)) {
    return TP_START_OUTSIDE;
  }
  tp_RegionSet from = tp_starts_regions(plan, &groups);
  tp_Reason goal = tp_goals_check(q, nav, from);
  if (goal == TP_GOAL_OUTSIDE && !q->partial) return goal;
  return from.count == 0 ? TP_START_BLOCKED : goal;
}

/* ---- the limit ----------------------------------------------------------- */

/* Step costs are exact to 4e-7. With this slack, a path that costs exactly
 * max_cost is found. */
static const double slack = 1 + 5e-7;

static uint64_t most_of(const tp_QueryPlan *plan) {
  const double most = plan->query.max_cost * plan->navmap->costs.scale * slack;
  return most < ldexp(1, TP_COST_BITS) ? (uint64_t)most : UINT64_MAX;
}

/* ---- how to search ------------------------------------------------------ */

static void choose_heuristic(tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Profile *p = &nav->profile;
  const tp_Goals *goals = plan->query.goals;
  bool guided = plan->algorithm != TP_DIJKSTRA;
  /* Jump points find the cheapest path sooner than a weight finds any. */
  bool weighted = plan->algorithm == TP_ASTAR;
  tp_HeuristicKind kind = guided ? p->heuristic : TP_HEURISTIC_ZERO;
  /* The caller's own estimates the distance to a goal, not to a cell near it.
   */
  bool elsewhere =
      plan->reason || (goals && (goals->origin || !tp_goals_are_cells(goals)));
  if (kind == TP_HEURISTIC_USER && elsewhere) kind = TP_HEURISTIC_AUTO;
  tp_heuristic_init(&plan->heuristic, kind, nav, plan->query.goal,
                    weighted ? p->weight : 1);
  if (goals) tp_heuristic_set_goals(&plan->heuristic, goals, nav);
}

/* The goal nearest by the heuristic; the start if that lies outside. */
static tp_Cell likely_goal(const tp_QueryPlan *plan) {
  const tp_Goals *goals = plan->query.goals;
  const tp_Cell from = plan->query.start;
  uint32_t k = 0;
  if (!goals) return plan->query.goal;
  tp_heuristic_nearest(&plan->heuristic, from.x, from.y, &k);
  const tp_Cell at = tp_rect_nearest(tp_goal_at(&goals->goal[k]), from);
  return tp_mask_is_inside(plan->navmap->mask, at.x, at.y) ? at : from;
}

/* Landmarks tell little of goals far apart: their estimate must exceed the
 * heuristic's by one part in MORE. */
enum { MORE = 4 };

/* A search with a limit may not, nor one with several starts. */
static bool may_ask_landmarks(const tp_QueryPlan *plan) {
  const tp_Query *q = &plan->query;
  if (plan->kind != TP_PLAN_ONE && plan->kind != TP_PLAN_SEVERAL) return false;
  if (plan->ops != &tp_priced) return false;
  if (plan->heuristic.kind == TP_HEURISTIC_EUCLIDEAN) return false;
  if (q->out || (q->caller && q->caller->no_landmarks)) return false;
  return q->max_nodes == UINT64_MAX;
}

bool tp_queryplan_choose_landmarks(tp_QueryPlan *plan, uint64_t *budget) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Cell from = plan->query.start, to = plan->likely;
  plan->alt.is_on = false;
  if (!may_ask_landmarks(plan)) return true;
  if (!tp_landmarkpart_repair(nav, from, to, budget)) return false;
  tp_alt_init(&plan->alt, nav, from, to, plan->query.goals);
  if (plan->kind == TP_PLAN_SEVERAL && plan->alt.is_on) {
    const uint64_t own = tp_estimate(&plan->heuristic, from.x, from.y);
    const size_t here = tp_grid_index(nav->grid, from.x, from.y);
    const uint64_t estimate = tp_alt_estimate(&plan->alt, here).estimate;
    plan->alt.is_on = estimate > own + own / MORE;
  }
  plan->window = plan->ops->window(plan);
  return true;
}

static void choose(tp_QueryPlan *plan) {
  const tp_Algorithm asked = plan->navmap->profile.algorithm;
  tp_Query *q = &plan->query;
  int i = 0;
  while (i < LAST_ROW && !algorithms[i]->prepare(plan)) i++;
  plan->ops = algorithms[i];
  plan->algorithm = asked == TP_DIJKSTRA ? asked : plan->ops->name;
  if (plan->kind <= TP_PLAN_STANDING) return;
  if (plan->ops == &tp_jump_search && plan->kind == TP_PLAN_SEVERAL) {
    /* Jump points look for listed ends. */
    if (!tp_goals_are_cells(q->goals)) q->goals = tp_goals_ends(q->goals);
    tp_jump_goals_take(plan);
  }
  choose_heuristic(plan);
  if (may_ask_landmarks(plan)) plan->likely = likely_goal(plan);
  plan->window = plan->ops->window(plan);
}

void tp_plan(tp_QueryPlan *plan, tp_Navmap *nav, const tp_Query *query) {
  tp_Query *q = &plan->query;
  const tp_QueryCaller *caller = query->caller;
  *plan = (tp_QueryPlan){
      .navmap = nav,
      .query = *query,
      .costs = caller && caller->costs ? caller->costs : &nav->costs,
      .asked = query->goals,
      .incumbent = {.cost = TP_NO_END, .tie = UINT64_MAX}};
  TP_ASSERT(tp_navmap_is_ready(nav, TP_CONNECTED));
  plan->most = most_of(plan);
  plan->reason = check_query(plan);
  const bool has_start =
      plan->reason != TP_START_OUTSIDE && plan->reason != TP_START_BLOCKED;
  bool is_refused = plan->reason && !(q->partial && has_start);
  if (plan->reason && !is_refused) {
    /* Without a path to a goal, the nearest cells become ends; or the start. */
    TP_ASSERT(q->goals);
    is_refused = !tp_nearestend_take_ends(plan);
  }
  if (q->goals && q->goals->count == 0) {
    tp_goals_restore(q->goals, nav->grid);
    const tp_Heuristic metric = tp_nearestend_metric(plan);
    q->goal = q->start;
    plan->incumbent.goal = tp_nearestend_goal(&metric, q->goal);
    q->goals = NULL;
  }
  if (q->goals) {
    /* A list with one goal left that can be reached becomes that goal. */
    const tp_Goals *goals = q->goals;
    q->goal = (tp_Cell){goals->goal[0].rect.x, goals->goal[0].rect.y};
    if (tp_goals_are_cells(goals) && goals->count == 1) q->goals = NULL;
  }
  if (is_refused) {
    plan->kind = TP_PLAN_REFUSED;
  } else if (q->goals) {
    plan->kind = TP_PLAN_SEVERAL;
  } else {
    plan->kind = stands(plan) ? TP_PLAN_STANDING : TP_PLAN_ONE;
  }
  plan->mask = caller && caller->only ? caller->only : nav->mask;
  /* Without a limit, a goal that can be reached will be. */
  bool ends_short = query->max_nodes != UINT64_MAX ||
                    plan->most != UINT64_MAX || !tp_navmap_tells_reach(nav);
  q->partial = query->partial && ends_short;
  plan->has_edges = tp_navmap_has_edges(nav);
  choose(plan);
}
