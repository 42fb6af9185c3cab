/* judge_escape.c - see judge_escape.h. The nearest exit that leads to a cell is
 * the same for all connected cells. So to drop the cells with another one is to
 * drop whole parts of the map.
 */
#include "judge_escape.h"

#include <math.h>

#include "layers.h"

/* The greatest price for an agent alone, plus the raise for others, if one
 * applies. */
static double dearest(const Trial *t) {
  const double *prices = t->world.has_others ? t->price_alone : t->price;
  double price = 0, raise = 0;
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    if (prices[i] < INFINITY) price = fmax(price, prices[i]);
    if (t->world.raise > 0 && t->price[i] != prices[i]) raise = t->world.raise;
  }
  return t->layers > 0 ? layers_dearest(t) : price + raise;
}

/* Chooses a blocked cell, mostly far from free ones. */
static bool choose_start(Trial *t) {
  Random *r = &t->random;
  int wanted = random_below(r, 9);
  for (int tries = 0; tries < 60; tries++) {
    tp_Cell c = {random_below(r, t->world.width),
                 random_below(r, t->world.height)};
    int around = 0;
    if (trial_is_free(t, c)) continue;
    for (int k = 0; k < 9; k++) {
      around += !trial_is_free(t, (tp_Cell){c.x + k % 3 - 1, c.y + k / 3 - 1});
    }
    if (around <= wanted && tries < 50) continue;
    t->start = c;
    return true;
  }
  return false;
}

void escape_find_outside(Trial *t) {
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    t->outside[i] = t->world.closed[i] && t->world.terrain[i] == 1;
  }
  t->map.outside = t->outside;
}

bool escape_begin(Trial *t) {
  t->kept_start = t->start;
  if (!choose_start(t)) return false;
  t->escape = true;
  t->dearest = dearest(t);
  escape_find_outside(t);
  oracle_escape(&t->map, t->start.x, t->start.y, t->far, t->out);
  escape_take_all(t);
  return true;
}

void escape_take_all(Trial *t) {
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    t->cost[i] = t->out[i];
  }
}

void escape_take_exit(Trial *t, tp_Cell exit, double cost) {
  const double out = t->out[trial_cell(t, exit)];
  if (!trial_expect(t, out < ORACLE_BEYOND, "%d, %d is no exit", (int)exit.x,
                    (int)exit.y)) {
    return;
  }
  oracle_costs(&t->map, exit.x, exit.y, false, t->cost);
  for (int i = 0; i < t->world.width * t->world.height; i++) t->cost[i] += cost;
}

void escape_follow(Trial *t, const Answer *a) {
  const int *exit = &a->path[2 * a->blocked];
  size_t blocked = 0;
  double cost = 0;
  if (!trial_escapes(t) || !a->found || a->count <= a->blocked) return;
  const char *fault = oracle_follow_out(&t->map, a->path, a->count, t->dearest,
                                        &blocked, &cost);
  if (!trial_expect(t, fault == NULL, "%s", fault ? fault : "")) return;
  if (trial_is_inside(t, (tp_Cell){exit[0], exit[1]})) {
    escape_take_exit(t, (tp_Cell){exit[0], exit[1]}, cost);
  }
}

/* What a step of a way out costs. */
static double step_out(const Trial *t, bool is_diagonal) {
  const bool is_longer = is_diagonal && !trial_is_hexagonal(t);
  return (is_longer ? t->map.diagonal : t->map.straight) * t->dearest;
}

void escape_judge_exit(Trial *t, const Answer *a, double allowance) {
  const int x = t->start.x, y = t->start.y;
  const int *exit = &a->path[2 * a->blocked];
  if (!trial_escapes(t) || !a->found || t->wrong) return;
  const double far = t->out[trial_cell(t, (tp_Cell){exit[0], exit[1]})];
  for (int i = 0; i < t->world.width * t->world.height && !t->wrong; i++) {
    const tp_Cell c = {i % t->world.width, i / t->world.width};
    if (t->out[i] != far) continue;
    /* Ways of several steps may make detours. */
    double step = step_out(t, c.x != x && c.y != y);
    if (a->blocked > 1) step = fmax(step_out(t, true), step_out(t, false));
    const double out = (double)a->blocked * step;
    oracle_costs(&t->map, c.x, c.y, false, t->rest);
    const double other = out + t->rest[trial_cell(t, t->goal)];
    trial_expect(t, a->cost <= other * allowance * (1 + t->promise),
                 "by the exit %d, %d the path costs %.17g, by %d, %d %.17g",
                 exit[0], exit[1], a->cost, (int)c.x, (int)c.y, other);
  }
}

bool escape_take_ways(Trial *t, const tp_WayOut *way, const tp_Cell *goal) {
  const int cells = t->world.width * t->world.height;
  const double far = t->out[trial_cell(t, way->exit)];
  static double least[MAX_CELLS];
  for (int i = 0; i < cells; i++) least[i] = INFINITY;
  for (int i = 0; i < cells; i++) {
    const tp_Cell exit = {i % t->world.width, i / t->world.width};
    tp_Cell at = exit;
    double out = 0;
    if (t->out[i] == far) oracle_costs(&t->map, exit.x, exit.y, false, t->rest);
    const bool leads =
        t->out[i] == far && (!goal || t->rest[trial_cell(t, *goal)] < INFINITY);
    if (tp_wayout_is_exit(way, exit) != leads) return false;
    if (!leads) continue;
    for (uint32_t k = 0; k < way->length; k++) {
      const int d = tp_wayout_step(way, at);
      out += step_out(t, tp_is_diagonal(d));
      at = (tp_Cell){at.x - tp_dx[d], at.y - tp_dy[d]};
    }
    if (!tp_same_cell(at, t->start)) return false;
    for (int k = 0; k < cells; k++) {
      least[k] = fmin(least[k], out + t->rest[k]);
    }
  }
  for (int i = 0; i < cells; i++) t->cost[i] = least[i];
  return true;
}

void escape_end(Trial *t) {
  t->escape = false;
  t->start = t->kept_start;
}

static bool is_end(const Aims *a, const Trial *t, tp_Cell cell) {
  for (int k = 0; a && k < a->count; k++) {
    if (aims_end(a, t, k, cell)) return true;
  }
  return !a;
}

bool escape_take_least(const Aims *a, Trial *t) {
  int cells = t->world.width * t->world.height;
  double least = INFINITY;
  for (int i = 0; i < cells; i++) {
    tp_Cell cell = {i % t->world.width, i / t->world.width};
    if (t->far[i] >= least) continue;
    if (is_end(a, t, cell)) least = t->far[i];
  }
  for (int i = 0; i < cells; i++) {
    t->cost[i] = t->far[i] == least ? t->out[i] : INFINITY;
  }
  return least < INFINITY;
}
