/* trial.c - what is asked, and when an answer is right.
 *
 * A trial judges from its own world and the oracle alone. It stops at the
 * first mismatch, which it describes with the line that plays it again.
 */
#include "trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "player.h"

enum { PLAYERS = 3, ROUNDS = 3, MAX_CELLS = WORLD_MAX_SIDE * WORLD_MAX_SIDE };

#if defined(__GNUC__)
#define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))
#else
#define PRINTF_LIKE(at, first)
#endif

static const double exact = 1e-9; /* of sums over the same steps */

typedef struct Trial {
  uint64_t number;
  Tally *tally;
  Random random;
  World world;
  Board board;
  OracleMap map;
  tp_Profile profile[PLAYERS];
  Player player[PLAYERS];
  bool wrong;
  double promise; /* how near to the best cost a cheapest path is    */
  tp_Cell start, goal;
  double price[MAX_CELLS]; /* of the map, for the oracle             */
  double cost[MAX_CELLS];  /* from start, as the oracle has it       */
  double rest[MAX_CELLS];  /* to goal                                */
  uint64_t told[MAX_CELLS];
  Answer answer, other;
} Trial;

/* Notes a mismatch, the first of its trial, unless `right`. */
PRINTF_LIKE(3, 4)
static bool expect(Trial *t, bool right, const char *format, ...) {
  va_list arguments;
  if (right || t->wrong) return right;
  t->wrong = true;
  if (!t->tally->report) return false;
  fprintf(t->tally->report, "mismatch on %d x %d, rule %d, costs %.17g %.17g, ",
          t->world.width, t->world.height, (int)t->map.rule, t->map.straight,
          t->map.diagonal);
  fprintf(t->tally->report, "%d, %d to %d, %d: ", (int)t->start.x,
          (int)t->start.y, (int)t->goal.x, (int)t->goal.y);
  va_start(arguments, format);
  vfprintf(t->tally->report, format, arguments);
  va_end(arguments);
  fprintf(t->tally->report, "\nreplay: differential --seed %llu --queries 1\n",
          (unsigned long long)t->number);
  return false;
}

