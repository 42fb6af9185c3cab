/* judge_flow.c - agents that move along a field. Each arrives, by legal steps,
 * through cells that it may enter, without a long detour.
 */
#include "judges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/field/separation.h"
#include "core/field/steer.h"
#include "core/field/swarm.h"
#include "field_motion.h"
#include "judge_escape.h"
#include "layers.h"

enum { AGENTS = 12, AGENTS_WITH_BODIES = 60 };

/* ---- one agent ---------------------------------------------------------- */

static tp_Drift go(const tp_Flow *flow, Walker *w, double distance) {
  return tp_flow_advance(flow, &w->x, &w->y, distance);
}

/* Moves the walker by one call. Returns false if something was wrong or the
 * walker has arrived. */
static bool advance(Trial *t, const tp_Flow *flow, Walker *w) {
  const tp_Grid *g = flow->grid;
  tp_Cell from = stride_cell(flow, w->x, w->y);
  const Walker before = *w;
  double x = w->x, y = w->y, dx = 0, dy = 0;
  tp_Drift reported = tp_flow_direction(flow, x, y, &dx, &dy);
  tp_Drift drift = go(flow, w, w->speed);
  tp_Cell to = stride_cell(flow, w->x, w->y);
  double gone = hypot(w->x - x, w->y - y);
  double most = w->speed + fmax(g->cell_width, g->cell_height) / 64;
  bool jumped =
      stride_is_by_link(t, flow, (Place){x, y}, (Place){w->x, w->y}, most);
  if (jumped) {
    uint64_t cost = tp_field_cost(flow->field, to.x, to.y);
    trial_expect(t, cost < tp_field_cost(flow->field, from.x, from.y),
                 "a link leads from %d, %d to %d, %d, which is no nearer",
                 (int)from.x, (int)from.y, (int)to.x, (int)to.y);
  }
  if (trial_is_free(t, to) && !jumped) {
    w->cost += t->map.straight * t->price[trial_cell(t, to)] *
               hypot((w->x - x) / g->cell_width, (w->y - y) / g->cell_height);
  }
  trial_expect(t, trial_is_free(t, to), "an agent stands in %d, %d", (int)to.x,
               (int)to.y);
  trial_expect(t, jumped || stride_is_legal(t, from, to),
               "an agent went from %d, %d to %d, %d", (int)from.x, (int)from.y,
               (int)to.x, (int)to.y);
  trial_expect(t, jumped || gone <= most, "an agent went %g, not %g", gone,
               w->speed);
  bool is_reported = reported == TP_DRIFT_ON || reported == TP_DRIFT_LINK;
  trial_expect(t, drift == TP_DRIFT_GOAL || is_reported,
               "an agent has no direction at %.17g, %.17g (%d)", x, y,
               (int)reported);
  if (reported == TP_DRIFT_ON) {
    trial_expect(t, fabs(hypot(dx, dy) - 1) < 1e-12, "a direction of length %g",
                 hypot(dx, dy));
  }
  if (jumped) w->is_clear = false;
  if (!jumped) stride_judge_clearance(t, flow, w, &before);
  return drift == TP_DRIFT_ON && !t->wrong;
}

/* A fraction of a cell's side, at times at its border or next to it. */
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
  const double column = c.x + choose_part(r) + right;
  const double row = c.y + choose_part(r) + down;
  const tp_Place at = tp_grid_corner(g, column, row);
  *w = (Walker){.x = at.x, .y = at.y};
  w->speed = fmin(g->cell_width, g->cell_height) *
             (random_chance(r, 0.3) ? 0.01 : 0.03 + 0.2 * random_unit(r));
  return tp_same_cell(stride_cell(flow, w->x, w->y), c);
}

static double dearest_in(const Trial *t, const double *price) {
  double dearest = 0;
  if (t->layers > 0) return layers_dearest(t);
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    if (price[i] < INFINITY) dearest = fmax(dearest, price[i]);
  }
  return dearest;
}

/* The most that a walk may cost. A path of steps costs what the field says; an
 * agent may use half as much again. */
