/* goaltest.c - tells which of many ends is the cheapest, as A* closes cells.
 *
 * An end costs its way and its extra cost. The first that is met need not be
 * the cheapest: another may be further away, with a smaller extra cost. So the
 * cheapest so far is kept as the incumbent, and the search goes on while an
 * open cell's f is no more than its cost; f counts the cheapest extra cost to
 * come, so nothing is missed.
 *
 * Of equal ends the first listed counts, so cells whose f just equals the
 * incumbent's cost are to be closed, too. On open ground there are very many of
 * those; but they need not be expanded unless a goal that stands before the
 * incumbent's can still be had at that cost, which its own estimate tells; or
 * unless there are too many goals to ask each.
 *
 * Without a way to any goal the ends are the cells nearest to one: they all
 * have the same distance, and of those that cost the same the first in reading
 * order counts.
 */
#include "goaltest.h"

void tp_goaltest_begin(tp_Goaltest *t, const tp_Plan *plan) {
  *t = (tp_Goaltest){.incumbent = plan->incumbent};
}

static bool is_earlier(tp_Cell a, tp_Cell b) {
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}

/* Is a cell that was come to at a cost an end, at no more than the incumbent's
 * cost? Of those nearest to a goal the first in reading order counts, whichever
 * goal it is. */
static bool is_end(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                   uint64_t cost, tp_Incumbent *end) {
  const uint64_t best = t->incumbent.cost;
  const tp_Goal *goal;
  *end = (tp_Incumbent){.end = at, .cost = cost};
  if (cost > best) return false;
  goal = tp_ends_at(&t->ends, at, best - cost);
  if (goal && plan->kind == TP_PLAN_NEAREST) {
    end->tie = (uint64_t)at.y << 32 | (uint32_t)at.x;
  } else if (goal) {
    end->goal = (uint32_t)(goal - tp_plan_goals(plan)->goal);
    end->cost += goal->extra;
    end->tie = goal->tie;
  }
  return goal;
}

bool tp_goaltest_can_gain(const tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                          uint64_t cost, uint64_t f) {
  const tp_Goals *goals = tp_plan_goals(plan);
  const tp_Heuristic *h = &plan->heuristic;
  if (f < t->incumbent.cost || goals->count > TP_FEW_GOALS) return true;
  if (h->kind == TP_HEURISTIC_USER || plan->has_gates) return true;
  tp_navmap_look(plan->navmap, goals->count);
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Goal *goal = &goals->goal[k];
    uint64_t rest = tp_heuristic_to(h, k, at.x, at.y);
    rest = rest > h->offset ? rest - h->offset : 0;
    if (tp_incumbent_loses(&t->incumbent, cost + rest + goal->extra,
                           goal->tie)) {
      return true;
    }
  }
  return false;
}

tp_Arrival tp_goaltest(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                       uint64_t cost, uint64_t f) {
  tp_Incumbent own, *best = &t->incumbent;
  const bool is_found = is_end(t, plan, at, cost, &own);
  if (is_found && tp_incumbent_loses(best, own.cost, own.tie)) *best = own;
  if (plan->kind == TP_PLAN_NEAREST) {
    /* A link that costs nothing may lead on to an end that is as good. */
    return is_found && !plan->has_gates ? TP_TURN : TP_GO_ON;
  }
  if (is_found && own.cost <= f && own.tie == tp_plan_goals(plan)->first_tie) {
    return TP_HAS_COME;
  }
  return tp_goaltest_can_gain(t, plan, at, cost, f) ? TP_GO_ON : TP_TURN;
}

void tp_goaltest_meet(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                      uint64_t cost) {
  tp_Incumbent own, *best = &t->incumbent;
  if (!is_end(t, plan, at, cost, &own)) return;
  bool is_tie = own.cost == best->cost && own.tie == best->tie;
  if (tp_incumbent_loses(best, own.cost, own.tie) ||
      (is_tie && is_earlier(own.end, best->end))) {
    *best = own;
  }
}