static bool near(double a, double b, double tolerance) {
  return a == b || fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

static int cell_of(const Trial *t, tp_Cell c) {
  return c.y * t->world.width + c.x;
}

static bool is_inside(const Trial *t, tp_Cell c) {
  return c.x >= 0 && c.y >= 0 && c.x < t->world.width && c.y < t->world.height;
}

static bool is_free(const Trial *t, tp_Cell c) {
  return is_inside(t, c) && t->price[cell_of(t, c)] < INFINITY;
}

/* ---- choosing ----------------------------------------------------------- */

static void choose_costs(Trial *t, double *straight, double *diagonal) {
  static const double pairs[][2] = {{1, 1.4142135623730951},
                                    {10, 14},
                                    {1, 1.4},
                                    {1, 1},
                                    {1, 2},
                                    {1, 2.5},
                                    {1, 3},
                                    {3, 1},
                                    {1, 0.5},
                                    {0.1, 1.0 / 3},
                                    {5, 7},
                                    {2, 2},
                                    {7, 14},
                                    {1, 1.5},
                                    {1.0 / 3, 0.1},
                                    {2, 1.9},
                                    {1, 1.9999},
                                    {1024, 1.0 / 1024},
                                    {1.0 / 1024, 1024}};
  int n = (int)(sizeof pairs / sizeof pairs[0]);
  int i = random_below(&t->random, n + 12);
  if (i >= n && i < n + 6) i = 0;
  if (i >= n + 9) i = random_below(&t->random, n - 2);
  if (i < n) {
    *straight = pairs[i][0];
    *diagonal = pairs[i][1];
  } else {
    *straight = 0.1 + 10 * random_unit(&t->random);
    *diagonal = *straight * (0.5 + 2 * random_unit(&t->random));
  }
}

static void choose_profile(Trial *t, tp_Profile *p, double straight,
                           double diagonal) {
  static const tp_Diagonal rules[] = {
      [ORACLE_BOTH_FREE] = TP_ONLY_IF_NO_OBSTACLES,
      [ORACLE_ONE_FREE] = TP_AT_LEAST_ONE_WALKABLE,
      [ORACLE_NOTHING] = TP_ALWAYS,
      [ORACLE_NO_DIAGONALS] = TP_NEVER};
  static const tp_HeuristicKind kinds[] = {
      TP_HEURISTIC_AUTO,      TP_HEURISTIC_AUTO, TP_HEURISTIC_OCTILE,
      TP_HEURISTIC_CHEBYSHEV, TP_HEURISTIC_ZERO, TP_HEURISTIC_EUCLIDEAN,
      TP_HEURISTIC_MANHATTAN, TP_HEURISTIC_ASKED};
  static const tp_Algorithm algorithms[] = {TP_AUTO, TP_ASTAR, TP_ASTAR,
                                            TP_DIJKSTRA};
  Random *r = &t->random;
  p->diagonal = rules[t->map.rule];
  p->straight_cost = straight;
  p->diagonal_cost = diagonal;
  p->heuristic = kinds[random_below(r, 8)];
  p->algorithm = algorithms[random_below(r, 4)];
  p->weight = random_chance(r, 0.75) ? 1 : 1 + 3 * random_unit(r);
  if (p->heuristic == TP_HEURISTIC_ASKED) p->weight = 1;
}

static int choose_side(Random *r, int most) {
  if (random_chance(r, 0.06)) return 1 + random_below(r, 3);
  if (random_chance(r, 0.75)) return 1 + random_below(r, most / 5);
  if (random_chance(r, 0.85)) return 1 + random_below(r, most / 2);
  return 1 + random_below(r, most);
}

/* Every 24 trials in a row have each of the sizes at which words end. */
static void choose_size(Trial *t, int *width, int *height) {
  static const int edges[] = {63, 64, 65, 127, 128, 129};
  int n = (int)(t->number % 24);
  *width = choose_side(&t->random, WORLD_MAX_SIDE);
  *height = choose_side(&t->random, WORLD_MAX_SIDE);
  if (n < 6) *width = edges[n];
  if (n >= 6 && n < 12) *height = edges[n - 6];
  if (n >= 12 && n < 18 && random_chance(&t->random, 0.2)) {
    *width = edges[n - 12];
    *height = edges[random_below(&t->random, 6)];
  }
  if (n == 19) {
    *width = 66 + random_below(&t->random, 80);
    *height = 66 + random_below(&t->random, 80);
  }
  if (n == 18 && random_chance(&t->random, 0.1)) *width = *height = 200;
}

static tp_Cell choose_cell(Trial *t) {
  tp_Cell c;
  int tries = random_chance(&t->random, 0.95) ? 20 : 1;
  do {
    c.x = random_below(&t->random, t->world.width);
    c.y = random_below(&t->random, t->world.height);
  } while (!is_free(t, c) && --tries > 0);
  if (random_chance(&t->random, 0.1)) c.x = t->world.width / 2;
  if (random_chance(&t->random, 0.02)) {
    c.x = random_below(&t->random, 2 * t->world.width) - t->world.width / 2;
    c.y += random_below(&t->random, 5) - 2;
  }
  return c;
}

/* ---- what the agents know ----------------------------------------------- */

/* Step costs are whole numbers of which a map's worth fits 51 bits: where they
 * lie very far apart they are coarse, and where further still, nothing is
 * promised but a way. */
static double promise_of(const Trial *t, double least, double greatest) {
  double s = t->map.straight, d = t->map.diagonal;
  bool four = t->map.rule == ORACLE_NO_DIAGONALS;
  double apart =
      four ? greatest / least : greatest * fmax(s, d) / (least * fmin(s, d));
  double units = ldexp(1, 51) / (apart * t->world.width * t->world.height);
  if (units < 2) return 1e300;
  return fmax(1e-6, 2 / units);
}

static void price_map(Trial *t) {
  double least = INFINITY, greatest = 0;
  for (int y = 0; y < t->world.height; y++) {
    for (int x = 0; x < t->world.width; x++) {
      double price = world_price_at(&t->world, x, y);
      t->price[y * t->world.width + x] = price;
      if (price == INFINITY) continue;
      least = fmin(least, price);
      greatest = fmax(greatest, price);
    }
  }
  t->promise = greatest > 0 ? promise_of(t, least, greatest) : 1e-6;
}

static void judge_steps(Trial *t, const tp_Agent *a, tp_Cell from) {
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    double cost;
    int path[] = {from.x, from.y, from.x + tp_dx[d], from.y + tp_dy[d]};
    bool legal = oracle_follow(&t->map, path, 2, &cost) == NULL;
    expect(t, tp_agent_can_step(a, from.x, from.y, d) == legal,
           "the step from %d, %d in direction %d is %slegal", path[0], path[1],
           d, legal ? "" : "not ");
  }
}

