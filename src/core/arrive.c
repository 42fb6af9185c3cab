/* arrive.c - tells which of many ends is the cheapest, as A* closes cells.
 *
 * An end costs its way and its extra cost. The first that is met need not be
 * the cheapest: another may be further away, with a smaller extra cost. So the
 * best one is kept, and the search goes on while an open cell's f is no more
 * than that; f counts the cheapest extra cost to come, so nothing is missed.
 *
 * Of equal ends the first listed counts, so cells whose f just equals the best
 * are to be seen, too. On open ground there are very many of those; but they
 * need not be followed unless a goal that stands before the best one can still
 * be had at that cost, which its own estimate tells.
 *
 * Without a way to any goal the ends are the cells nearest to one: they all
 * have the same distance, and of those that cost the same the first in reading
 * order counts.
 */
#include "arrive.h"

static tp_Arrival arrive_near(tp_Search *s, tp_Cell at, uint64_t f) {
  uint32_t k = 0;
  uint64_t distance = tp_heuristic_nearest(&s->distance, at.x, at.y, &k);
  if (distance > s->heuristic.offset) return TP_GO_ON;
  if (!s->met || at.y < s->end.y || (at.y == s->end.y && at.x < s->end.x)) {
    s->end = at;
    s->chosen = k;
  }
  s->met = true;
  s->end_f = f;
  return TP_TURN;
}

/* Does a goal cost less from there than the best end, as far as one can tell;
 * or as much, and stands before it? */
static bool can_do_better(const tp_Search *s, tp_Cell at, uint64_t cost,
                          uint64_t f) {
  const tp_Goals *goals = s->query.goals;
  if (!s->met || f < s->end_f) return true;
  if (s->heuristic.kind == TP_HEURISTIC_ASKED) return true;
  for (uint32_t k = 0; k < goals->count; k++) {
    uint64_t rest = tp_heuristic_to(&s->heuristic, k, at.x, at.y);
    rest = rest > s->heuristic.offset ? rest - s->heuristic.offset : 0;
    uint64_t total = cost + rest + goals->goal[k].extra;
    if (total < s->end_f) return true;
    if (total == s->end_f && goals->goal[k].tie < s->end_tie) return true;
  }
  return false;
}

tp_Arrival tp_arrive(tp_Search *s, const tp_Agent *a, tp_Cell at, uint64_t cost,
                     uint64_t f) {
  const tp_Goals *goals = s->query.goals;
  if (s->nearest) return arrive_near(s, at, f);
  const tp_Goal *goal = tp_goals_at(goals, a, at.x, at.y);
  if (goal) {
    uint64_t total = cost + goal->extra;
    bool is_better = !s->met || total < s->end_f ||
                     (total == s->end_f && goal->tie < s->end_tie);
    if (is_better) {
      s->met = true;
      s->end = at;
      s->end_f = total;
      s->end_tie = goal->tie;
      s->chosen = (uint32_t)(goal - goals->goal);
    }
    if (total <= f && goal->tie == goals->first_tie) return TP_HAS_COME;
  }
  return can_do_better(s, at, cost, f) ? TP_GO_ON : TP_TURN;
}
