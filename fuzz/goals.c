/* goals.c - tells which cells end a query, by the plainest means: distances by
 * their definition, the oracle's own sight (observer.c), and single steps on a
 * map on which the goal is free.
 */
#include "goals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "judge.h"

/* ---- chosen ------------------------------------------------------------- */

/* An extra cost. Many are equal, so that the order of the list decides. */
static double draw_extra(Trial *t) {
  Random *r = &t->random;
  double step = random_chance(r, 0.5) ? t->map.straight : t->map.diagonal;
  switch (random_below(r, 6)) {
    case 0: return step * random_below(r, 9);
    case 1: return step * 20 * random_unit(r);
    case 2: return random_chance(r, 0.1) ? 1e300 : 1e6 * random_unit(r);
    default: return 0;
  }
}

static int draw_count(Random *r) {
  if (random_chance(r, 0.15)) return 1;
  if (random_chance(r, 0.8)) return 2 + random_below(r, 6);
  return 2 + random_below(r, MOST_AIMS - 1);
}

static tp_GoalKind draw_kind(Random *r, bool jumpy) {
  if (random_chance(r, jumpy ? 0.7 : 0.4)) return TP_GOAL_CELLS;
  return random_chance(r, 0.5) ? TP_GOAL_WITHIN : TP_GOAL_ADJACENT;
}

static double draw_range(Random *r, bool sight) {
  if (random_chance(r, 0.3)) return random_below(r, 4);
  if (random_chance(r, 0.1) && !sight) return 300 * random_unit(r);
  double range = 9 * random_unit(r);
  /* A root of a whole number: exactly the distance of some cell. */
  return random_chance(r, 0.3) ? sqrt(floor(range * range)) : range;
}

static int free_around(const Trial *t, tp_Cell c) {
  static const int8_t x[] = {1, 0, -1, 0}, y[] = {0, 1, 0, -1};
  int count = 0;
  for (int i = 0; i < 4; i++) {
    count += trial_is_free(t, (tp_Cell){c.x + x[i], c.y + y[i]});
  }
  return count;
}

/* Any cell, free or not; on jumpy trials often one with a single free
 * neighbour. */
static tp_Cell draw_cell(Trial *t) {
  int tries = t->jumpy && random_chance(&t->random, 0.4) ? 40 : 0;
  while (tries-- > 0) {
    tp_Cell c = trial_choose_cell(t);
    if (trial_is_free(t, c) && free_around(t, c) == 1) return c;
  }
  if (random_chance(&t->random, 0.6)) return trial_choose_cell(t);
  return (tp_Cell){random_below(&t->random, t->world.width),
                   random_below(&t->random, t->world.height)};
}

static int draw_side(Random *r, const Trial *t) {
  int side = 1 + random_below(r, 4);
  if (!t->vast && random_chance(r, 0.2)) side = 1 + random_below(r, 12);
  return side;
}

/* A square of 3 x 3 whose middle is free and whose border is blocked, if one is
 * found. */
static bool draw_yard(Aims *a, int k, Trial *t) {
  for (int tries = 0; tries < 60; tries++) {
    tp_Cell c = {random_below(&t->random, t->world.width),
                 random_below(&t->random, t->world.height)};
    int free = 0;
    for (int i = 0; i < 9; i++) {
      tp_Cell around = {c.x - 1 + i % 3, c.y - 1 + i / 3};
      free += trial_is_free(t, around);
    }
    if (free > 1 || !trial_is_free(t, c)) continue;
    a->cell[k] = (tp_Cell){c.x - 1, c.y - 1};
    a->wide[k] = a->high[k] = 3;
    return true;
  }
  return false;
}

/* A rectangle. Often the start is inside it or beside it; sometimes it lies
 * partly or wholly outside the map. */
static void draw_rect(Aims *a, int k, Trial *t) {
  Random *r = &t->random;
  bool is_plain = a->kind == TP_GOAL_CELLS && k == 0;
  if (is_plain && random_chance(r, 0.2) && draw_yard(a, k, t)) {
    a->count = 1;
    return;
  }
  a->wide[k] = draw_side(r, t);
  a->high[k] = draw_side(r, t);
  if (random_chance(r, 0.3)) {
    a->cell[k].x = t->start.x + 1 - random_below(r, a->wide[k] + 3);
    a->cell[k].y = t->start.y + 1 - random_below(r, a->high[k] + 3);
  } else if (random_chance(r, 0.1)) {
    a->cell[k].x -= t->world.width;
  } else if (random_chance(r, 0.1)) {
    a->cell[k].y += t->world.height;
  }
}