static double allowance(const Trial *t, const tp_Field *f, tp_Cell c) {
  double s = t->map.straight, d = t->map.diagonal;
  double dearest = dearest_in(t, t->price);
  double cost = tp_field_real(f, tp_field_cost(f, c.x, c.y));
  bool four = t->map.rule == ORACLE_NO_DIAGONALS;
  if (!four && (d < 1.3 * s || d > 2 * s)) return INFINITY;
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
}

/* The same in one call: the agent must end in a goal. */
static void judge_leap(Trial *t, const tp_Flow *flow) {
  Walker w;
  tp_Cell c = trial_choose_cell(t);
  if (!trial_is_free(t, c) || !place(t, flow, c, &w)) return;
  if (tp_field_cost(flow->field, c.x, c.y) == TP_FAR) return;
  tp_Drift drift = go(flow, &w, 1e9);
  tp_Cell end = stride_cell(flow, w.x, w.y);
  trial_expect(t, drift == TP_DRIFT_GOAL, "an agent does not arrive at once");
  trial_expect(t, tp_field_source(flow->field, end.x, end.y) >= 0,
               "an agent ends at %d, %d, which is no goal", (int)end.x,
               (int)end.y);
}

/* ---- out of walls ------------------------------------------------------- */

/* Does a path lead on from the cell, or is the cell a goal? */
static bool leads_on(const Trial *t, const tp_Flow *flow, tp_Cell c) {
  tp_Field *f = flow->field;
  if (!trial_is_free(t, c) || tp_field_cost(f, c.x, c.y) == TP_FAR) {
    return false;
  }
  return f->seen == flow->navmap->changes.now || f->asked.sources.count == 0 ||
         tp_field_source(f, c.x, c.y) >= 0 ||
         tp_field_directions(f, flow->navmap, c.x, c.y) != 0 ||
         tp_field_edge(f, flow->navmap, c, NULL);
}

/* A cell as an exit. Exits are compared by their first field that differs; less
 * is better. */
typedef struct Exit {
  double far, cost;
  tp_Cell cell;
} Exit;

/* The cost by an exit, to which the library's way leads if it has one. */
static double cost_by(const tp_Flow *flow, const tp_WayOut *way, tp_Cell exit) {
  const tp_Field *f = flow->field;
  const bool has_way = tp_wayout_is_exit(way, exit);
  const uint64_t out = has_way ? tp_wayout_cost(way, flow->navmap, exit) : 0;
  const uint64_t cost = tp_field_cost(f, exit.x, exit.y);
  return tp_field_real(f, cost + out * f->asked.factor);
}

/* The best exit of all cells, by their distances. */
static bool find_exit(const Trial *t, const tp_Flow *flow, const tp_WayOut *way,
                      const double *exit, Exit *best) {
  bool is_found = false;
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    const tp_Cell c = {i % t->world.width, i / t->world.width};
    if (exit[i] >= ORACLE_BEYOND || !leads_on(t, flow, c)) continue;
    const Exit e = {exit[i], cost_by(flow, way, c), c};
    bool is_better = !is_found || e.far < best->far ||
                     (e.far == best->far && e.cost < best->cost);
    if (is_better) *best = e;
    is_found = true;
  }
  return is_found;
}

/* Is each step of the way out one that the rules allow? */
static void judge_steps_out(Trial *t, tp_Cell at, const tp_WayOut *way) {
  tp_Cell to = way->exit;
  for (uint32_t i = 0; i < way->length && !t->wrong; i++) {
    const int d = tp_wayout_step(way, to);
    const int dx = tp_dx[d], dy = tp_dy[d];
    const tp_Cell by = {to.x - dx, to.y - dy};
    trial_expect(t, !trial_is_free(t, by), "a way out over the free %d, %d",
                 (int)by.x, (int)by.y);
    trial_expect(t, oracle_leads_out(&t->map, by.x, by.y, dx, dy),
                 "a way out from %d, %d by %d, %d", (int)by.x, (int)by.y, dx,
                 dy);
    to = by;
  }
  trial_expect(t, tp_same_cell(at, to), "a way out begins elsewhere");
}