/* Step costs as the user counts them, and as whole numbers. */
static void judge_costs(Trial *t, const tp_Agent *a) {
  const tp_Costs *c = &a->costs;
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    int id = t->board.grid->cells[i];
    if (t->price[i] == INFINITY) continue;
    for (int k = 0; k < 2; k++) {
      double cost = (k ? t->map.diagonal : t->map.straight) * t->price[i];
      bool taken = k == 0 || t->map.rule != ORACLE_NO_DIAGONALS;
      expect(t, near(c->real[k][id], cost, 1e-15), "a step costs %.17g, not %g",
             cost, c->real[k][id]);
      expect(t,
             !taken || t->promise > 0.1 ||
                 near((double)c->step[k][id] / c->scale, cost, t->promise / 2),
             "a step of %.17g is taken for %.17g", cost,
             (double)c->step[k][id] / c->scale);
    }
  }
}

static void judge_agent(Trial *t, Player *p) {
  const tp_Mask *m = p->agent.mask;
  /* One column and row further on every side, where a border is kept. */
  for (int j = 0; j < t->world.height + 2; j++) {
    for (int i = 0; i < t->world.width + 2; i++) {
      int x = i - 1, y = j - 1;
      bool is = is_free(t, (tp_Cell){x, y});
      expect(t, tp_mask_has(m, x, y) == is && tp_mask_can_enter(m, x, y) == is,
             "the mask is wrong at %d, %d", x, y);
    }
  }
  judge_costs(t, &p->agent);
  for (int n = 0; n < 20; n++) {
    tp_Cell c = choose_cell(t);
    if (is_free(t, c)) judge_steps(t, &p->agent, c);
  }
}

/* Is everything that the oracle reaches from the start connected with it, and
 * nothing else? */
static void judge_regions(Trial *t, Player *p) {
  for (int y = 0; y < t->world.height; y++) {
    for (int x = 0; x < t->world.width; x++) {
      tp_Cell c = {x, y};
      if (!is_free(t, c)) continue;
      bool reached = t->cost[cell_of(t, c)] < INFINITY;
      expect(t, tp_agent_connects(&p->agent, t->start, c) == reached,
             "the regions are wrong about %d, %d", x, y);
    }
  }
}

/* ---- one query ---------------------------------------------------------- */

static tp_Reason right_reason(const Trial *t) {
  if (!is_inside(t, t->start)) return TP_START_OUTSIDE;
  if (!is_inside(t, t->goal)) return TP_GOAL_OUTSIDE;
  if (!is_free(t, t->start)) return TP_START_BLOCKED;
  if (!is_free(t, t->goal)) return TP_GOAL_BLOCKED;
  if (t->cost[cell_of(t, t->goal)] == INFINITY) return TP_UNREACHABLE;
  return TP_NO_REASON;
}

static void judge_path(Trial *t, const Answer *a, tp_Cell end) {
  double cost;
  const char *fault = oracle_follow(&t->map, a->path, a->count, &cost);
  if (!expect(t, fault == NULL, "%s", fault ? fault : "")) return;
  const int *last = &a->path[2 * (a->count - 1)];
  expect(t, a->path[0] == t->start.x && a->path[1] == t->start.y,
         "the path starts at %d, %d", a->path[0], a->path[1]);
  expect(t, last[0] == end.x && last[1] == end.y, "the path ends at %d, %d",
         last[0], last[1]);
  expect(t, near(a->cost, cost, exact), "the path costs %.17g, not %.17g", cost,
         a->cost);
}

