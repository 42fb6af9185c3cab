/* judge_query.c - is the answer to a query right? */
#include "judge_query.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "core/search/astar.h"
#include "core/search/nearestend.h"
#include "fences_links.h"
#include "judge.h"
#include "judge_escape.h"

/* Relative rounding between sums of the same terms. */
static const double rounding = 1e-9;

/* ---- one query ---------------------------------------------------------- */

static tp_Reason right_reason(Trial *t) {
  if (!trial_is_inside(t, t->start)) return TP_START_OUTSIDE;
  if (!trial_is_inside(t, t->goal)) return TP_GOAL_OUTSIDE;
  if (!trial_is_free(t, t->start) && !t->escape) return TP_START_BLOCKED;
  if (!trial_is_free(t, t->goal)) {
    return trial_blame(t, &t->goal, 1, TP_GOAL_BLOCKED);
  }
  if (t->cost[trial_cell(t, t->goal)] == INFINITY) return TP_UNREACHABLE;
  return TP_NO_REASON;
}

/* Does the search close every cell at its best cost? */
static bool is_consistent(const Trial *t, const tp_Profile *p) {
  if (p->algorithm == TP_DIJKSTRA) return true;
  return judge_allowance(t, p) == 1 && p->heuristic != TP_HEURISTIC_USER;
}

void judge_answer(Trial *t, const tp_Profile *p, const Answer *a) {
  tp_Reason reason = right_reason(t);
  trial_expect(t, a->reason == reason && a->found == (reason == TP_NO_REASON),
               "%s with reason %d, not %d", a->found ? "found" : "refused",
               (int)a->reason, (int)reason);
  escape_follow(t, a);
  if (a->found && !t->wrong) {
    double best = t->cost[trial_cell(t, t->goal)];
    double most = best > 0 ? best * judge_allowance(t, p) : 0;
    judge_path(t, a, t->goal);
    trial_expect(t, a->cost >= best * (1 - rounding),
                 "%.17g is too cheap, best is %.17g", a->cost, best);
    trial_expect(
        t, a->cost <= most * (1 + t->promise) || t->promise > 0.1,
        "%.17g is too dear, best is %.17g, allowed %.17g (heuristic %d, "
        "algorithm %d)",
        a->cost, best, most, (int)p->heuristic, (int)p->algorithm);
  }
  t->tally->queries++;
}

static void judge_same(Trial *t, const char *what) {
  trial_expect(
      t, player_agree(&t->answer, &t->other),
      "%s changes the answer: cost %.17g and %.17g, %zu and %zu cells, %llu "
      "and %llu expanded",
      what, t->answer.cost, t->other.cost, t->answer.count, t->other.count,
      (unsigned long long)t->answer.expanded,
      (unsigned long long)t->other.expanded);
  t->tally->queries++;
}

/* Judges what a search tells of single cells after it has found a cheapest
 * path. No cell costs less than its best cost. A closed cell costs exactly
 * that, and its predecessor is closed, or has the f of the goal. Jump points
 * are exempt: they may be closed too early and opened again. */
