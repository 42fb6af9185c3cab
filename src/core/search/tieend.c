/* tieend.c - see tieend.h.
 *
 * To expand all cells with an f of just the cost would find all ends at that
 * cost; with good estimates there are ten times as many of these as of all
 * others. So each end that would come before the incumbent is asked for a way
 * that costs as much (tieway.h). To most of them that takes a look: their
 * distance from the start is known to be larger.
 */
#include "tieend.h"

#include "tieway.h"

static bool is_earlier(const tp_Incumbent *best, uint64_t tie, tp_Cell at) {
  const tp_Cell end = best->end;
  if (tie != best->tie) return tie < best->tie;
  return at.y < end.y || (at.y == end.y && at.x < end.x);
}

/* Asks the ends of a goal. False where it would take long. */
static bool ask(tp_Search *s, uint32_t number, uint64_t *patience) {
  const tp_Plan *plan = &s->plan;
  const tp_Goals *goals = tp_plan_goals(plan);
  const tp_Goal *goal = &goals->goal[number];
  const tp_Rect around = tp_goals_around(goals, goal);
  tp_Incumbent *best = &s->ends.best;
  const uint64_t g = best->cost - goal->extra;
  for (int32_t y = around.y; y < around.y + around.h; y++) {
    for (int32_t x = around.x; x < around.x + around.w; x++) {
      const tp_Cell at = {x, y};
      uint64_t steps = 0;
      if (!tp_mask_can_enter(plan->view.mask, x, y)) continue;
      if (!is_earlier(best, goal->tie, at)) return true;
      tp_Answer answer = tp_tieway_reaches(s, at, g, best->cost, patience);
      if (answer == TP_MAYBE) return false;
      if (answer == TP_NO) continue;
      if (!tp_goal_ends_at(goals, plan->navmap, goal->at, x, y, &steps)) {
        continue;
      }
      *best = (tp_Incumbent){at, number, best->cost, goal->tie};
      return true;
    }
  }
  return true;
}

bool tp_tieend_choose(tp_Search *s, uint64_t *patience) {
  const tp_Goals *goals = tp_plan_goals(&s->plan);
  const tp_Incumbent *best = &s->ends.best;
  if (!tp_goals_have_few_ends(goals)) return false;
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Goal *goal = &goals->goal[k];
    if (goal->extra > best->cost || goal->tie > best->tie) continue;
    if (!ask(s, k, patience)) return false;
  }
  return true;
}