/* The most that the profile allows a path to cost, over the cheapest. */
static double allowance(const Trial *t, const tp_Profile *p) {
  bool four = t->map.rule == ORACLE_NO_DIAGONALS;
  if (p->algorithm == TP_DIJKSTRA) return 1;
  if (p->heuristic == TP_HEURISTIC_MANHATTAN && !four &&
      p->diagonal_cost < 2 * p->straight_cost) {
    return INFINITY;
  }
  return p->weight;
}

/* Is every cell closed at its best cost? */
static bool is_consistent(const Trial *t, const tp_Profile *p) {
  if (p->algorithm == TP_DIJKSTRA) return true;
  return allowance(t, p) == 1 && p->heuristic != TP_HEURISTIC_ASKED;
}

static void judge_answer(Trial *t, const tp_Profile *p, const Answer *a) {
  tp_Reason reason = right_reason(t);
  expect(t, a->reason == reason && a->found == (reason == TP_NO_REASON),
         "%s with reason %d, not %d", a->found ? "found" : "refused",
         (int)a->reason, (int)reason);
  if (a->found && !t->wrong) {
    double best = t->cost[cell_of(t, t->goal)];
    double most = best > 0 ? best * allowance(t, p) : 0;
    judge_path(t, a, t->goal);
    expect(t, a->cost >= best * (1 - exact),
           "%.17g is too cheap, best is %.17g", a->cost, best);
    expect(t, a->cost <= most * (1 + t->promise),
           "%.17g is too dear, best is %.17g, allowed %.17g (heuristic %d, "
           "algorithm %d)",
           a->cost, best, most, (int)p->heuristic, (int)p->algorithm);
  }
  t->tally->queries++;
  t->tally->found += a->found;
  t->tally->refused += !a->found;
  t->tally->buckets += a->found && a->buckets;
  t->tally->heap += a->found && !a->buckets;
}

static tp_Query query_of(const Trial *t, bool partial, uint64_t max_nodes) {
  return (tp_Query){t->start, t->goal, max_nodes, partial};
}

static void judge_same(Trial *t, const char *what) {
  expect(t, player_agree(&t->answer, &t->other),
         "%s changes the answer: cost %.17g and %.17g, %zu and %zu cells, %llu "
         "and %llu expanded",
         what, t->answer.cost, t->other.cost, t->answer.count, t->other.count,
         (unsigned long long)t->answer.expanded,
         (unsigned long long)t->other.expanded);
  t->tally->queries++;
}

/* What a search tells of single cells after it has found a cheapest path: no
 * cell costs less than the best, closed ones cost just that, and came from
 * closed ones. */
static void judge_looks(Trial *t, const Player *p) {
  double scale = p->agent.costs.scale;
  for (int n = 0; n < 20; n++) {
    tp_Look look, parent;
    int32_t x = random_below(&t->random, t->world.width);
    int32_t y = random_below(&t->random, t->world.height);
    double best = t->cost[y * t->world.width + x];
    if (!tp_search_look(&p->search, p->grid, x, y, &look)) continue;
    double cost = (double)look.g / scale;
    expect(t, cost >= best * (1 - t->promise),
           "%d, %d was reached at %.17g, less than %.17g", x, y, cost, best);
    expect(t, !look.closed || cost <= best * (1 + t->promise),
           "%d, %d was closed at %.17g, more than %.17g", x, y, cost, best);
    expect(t,
           tp_search_look(&p->search, p->grid, look.parent.x, look.parent.y,
                          &parent) &&
               parent.closed && parent.g <= look.g,
           "%d, %d came from a cell that is not closed", x, y);
  }
}

/* The same query in slices, by a heap, through a jump. */
static void judge_ways(Trial *t, Player *p, tp_Query query) {
  Random *r = &t->random;
  Way way = {0, false, 0};
  player_find(p, query, way, &t->answer);
  way.slice = 1 + (uint64_t)random_below(r, 9);
  if (random_chance(r, 0.05)) player_wear_out(p);
  player_find(p, query, way, &t->other);
  judge_same(t, "slicing");
  if (p->agent.profile.heuristic == TP_HEURISTIC_ASKED) {
    way.leave_at = 1 + random_below(r, 40);
    player_find(p, query, way, &t->other);
    judge_same(t, "a jump out of the heuristic");
  } else if (t->answer.buckets) {
    way.heap = true;
    player_find(p, query, way, &t->other);
    t->other.buckets = t->answer.buckets;
    judge_same(t, "a heap instead of buckets");
  }
}