/* Is the library's exit as good as the best one? Costs that differ by rounding
 * alone are equal. */
static bool judge_exit(Trial *t, const tp_Flow *flow, tp_Cell from) {
  static double far[MAX_CELLS], exit[MAX_CELLS];
  Exit best = {0};
  tp_WayOut way;
  escape_find_outside(t);
  oracle_escape(&t->map, from.x, from.y, far, exit);
  bool reported = tp_flow_way_out(flow, from, &way);
  bool has = find_exit(t, flow, &way, exit, &best) &&
             best.far < (TP_WAYOUT_MOST + 1) * 1e9;
  if (!trial_expect(t, has == reported, "there is %s way out of %d, %d",
                    has ? "a" : "no", (int)from.x, (int)from.y)) {
    return false;
  }
  if (!has) return false;
  const tp_Cell out = way.exit;
  const double cost = cost_by(flow, &way, out);
  judge_steps_out(t, from, &way);
  return trial_expect(t,
                      leads_on(t, flow, out) && cost == best.cost &&
                          exit[trial_cell(t, out)] == best.far,
                      "the way out of %d, %d is %d, %d, not %d, %d",
                      (int)from.x, (int)from.y, (int)out.x, (int)out.y,
                      (int)best.cell.x, (int)best.cell.y);
}

static tp_Cell choose_blocked(Trial *t) {
  tp_Cell c = {0, 0};
  for (int tries = 0; tries < 50; tries++) {
    c.x = random_below(&t->random, t->world.width);
    c.y = random_below(&t->random, t->world.height);
    if (!trial_is_free(t, c)) break;
  }
  return c;
}

/* Does the direction point straight at the middle of the next cell, or at the
 * corner on the way there? */
static void judge_heading(Trial *t, const tp_Flow *flow, const Walker *w,
                          tp_Cell from) {
  const tp_Grid *g = flow->grid;
  tp_WayOut way;
  double dx = 0, dy = 0;
  if (!tp_flow_way_out(flow, from, &way)) return;
  const int d = tp_wayout_first(&way);
  const double by = tp_dx[d] != 0 && tp_dy[d] != 0 ? 0.5 : 1;
  tp_Drift drift = tp_flow_direction(flow, w->x, w->y, &dx, &dy);
  const tp_Place aim =
      tp_grid_corner(g, from.x + 0.5 + by * tp_dx[d] + flow->half_x,
                     from.y + 0.5 + by * tp_dy[d] + flow->half_y);
  double right = aim.x - w->x, down = aim.y - w->y;
  double far = hypot(right, down);
  if (far < g->cell_width / 100) return; /* at the corner */
  bool is_right = drift == TP_DRIFT_ON && fabs(dx - right / far) < 1e-9 &&
                  fabs(dy - down / far) < 1e-9;
  trial_expect(t, is_right, "the way out of %d, %d is not straight",
               (int)from.x, (int)from.y);
}

/* May an agent that goes out of a blocked cell get to another one within a
 * quarter of a cell's length? Near a corner it may take several steps: over
 * blocked cells, then along the field. */
static bool comes_out(const Trial *t, tp_Cell from, tp_Cell to, int steps) {
  if (abs(from.x - to.x) > 1 || abs(from.y - to.y) > 1) return false;
  if (tp_same_cell(from, to)) return true;
  if (trial_is_free(t, from)) return stride_is_legal(t, from, to);
  for (int d = 0; d < TP_DIRECTIONS && steps > 0; d++) {
    const tp_Cell by = {from.x + tp_dx[d], from.y + tp_dy[d]};
    if (oracle_leads_out(&t->map, from.x, from.y, tp_dx[d], tp_dy[d]) &&
        comes_out(t, by, to, steps - 1)) {
      return true;
    }
  }
  return false;
}

/* Walks until the agent is in a free cell, in about as many calls as the
 * distance takes. Each cell searches a way out, so long ways are not walked to
 * their ends; false: the agent is not out. */