static tp_Rect rect_of(const Aims *a, int k) {
  tp_Cell last = {a->cell[k].x + a->wide[k] - 1, a->cell[k].y + a->high[k] - 1};
  return tp_goals_rect(a->grid, a->cell[k], last);
}

/* Chooses the agent whose sight counts: mostly the trial's agent, if that has a
 * body. */
static void draw_eyes(Aims *a, Trial *t, const Player *p) {
  double self = t->body.radius > 0 ? 0.8 : 0.5;
  a->sight = a->kind == TP_GOAL_WITHIN && random_chance(&t->random, self);
  a->self = &p->navmap;
  a->has_other = a->sight && !random_chance(&t->random, self);
  a->observer = a->has_other ? observer_draw(t, &a->other) : observer_self(t);
}

void aims_draw(Aims *a, Trial *t, const Player *p) {
  Random *r = &t->random;
  double wide = random_chance(r, 0.3) ? 0.7 : 0;
  memset(a, 0, sizeof *a);
  a->kind = draw_kind(r, t->jumpy);
  a->count = draw_count(r);
  if (a->kind != TP_GOAL_CELLS && random_chance(r, 0.6)) a->count = 1;
  draw_eyes(a, t, p);
  a->range = draw_range(r, a->sight);
  for (int k = 0; k < a->count; k++) {
    a->cell[k] = draw_cell(t);
    if (k > 0 && random_chance(r, 0.05)) a->cell[k] = a->cell[k - 1];
    if (random_chance(r, 0.03)) a->cell[k] = t->start;
    a->extra[k] = draw_extra(t);
    a->wide[k] = a->high[k] = 1;
    if (random_chance(r, wide)) draw_rect(a, k, t);
  }
  a->grid = t->board.grid;
  a->goals = fuzz_allocate(tp_goals_bytes((uint32_t)a->count, a->grid));
}

void aims_free(Aims *a) {
  if (a->has_other) player_free(&a->other);
  free(a->goals);
}

/* ---- handed to the library ---------------------------------------------- */

static uint64_t square_of(const Aims *a) {
  return (uint64_t)(a->range * a->range * (1 + 1e-12));
}

static const tp_Navmap *eyes_of(const Aims *a) {
  if (!a->sight) return NULL;
  return a->has_other ? &a->other.navmap : a->self;
}

tp_Query aims_query(Aims *a, const Trial *t, bool partial, uint64_t max_nodes) {
  tp_Goals *goals = a->goals;
  tp_goals_init(goals, (uint32_t)a->count, a->kind, a->grid);
  goals->range = square_of(a);
  goals->eyes = eyes_of(a);
  for (int k = 0; k < a->count; k++) {
    goals->goal[k].rect = rect_of(a, k);
    goals->goal[k].extra_cost = a->extra[k];
  }
  tp_Query query = judge_query_of(t, partial, max_nodes);
  query.goals = goals;
  return query;
}

/* ---- told --------------------------------------------------------------- */

/* How far a place lies outside of the `length` places from `first` on. */
static int beyond(int place, int first, int length) {
  if (place < first) return first - place;
  return place < first + length ? 0 : place - (first + length - 1);
}

/* Does some cell of the agent touch the goal, by a side or a corner, and does a
 * legal step lead from that cell to the goal? An agent that stands at a fence
 * with its side does not reach round the end of that fence. */
static bool touches(const Trial *t, tp_Cell goal, tp_Cell cell) {
  static double price[MAX_CELLS];
  double cost;
  OracleMap map = t->map;
  int wide = t->body.wide, high = t->body.high;
  int dx = beyond(goal.x, cell.x, wide), dy = beyond(goal.y, cell.y, high);
  if (dx > 1 || dy > 1 || dx + dy == 0) return false;
  map.price = price;
  map.wide = map.high = 1;
  for (int y = goal.y - 1; y <= goal.y + 1; y++) {
    for (int x = goal.x - 1; x <= goal.x + 1; x++) {
      tp_Cell around = {x, y};
      if (!trial_is_inside(t, around)) continue;
      price[trial_cell(t, around)] = world_price_at(&t->world, x, y);
    }
  }
  price[trial_cell(t, goal)] = 1;
  for (int y = cell.y; y < cell.y + high; y++) {
    for (int x = cell.x; x < cell.x + wide; x++) {
      if (abs(x - goal.x) != dx || abs(y - goal.y) != dy) continue;
      const int step[] = {x, y, goal.x, goal.y};
      if (oracle_follow(&map, step, NULL, 2, &cost) == NULL) return true;
    }
  }
  return false;
}

