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

void escape_judge_side(Trial *t, const Answer *a) {
  const int *exit = &a->path[2 * a->blocked];
  const tp_Cell to = t->goal;
  const OracleMap *m = &t->map;
  if (!trial_escapes(t) || !a->found || t->wrong) return;
  const double far = t->out[trial_cell(t, (tp_Cell){exit[0], exit[1]})];
  const double rest = oracle_far(m, exit[0], exit[1], to.x, to.y);
  for (int i = 0; i < t->world.width * t->world.height && !t->wrong; i++) {
    const tp_Cell c = {i % t->world.width, i / t->world.width};
    const double other = oracle_far(m, c.x, c.y, to.x, to.y);
    if (t->out[i] != far || other > rest) continue;
    if (other == rest && trial_cell(t, (tp_Cell){exit[0], exit[1]}) <= i) {
      continue;
    }
    oracle_costs(m, c.x, c.y, false, t->rest);
    trial_expect(t, t->rest[trial_cell(t, to)] == INFINITY,
                 "the exit %d, %d is as near as %d, %d, and better", (int)c.x,
                 (int)c.y, exit[0], exit[1]);
  }
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