/* With room for fewer cells than it takes, a search gives up; with as many, it
 * does not. */
static void judge_limit(Trial *t, Player *p) {
  Way way = {(uint64_t)random_below(&t->random, 4), false, 0};
  uint64_t needed = t->answer.expanded, limit;
  if (!t->answer.found || needed == 0) return;
  limit = (uint64_t)random_below(&t->random, (int)needed);
  player_find(p, query_of(t, false, needed), way, &t->other);
  judge_same(t, "a limit just high enough");
  player_find(p, query_of(t, false, limit), way, &t->other);
  expect(t,
         !t->other.found && t->other.reason == TP_BUDGET &&
             t->other.expanded == limit,
         "%llu cells of %llu, yet not over the limit",
         (unsigned long long)limit, (unsigned long long)needed);
  if (limit == 0) return;
  player_find(p, query_of(t, true, limit), way, &t->other);
  const int *last = &t->other.path[2 * t->other.count - 2];
  if (!expect(t, t->other.found && t->other.partial,
              "no partial path with a limit")) {
    return;
  }
  judge_path(t, &t->other, (tp_Cell){last[0], last[1]});
}

/* ---- partial ------------------------------------------------------------ */

/* Distance of a cell from the goal at price 1. */
static double distance(const Trial *t, tp_Cell goal, int x, int y) {
  double dx = abs(goal.x - x), dy = abs(goal.y - y);
  double s = t->map.straight, d = t->map.diagonal;
  if (t->map.rule == ORACLE_NO_DIAGONALS) return s * (dx + dy);
  return fmin(d, 2 * s) * fmin(dx, dy) + fmin(s, d) * fabs(dx - dy);
}

static tp_Cell into_map(const Trial *t, tp_Cell c) {
  if (c.x < 0) c.x = 0;
  if (c.y < 0) c.y = 0;
  if (c.x >= t->world.width) c.x = t->world.width - 1;
  if (c.y >= t->world.height) c.y = t->world.height - 1;
  return c;
}

static bool is_unpriced(const Trial *t) {
  double first = INFINITY;
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    if (t->price[i] == INFINITY) continue;
    if (first < INFINITY && t->price[i] != first) return false;
    first = t->price[i];
  }
  return true;
}

/* Among the cells that the oracle reaches: is `end` the nearest to the goal,
 * then the cheapest, then (where equal sums are equal beyond rounding) the
 * first in reading order? */
static void judge_nearest(Trial *t, tp_Cell end, double allowed) {
  tp_Cell goal = into_map(t, t->goal);
  double near_by = distance(t, goal, end.x, end.y);
  double cost = t->cost[cell_of(t, end)];
  bool ordered = allowed == 1 && is_unpriced(t);
  for (int y = 0; y < t->world.height; y++) {
    for (int x = 0; x < t->world.width; x++) {
      double c = t->cost[y * t->world.width + x], d = distance(t, goal, x, y);
      if (c == INFINITY) continue;
      expect(t, d >= near_by * (1 - t->promise) || near(d, near_by, t->promise),
             "%d, %d is nearer to the goal than %d, %d", x, y, end.x, end.y);
      if (!near(d, near_by, exact)) continue;
      expect(t, cost <= c * allowed * (1 + t->promise),
             "%d, %d is as near as %d, %d, and cheaper", x, y, end.x, end.y);
      bool earlier = y < end.y || (y == end.y && x < end.x);
      expect(t, !(ordered && earlier && near(c, cost, exact)),
             "%d, %d is as good as %d, %d, and comes first", x, y, end.x,
             end.y);
    }
  }
}

