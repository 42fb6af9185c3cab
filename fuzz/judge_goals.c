/* judge_goals.c - is the answer to a query with many ends right? The path is
 * legal, it ends where it may, and no other end is cheaper, extra costs
 * included. Among ends of equal cost, the first goal of the list wins.
 */
#include "judges.h"

#include <math.h>
#include <stdlib.h>

#include "goals.h"
#include "judge.h"
#include "judge_escape.h"

static tp_Cell end_of(const Answer *a) {
  const int *last = &a->path[2 * (a->count - 1)];
  return (tp_Cell){last[0], last[1]};
}

/* ---- refusals ----------------------------------------------------------- */

/* Does the oracle reach some end? The range is checked before sight, so few
 * cells need the oracle's sight. */
static bool can_be_reached(const Aims *a, const Trial *t) {
  for (int k = 0; k < a->count; k++) {
    for (int i = 0; i < t->world.width * t->world.height; i++) {
      tp_Cell cell = {i % t->world.width, i / t->world.width};
      if (t->cost[i] < INFINITY && aims_end(a, t, k, cell)) return true;
    }
  }
  return false;
}

static tp_Reason right_reason(const Aims *a, Trial *t) {
  tp_Reason reason = aims_reason(a, t, 0);
  bool may_be = false;
  for (int k = 0; k < a->count; k++) {
    may_be = may_be || aims_reason(a, t, k) == TP_NO_REASON;
  }
  if (!may_be && a->kind == TP_GOAL_CELLS) reason = aims_blame(a, t, reason);
  if (!trial_is_inside(t, t->start)) return TP_START_OUTSIDE;
  if (!may_be && reason == TP_GOAL_OUTSIDE) return reason;
  if (!trial_is_free(t, t->start) && !t->escape) return TP_START_BLOCKED;
  if (!may_be) return reason;
  return can_be_reached(a, t) ? TP_NO_REASON : TP_UNREACHABLE;
}

/* ---- answers ------------------------------------------------------------ */

/* Is goal k, ended in this cell, cheaper than the answer, or as cheap and
 * earlier in the list? Sums count as equal only if their terms are equal. In
 * coarse whole numbers, the cheapest links may cost nothing. */
static bool ticks(const Aims *a, const Trial *t, int k, double cost,
                  double total, double most, bool ordered) {
  int found = (int)t->answer.goal;
  double other = cost + a->extra[k];
  const double step = t->cheapest * fmin(t->map.straight, t->map.diagonal);
  const double lost = t->promise > 1 ? step / 1024 : 0;
  if ((other * most + lost) * (1 + t->promise) < total) return true;
  return ordered && k < found && a->extra[k] == a->extra[found] &&
         judge_is_exact(cost, t->answer.cost);
}

static void judge_best(const Aims *a, Trial *t, double total, double most) {
  bool ordered = most == 1 && judge_is_unpriced(t);
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    tp_Cell cell = {i % t->world.width, i / t->world.width};
    if (t->cost[i] == INFINITY) continue;
    for (int k = 0; k < a->count && !t->wrong; k++) {
      if (!ticks(a, t, k, t->cost[i], total, most, ordered)) {
        continue;
      }
      trial_expect(t, !aims_end(a, t, k, cell),
                   "goal %d of %d, kind %d, %d x %d at %d, %d: found goal %d "
                   "for %.17g, but from %d, %d it is %.17g + %.17g",
                   k, a->count, (int)a->kind, a->wide[k], a->high[k],
                   (int)a->cell[k].x, (int)a->cell[k].y, (int)t->answer.goal,
                   total, (int)cell.x, (int)cell.y, t->cost[i], a->extra[k]);
    }
  }
}

static void judge_found(const Aims *a, Trial *t, const tp_Profile *p) {
  double most = judge_allowance(t, p);
  int k = (int)t->answer.goal;
  if (!trial_expect(t, t->answer.count > 0, "no path, or far too long")) return;
  tp_Cell end = end_of(&t->answer);
  judge_path(t, &t->answer, end);
  if (!trial_expect(t, k < a->count && !t->answer.partial, "goal %d", k)) {
    return;
  }
  trial_expect(t, aims_end(a, t, k, end), "%d, %d is no end for goal %d",
               (int)end.x, (int)end.y, k);
  judge_best(a, t, t->answer.cost + a->extra[k], most);
}

