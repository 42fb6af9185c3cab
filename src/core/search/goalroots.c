/* goalroots.c - goals on the 2-core of the map.
 *
 * A goal in a tree hangs on the core by its root: every path from outside the
 * tree passes the root. So the search looks for the root, at the extra cost of
 * the path from there. If start and goal have one root, or lie in one tree,
 * there is only one path, which is known without a search.
 *
 * Jump point search then tests from each node whether a goal can be seen. Such
 * a goal need not be the cheapest, so the search goes on until no open node can
 * lead to a cheaper one. As the estimate is the least over all goals, it stops
 * about as soon as a query to the cheapest goal alone. Each node costs two more
 * scans for each goal that may still be the cheapest. On game maps jump points
 * are faster than A* by the same factor for a few goals as for one, and still
 * clearly for TP_FEW_GOALS.
 *
 * Each goal costs two climbs through trees. In a maze with more than a few
 * goals, A* on the whole map has met one before the climbs are done.
 */
#include "goalroots.h"

#include "jump/search.h"
#include "route.h"

bool tp_goalroots_fit(const tp_Goals *goals) {
  return tp_goals_are_cells(goals) &&
         (goals->of || goals->count <= TP_FEW_GOALS);
}

/* Numbers the ties of goals from 0 on. Lists of ends have such numbers. */
static void number_ties(tp_Goals *goals) {
  if (goals->of) return;
  const tp_Ranked *list = tp_goals_list_by_tie(goals);
  for (uint32_t i = 0; i < goals->count; i++) {
    goals->goal[list[i].number].tie = i;
  }
  goals->first_tie = 0;
}

/* A path up a tree, or down. */
typedef struct Climb {
  tp_Cell top;
  uint64_t cost;
  uint32_t legs;
} Climb;

/* The path from a cell to one further up; or, backwards, the path down. */
static Climb climb(const tp_Navmap *nav, tp_Cell at, tp_Cell top,
                   tp_Sense sense) {
  Climb way = {.top = top};
  for (tp_Cell c = at; !tp_same_cell(at, top); way.legs++) {
    int d;
    int32_t length = tp_twocore_leg(nav->twocore, &at, top, &d);
    if (sense == TP_BACKWARDS) d = tp_opposite(d);
    tp_Leg leg;
    tp_leg_set(&leg, d, length);
    way.cost += tp_leg_cost(nav, &leg, sense, &c);
  }
  return way;
}

/* Finds the roots of the start and of a goal, and adds the cost of the paths
 * through their trees to the goal's extra cost. `head` is the path from the
 * start for the goal before, mostly the same. @return the legs of both paths */
static uint32_t hang(tp_Goal *goal, const tp_Navmap *nav, tp_Cell start,
                     Climb *head) {
  tp_Cell root = start;
  size_t steps[2];
  const tp_Cell cell = {goal->rect.x, goal->rect.y};
  goal->at = cell;
  tp_twocore_meet(nav->twocore, &root, &goal->at, steps);
  if (!tp_same_cell(root, head->top)) {
    *head = climb(nav, start, root, TP_FORWARDS);
  }
  const Climb tail = climb(nav, cell, goal->at, TP_BACKWARDS);
  goal->extra += head->cost + tail.cost;
  return head->legs + tail.legs;
}

/* The path to that goal leads through trees alone. */
static void meet(tp_Incumbent *best, const tp_Goals *goals, uint32_t k) {
  const tp_Goal *goal = &goals->goal[k];
  if (!tp_incumbent_loses(best, goal->extra, goal->tie)) return;
  best->cost = goal->extra;
  best->tie = goal->tie;
}

void tp_goalroots_take(tp_Plan *plan) {
  const tp_Navmap *nav = plan->navmap;
  tp_Goals *goals = plan->query.goals;
  tp_Incumbent *best = &plan->incumbent;
  uint32_t count = goals->count;
  const tp_Cell start = plan->query.start;
  Climb head = {.top = start}, own = head;
  number_ties(goals);
  goals->count = 0;
  for (uint32_t k = 0; k < count; k++) {
    tp_Goal *goal = &goals->goal[k];
    uint32_t legs = hang(goal, nav, start, &head);
    if (legs > plan->most_legs) plan->most_legs = legs;
    if (plan->algorithm == TP_JPS) {
      goal->extra = tp_jump_extra(nav, goal->extra, (uint32_t)goal->tie);
    }
    if (tp_same_cell(head.top, goal->at)) {
      meet(best, goals, k);
    } else {
      own = head;
      tp_goals_swap(goal, &goals->goal[goals->count++]);
    }
  }
  for (uint32_t k = goals->count; k < count; k++) {
    if (goals->goal[k].tie == best->tie) best->goal = k;
  }
  plan->head = own.cost;
  if (plan->algorithm == TP_JPS) {
    plan->head = tp_jump_extra(nav, own.cost, 0);
  }
  plan->view = (tp_MaskView){tp_twocore_core(nav->twocore), true};
  plan->ends = (tp_TreePaths){own.top, own.top, own.legs, 0};
  tp_goals_move(goals);
  if (goals->count > 0) return;
  best->goal = tp_goalroots_settle(plan, best->goal);
  plan->query.goals = goals->of;
  plan->kind = TP_PLAN_ONE;
}

uint32_t tp_goalroots_settle(tp_Plan *plan, uint32_t goal) {
  tp_Goals *goals = plan->query.goals;
  const tp_Rect found = goals->goal[goal].rect;
  plan->query.goal = (tp_Cell){found.x, found.y};
  plan->ends = tp_treepaths_find(plan->navmap->twocore, plan->query.start,
                                 plan->query.goal);
  if (!goals->of) return goal;
  plan->query.goals = goals->of;
  return goals->goal[goal].index;
}
