/* goalroots.c - goals on the core of the map.
 *
 * A goal in a dead end hangs on the core by a root, and any way to it from
 * outside its tree enters there. So the search looks for the root, at the extra
 * cost of the climb; and where start and goal climb to one cell there is but
 * one way, which is known. Both are right as treeways.h is, goal by goal.
 *
 * Jump point search then asks of each node whether it sees one of the goals. A
 * goal that it sees need not be the cheapest, so it goes on until no open node
 * can lead to a cheaper one: with an estimate that is the least over all goals
 * that is as soon as in a query to the one that is found, or nearly. Each node
 * costs two scans more for each goal that may still be the cheapest. On game
 * maps that beats A* for a few goals by the factor by which jump points beat it
 * for one, and for TP_FEW_GOALS still clearly.
 *
 * Each goal costs two climbs: with more than a few of them, in a maze, A* on
 * the whole map has met one before they are done.
 */
#include "goalroots.h"

#include "jump/costs.h"

bool tp_goalroots_fit(const tp_Goals *goals) {
  return goals->kind == TP_GOAL_CELLS && goals->count <= TP_FEW_GOALS;
}

bool tp_goalroots_fit_jumps(const tp_Goals *goals, const tp_Navmap *nav) {
  return tp_goalroots_fit(goals) && tp_jump_bits(nav, true) <= TP_COST_BITS;
}

/* How many of those that are left come before goal k, of equal cost. */
static uint32_t rank_of(const tp_Goals *goals, uint32_t count, uint32_t k) {
  uint32_t rank = 0;
  for (uint32_t i = 0; i < count; i++) {
    rank += goals->goal[i].tie < goals->goal[k].tie;
  }
  return rank;
}

/* Cost of climbing from a cell to one further up, or of the way down. */
static uint64_t climb(const tp_Navmap *nav, tp_Cell at, tp_Cell top,
                      bool down) {
  size_t width = (size_t)nav->mask->width;
  uint64_t cost = 0;
  while (!tp_same_cell(at, top)) {
    int d;
    tp_Cell c = at;
    int32_t length = tp_twocore_leg(nav->twocore, &at, top, &d);
    const uint64_t *step = nav->costs.step[tp_is_diagonal(d)];
    if (!down) c = (tp_Cell){c.x + tp_dx[d], c.y + tp_dy[d]};
    for (; length > 0; length--) {
      cost += step[nav->ground[(size_t)c.y * width + (size_t)c.x]];
      c = (tp_Cell){c.x + tp_dx[d], c.y + tp_dy[d]};
    }
  }
  return cost;
}

/* Where the way to a goal leaves the trees and enters them again. Adds the cost
 * of the climbs to the extra cost. */
static tp_Treeways hang(tp_Goal *goal, const tp_Navmap *nav, tp_Cell start) {
  tp_Treeways ends = tp_treeways_find(nav->twocore, start, goal->cell);
  goal->at = ends.to;
  goal->extra += climb(nav, start, ends.from, false) +
                 climb(nav, goal->cell, ends.to, true);
  return ends;
}

/* A way through trees alone, which needs no search. */
static void meet(tp_Search *s, const tp_Goal *goal) {
  bool is_better = !s->met || goal->extra < s->end_f ||
                   (goal->extra == s->end_f && goal->tie < s->end_tie);
  if (!is_better) return;
  s->met = true;
  s->end_f = goal->extra;
  s->end_tie = goal->tie;
}

void tp_goalroots_take(tp_Search *s, const tp_Navmap *nav) {
  tp_Goals *goals = s->query.goals;
  uint32_t count = goals->count, rank[TP_FEW_GOALS];
  bool jumps = s->algorithm == TP_JPS;
  tp_Cell root = s->query.start;
  s->mask = tp_twocore_core(nav->twocore);
  s->rooted = true;
  s->end_f = UINT64_MAX;
  for (uint32_t k = 0; k < count; k++) rank[k] = rank_of(goals, count, k);
  goals->count = 0;
  for (uint32_t k = 0; k < count; k++) {
    tp_Goal *goal = &goals->goal[k];
    tp_Treeways ends = hang(goal, nav, s->query.start);
    if (ends.head + ends.tail > s->most_legs) {
      s->most_legs = ends.head + ends.tail;
    }
    if (jumps) goal->extra = tp_jump_extra(nav, goal->extra, rank[k]);
    if (tp_same_cell(ends.from, ends.to)) {
      meet(s, goal);
    } else {
      root = ends.from;
      tp_goals_swap(goal, &goals->goal[goals->count++]);
    }
  }
  for (uint32_t k = goals->count; k < count; k++) {
    if (goals->goal[k].tie == s->end_tie) s->chosen = k;
  }
  s->ends = tp_treeways_find(nav->twocore, s->query.start, root);
  s->end = s->ends.to;
  tp_goals_move(goals);
  if (goals->count > 0) return;
  tp_goalroots_give(s, nav);
  s->query.goals = NULL;
  s->many = s->rooted = s->met = false;
}

void tp_goalroots_give(tp_Search *s, const tp_Navmap *nav) {
  s->query.goal = s->query.goals->goal[s->chosen].cell;
  s->ends = tp_treeways_find(nav->twocore, s->query.start, s->query.goal);
  s->end = s->ends.to;
}
