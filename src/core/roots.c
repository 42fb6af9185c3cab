/* roots.c - goals on the core of the map.
 *
 * A goal in a dead end hangs on the core by a root, and any way to it from
 * outside its tree enters there. So the search looks for the root, at the extra
 * cost of the climb; and where start and goal climb to one cell there is but
 * one way, which is known. Both are right as ends.h is, goal by goal.
 *
 * Jump point search then asks of each node whether it sees one of the goals. A
 * goal that it sees need not be the cheapest, so it goes on until no open node
 * can lead to a cheaper one: with an estimate that is the least over all goals
 * that is as soon as in a query to the one that is found, or nearly. Each node
 * costs two scans more for each goal that may still be the cheapest. On game
 * maps that beats A* for a few goals by the factor by which jump points beat it
 * for one, and for TP_FEW_GOALS still clearly.
 */
#include "roots.h"

#include "jumpcosts.h"

bool tp_roots_fit(const tp_Goals *goals, const tp_Agent *a) {
  return goals->kind == TP_GOAL_CELLS && goals->count <= TP_FEW_GOALS &&
         tp_jump_bits(a, true) <= TP_COST_BITS;
}

/* How many of those that are left come before goal k, of equal cost. */
static uint32_t rank_of(const tp_Goals *goals, uint32_t count, uint32_t k) {
  uint32_t rank = 0;
  for (uint32_t i = 0; i < count; i++) {
    rank += goals->goal[i].tie < goals->goal[k].tie;
  }
  return rank;
}

/* Where the way to a goal leaves the trees and enters them again, and the cost
 * of the rest, its own extra cost included. */
static tp_Ends hang(tp_Goal *goal, const tp_Agent *a, tp_Cell start,
                    uint32_t rank) {
  const uint64_t *step = a->costs.cheapest;
  tp_Ends ends = tp_ends_find(a->dead_ends, start, goal->cell);
  uint64_t climb =
      tp_ends_cost(a->dead_ends, start, goal->cell, &ends, step[0], step[1]);
  goal->at = ends.to;
  goal->extra = tp_jump_extra(a, goal->extra + climb, rank);
  return ends;
}

static void swap(tp_Goal *a, tp_Goal *b) {
  tp_Goal old = *a;
  *a = *b;
  *b = old;
}

void tp_roots_take(tp_Search *s, const tp_Agent *a) {
  tp_Goals *goals = s->query.goals;
  uint32_t count = goals->count, rank[TP_FEW_GOALS];
  tp_Cell root = s->query.start;
  s->mask = a->core;
  s->end_f = UINT64_MAX;
  for (uint32_t k = 0; k < count; k++) rank[k] = rank_of(goals, count, k);
  goals->count = 0;
  for (uint32_t k = 0; k < count; k++) {
    tp_Goal *goal = &goals->goal[k];
    tp_Ends ends = hang(goal, a, s->query.start, rank[k]);
    if (!tp_same_cell(ends.from, ends.to)) {
      root = ends.from;
      swap(goal, &goals->goal[goals->count++]);
    } else if (goal->extra < s->end_f) {
      s->end_f = goal->extra;
    }
  }
  for (uint32_t k = goals->count; k < count; k++) {
    if (goals->goal[k].extra == s->end_f) s->chosen = k;
  }
  s->ends = tp_ends_find(a->dead_ends, s->query.start, root);
  if (goals->count > 0) return;
  tp_roots_give(s, a);
  s->query.goals = NULL;
  s->many = false;
}

void tp_roots_give(tp_Search *s, const tp_Agent *a) {
  s->query.goal = s->query.goals->goal[s->chosen].cell;
  s->ends = tp_ends_find(a->dead_ends, s->query.start, s->query.goal);
  s->end = s->ends.to;
}