static void judge_looks(Trial *t, const Player *p) {
  double scale = p->navmap.costs.scale;
  const tp_WayOut *out = &p->search.out;
  const int *last = &t->other.path[2 * (t->other.count - 1)];
  tp_NodeInfo end = {.g = 0};
  /* The f of the goal, in the search's own whole numbers. */
  uint64_t most = UINT64_MAX;
  if (tp_search_node_info(&p->search, (tp_Cell){last[0], last[1]}, &end)) {
    most = end.g;
  }
  if (out->length > 0 &&
      !trial_expect(t, escape_take_ways(t, out, &t->goal), "other exits")) {
    return;
  }
  for (int n = 0; n < 20; n++) {
    tp_NodeInfo info, parent;
    int32_t x = random_below(&t->random, t->world.width);
    int32_t y = random_below(&t->random, t->world.height);
    double best = t->cost[y * t->world.width + x];
    tp_Cell cell = {x, y};
    if (!tp_search_node_info(&p->search, cell, &info)) continue;
    bool in_order =
        p->search.plan.algorithm != TP_JPS && p->search.plan.ops != &tp_priced;
    double cost = (double)info.g / scale;
    trial_expect(t, cost >= best * (1 - t->promise),
                 "%d, %d was reached at %.17g, less than %.17g", x, y, cost,
                 best);
    trial_expect(
        t, !in_order || !info.closed || cost <= best * (1 + t->promise),
        "%d, %d was closed at %.17g, more than %.17g", x, y, cost, best);
    bool is_next =
        (abs(info.parent.x - x) <= 1 && abs(info.parent.y - y) <= 1) ||
        trial_has_link(t, info.parent, cell);
    trial_expect(t,
                 tp_search_node_info(&p->search, info.parent, &parent) &&
                     parent.g <= info.g &&
                     (!in_order || (is_next && (parent.closed ||
                                                parent.g + parent.h >= most))),
                 "%d, %d came from %d, %d, which is not closed beside it", x, y,
                 (int)info.parent.x, (int)info.parent.y);
  }
}

/* The estimate must not decide which of several cheapest paths is found. */
static void judge_blind(Trial *t, Player *p, tp_Query query) {
  Way way = {.blind = true};
  const Answer *a = &t->answer, *b = &t->other;
  if (!a->found || a->partial) return;
  player_find(p, query, way, &t->other);
  size_t bytes = 2 * a->count * sizeof a->path[0];
  trial_expect(t,
               b->found && a->cost == b->cost && a->count == b->count &&
                   memcmp(a->path, b->path, bytes) == 0,
               "without an estimate another way is found: cost %.17g and "
               "%.17g, %zu and %zu cells",
               a->cost, b->cost, a->count, b->count);
  t->tally->queries++;
}

/* The same query in slices, with a heap, and with a jump out of the heuristic.
 */
static void judge_ways(Trial *t, Player *p, tp_Query query) {
  Random *r = &t->random;
  Way way = {.slice = 0};
  player_find(p, query, way, &t->answer);
  way.slice = 1 + (uint64_t)random_below(r, 9);
  if (random_chance(r, 0.05)) player_wear_out(p);
  player_find(p, query, way, &t->other);
  judge_same(t, "slicing");
  if (p->navmap.profile.heuristic == TP_HEURISTIC_USER) {
    way.leave_at = 1 + random_below(r, 40);
    player_find(p, query, way, &t->other);
    judge_same(t, "a jump out of the heuristic");
  } else if (t->answer.means == BY_BUCKETS) {
    way.heap = true;
    player_find(p, query, way, &t->other);
    trial_expect(t, judge_heap_agrees(t),
                 "a heap instead of buckets changes the answer: cost %.17g "
                 "and %.17g",
                 t->answer.cost, t->other.cost);
    t->tally->queries++;
  } else if (t->answer.means == BY_BINS) {
    judge_blind(t, p, query);
  }
}

/* With a limit of fewer cells than it needs, the search gives up. With a limit
 * of just as many, it does not. */
static void judge_limit(Trial *t, Player *p) {
  Way way = {.slice = (uint64_t)random_below(&t->random, 4)};
  uint64_t needed = t->answer.expanded, limit;
  if (!t->answer.found || needed == 0 || t->answer.by_alt) return;
  limit = (uint64_t)random_below(&t->random, (int)needed);
  player_find(p, judge_query_of(t, false, needed), way, &t->other);
  judge_same(t, "a limit just high enough");
  player_find(p, judge_query_of(t, false, limit), way, &t->other);
  trial_expect(t,
               !t->other.found && t->other.reason == TP_BUDGET &&
                   t->other.expanded == limit,
               "%llu cells of %llu, yet not over the limit",
               (unsigned long long)limit, (unsigned long long)needed);
  if (limit == 0) return;
  player_find(p, judge_query_of(t, true, limit), way, &t->other);
  /* Another algorithm may search here, and find the goal within the limit. */
  if (!trial_expect(t, t->other.found && t->other.count > 0,
                    "no partial path with a limit")) {
    return;
  }
  const int *last = &t->other.path[2 * t->other.count - 2];
  tp_Cell end = {last[0], last[1]};
  judge_cut_short(t, t->other.partial ? end : t->goal);
}

