/* trial.c - notes what is wrong in a trial, and chooses places for questions.
 */
#include "trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "replay.h"

bool trial_expect(Trial *t, bool right, const char *format, ...) {
  va_list arguments;
  if (right || t->wrong) return right;
  t->wrong = true;
  printf("mismatch on %d x %d, stagger %d, rule %d, costs %.17g %.17g, ",
         t->world.width, t->world.height, (int)t->world.stagger,
         (int)t->map.rule, t->map.straight, t->map.diagonal);
  printf("%d, %d to %d, %d: ", (int)t->start.x, (int)t->start.y, (int)t->goal.x,
         (int)t->goal.y);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n%s\n", replay_line());
  return false;
}

Board trial_make_board(Trial *t) {
  Board board = board_make(&t->world, &t->random);
  board.grid->cell_width = t->body.cell_width;
  board.grid->cell_height = t->body.cell_height;
  return board;
}

bool trial_is_hexagonal(const Trial *t) {
  return t->world.stagger != ORACLE_SQUARES;
}

int64_t trial_steps(const Trial *t, tp_Cell a, tp_Cell b) {
  return oracle_apart(t->world.stagger, a.x, a.y, b.x, b.y);
}

int trial_cell(const Trial *t, tp_Cell c) { return c.y * t->world.width + c.x; }

bool trial_is_inside(const Trial *t, tp_Cell c) {
  return c.x >= 0 && c.y >= 0 && c.x < t->world.width && c.y < t->world.height;
}

bool trial_is_free(const Trial *t, tp_Cell c) {
  return trial_is_inside(t, c) && t->price[trial_cell(t, c)] < INFINITY;
}

static double link_cost_of(const World *w, const WorldLink *link) {
  if (w->takes_no_links) return INFINITY;
  double own = link->name > 0 ? w->own_link_cost[link->name] : NAN;
  return isnan(own) ? link->price : own;
}

void trial_map_ways(Trial *t) {
  const World *w = &t->world;
  t->sides = (OracleSides){w->width, w->height, w->shut_left, w->shut_top,
                           w->shut_slant};
  t->map.sides = w->has_fences ? &t->sides : NULL;
  t->map.side_x = t->map.side_y = 0;
  t->map.wide = t->body.wide;
  t->map.high = t->body.high;
  t->map.link = t->link;
  t->map.links = 0;
  for (int i = 0; i < w->links; i++) {
    const WorldLink *l = &w->link[i];
    double cost = link_cost_of(w, l) * t->map.straight;
    t->link[t->map.links++] = (OracleLink){l->from, l->to, cost};
    if (l->one_way) continue;
    t->link[t->map.links++] = (OracleLink){l->to, l->from, cost};
  }
}

bool trial_has_link(const Trial *t, tp_Cell from, tp_Cell to) {
  int a = trial_cell(t, from), b = trial_cell(t, to);
  for (int i = 0; i < t->map.links; i++) {
    const OracleLink *l = &t->link[i];
    if (l->from == a && l->to == b && l->cost < INFINITY) return true;
  }
  return false;
}

bool trial_escapes(const Trial *t) {
  return t->escape && trial_is_inside(t, t->start) &&
         !trial_is_free(t, t->start);
}

tp_Reason trial_blame(Trial *t, const tp_Cell *goals, int count,
                      tp_Reason reason) {
  static double cost[MAX_CELLS];
  OracleMap map = t->map;
  bool may_be = false;
  if (!t->world.has_others) return reason;
  map.price = t->price_alone;
  bool starts = trial_is_inside(t, t->start) &&
                t->price_alone[trial_cell(t, t->start)] < INFINITY;
  for (int k = 0; k < count; k++) {
    if (!trial_is_inside(t, goals[k])) continue;
    int cell = trial_cell(t, goals[k]);
    if (t->price_alone[cell] == INFINITY) continue;
    if (!may_be && starts) {
      oracle_costs(&map, t->start.x, t->start.y, false, cost);
    }
    may_be = true;
    if (!starts || cost[cell] < INFINITY) return TP_GOAL_OCCUPIED;
  }
  return may_be ? TP_UNREACHABLE : reason;
}

tp_Cell trial_into_map(const Trial *t, tp_Cell c) {
  if (c.x < 0) c.x = 0;
  if (c.y < 0) c.y = 0;
  if (c.x >= t->world.width) c.x = t->world.width - 1;
  if (c.y >= t->world.height) c.y = t->world.height - 1;
  return c;
}

/* ---- choosing ----------------------------------------------------------- */

tp_Cell trial_choose_cell(Trial *t) {
  tp_Cell c;
  int tries = random_chance(&t->random, 0.95) ? 20 : 1;
  if (t->body.wide * t->body.high > 1) tries *= 10;
  do {
    c.x = random_below(&t->random, t->world.width);
    c.y = random_below(&t->random, t->world.height);
  } while (!trial_is_free(t, c) && --tries > 0);
  if (random_chance(&t->random, 0.1)) c.x = t->world.width / 2;
  if (random_chance(&t->random, 0.02)) {
    c.x = random_below(&t->random, 2 * t->world.width) - t->world.width / 2;
    c.y += random_below(&t->random, 5) - 2;
  }
  return c;
}

tp_Source trial_choose_source(Trial *t, const tp_Navmap *nav) {
  tp_Cell c = trial_choose_cell(t);
  tp_Source s = {c.x, c.y, 0, 0};
  if (random_chance(&t->random, 0.3)) {
    s.cost =
        (uint64_t)(random_unit(&t->random) * 20 * (double)nav->costs.dearest);
  }
  trial_round_source(&s, nav);
  return s;
}

void trial_round_source(tp_Source *s, const tp_Navmap *nav) {
  int hops = tp_field_hops(nav);
  s->cost = s->cost >> hops << hops;
}

uint64_t trial_choose_slice(Trial *t) {
  if (random_chance(&t->random, 0.5)) return UINT64_MAX;
  return 1 + (uint64_t)random_below(&t->random, 400);
}