static bool walk_out(Trial *t, const tp_Flow *flow, tp_Cell from, Walker *w) {
  enum { MOST_CALLS = 60 };
  const double cell = fmax(flow->grid->cell_width, flow->grid->cell_height);
  tp_Cell at = from;
  tp_WayOut way;
  if (!tp_flow_way_out(flow, from, &way)) return false;
  const double enough = 2 * way.length * cell / w->speed + 20;
  int calls = 0;
  for (; !trial_is_free(t, at) && calls < MOST_CALLS && !t->wrong; calls++) {
    const tp_Cell was = at;
    double x = w->x, y = w->y;
    go(flow, w, w->speed);
    double gone = hypot(w->x - x, w->y - y);
    at = stride_cell(flow, w->x, w->y);
    trial_expect(t, comes_out(t, was, at, 3),
                 "an agent under a wall goes from %d, %d to %d, %d", (int)was.x,
                 (int)was.y, (int)at.x, (int)at.y);
    trial_expect(t, gone <= w->speed + cell / 64,
                 "an agent under a wall went %g, not %g", gone, w->speed);
    trial_expect(t, trial_is_inside(t, at), "an agent goes out of the map");
    trial_expect(t, calls < enough, "an agent does not come out of %d, %d",
                 (int)from.x, (int)from.y);
  }
  return trial_is_free(t, at);
}

/* An agent in a blocked cell reaches a free cell. It never enters a blocked
 * cell again. The same in one call. */
static void judge_getting_out(Trial *t, const tp_Flow *flow) {
  Walker w;
  tp_Cell from = choose_blocked(t), at;
  if (trial_is_free(t, from) || !place(t, flow, from, &w)) return;
  Walker leaper = w, still = w;
  if (!judge_exit(t, flow, from)) {
    if (t->wrong) return;
    tp_Drift drift = go(flow, &w, w.speed);
    bool is_still = w.x == still.x && w.y == still.y;
    trial_expect(t, drift == TP_DRIFT_BLOCKED && is_still,
                 "an agent without a way out of %d, %d moves", (int)from.x,
                 (int)from.y);
    return;
  }
  judge_heading(t, flow, &w, from);
  if (!walk_out(t, flow, from, &w)) return;
  for (int n = 0; n < 20 && !t->wrong; n++) {
    const Walker before = w;
    go(flow, &w, w.speed);
    at = stride_cell(flow, w.x, w.y);
    trial_expect(t,
                 trial_is_free(t, at) && stride_has_come(t, flow, &before, &w),
                 "an agent that was out of %d, %d is in %d, %d", (int)from.x,
                 (int)from.y, (int)at.x, (int)at.y);
  }
  tp_Drift drift = go(flow, &leaper, 1e9);
  at = stride_cell(flow, leaper.x, leaper.y);
  bool is_there = drift == TP_DRIFT_GOAL || drift == TP_DRIFT_NONE;
  trial_expect(t, is_there && trial_is_free(t, at),
               "an agent does not come out of %d, %d at once", (int)from.x,
               (int)from.y);
}

/* ---- all of it ---------------------------------------------------------- */

/* Moves the world's origin. If no radius depends on it, the cell size changes,
 * too. */
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

/* Follows an older field: it may lead nowhere, but not into a wall. */
static void judge_old_flow(Trial *t, const tp_Flow *flow) {
  Walker w;
  tp_Cell c = trial_choose_cell(t);
  if (!trial_is_free(t, c) || !place(t, flow, c, &w)) return;
  for (int n = 0; n < 300 && !t->wrong; n++) {
    const Walker before = w;
    tp_Cell from = stride_cell(flow, w.x, w.y);
    go(flow, &w, w.speed);
    tp_Cell to = stride_cell(flow, w.x, w.y);
    trial_expect(t,
                 trial_is_free(t, to) && stride_has_come(t, flow, &before, &w),
                 "an agent on an old field went from %d, %d to %d, %d",
                 (int)from.x, (int)from.y, (int)to.x, (int)to.y);
  }
}

/* ---- a swarm that keeps apart ------------------------------------------- */

/* An agent sees 20 of the agents in a bucket (spatialhash.h). If a bucket holds
 * more, agents may come nearer to each other than the least distance. */
