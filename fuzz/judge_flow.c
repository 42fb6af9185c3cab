/* judge_flow.c - agents that move along a field: each arrives, by legal steps,
 * through cells that it may enter, and not by much of a detour.
 */
#include "judge_flow.h"

#include <math.h>
#include <stdlib.h>

#include "core/field/flow.h"
#include "plant.h"

enum { AGENTS = 12 };

/* ---- one agent ---------------------------------------------------------- */

typedef struct Walker {
  double x, y; /* in the world                                    */
  bool narrow; /* kept as floats                                  */
  double speed, length, cost;
} Walker;

/* The cell that an agent is said to be in: its top left one. */
static tp_Cell cell_of(const tp_Flow *flow, double x, double y) {
  const tp_Grid *g = flow->grid;
  const tp_Profile *p = &flow->navmap->profile;
  double column = (x - g->origin_x) / g->cell_width;
  double row = (y - g->origin_y) / g->cell_height;
  return (tp_Cell){(int32_t)floor(column - (p->wide - 1) / 2.0),
                   (int32_t)floor(row - (p->high - 1) / 2.0)};
}

/* May one go from a cell to another within a quarter of a cell's length: by a
 * side, by a corner, or by two sides next to a corner? */
static bool is_near_and_legal(const Trial *t, tp_Cell from, tp_Cell to) {
  double cost;
  tp_Cell a = {from.x, to.y}, b = {to.x, from.y};
  int path[] = {from.x, from.y, to.x, to.y};
  if (abs(from.x - to.x) > 1 || abs(from.y - to.y) > 1) return false;
  if (tp_same_cell(from, to)) return true;
  if (oracle_follow(&t->map, path, 2, &cost) == NULL) return true;
  return trial_is_free(t, to) && trial_is_free(t, a) && trial_is_free(t, b);
}

static tp_Drift go(const tp_Flow *flow, Walker *w, double distance) {
  tp_Flow as_kept = *flow;
  as_kept.narrow = w->narrow;
  return tp_flow_advance(&as_kept, &w->x, &w->y, distance);
}

/* One call. False where something was wrong, or the walker has arrived. */
static bool advance(Trial *t, const tp_Flow *flow, Walker *w) {
  const tp_Grid *g = flow->grid;
  tp_Cell from = cell_of(flow, w->x, w->y);
  double x = w->x, y = w->y, dx = 0, dy = 0;
  tp_Drift told = tp_flow_direction(flow, x, y, &dx, &dy);
  tp_Drift drift = go(flow, w, w->speed);
  if (planted == PLANT_DRIFT && drift == TP_DRIFT_ON) {
    w->x += 0.1 * g->cell_width;
  }
  tp_Cell to = cell_of(flow, w->x, w->y);
  double gone = hypot(w->x - x, w->y - y);
  double most = w->speed + fmax(g->cell_width, g->cell_height) / 64;
  w->length += gone;
  if (trial_is_free(t, to)) {
    w->cost += t->map.straight * t->price[trial_cell(t, to)] *
               hypot((w->x - x) / g->cell_width, (w->y - y) / g->cell_height);
  }
  trial_expect(t, trial_is_free(t, to), "an agent stands in %d, %d", (int)to.x,
               (int)to.y);
  trial_expect(t, is_near_and_legal(t, from, to),
               "an agent went from %d, %d to %d, %d", (int)from.x, (int)from.y,
               (int)to.x, (int)to.y);
  trial_expect(t, gone <= most, "an agent went %g, not %g", gone, w->speed);
  trial_expect(t, drift == TP_DRIFT_GOAL || told == TP_DRIFT_ON,
               "an agent has no direction at %.17g, %.17g (%d)", x, y,
               (int)told);
  if (told == TP_DRIFT_ON) {
    trial_expect(t, fabs(hypot(dx, dy) - 1) < 1e-12, "a direction of length %g",
                 hypot(dx, dy));
  }
  return drift == TP_DRIFT_ON && !t->wrong;
}

/* A point of the cell, at times next to its border or on it. */
static double choose_part(Random *r) {
  static const double parts[] = {0, 0.5, 1e-9, 1 - 1e-9, 0.001, 0.999};
  if (random_chance(r, 0.5)) return random_unit(r);
  return parts[random_below(r, (int)(sizeof parts / sizeof parts[0]))];
}

static bool place(Trial *t, const tp_Flow *flow, tp_Cell c, Walker *w) {
  Random *r = &t->random;
  const tp_Grid *g = flow->grid;
  const tp_Profile *p = &flow->navmap->profile;
  double right = (p->wide - 1) / 2.0, down = (p->high - 1) / 2.0;
  *w = (Walker){.x = tp_grid_left(g, c.x + choose_part(r) + right),
                .y = tp_grid_top(g, c.y + choose_part(r) + down),
                .narrow = random_chance(r, 0.4)};
  w->speed = fmin(g->cell_width, g->cell_height) *
             (random_chance(r, 0.3) ? 0.01 : 0.03 + 0.2 * random_unit(r));
  if (w->narrow) {
    w->x = (float)w->x;
    w->y = (float)w->y;
  }
  return tp_same_cell(cell_of(flow, w->x, w->y), c);
}

