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
 * unless that has been asked of so many goals that to expand them all takes
 * less.
 *
 * Which goals a cell ends the search for is asked of the goals, until that has
 * cost as much as to note it for all cells (cover.h).
 *
 * Without a way to any goal the ends are the cells nearest to one: they all
 * have the same distance, and of those that cost the same the first in reading
 * order counts.
 */
#include "goaltest.h"

#include "cover.h"
#include "nearby.h"

/* Steps of asking and noting that take as long as to expand a cell; how many
 * are asked for at once; and how many times the map's cells goals may be
 * compared. */
enum { STEPS = 16, PORTION = 256, PATIENCE = 4 };

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

void tp_goaltest_begin(tp_Goaltest *t, const tp_Plan *plan) {
  const tp_Goals *goals = tp_plan_goals(plan);
  *t = (tp_Goaltest){.incumbent = plan->incumbent, .price = UINT64_MAX};
  if (plan->kind == TP_PLAN_SEVERAL && goals->kind != TP_GOAL_CELLS) {
    t->price = tp_cover_price(goals, plan->navmap);
  }
}

/* ---- notes -------------------------------------------------------------- */

size_t tp_goaltest_bytes(const tp_Plan *plan) {
  return tp_cover_bytes(tp_plan_goals(plan));
}

void tp_goaltest_note(tp_Goaltest *t, const tp_Plan *plan, void *block,
                      uint64_t *budget) {
  tp_Goals *goals = plan->query.goals;
  if (!t->notes) {
    tp_cover_init(block, goals, plan->navmap);
    *budget -= lesser(*budget, t->price / STEPS);
    tp_navmap_look(plan->navmap, t->price);
    t->notes = block;
    t->price = PORTION;
  }
  uint64_t may = *budget < UINT64_MAX / STEPS ? *budget * STEPS : UINT64_MAX;
  uint64_t spent =
      tp_cover_note(t->notes, goals, plan->navmap, lesser(t->asked, may));
  tp_navmap_look(plan->navmap, spent);
  *budget -= lesser(*budget, spent / STEPS + 1);
  t->asked -= lesser(t->asked, spent);
  if (tp_cover_is_whole(t->notes, goals)) t->price = UINT64_MAX;
}

/* ---- the test ----------------------------------------------------------- */

static bool is_earlier(tp_Cell a, tp_Cell b) {
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}

/* A link that costs nothing may lead on to an end that is as good. */
static tp_Arrival arrive_near(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                              uint64_t f) {
  tp_Incumbent *best = &t->incumbent;
  if (!tp_nearby_ends_at(plan, t->notes, at)) return TP_GO_ON;
  if (best->cost == TP_NO_END || is_earlier(at, best->end)) best->end = at;
  best->cost = f;
  return plan->has_gates ? TP_GO_ON : TP_TURN;
}

bool tp_goaltest_can_gain(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                          uint64_t cost, uint64_t f) {
  const tp_Goals *goals = tp_plan_goals(plan);
  const tp_Heuristic *h = &plan->heuristic;
  if (f < t->incumbent.cost) return true;
  if (h->kind == TP_HEURISTIC_USER || plan->has_gates) return true;
  uint64_t cells = (uint64_t)goals->width * (uint64_t)goals->height;
  if (t->compared > PATIENCE * cells) return true;
  for (uint32_t k = 0; k < goals->count; k++, t->compared++) {
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

/* The cheapest goal for which the cell is an end, unless it costs more than the
 * incumbent. */
static const tp_Goal *goal_at(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                              uint64_t cost) {
  const tp_Goals *goals = tp_plan_goals(plan);
  const tp_Incumbent *best = &t->incumbent;
  if (!t->notes) {
    return tp_goals_at(goals, plan->navmap, at.x, at.y, &t->asked);
  }
  if (cost > best->cost) return NULL;
  tp_Most most = {best->cost - cost, best->tie};
  return tp_cover_at(t->notes, goals, plan->navmap, at, most, &t->asked);
}

tp_Arrival tp_goaltest(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                       uint64_t cost, uint64_t f) {
  const tp_Goals *goals = tp_plan_goals(plan);
  if (plan->kind == TP_PLAN_NEAREST) return arrive_near(t, plan, at, f);
  const tp_Goal *goal = goal_at(t, plan, at, cost);
  if (goal) {
    uint64_t total = cost + goal->extra;
    if (tp_incumbent_loses(&t->incumbent, total, goal->tie)) {
      uint32_t number = (uint32_t)(goal - goals->goal);
      t->incumbent = (tp_Incumbent){at, number, total, goal->tie};
    }
    if (total <= f && goal->tie == goals->first_tie) return TP_HAS_COME;
  }
  return tp_goaltest_can_gain(t, plan, at, cost, f) ? TP_GO_ON : TP_TURN;
}

static void take_end(tp_Incumbent *best, tp_Incumbent own) {
  bool is_tie = own.cost == best->cost && own.tie == best->tie;
  if (tp_incumbent_loses(best, own.cost, own.tie) ||
      (is_tie && is_earlier(own.end, best->end))) {
    *best = own;
  }
}

void tp_goaltest_meet(tp_Goaltest *t, const tp_Plan *plan, tp_Cell at,
                      uint64_t cost) {
  tp_Incumbent own = {.end = at, .cost = cost};
  if (plan->kind == TP_PLAN_NEAREST) {
    if (!tp_nearby_ends_at(plan, t->notes, at)) return;
  } else {
    const tp_Goal *goal = goal_at(t, plan, at, cost);
    if (!goal) return;
    own.goal = (uint32_t)(goal - tp_plan_goals(plan)->goal);
    own.cost += goal->extra;
    own.tie = goal->tie;
  }
  take_end(&t->incumbent, own);
}