/* Each step of a path must be in sight for the body. Steps on the way out of
 * blocked cells are exempt. */
static void judge_steps(Trial *t, const Player *p, const Answer *a) {
  for (size_t i = 1; i < a->count && !t->wrong; i++) {
    const int *to = &a->path[2 * i], *from = to - 2;
    if (a->linked[i] || !trial_is_free(t, (tp_Cell){from[0], from[1]})) {
      continue;
    }
    trial_expect(t,
                 tp_sight(&p->navmap, tp_center(from[0], from[1]),
                          tp_center(to[0], to[1]))
                     .clear,
                 "%d, %d is not seen from %d, %d, one step away", to[0], to[1],
                 from[0], from[1]);
  }
}

/* Over a link, the estimate falls by no more than the link's cost, in whole
 * numbers. So estimates are consistent, and no cell is closed too early. */
static void judge_guides(Trial *t, const Player *p) {
  const tp_Search *s = &p->search;
  const tp_Heuristic *h = &s->plan.heuristic;
  const tp_SearchEdges *edges = h->edges;
  if (!s->has_begun || !edges || !h->monotone) return;
  for (uint32_t i = 0; i < edges->count; i++) {
    tp_Cell from = tp_unpack_cell(edges->edge[i].from);
    tp_Cell to = tp_unpack_cell(edges->edge[i].to);
    uint64_t here = tp_estimate(h, from.x, from.y);
    uint64_t there = edges->edge[i].cost + tp_estimate(h, to.x, to.y);
    trial_expect(t, here <= there,
                 "from %d, %d it is %llu at least, and by a link from there "
                 "%llu",
                 (int)from.x, (int)from.y, (unsigned long long)here,
                 (unsigned long long)there);
  }
}

void judge_query(Trial *t, Player *p) {
  if (trial_escapes(t)) escape_take_all(t);
  judge_ways(t, p, judge_query_of(t, false, UINT64_MAX));
  judge_answer(t, &p->navmap.profile, &t->answer);
  escape_judge_exit(t, &t->answer, judge_allowance(t, &p->navmap.profile));
  if (t->answer.found) judge_steps(t, p, &t->answer);
  if (t->answer.found && is_consistent(t, &p->navmap.profile)) {
    player_find(p, judge_query_of(t, false, UINT64_MAX), (Way){.slice = 0},
                &t->other);
    judge_looks(t, p);
  }
  judge_guides(t, p);
  if (!t->wrong) judge_limit(t, p);
}

/* ---- partial ------------------------------------------------------------ */

/* Is `end` the nearest to the goal of the cells that the oracle reaches? The
 * core's whole numbers (`metric`) tell some distances apart that are equal in
 * doubles. Returns the least cost of a cell at that distance. */
static double judge_near_end(Trial *t, tp_Cell end, tp_Metric metric) {
  tp_Cell goal = trial_into_map(t, t->goal);
  const uint64_t least = tp_metric_between(metric, end, goal);
  double cheapest = INFINITY;
  double near_by = judge_distance(t, goal, end.x, end.y);
  for (int y = 0; y < t->world.height; y++) {
    for (int x = 0; x < t->world.width; x++) {
      double d = judge_distance(t, goal, x, y);
      if (t->cost[y * t->world.width + x] == INFINITY) continue;
      trial_expect(t,
                   d >= near_by * (1 - t->promise) ||
                       judge_is_near(d, near_by, t->promise),
                   "%d, %d is nearer to the goal than %d, %d", x, y, end.x,
                   end.y);
      const tp_Cell cell = {x, y};
      if (tp_metric_between(metric, cell, goal) != least) continue;
      cheapest = fmin(cheapest, t->cost[y * t->world.width + x]);
    }
  }
  return cheapest;
}