static void judge_partial(Trial *t, Player *p) {
  tp_Reason reason = right_reason(t);
  bool reachable = reason == TP_NO_REASON;
  judge_ways(t, p, query_of(t, true, UINT64_MAX));
  t->tally->partial += t->answer.partial;
  if (!is_free(t, t->start)) {
    expect(t,
           !t->answer.found &&
               t->answer.reason == (is_inside(t, t->start) ? TP_START_BLOCKED
                                                           : TP_START_OUTSIDE),
           "a partial path from a blocked start: reason %d",
           (int)t->answer.reason);
    return;
  }
  if (reachable) {
    judge_answer(t, &p->agent.profile, &t->answer);
    expect(t, !t->answer.partial, "called partial, but it reaches the goal");
    return;
  }
  if (!expect(t, t->answer.found && t->answer.partial,
              "no partial path, reason %d", (int)t->answer.reason)) {
    return;
  }
  const int *last = &t->answer.path[2 * t->answer.count - 2];
  tp_Cell end = {last[0], last[1]};
  judge_path(t, &t->answer, end);
  if (!t->wrong) {
    judge_nearest(t, end, 1);
    expect(t, near(t->answer.cost, t->cost[cell_of(t, end)], t->promise),
           "a partial path of cost %.17g, best is %.17g", t->answer.cost,
           t->cost[cell_of(t, end)]);
  }
}

/* ---- the caller's own heuristic ----------------------------------------- */

/* Never too high, but as inconsistent as can be: on a large map less so, since
 * cells are then opened again very many times. */
static void make_told(Trial *t, Player *p) {
  double scale = p->agent.costs.scale;
  bool small = t->world.width * t->world.height <= 2500;
  bool noise = small && random_chance(&t->random, 0.8);
  oracle_costs(&t->map, t->goal.x, t->goal.y, true, t->rest);
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    double part = noise ? random_unit(&t->random) : 1;
    if (random_chance(&t->random, 0.2)) part = 0;
    double rest = t->rest[i] < INFINITY ? t->rest[i] : 0;
    t->told[i] = (uint64_t)(part * rest * scale * fmax(0, 1 - 2 * t->promise));
  }
  p->told = t->told;
}

/* ---- sight -------------------------------------------------------------- */

static int64_t choose_coordinate(Trial *t, int side, bool centre) {
  Random *r = &t->random;
  int64_t whole = random_below(r, side), u = ORACLE_UNIT;
  if (centre) return whole * u + u / 2;
  switch (random_below(r, 4)) {
    case 0: return whole * u;
    case 1: return whole * u + u / 2;
    case 2: return whole * u + (random_chance(r, 0.5) ? 1 : u - 1);
    default: return whole * u + random_below(r, ORACLE_UNIT);
  }
}

/* Keeps the end of a short line on the map. */
static int64_t nearby(Trial *t, int64_t from, int side) {
  int64_t to = from + (random_below(&t->random, 9) - 4) * (ORACLE_UNIT / 2);
  return to >= 0 && to < (int64_t)side * ORACLE_UNIT ? to : from;
}

static void judge_sight(Trial *t, Player *p) {
  bool centre = random_chance(&t->random, 0.4);
  int wide = t->world.width, high = t->world.height;
  tp_Point a = {choose_coordinate(t, wide, centre),
                choose_coordinate(t, high, centre)};
  tp_Point b = {choose_coordinate(t, wide, centre),
                choose_coordinate(t, high, centre)};
  if (random_chance(&t->random, 0.4)) {
    b = (tp_Point){nearby(t, a.x, wide), nearby(t, a.y, high)};
  }
  if (random_chance(&t->random, 0.15)) b.x = a.x;
  if (random_chance(&t->random, 0.15)) b.y = a.y;
  if (random_chance(&t->random, 0.15)) {
    int64_t d = (int64_t)random_below(&t->random, 7) * ORACLE_UNIT;
    int64_t x = a.x + d, y = random_chance(&t->random, 0.5) ? a.y + d : a.y - d;
    if (x < (int64_t)wide * ORACLE_UNIT && y >= 0 &&
        y < (int64_t)high * ORACLE_UNIT) {
      b = (tp_Point){x, y};
    }
  }
  double cost;
  bool clear = oracle_sees(&t->map, a.x, a.y, b.x, b.y, &cost);
  tp_Sight there = tp_sight(&p->agent, t->board.grid, a, b);
  tp_Sight back = tp_sight(&p->agent, t->board.grid, b, a);
  if (planted == PLANT_SIGHT && a.x % ORACLE_UNIT == 0) there.clear = true;
  if (planted == PLANT_LENGTH) there.cost *= 1 - 1e-6;
  t->tally->sights++;
  expect(t, there.clear == clear, "%lld, %lld %s %lld, %lld", (long long)a.x,
         (long long)a.y, clear ? "sees" : "does not see", (long long)b.x,
         (long long)b.y);
  expect(t, there.clear == back.clear,
         "sight is not symmetric between %lld, "
         "%lld and %lld, %lld",
         (long long)a.x, (long long)a.y, (long long)b.x, (long long)b.y);
  if (clear) {
    expect(t, near(there.cost, cost, exact) && near(back.cost, cost, exact),
           "the line %lld, %lld - %lld, %lld costs %.17g, not %.17g",
           (long long)a.x, (long long)a.y, (long long)b.x, (long long)b.y, cost,
           there.cost);
  } else {
    tp_Cell c = {there.x, there.y};
    bool corner_alone = is_free(t, c) && t->map.rule == ORACLE_NO_DIAGONALS;
    expect(t, !is_free(t, c) || corner_alone, "%d, %d is in no one's way",
           there.x, there.y);
  }
}