/* Steps of a path through the field cost what its costs say; an agent may go
 * half as far again. */
static double allowance(const Trial *t, const tp_Field *f, tp_Cell c) {
  double s = t->map.straight, d = t->map.diagonal, dearest = 0;
  double cost = (double)tp_field_cost(f, c.x, c.y) / f->scale;
  bool four = t->map.rule == ORACLE_NO_DIAGONALS;
  if (!four && (d < 1.3 * s || d > 2 * s)) return INFINITY;
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    if (t->price[i] < INFINITY) dearest = fmax(dearest, t->price[i]);
  }
  return 1.5 * cost + 3 * s * dearest;
}

static void judge_agent_on_its_way(Trial *t, const tp_Flow *flow) {
  Walker w;
  tp_Cell c = trial_choose_cell(t);
  const tp_Field *f = flow->field;
  if (!trial_is_free(t, c) || !place(t, flow, c, &w)) return;
  if (tp_field_cost(f, c.x, c.y) == TP_FAR) {
    trial_expect(t, go(flow, &w, 1) == TP_DRIFT_NONE,
                 "an agent finds a way where there is none");
    return;
  }
  double most = allowance(t, f, c);
  long calls = 0, cells = (long)t->world.width * t->world.height;
  double least = fmin(flow->grid->cell_width, flow->grid->cell_height);
  long enough = (long)(3 * (double)cells * 3 * least / w.speed) + 1000;
  while (advance(t, flow, &w) && calls < enough) calls++;
  trial_expect(t, calls < enough, "an agent from %d, %d does not arrive",
               (int)c.x, (int)c.y);
  trial_expect(t, w.cost <= most, "an agent's way costs %g, of at most %g",
               w.cost, most);
  t->tally->walks++;
}

/* The same in one call: from cell to cell it is the same kind of way. */
static void judge_leap(Trial *t, const tp_Flow *flow) {
  Walker w;
  tp_Cell c = trial_choose_cell(t);
  if (!trial_is_free(t, c) || !place(t, flow, c, &w)) return;
  if (tp_field_cost(flow->field, c.x, c.y) == TP_FAR) return;
  tp_Drift drift = go(flow, &w, 1e9);
  tp_Cell end = cell_of(flow, w.x, w.y);
  trial_expect(t, drift == TP_DRIFT_GOAL, "an agent does not arrive at once");
  trial_expect(t, tp_field_source(flow->field, end.x, end.y) >= 0,
               "an agent ends at %d, %d, which is no goal", (int)end.x,
               (int)end.y);
}

/* Elsewhere in the world, and with cells of another size where no radius hangs
 * on it. */
static void choose_world(Trial *t, tp_Grid *g) {
  Random *r = &t->random;
  if (random_chance(r, 0.3)) return;
  g->origin_x = 1000 * random_unit(r) - 500;
  g->origin_y = random_chance(r, 0.5) ? -37 : 1000 * random_unit(r);
  if (t->body.radius > 0) return;
  g->cell_width = 0.5 + 40 * random_unit(r);
  g->cell_height = random_chance(r, 0.5)
                       ? g->cell_width
                       : g->cell_width * (0.5 + random_unit(r));
}

/* Over an older field: it may lead nowhere, but not into a wall. */
static void judge_old_flow(Trial *t, const tp_Flow *flow) {
  Walker w;
  tp_Cell c = trial_choose_cell(t);
  if (!trial_is_free(t, c) || !place(t, flow, c, &w)) return;
  for (int n = 0; n < 300 && !t->wrong; n++) {
    tp_Cell from = cell_of(flow, w.x, w.y);
    go(flow, &w, w.speed);
    tp_Cell to = cell_of(flow, w.x, w.y);
    trial_expect(t, trial_is_free(t, to) && is_near_and_legal(t, from, to),
                 "an agent on an old field went from %d, %d to %d, %d",
                 (int)from.x, (int)from.y, (int)to.x, (int)to.y);
  }
}

void judge_flow(Trial *t, Player *p, Fielder *f) {
  tp_Grid *g = t->board.grid;
  if (!f->is_made) return;
  bool is_old = f->field.revision != tp_grid_revision(g);
  choose_world(t, g);
  tp_Flow flow = tp_flow_of(&f->field, &p->navmap);
  for (int n = 0; n < AGENTS && !t->wrong; n++) {
    if (is_old) {
      judge_old_flow(t, &flow);
    } else {
      judge_agent_on_its_way(t, &flow);
      if (!t->wrong) judge_leap(t, &flow);
    }
  }
  g->cell_width = t->body.cell_width;
  g->cell_height = t->body.cell_height;
  g->origin_x = g->origin_y = 0;
}