/* If a goal covers a rectangle, only the cells of its border can be seen. An
 * agent inside stands on the goal: its own cell counts, too. */
static bool is_seen_at(const Aims *a, const Trial *t, int k, tp_Cell goal,
                       tp_Cell cell) {
  const tp_Cell first = a->cell[k];
  int left = first.x > 0 ? first.x : 0, top = first.y > 0 ? first.y : 0;
  int right = first.x + a->wide[k] - 1, bottom = first.y + a->high[k] - 1;
  if (right >= t->world.width) right = t->world.width - 1;
  if (bottom >= t->world.height) bottom = t->world.height - 1;
  return goal.x == left || goal.x == right || goal.y == top ||
         goal.y == bottom || tp_same_cell(goal, cell);
}

/* On hexagons, the range is a number of steps. */
static bool is_in_range(const Aims *a, const Trial *t, tp_Cell goal,
                        tp_Cell cell) {
  double far = trial_is_hexagonal(t) ? (double)trial_steps(t, goal, cell)
                                     : hypot(goal.x - cell.x, goal.y - cell.y);
  return far <= a->range * (1 + 1e-12);
}

/* Would the agent cover some cell of goal k? */
static bool is_on(const Aims *a, const Trial *t, int k, tp_Cell cell) {
  const tp_Cell first = a->cell[k];
  return cell.x < first.x + a->wide[k] && cell.x + t->body.wide > first.x &&
         cell.y < first.y + a->high[k] && cell.y + t->body.high > first.y;
}

/* Does that cell of goal k end a query in `cell`? */
static bool ends_at(const Aims *a, const Trial *t, int k, tp_Cell goal,
                    tp_Cell cell) {
  switch (a->kind) {
    case TP_GOAL_WITHIN:
      return is_in_range(a, t, goal, cell) &&
             (!a->sight || (is_seen_at(a, t, k, goal, cell) &&
                            observer_sees(&a->observer, t, goal, cell)));
    case TP_GOAL_ADJACENT:
      return !is_on(a, t, k, cell) && touches(t, goal, cell);
    default: return tp_same_cell(goal, cell);
  }
}

/* Cell number i of goal k. */
static tp_Cell cell_of(const Aims *a, int k, int i) {
  return (tp_Cell){a->cell[k].x + i % a->wide[k],
                   a->cell[k].y + i / a->wide[k]};
}

static int count_of(const Aims *a, int k) { return a->wide[k] * a->high[k]; }

bool aims_end(const Aims *a, const Trial *t, int k, tp_Cell cell) {
  for (int i = 0; i < count_of(a, k); i++) {
    tp_Cell goal = cell_of(a, k, i);
    if (trial_is_inside(t, goal) && ends_at(a, t, k, goal, cell)) return true;
  }
  return false;
}

double aims_distance(const Aims *a, const Trial *t, int k, tp_Cell cell) {
  double best = INFINITY;
  for (int i = 0; i < count_of(a, k); i++) {
    tp_Cell goal = trial_into_map(t, cell_of(a, k, i));
    best = fmin(best, judge_distance(t, goal, cell.x, cell.y));
  }
  return best;
}

tp_Reason aims_reason(const Aims *a, const Trial *t, int k) {
  tp_Reason reason = TP_GOAL_OUTSIDE;
  for (int i = 0; i < count_of(a, k); i++) {
    tp_Cell goal = cell_of(a, k, i);
    if (!trial_is_inside(t, goal)) continue;
    if (a->kind != TP_GOAL_CELLS || trial_is_free(t, goal)) return TP_NO_REASON;
    reason = TP_GOAL_BLOCKED;
  }
  return reason;
}

tp_Reason aims_blame(const Aims *a, Trial *t, tp_Reason reason) {
  for (int k = 0; k < a->count; k++) {
    static tp_Cell cells[MAX_CELLS];
    int count = count_of(a, k);
    for (int i = 0; i < count; i++) cells[i] = cell_of(a, k, i);
    tp_Reason other = trial_blame(t, cells, count, TP_NO_REASON);
    if (other == TP_GOAL_OCCUPIED) return other;
    if (other != TP_NO_REASON) reason = other;
  }
  return reason;
}
