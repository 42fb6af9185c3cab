/* observer.c - sight by the oracle, on a map on which the goal itself does not
 * block.
 */
#include "observer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge_body.h"

Observer observer_self(const Trial *t) {
  return (Observer){t->map.rule, t->body, t->price, NULL};
}

/* ---- another one -------------------------------------------------------- */

/* What the agent pays: often the common price; sometimes it enters what others
 * cannot. */
static double draw_price(Random *r) {
  switch (random_below(r, 4)) {
    case 0: return INFINITY;
    case 1: return 1;
    default: return NAN;
  }
}

static tp_Profile profile_of(const Trial *t, const Observer *o) {
  static const tp_Diagonal rules[] = {
      [ORACLE_BOTH_FREE] = TP_ONLY_IF_NO_OBSTACLES,
      [ORACLE_ONE_FREE] = TP_AT_LEAST_ONE_WALKABLE,
      [ORACLE_NOTHING] = TP_ALWAYS,
      [ORACLE_NO_DIAGONALS] = TP_NEVER};
  tp_Profile p = t->profile[0];
  p.diagonal = rules[o->rule];
  p.wide = o->body.wide;
  p.high = o->body.high;
  p.away = 0;
  p.away_price = 0;
  p.radius = o->body.radius;
  return p;
}

Observer observer_draw(Trial *t, Player *p) {
  static double price[MAX_CELLS], cell[MAX_CELLS];
  Random *r = &t->random;
  World *w = &t->world;
  double own[WORLD_TERRAINS];
  Observer o = {(OracleRule)random_below(r, 4), t->body, price, cell};
  o.body.wide = o.body.high = 1;
  o.body.away = 0;
  o.body.radius = 0;
  const bool is_small = trial_is_hexagonal(t);
  if (is_small) o.rule = t->map.rule;
  if (!is_small && random_chance(r, 0.4)) {
    o.body.wide = 1 + random_below(r, 3);
    o.body.high = 1 + random_below(r, 3);
  }
  if (body_may_be_round(o.rule)) body_draw_radius(&o.body, r);
  /* While prices are computed, the world's one agent has these own prices. */
  memcpy(own, w->own, sizeof own);
  for (int i = 0; i < WORLD_TERRAINS; i++) {
    if (random_chance(r, 0.7)) w->own[i] = draw_price(r);
  }
  bool has_others = w->has_others;
  w->has_others = false;
  for (int i = 0; i < w->width * w->height; i++) {
    price[i] = body_dearest(w, &o.body, i % w->width, i / w->width);
    cell[i] = world_price_at(w, i % w->width, i / w->width);
  }
  const tp_Profile profile = profile_of(t, &o);
  player_init(p, &t->board, w, &profile);
  w->has_others = has_others;
  memcpy(w->own, own, sizeof own);
  player_catch_up(p);
  return o;
}

/* ---- what it sees ------------------------------------------------------- */

static int64_t middle(int v) {
  return (int64_t)v * ORACLE_UNIT + ORACLE_UNIT / 2;
}

static bool is_free(const Observer *o, const Trial *t, tp_Cell c) {
  return trial_is_inside(t, c) && o->price[trial_cell(t, c)] < INFINITY;
}

/* May the agent stand there; or, if it may not stand on the goal, do only cells
 * and fences that it would cover there keep it out? */
static bool is_clear(const Observer *o, const Trial *t, tp_Cell goal,
                     tp_Cell cell) {
  const tp_Rect under = {goal.x, goal.y, o->body.wide, o->body.high};
  const World *w = &t->world;
  if (is_free(o, t, cell)) return true;
  if (is_free(o, t, goal) || abs(cell.x - goal.x) >= under.w ||
      abs(cell.y - goal.y) >= under.h) {
    return false;
  }
  for (int y = cell.y; y < cell.y + under.h; y++) {
    for (int x = cell.x; x < cell.x + under.w; x++) {
      const tp_Cell at = {x, y};
      const bool is_under = tp_rect_has(under, x, y);
      const bool inside = trial_is_inside(t, at);
      const int i = inside ? trial_cell(t, at) : 0;
      if (!is_under &&
          !(inside &&
            (o->cell ? o->cell[i] : world_price_at(w, x, y)) < INFINITY)) {
        return false;
      }
      if (!inside || !w->has_fences) continue;
      if (x > cell.x && w->shut_left[i] &&
          !(is_under && tp_rect_has(under, x - 1, y))) {
        return false;
      }
      if (y > cell.y && w->shut_top[i] &&
          !(is_under && tp_rect_has(under, x, y - 1))) {
        return false;
      }
    }
  }
  return true;
}

/* Does the body pass from the cell to the goal? If the goal is blocked, cells
 * that the agent would cover there do not stop it. */
static bool body_sees(const Observer *o, const Trial *t, tp_Cell goal,
                      tp_Cell cell) {
  Sweep sweep = {tp_center(cell.x, cell.y),
                 tp_center(goal.x, goal.y),
                 {0, 0, 0, 0},
                 SWEEP_THAT_WAY};
  if (o->body.radius == 0) return true;
  if (!is_free(o, t, goal)) {
    sweep.free = (tp_Rect){goal.x, goal.y, o->body.wide, o->body.high};
  }
  return o->cell ? judge_other_passes(t, &o->body, o->cell, &sweep)
                 : judge_body_passes(t, &sweep, NULL);
}

bool observer_sees(const Observer *o, const Trial *t, tp_Cell goal,
                   tp_Cell cell) {
  static double price[MAX_CELLS];
  double cost;
  OracleMap map = t->map;
  /* A line over hexagons may run along neighbours of its ends. */
  const int beside = trial_is_hexagonal(t);
  int left = (goal.x < cell.x ? goal.x : cell.x) - beside;
  int top = (goal.y < cell.y ? goal.y : cell.y) - beside;
  if (!is_free(o, t, cell) || !body_sees(o, t, goal, cell)) return false;
  map.rule = o->rule;
  map.price = price;
  map.wide = o->body.wide;
  map.high = o->body.high;
  map.side_x = left;
  map.side_y = top;
  map.stagger = oracle_cut(t->map.stagger, left, top);
  map.links = 0;
  map.width = abs(goal.x - cell.x) + 1 + 2 * beside;
  map.height = abs(goal.y - cell.y) + 1 + 2 * beside;
  for (int i = 0; i < map.width * map.height; i++) {
    tp_Cell between = {left + i % map.width, top + i / map.width};
    price[i] = is_clear(o, t, goal, between) ? 1 : INFINITY;
  }
  return oracle_sees(&map, middle(cell.x - left), middle(cell.y - top),
                     middle(goal.x - left), middle(goal.y - top), &cost);
}