/* ---- laws --------------------------------------------------------------- */

static const char *law_names[] = {"always", "at_least_one_walkable",
                                  "only_if_no_obstacles", "never"};

/* Each rule allows all that the next one does. */
static void judge_laws(Trial *t) {
  static const tp_Diagonal order[] = {TP_ALWAYS, TP_AT_LEAST_ONE_WALKABLE,
                                      TP_ONLY_IF_NO_OBSTACLES, TP_NEVER};
  const Way plainly = {0, false, 0};
  bool unpriced = is_unpriced(t);
  double before = 0;
  if (!is_free(t, t->start) || !is_free(t, t->goal)) return;
  for (int i = 0; i < 4; i++) {
    tp_Profile profile = t->profile[0];
    Player p;
    profile.diagonal = order[i];
    profile.weight = 1;
    profile.algorithm = TP_AUTO;
    profile.heuristic = TP_HEURISTIC_AUTO;
    player_init(&p, &t->board, &t->world, &profile);
    player_catch_up(&p);
    player_find(&p, query_of(t, false, UINT64_MAX), plainly, &t->answer);
    double cost = t->answer.found ? t->answer.cost : INFINITY;
    expect(t, cost >= before * (1 - t->promise),
           "%s costs %.17g, less than %s with %.17g", law_names[i], cost,
           i > 0 ? law_names[i - 1] : "nothing", before);
    if (unpriced) {
      tp_Query back = {t->goal, t->start, UINT64_MAX, false};
      player_find(&p, back, plainly, &t->other);
      expect(t,
             t->other.found == t->answer.found &&
                 near(t->other.cost, t->answer.cost, t->promise),
             "there costs %.17g, back %.17g", t->answer.cost, t->other.cost);
      t->tally->queries++;
    }
    t->tally->queries++;
    before = cost;
    player_free(&p);
  }
}

/* A board made anew, and an agent that never saw an edit. */
static void judge_fresh(Trial *t, Player *p) {
  Board board = board_make(&t->world, &t->random);
  Player fresh;
  Way way = {0, false, 0};
  player_init(&fresh, &board, &t->world, &p->agent.profile);
  fresh.told = p->told;
  player_catch_up(&fresh);
  player_find(p, query_of(t, false, UINT64_MAX), way, &t->answer);
  player_find(&fresh, query_of(t, false, UINT64_MAX), way, &t->other);
  judge_same(t, "a fresh board");
  expect(t, tp_grid_equal(board.grid, t->board.grid),
         "an edited grid is not equal to a fresh one");
  player_free(&fresh);
  board_free(&board);
}

/* ---- a trial ------------------------------------------------------------ */

static void find_costs(Trial *t) {
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    t->cost[i] = INFINITY;
  }
  if (is_free(t, t->start)) {
    oracle_costs(&t->map, t->start.x, t->start.y, false, t->cost);
  }
}