enum { SWARM = 20, SWARM_CALLS = 60 };

/* The least distance between two agents. */
static double least_between(const double *x, const double *y, size_t n) {
  double least = INFINITY;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      least = fmin(least, hypot(x[i] - x[j], y[i] - y[j]));
    }
  }
  return least;
}

/* Moves all agents together; at times two begin at a point.
 * - No agent is ever in a wall, passes a wall, or goes farther than it may.
 * - No two agents come nearer than three quarters of `apart`, unless some were
 *   nearer before, or they go first, each by a fourth of its distance. */
static void judge_swarm(Trial *t, const tp_Flow *flow) {
  Walker w;
  double x[SWARM], y[SWARM];
  uint64_t block[2048];
  size_t n = 0;
  double cell = fmin(flow->grid->cell_width, flow->grid->cell_height);
  double speed = cell * (0.02 + 0.1 * random_unit(&t->random));
  int on_a_spot = random_chance(&t->random, 0.5) ? 2 : 1;
  for (int tries = 0; tries < 3 * SWARM && n < SWARM; tries++) {
    tp_Cell c = trial_choose_cell(t);
    if (!trial_is_free(t, c) || !place(t, flow, c, &w)) continue;
    for (int i = 0; i < on_a_spot && n < SWARM; i++, n++) {
      x[n] = w.x;
      y[n] = w.y;
    }
  }
  if (tp_separation_bytes(n) > sizeof block) return;
  double apart = cell * 2 * random_unit(&t->random) + 1e-6;
  tp_Swarm swarm = {.n = n, .x = x, .y = y, .distance = speed, .apart = apart};
  for (int call = 0; call < SWARM_CALLS && n > 0 && !t->wrong; call++) {
    double old_x[SWARM], old_y[SWARM];
    memcpy(old_x, x, sizeof x);
    memcpy(old_y, y, sizeof y);
    tp_separation_advance(flow, &swarm, block);
    double least = fmin(least_between(old_x, old_y, n), 0.75 * apart);
    if (least < 0.75 * apart) least -= speed / 2; /* they are pressed */
    trial_expect(t, least_between(x, y, n) >= least - apart / 512 - cell / 512,
                 "two of a swarm come to %g of each other, not %g",
                 least_between(x, y, n), least);
    for (size_t i = 0; i < n; i++) {
      tp_Cell from = stride_cell(flow, old_x[i], old_y[i]);
      tp_Cell to = stride_cell(flow, x[i], y[i]);
      double gone = hypot(x[i] - old_x[i], y[i] - old_y[i]);
      double most = 2 * speed + cell / 32;
      bool jumped = stride_is_by_link(t, flow, (Place){old_x[i], old_y[i]},
                                      (Place){x[i], y[i]}, most);
      trial_expect(
          t, trial_is_free(t, to) && (jumped || stride_is_legal(t, from, to)),
          "one of a swarm went from %d, %d to %d, %d", (int)from.x, (int)from.y,
          (int)to.x, (int)to.y);
      trial_expect(t, jumped || gone <= most, "one of a swarm went %g, not %g",
                   gone, speed);
    }
  }
}

void judge_flow(Trial *t, Player *p, Fielder *f) {
  tp_Grid *g = t->board.grid;
  if (!f->is_made) return;
  bool is_old = f->field.revision != tp_navmap_revision(&p->navmap);
  choose_world(t, g);
  tp_Flow flow = tp_flow_of(&f->field, &p->navmap);
  int agents = t->body.radius > 0 ? AGENTS_WITH_BODIES : AGENTS;
  for (int n = 0; n < agents && !t->wrong; n++) {
    if (n % 3 == 0) judge_getting_out(t, &flow);
    if (t->wrong) break;
    if (is_old) {
      judge_old_flow(t, &flow);
    } else {
      judge_agent_on_its_way(t, &flow);
      if (!t->wrong) judge_leap(t, &flow);
    }
  }
  if (!t->wrong) judge_swarm(t, &flow);
  g->cell_width = t->body.cell_width;
  g->cell_height = t->body.cell_height;
  g->origin_x = g->origin_y = 0;
}