static void judge_same(Trial *t, const char *what) {
  trial_expect(t, player_agree(&t->answer, &t->other),
               "many ends: %s changes the answer: goal %d for %.17g, then %d "
               "for %.17g; %llu and %llu expanded",
               what, (int)t->answer.goal, t->answer.cost, (int)t->other.goal,
               t->other.cost, (unsigned long long)t->answer.expanded,
               (unsigned long long)t->other.expanded);
  t->tally->queries++;
}

/* The same query in slices, with ends noted in advance, with a heap, with a
 * limit of just enough nodes, and with a lower limit. */
static void judge_ways(Aims *a, Trial *t, Player *p) {
  Way way = {.slice = 1 + (uint64_t)random_below(&t->random, 9)};
  uint64_t needed = t->answer.expanded;
  if (random_chance(&t->random, 0.5)) {
    way.notes = 1 + random_bits(&t->random) % 3000;
    if (random_chance(&t->random, 0.3)) way.slice = 0;
  }
  player_find(p, aims_query(a, t, false, UINT64_MAX), way, &t->other);
  judge_same(t, "slicing");
  if (t->answer.by_alt) return; /* a limit turns landmarks off */
  way.heap = t->answer.means == BY_BUCKETS;
  bool by_links = way.heap && t->map.links > 0;
  player_find(p, aims_query(a, t, false, by_links ? UINT64_MAX : needed), way,
              &t->other);
  if (by_links) {
    trial_expect(t, judge_heap_agrees(t),
                 "many ends: a heap changes the answer: goal %d for %.17g, "
                 "then %d for %.17g",
                 (int)t->answer.goal, t->answer.cost, (int)t->other.goal,
                 t->other.cost);
    t->tally->queries++;
  } else if (t->answer.found || needed > 0) {
    judge_same(t, "a heap, or a limit");
  }
  if (!t->answer.found || needed == 0) return;
  way.heap = false;
  player_find(p, aims_query(a, t, false, needed - 1), way, &t->other);
  trial_expect(t, !t->other.found && t->other.reason == TP_BUDGET,
               "many ends: not over a limit of %llu",
               (unsigned long long)needed - 1);
  if (needed == 1) return;
  player_find(p, aims_query(a, t, true, needed - 1), way, &t->other);
  if (trial_expect(t, t->other.found && t->other.count > 0,
                   "many ends: no partial path with a limit")) {
    judge_cut_short(t, end_of(&t->other));
  }
}

/* ---- as near as can be -------------------------------------------------- */

static double distance(const Aims *a, const Trial *t, tp_Cell cell, int *k) {
  double best = INFINITY;
  for (int i = 0; i < a->count; i++) {
    double d = aims_distance(a, t, i, cell);
    if (d < best * (1 - 1e-9)) *k = i;
    best = fmin(best, d);
  }
  return best;
}

/* Are two cells as far from the goals, also if rounding makes diagonal steps a
 * bit dearer? Their costs are whole numbers. */
static bool is_as_far(const Aims *a, Trial *t, tp_Cell one, tp_Cell other) {
  const double diagonal = t->map.diagonal;
  bool is_same = true;
  int k;
  for (int i = 0; i < 2 && is_same; i++) {
    is_same =
        judge_is_exact(distance(a, t, one, &k), distance(a, t, other, &k));
    t->map.diagonal = diagonal * (1 + 1e-6);
  }
  t->map.diagonal = diagonal;
  return is_same;
}