static void ask(Trial *t, Player *p) {
  t->goal = choose_cell(t);
  if (p->agent.profile.heuristic == TP_HEURISTIC_ASKED) {
    if (is_free(t, t->goal))
      make_told(t, p);
    else if (!p->told)
      return;
  }
  judge_ways(t, p, query_of(t, false, UINT64_MAX));
  judge_answer(t, &p->agent.profile, &t->answer);
  if (t->answer.found && is_consistent(t, &p->agent.profile)) {
    player_find(p, query_of(t, false, UINT64_MAX), (Way){0, false, 0},
                &t->other);
    judge_looks(t, p);
  }
  if (!t->wrong) judge_limit(t, p);
}

/* A heuristic of one's own knows nothing about partial goals. */
static bool can_be_partial(const Player *p) {
  const tp_Profile *profile = &p->agent.profile;
  return profile->heuristic != TP_HEURISTIC_ASKED ||
         profile->algorithm == TP_DIJKSTRA;
}

static void play_round(Trial *t) {
  Random *r = &t->random;
  price_map(t);
  t->start = choose_cell(t);
  t->goal = t->start;
  find_costs(t);
  for (int i = 0; i < PLAYERS && !t->wrong; i++) {
    Player *p = &t->player[i];
    player_catch_up(p);
    if (i == random_below(r, PLAYERS)) judge_agent(t, p);
    if (is_free(t, t->start)) judge_regions(t, p);
    for (int n = 0; n < 2 && !t->wrong; n++) ask(t, p);
    for (int n = 0; n < 4 && !t->wrong; n++) judge_sight(t, p);
    if (!t->wrong && random_chance(r, 0.4)) judge_fresh(t, p);
    if (!can_be_partial(p)) continue;
    t->goal = choose_cell(t);
    if (!t->wrong && random_chance(r, 0.7)) judge_partial(t, p);
  }
  if (!t->wrong && random_chance(r, 0.25)) judge_laws(t);
}

/* About as many single cells as the grid's log holds, each far from the one
 * before: where the map is large no two of them share an entry. */
static void scatter(Trial *t) {
  Random *r = &t->random;
  int edits = TP_LOG_SIZE - 1 + random_below(r, 4);
  int wide = t->world.width, high = t->world.height;
  for (int i = 0; i < edits; i++) {
    int x = random_below(r, (wide + 2) / 3),
        y = random_below(r, (high + 2) / 3);
    if (i % 2) x = wide - 1 - x, y = high - 1 - y;
    board_change(&t->board, &t->world, x, y);
  }
  t->tally->edits += edits;
}

static void edit(Trial *t) {
  if (random_chance(&t->random, 0.2)) {
    scatter(t);
    return;
  }
  int edits = random_below(&t->random, random_chance(&t->random, 0.3) ? 60 : 5);
  for (int i = 0; i < edits; i++) {
    const char *fault = board_edit(&t->board, &t->world, &t->random);
    expect(t, fault == NULL, "%s", fault ? fault : "");
  }
  t->tally->edits += edits;
}

void trial_play(uint64_t number, Tally *tally) {
  static Trial trial; /* megabytes; one trial at a time */
  Trial *t = &trial;
  int width, height;
  double straight, diagonal;
  t->number = number;
  t->tally = tally;
  t->random.state = number;
  t->wrong = false;
  choose_size(t, &width, &height);
  world_draw(&t->world, &t->random, width, height);
  t->map = (OracleMap){.width = width, .height = height, .price = t->price};
  t->map.rule = (OracleRule)random_below(&t->random, 4);
  if (t->world.seamed && random_chance(&t->random, 0.6)) {
    t->map.rule = ORACLE_NOTHING;
  }
  choose_costs(t, &straight, &diagonal);
  t->map.straight = straight;
  t->map.diagonal = diagonal;
  t->board = board_make(&t->world, &t->random);
  for (int i = 0; i < PLAYERS; i++) {
    choose_profile(t, &t->profile[i], straight, diagonal);
    player_init(&t->player[i], &t->board, &t->world, &t->profile[i]);
  }
  for (int round = 0; round < ROUNDS && !t->wrong; round++) {
    if (round > 0) edit(t);
    if (!t->wrong) play_round(t);
  }
  for (int i = 0; i < PLAYERS; i++) player_free(&t->player[i]);
  board_free(&t->board);
  tally->failed += t->wrong;
}