/* Asks for a partial path, as a query with a list of one goal. */
static void ask_partial(Trial *t, Player *p) {
  const tp_Grid *grid = t->board.grid;
  tp_Query query = judge_query_of(t, true, UINT64_MAX);
  tp_Goals *goals = fuzz_allocate(tp_goals_bytes(1, grid));
  tp_goals_init(goals, 1, TP_GOAL_CELLS, grid);
  goals->goal[0].rect = (tp_Rect){t->goal.x, t->goal.y, 1, 1};
  goals->goal[0].extra_cost = 0;
  query.goals = goals;
  judge_ways(t, p, query);
  free(goals);
}

void judge_partial(Trial *t, Player *p) {
  ask_partial(t, p);
  judge_partial_answer(t, p);
}

void judge_partial_answer(Trial *t, const Player *p) {
  tp_Reason reason = right_reason(t);
  bool reachable = reason == TP_NO_REASON;
  if (!reachable && trial_escapes(t) && !escape_take_least(NULL, t)) {
    trial_expect(t, !t->answer.found && t->answer.reason == reason,
                 "there is no exit, but a partial path; reason %d",
                 (int)t->answer.reason);
    return;
  }
  if (!trial_is_free(t, t->start) && !t->escape) {
    trial_expect(
        t,
        !t->answer.found && t->answer.reason == (trial_is_inside(t, t->start)
                                                     ? TP_START_BLOCKED
                                                     : TP_START_OUTSIDE),
        "a partial path from a blocked start: reason %d",
        (int)t->answer.reason);
    return;
  }
  if (reachable) {
    judge_answer(t, &p->navmap.profile, &t->answer);
    trial_expect(t, !t->answer.partial,
                 "called partial, but it reaches the goal");
    return;
  }
  if (!trial_expect(t, t->answer.partial && t->answer.count > 0,
                    "no partial path, reason %d", (int)t->answer.reason)) {
    return;
  }
  const int *last = &t->answer.path[2 * t->answer.count - 2];
  tp_Cell end = {last[0], last[1]};
  judge_path(t, &t->answer, end);
  escape_follow(t, &t->answer);
  if (!t->wrong) {
    const double best =
        judge_near_end(t, end, tp_nearestend_metric(&p->search.plan).metric);
    const double most = judge_allowance(t, &p->navmap.profile) * best;
    trial_expect(t, best == 0 || t->answer.cost <= most * (1 + t->promise),
                 "a partial path of cost %.17g, best is %.17g", t->answer.cost,
                 best);
  }
}

/* ---- anew ---------------------------------------------------------------- */

/* A new board and a new agent that never saw an edit must answer alike. */
void judge_fresh(Trial *t, Player *p) {
  Board board = trial_make_board(t);
  Player fresh, alone;
  Way way = {.slice = 0};
  player_init(&alone, &board, &t->world, &p->navmap.profile);
  player_take_layers(&alone, t->layer, t->weight, t->layers, t->least);
  if (p->alone) {
    player_catch_up(&alone);
    player_join(&fresh, &alone, p->navmap.avoided, p->navmap.raise);
  } else {
    fresh = alone;
  }
  fresh.reported = p->reported;
  fresh.is_poor = p->is_poor;
  player_catch_up(&fresh);
  player_find(p, judge_query_of(t, false, UINT64_MAX), way, &t->answer);
  player_find(&fresh, judge_query_of(t, false, UINT64_MAX), way, &t->other);
  judge_same(t, "a fresh board");
  bool same = true;
  for (size_t i = 0; i < tp_grid_cells(board.grid); i++) {
    const uint8_t a = board.grid->cells[i], b = t->board.grid->cells[i];
    const uint8_t is = a & (TP_CLOSED - 1), was = b & (TP_CLOSED - 1);
    same = same && (a & TP_CLOSED) == (b & TP_CLOSED) &&
           board.grid->terrain[is].price == t->board.grid->terrain[was].price;
  }
  trial_expect(t, same, "an edited grid has other cells than a fresh one");
  player_free(&fresh);
  if (p->alone) player_free(&alone);
  board_free(&board);
}