static void judge_near(const Aims *a, Trial *t, const tp_Profile *profile) {
  if (!trial_expect(t,
                    t->answer.found && t->answer.partial && t->answer.count > 0,
                    "no partial path to any goal")) {
    return;
  }
  tp_Cell end = end_of(&t->answer);
  int first = 0, other;
  double near_by = distance(a, t, end, &first);
  const double cost = t->cost[trial_cell(t, end)];
  const double most = judge_allowance(t, profile);
  judge_path(t, &t->answer, end);
  trial_expect(t, (int)t->answer.goal == first || t->promise > 1e-3,
               "nearest to goal %d, not %d", first, (int)t->answer.goal);
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    tp_Cell cell = {i % t->world.width, i / t->world.width};
    if (t->cost[i] == INFINITY) continue;
    double d = distance(a, t, cell, &other);
    trial_expect(t, d >= near_by * (1 - t->promise),
                 "%d, %d is nearer to a goal than %d, %d", (int)cell.x,
                 (int)cell.y, (int)end.x, (int)end.y);
    if (!is_as_far(a, t, cell, end)) continue;
    trial_expect(
        t, cost <= t->cost[i] || cost <= most * t->cost[i] * (1 + t->promise),
        "%d, %d is as near to a goal, and cheaper", (int)cell.x, (int)cell.y);
  }
}

/* ---- both --------------------------------------------------------------- */

/* Makes the user's heuristic: never above the cost to the nearest goal. */
static void tell(Aims *a, Trial *t, Player *p) {
  static uint64_t reported[MAX_CELLS];
  double scale = p->navmap.costs.scale;
  int cells = t->world.width * t->world.height;
  for (int i = 0; i < cells; i++) reported[i] = UINT64_MAX;
  aims_query(a, t, false, UINT64_MAX);
  for (int k = 0; k < a->count; k++) {
    tp_Cell goal = a->cell[k];
    if (!trial_is_free(t, goal)) continue;
    oracle_costs(&t->map, goal.x, goal.y, true, t->rest);
    for (int i = 0; i < cells; i++) {
      if (t->rest[i] == INFINITY) continue;
      double part = random_chance(&t->random, 0.5) ? 1 : 0.5;
      double rest = part * t->rest[i] * scale * fmax(0, 1 - 2 * t->promise);
      if ((uint64_t)rest < reported[i]) reported[i] = (uint64_t)rest;
    }
  }
  for (int i = 0; i < cells; i++) {
    if (reported[i] == UINT64_MAX) reported[i] = 0;
  }
  p->reported = reported;
}

void judge_goals(Trial *t, Player *p) {
  static Aims aims;
  Aims *a = &aims;
  const tp_Profile *profile = &p->navmap.profile;
  bool asked = profile->heuristic == TP_HEURISTIC_USER;
  const uint64_t *reported = p->reported;
  aims_draw(a, t, p);
  if (trial_escapes(t)) escape_take_least(a, t);
  if (asked && a->kind == TP_GOAL_CELLS) tell(a, t, p);
  player_find(p, aims_query(a, t, false, UINT64_MAX), (Way){.slice = 0},
              &t->answer);
  const tp_Reason reason = right_reason(a, t);
  trial_expect(t, t->answer.reason == reason,
               "%d goals of kind %d, first %d x %d at %d, %d: reason %d, "
               "not %d",
               a->count, (int)a->kind, a->wide[0], a->high[0],
               (int)a->cell[0].x, (int)a->cell[0].y, (int)t->answer.reason,
               (int)reason);
  t->tally->queries++;
  escape_follow(t, &t->answer);
  if (t->answer.found && !t->wrong) judge_found(a, t, profile);
  if (!t->wrong) judge_ways(a, t, p);
  bool refused = reason != TP_NO_REASON && trial_is_free(t, t->start);
  if (reason != TP_NO_REASON && trial_escapes(t)) {
    refused = escape_take_least(NULL, t);
  }
  if (refused && !t->wrong) {
    player_find(p, aims_query(a, t, true, UINT64_MAX), (Way){.slice = 0},
                &t->answer);
    escape_follow(t, &t->answer);
    judge_near(a, t, profile);
    t->tally->queries++;
  }
  if (trial_escapes(t)) escape_take_all(t);
  p->reported = reported;
  aims_free(a);
}
