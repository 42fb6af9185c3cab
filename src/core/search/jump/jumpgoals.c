/* jumpgoals.c - the goals of jump point search, if they are several: cells, or
 * ends that jumpends.c has listed.
 *
 * The search tests from each node whether a goal can be seen. Such a goal need
 * not be the cheapest, so the search goes on until no open node can lead to a
 * cheaper one. As the estimate is the least over all goals, it stops about as
 * soon as a query to the cheapest goal alone. Each node costs two more scans
 * for each goal that may still be the cheapest. On game maps jump points are
 * faster than A* by the same factor for a few goals as for one, and still
 * clearly for TP_FEW_GOALS.
 */
#include "jumpcosts.h"
#include "jumpsearch.h"

void tp_jump_goals_take(tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  tp_Goals *goals = plan->query.goals;
  tp_Incumbent *best = &plan->incumbent;
  const uint32_t count = goals->count;
  if (!goals->origin) {
    /* Numbers the ties from 0 on. Lists of ends have such numbers. */
    const tp_Ranked *list = tp_goals_list_by_tie(goals);
    for (uint32_t i = 0; i < count; i++) {
      goals->goal[list[i].number].tie = i;
    }
    goals->first_tie = 0;
  }
  goals->count = 0;
  for (uint32_t k = 0; k < count; k++) {
    tp_Goal *goal = &goals->goal[k];
    goal->extra = tp_jump_extra(nav, goal->extra, (uint32_t)goal->tie);
    if (plan->query.out || !tp_same_cell(plan->query.start, goal->at)) {
      tp_goals_swap(goal, &goals->goal[goals->count++]);
    } else if (tp_incumbent_loses(best, goal->extra, goal->tie)) {
      best->cost = goal->extra;
      best->tie = goal->tie;
    }
  }
  for (uint32_t k = goals->count; k < count; k++) {
    if (goals->goal[k].tie == best->tie) best->goal = k;
  }
  tp_goals_move(goals);
  if (goals->count > 0) return;
  best->goal = tp_jump_goals_adopt(plan, best->goal);
  plan->kind = TP_PLAN_STANDING;
}

uint32_t tp_jump_goals_adopt(tp_QueryPlan *plan, uint32_t goal) {
  const tp_Goals *goals = plan->query.goals;
  const tp_Goal *found = &goals->goal[goal];
  plan->query.goal = (tp_Cell){found->rect.x, found->rect.y};
  if (!goals->origin) return goal;
  plan->query.goals = goals->origin;
  return found->index;
}
