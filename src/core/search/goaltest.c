/* goaltest.c - tells which of many ends is the cheapest, as A* closes cells.
 *
 * An end costs its way and its extra cost. The first that is met need not be
 * the cheapest: another may be further away, with a smaller extra cost. So the
 * best one is kept, and the search goes on while an open cell's f is no more
 * than that; f counts the cheapest extra cost to come, so nothing is missed.
 *
 * Of equal ends the first listed counts, so cells whose f just equals the best
 * are to be seen, too. On open ground there are very many of those; but they
 * need not be followed unless a goal that stands before the best one can still
 * be had at that cost, which its own estimate tells; or unless that has been
 * asked of so many goals that to follow them all takes less.
 *
 * Which goals a cell ends the search for is asked of the goals, until that has
 * cost as much as to note it for all cells (cover.h).
 *
 * Without a way to any goal the ends are the cells nearest to one: they all
 * have the same distance, and of those that cost the same the first in reading
 * order counts.
 */
#include "goaltest.h"

#include "nearby.h"

/* Steps of asking and noting that take as long as to expand a cell; how many
 * are asked for at once; and how many times the map's cells goals may be
 * compared. */
enum { STEPS = 16, PORTION = 256, PATIENCE = 4 };

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

tp_Status tp_goaltest_note(tp_Search *s, const tp_Navmap *nav,
                           uint64_t *budget) {
  tp_Goals *goals = s->query.goals;
  if (!s->is_noted) {
    size_t bytes = tp_cover_bytes(goals);
    if (s->cover_room < bytes) return tp_search_need(s, TP_COVER, bytes);
    tp_cover_init(s->cover, goals, nav);
    *budget -= lesser(*budget, s->price / STEPS);
    s->is_noted = true;
    s->price = PORTION;
  }
  uint64_t may = *budget < UINT64_MAX / STEPS ? *budget * STEPS : UINT64_MAX;
  uint64_t spent = tp_cover_note(s->cover, goals, nav, lesser(s->asked, may));
  *budget -= lesser(*budget, spent / STEPS + 1);
  s->asked -= lesser(s->asked, spent);
  if (tp_cover_is_whole(s->cover, goals)) s->price = UINT64_MAX;
  return TP_RUNNING;
}

static tp_Arrival arrive_near(tp_Search *s, tp_Cell at, uint64_t f) {
  if (!tp_nearby_ends_at(s, at)) return TP_GO_ON;
  if (!s->met || at.y < s->end.y || (at.y == s->end.y && at.x < s->end.x)) {
    s->end = at;
  }
  s->met = true;
  s->end_f = f;
  return TP_TURN;
}

/* Does a goal cost less from there than the best end, as far as one can tell;
 * or as much, and stands before it? */
static bool can_do_better(tp_Search *s, tp_Cell at, uint64_t cost, uint64_t f) {
  const tp_Goals *goals = s->query.goals;
  if (!s->met || f < s->end_f) return true;
  if (s->heuristic.kind == TP_HEURISTIC_USER) return true;
  uint64_t cells = (uint64_t)goals->width * (uint64_t)goals->height;
  if (s->compared > PATIENCE * cells) return true;
  for (uint32_t k = 0; k < goals->count; k++, s->compared++) {
    uint64_t rest = tp_heuristic_to(&s->heuristic, k, at.x, at.y);
    rest = rest > s->heuristic.offset ? rest - s->heuristic.offset : 0;
    uint64_t total = cost + rest + goals->goal[k].extra;
    if (total < s->end_f) return true;
    if (total == s->end_f && goals->goal[k].tie < s->end_tie) return true;
  }
  return false;
}

/* The cheapest goal that the cell ends the search for, unless it costs more
 * than the best end. */
static const tp_Goal *goal_at(tp_Search *s, const tp_Navmap *nav, tp_Cell at,
                              uint64_t cost) {
  tp_Most most = {UINT64_MAX, UINT64_MAX};
  if (!s->is_noted) {
    return tp_goals_at(s->query.goals, nav, at.x, at.y, &s->asked);
  }
  if (s->met && cost > s->end_f) return NULL;
  if (s->met) most = (tp_Most){s->end_f - cost, s->end_tie};
  return tp_cover_at(s->cover, s->query.goals, nav, at, most, &s->asked);
}

tp_Arrival tp_goaltest(tp_Search *s, const tp_Navmap *nav, tp_Cell at,
                       uint64_t cost, uint64_t f) {
  const tp_Goals *goals = s->query.goals;
  if (s->nearest) return arrive_near(s, at, f);
  const tp_Goal *goal = goal_at(s, nav, at, cost);
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
