/* judge.c - paths and costs: what all judges of queries share. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>

#include "fences_links.h"

bool judge_is_near(double a, double b, double tolerance) {
  return a == b || fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

bool judge_is_exact(double a, double b) { return judge_is_near(a, b, 1e-9); }

tp_Query judge_query_of(const Trial *t, bool partial, uint64_t max_nodes) {
  tp_Query query = tp_query_default(t->start, t->goal);
  query.max_nodes = max_nodes;
  query.partial = partial;
  query.escape = t->escape;
  return query;
}

/* What is wrong with the path, from its start to its last cell; NULL if nothing
 * is. */
static const char *follow(const Trial *t, const Answer *a, double *cost) {
  size_t blocked = 0;
  double out = 0;
  const char *fault = NULL;
  if (t->escape) {
    fault = oracle_follow_out(&t->map, a->path, a->count, t->dearest, &blocked,
                              &out);
  }
  if (fault) return fault;
  if (blocked != a->blocked) return "blocked cells are miscounted";
  fault = oracle_follow(&t->map, &a->path[2 * blocked], &a->linked[blocked],
                        a->count - blocked, cost);
  *cost += out;
  return fault;
}

/* How much more the path may cost. A link that costs less than a 1024th of the
 * cheapest step may count as nothing: then any of several links between the
 * same cells may be taken. */
static double spare(const Trial *t, const Answer *a) {
  bool four = t->map.rule == ORACLE_NO_DIAGONALS;
  double s = t->map.straight, d = t->map.diagonal;
  double step = t->cheapest * (four ? s : fmin(s, d));
  size_t first = a->blocked;
  if (t->map.links == 0 || first >= a->count) return 0;
  return oracle_spare(&t->map, &a->path[2 * first], &a->linked[first],
                      a->count - first, step / 1024);
}

/* How far the exit of the path lies from its start. */
static double exit_far(const Trial *t, const Answer *a) {
  const int *exit = &a->path[2 * a->blocked];
  return oracle_exit_far(&t->map, a->blocked, a->path[0], a->path[1], exit[0],
                         exit[1]);
}

void judge_path(Trial *t, const Answer *a, tp_Cell end) {
  double cost = 0;
  if (!trial_expect(t, a->count > 0, "the path is longer than the map")) return;
  const char *fault = follow(t, a, &cost);
  if (!trial_expect(t, fault == NULL, "%s", fault ? fault : "")) return;
  const int *last = &a->path[2 * (a->count - 1)];
  trial_expect(t, a->path[0] == t->start.x && a->path[1] == t->start.y,
               "the path starts at %d, %d", a->path[0], a->path[1]);
  trial_expect(t, last[0] == end.x && last[1] == end.y,
               "the path ends at %d, %d", last[0], last[1]);
  trial_expect(
      t,
      judge_is_exact(a->cost, cost) ||
          (a->cost > cost && a->cost <= cost + spare(t, a) * (1 + 1e-9)),
      "the path costs %.17g, not %.17g", cost, a->cost);
  if (!t->wrong && trial_escapes(t)) {
    const double far = t->far[trial_cell(t, end)];
    trial_expect(t, exit_far(t, a) == far, "an exit at %g, not %g",
                 exit_far(t, a), far);
  }
}

void judge_cut_short(Trial *t, tp_Cell end) {
  double *least = &t->far[trial_cell(t, end)], kept = *least;
  if (ways_lead_one_way(&t->world)) *least = exit_far(t, &t->answer);
  judge_path(t, &t->other, end);
  *least = kept;
}

bool judge_heap_agrees(const Trial *t) {
  const Answer *a = &t->answer, *b = &t->other;
  if (t->map.links == 0) return player_agree(a, b);
  return a->found == b->found && a->reason == b->reason &&
         a->partial == b->partial && a->goal == b->goal &&
         a->blocked == b->blocked &&
         judge_is_near(a->cost, b->cost, t->promise);
}

double judge_allowance(const Trial *t, const tp_Profile *p) {
  bool four = t->map.rule == ORACLE_NO_DIAGONALS;
  if (p->algorithm == TP_DIJKSTRA) return 1;
  if (p->heuristic == TP_HEURISTIC_MANHATTAN && !four &&
      p->diagonal_cost < 2 * p->straight_cost) {
    return INFINITY;
  }
  return p->weight;
}

double judge_distance(const Trial *t, tp_Cell goal, int x, int y) {
  if (trial_is_hexagonal(t)) {
    return t->map.straight * (double)trial_steps(t, goal, (tp_Cell){x, y});
  }
  double dx = abs(goal.x - x), dy = abs(goal.y - y);
  double s = t->map.straight, d = t->map.diagonal;
  if (t->map.rule == ORACLE_NO_DIAGONALS) return s * (dx + dy);
  return fmin(d, 2 * s) * fmin(dx, dy) + fmin(s, d) * fabs(dx - dy);
}

bool judge_is_unpriced(const Trial *t) {
  double first = INFINITY;
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    if (t->price[i] == INFINITY) continue;
    if (first < INFINITY && t->price[i] != first) return false;
    first = t->price[i];
  }
  return true;
}
