/* judge_sight.c - lines of sight and views. A line is compared with the oracle
 * and with the line back; a blocked line must name a cell in the way. A view,
 * from a cell or of a cell, is compared line by line.
 */
#include "judges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "core/ask/fov.h"
#include "judge.h"
#include "judge_body.h"
#include "observer.h"

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

/* The end of a short line, kept on the map. */
static int64_t nearby(Trial *t, int64_t from, int side) {
  int64_t to = from + (random_below(&t->random, 9) - 4) * (ORACLE_UNIT / 2);
  return to >= 0 && to < (int64_t)side * ORACLE_UNIT ? to : from;
}

typedef struct Line {
  tp_Point a, b;
} Line;

/* Draws a line. Many lines meet borders and corners: from centre to centre,
 * short, along an axis, or along a diagonal. */
static Line choose_line(Trial *t) {
  Random *r = &t->random;
  bool centre = random_chance(r, 0.4);
  int wide = t->world.width, high = t->world.height;
  tp_Point a = {choose_coordinate(t, wide, centre),
                choose_coordinate(t, high, centre)};
  tp_Point b = {choose_coordinate(t, wide, centre),
                choose_coordinate(t, high, centre)};
  if (random_chance(r, 0.4)) {
    b = (tp_Point){nearby(t, a.x, wide), nearby(t, a.y, high)};
  }
  if (random_chance(r, 0.15)) b.x = a.x;
  if (random_chance(r, 0.15)) b.y = a.y;
  if (random_chance(r, 0.15)) {
    int64_t d = (int64_t)random_below(r, 7) * ORACLE_UNIT;
    int64_t x = a.x + d, y = random_chance(r, 0.5) ? a.y + d : a.y - d;
    bool inside = x < (int64_t)wide * ORACLE_UNIT && y >= 0 &&
                  y < (int64_t)high * ORACLE_UNIT;
    if (inside) b = (tp_Point){x, y};
  }
  return (Line){a, b};
}

static bool expect_of(Trial *t, Line l, bool right, const char *what) {
  return trial_expect(t, right, "the line from %lld, %lld to %lld, %lld: %s",
                      (long long)l.a.x, (long long)l.a.y, (long long)l.b.x,
                      (long long)l.b.y, what);
}

/* Points are rounded, so an agent that may cut a corner passes it up to two
 * units beside it. So its line is as good as one that lies up to so far beside
 * it; and as one that also `turns`, by up to two units more at its end. */
typedef struct Range {
  bool may_be_clear, must_be_clear;
  double least, most; /* the costs of clear lines, but for rounding */
} Range;

/* 0, 1, 2, -2, -1, and so on. */
static int units(int i) { return (i + 2) % 5 - 2; }

static Range range_of(const Trial *t, Line l, bool turns) {
  const bool is_exact =
      t->map.rule != ORACLE_ONE_FREE && t->map.rule != ORACLE_NOTHING;
  const int lines = is_exact ? 1 : turns ? 625 : 25;
  Range r = {false, true, INFINITY, 0};
  for (int i = 0; i < lines; i++) {
    const tp_Point a = {l.a.x + units(i), l.a.y + units(i / 5)};
    const tp_Point b = {l.b.x + a.x - l.a.x + units(i / 25),
                        l.b.y + a.y - l.a.y + units(i / 125)};
    double cost;
    if (a.x < 0 || a.y < 0 || b.x < 0 || b.y < 0) continue;
    if (oracle_sees(&t->map, a.x, a.y, b.x, b.y, &cost)) {
      r.may_be_clear = true;
      r.least = fmin(r.least, cost);
      r.most = fmax(r.most, cost);
    } else if (i == 0) {
      r.must_be_clear = false;
    }
  }
  const double rounding = is_exact ? 1e-9 : 1e-3;
  r.least *= 1 - rounding;
  r.most *= 1 + rounding;
  return r;
}

static bool is_right_cost(const Range *r, double cost) {
  return r->least <= cost && cost <= r->most;
}

/* The point on the way to the middle of its box that is inside the hexagon. */
static tp_Point into_hexagon(const Trial *t, tp_Point p) {
  const bool rows =
      t->world.stagger == ORACLE_ODD_R || t->world.stagger == ORACLE_EVEN_R;
  const tp_Point middle = tp_center(tp_point_cell(p.x), tp_point_cell(p.y));
  const double half = ORACLE_UNIT / 2.0, slant = half - t->world.half_side;
  const double x = (double)(p.x - middle.x), y = (double)(p.y - middle.y);
  const double along = fabs(rows ? x : y), across = fabs(rows ? y : x);
  const double out = (slant * along + half * across) / (half * half);
  if (out <= 1) return p;
  return (tp_Point){middle.x + (int64_t)(x / out),
                    middle.y + (int64_t)(y / out)};
}

/* A walk over hexagons from point to point, and looks from middle to middle. */
static void judge_hexagons(Trial *t, Player *p, Line l) {
  l = (Line){into_hexagon(t, l.a), into_hexagon(t, l.b)};
  const tp_Cell a = {tp_point_cell(l.a.x), tp_point_cell(l.a.y)};
  const tp_Cell b = {tp_point_cell(l.b.x), tp_point_cell(l.b.y)};
  double cost, cost_between;
  const OracleAnswer right =
      oracle_walks(&t->map, l.a.x, l.a.y, l.b.x, l.b.y, &cost);
  const bool clear =
      oracle_sees(&t->map, l.a.x, l.a.y, l.b.x, l.b.y, &cost_between);
  tp_Sight walk = tp_sight(&p->navmap, l.a, l.b);
  const tp_Sight back = tp_sight(&p->navmap, l.b, l.a);
  const tp_Sight look = tp_look_between(&p->navmap, a, b);
  expect_of(t, l, !walk.clear || right != ORACLE_NO, "is not clear");
  expect_of(t, l, walk.clear || right != ORACLE_YES, "is clear");
  expect_of(t, l, t->map.sides || walk.clear == back.clear,
            "differs from the way back");
  if (walk.clear && !isnan(cost)) {
    expect_of(t, l, judge_is_near(walk.cost, cost, 1e-3),
              "costs something else");
    expect_of(t, l, !back.clear || judge_is_near(back.cost, cost, 1e-3),
              "costs more or less back");
  }
  expect_of(t, l, look.clear == clear, "between middles is seen otherwise");
  if (clear && look.clear) {
    expect_of(t, l, judge_is_exact(look.cost, cost_between),
              "between middles costs something else");
  }
}

void judge_sight(Trial *t, Player *p) {
  Line l = choose_line(t);
  if (trial_is_hexagonal(t)) {
    judge_hexagons(t, p, l);
    return;
  }
  const Sweep sweep = {l.a, l.b, {0, 0, 0, 0}, SWEEP_THAT_WAY};
  const Sweep swept_back = {l.b, l.a, {0, 0, 0, 0}, SWEEP_THAT_WAY};
  const bool passes = judge_body_passes(t, &sweep, NULL);
  const bool passes_back =
      t->map.sides ? judge_body_passes(t, &swept_back, NULL) : passes;
  const Line l_back = {l.b, l.a};
  Range on = range_of(t, l, false), round = range_of(t, l_back, false);
  tp_Sight there = tp_sight(&p->navmap, l.a, l.b);
  tp_Sight back = tp_sight(&p->navmap, l.b, l.a);
  if (there.clear && !on.may_be_clear) on = range_of(t, l, true);
  if (back.clear && !round.may_be_clear) round = range_of(t, l_back, true);
  expect_of(t, l, !there.clear || (on.may_be_clear && passes), "is not clear");
  expect_of(t, l, there.clear || !on.must_be_clear || !passes, "is clear");
  expect_of(t, l, !back.clear || (round.may_be_clear && passes_back),
            "is not clear back");
  expect_of(t, l, back.clear || !round.must_be_clear || !passes_back,
            "is clear back");
  expect_of(t, l, t->map.sides || there.clear == back.clear,
            "differs from the way back");
  if (there.clear) {
    expect_of(t, l, is_right_cost(&on, there.cost), "costs something else");
    /* Along a border, only one of the two cells may be open on the way back. */
    expect_of(t, l, !back.clear || is_right_cost(&round, back.cost),
              "costs more or less back");
  } else if (!t->map.sides) {
    bool in_the_way = !trial_is_free(t, (tp_Cell){there.x, there.y});
    expect_of(t, l, in_the_way || t->map.rule == ORACLE_NO_DIAGONALS,
              "a free cell is said to be in the way");
  }
}

/* ---- all cells that see one --------------------------------------------- */

/* Replaces the bits by the cells from which the body sees `from`. Sometimes
 * there is little room for gaps, so that one sweep is not enough. */
static void look_inward(Trial *t, const Player *p, tp_Cell from, uint64_t range,
                        tp_VisibleSet *seen, uint64_t *work) {
  tp_Fov view;
  size_t words = (size_t)seen->words * (size_t)seen->rows;
  memset(seen->bits, 0, tp_visibleset_bytes(seen));
  tp_fov_start(&view, &p->navmap, from, range, work);
  if (random_chance(&t->ways, 0.5)) {
    view.room = view.around.room = 1 + random_below(&t->ways, 3);
  }
  while (tp_fov_next(&view)) {
    size_t row = (size_t)(view.y - seen->top) * (size_t)seen->words;
    for (int32_t w = view.first_word; w <= view.last_word; w++) {
      seen->bits[row + (size_t)(w - seen->first_word)] |=
          tp_fov_ends(&view, w, UINT64_MAX);
    }
  }
  seen->count = 0;
  for (size_t i = 0; i < words; i++) {
    seen->count += (uint64_t)tp_popcount(seen->bits[i]);
  }
}

/* Makes a view; the caller frees its bits. */
static tp_VisibleSet look_around(Trial *t, const Player *p, tp_Cell from,
                                 uint64_t range, bool is_outward) {
  size_t words = tp_fov_words(p->grid);
  uint64_t *work = fuzz_allocate(words * sizeof(uint64_t));
  tp_VisibleSet seen;
  tp_visibleset_init(&seen, p->navmap.mask, from, range);
  seen.bits = fuzz_allocate(tp_visibleset_bytes(&seen));
  tp_visibleset_fill(&seen, &p->navmap, from, range, work);
  if (!is_outward) look_inward(t, p, from, range, &seen, work);
  free(work);
  return seen;
}

/* Does the iterator give all cells of the set, in reading order? */
static bool is_in_order(const tp_VisibleSet *seen) {
  size_t at = 0;
  uint64_t count = 0;
  tp_Cell c, before = {-1, -1};
  for (; tp_visibleset_next(seen, &at, &c); before = c, count++) {
    if (!tp_visibleset_has(seen, c)) return false;
    if (c.y < before.y || (c.y == before.y && c.x <= before.x)) return false;
  }
  return count == seen->count;
}

/* Draws the direction of a view: what a point sees from the cell (true), or
 * from where a body sees the cell (false). The two differ with a body, with
 * fences that are closed one way, and on hexagons, where rows come late. Nobody
 * looks out of a blocked cell. */
static bool draw_outward(Trial *t, tp_Cell from) {
  const bool is_plain = !t->map.sides && !trial_is_hexagonal(t);
  if (is_plain && t->body.radius == 0) return true;
  return trial_is_free(t, from) && random_chance(&t->ways, 0.5);
}

/* Each cell is compared with the line test, some cells with the oracle, too. */
void judge_view(Trial *t, Player *p) {
  Random *r = &t->random;
  tp_Cell from = trial_into_map(t, trial_choose_cell(t));
  if (random_chance(r, 0.3)) {
    from = (tp_Cell){random_below(r, t->world.width),
                     random_below(r, t->world.height)};
  }
  double far = random_chance(r, 0.3) ? 400 : 12;
  uint64_t range = (uint64_t)(far * far * random_unit(r) * random_unit(r));
  bool is_outward = draw_outward(t, from);
  tp_VisibleSet seen = look_around(t, p, from, range, is_outward);
  Observer self = observer_self(t);
  if (is_outward) self.body.radius = 0;
  uint64_t steps = 0, count = 0;
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    tp_Cell c = {i % t->world.width, i / t->world.width};
    int64_t dx = c.x - from.x, dy = c.y - from.y;
    int64_t away = dx * dx + dy * dy, steps_to = trial_steps(t, from, c);
    if (trial_is_hexagonal(t)) away = steps_to * steps_to;
    bool ends = trial_is_free(t, c) && (uint64_t)away <= range;
    bool turned = t->map.sides && is_outward;
    tp_Cell eye = turned ? from : c, goal = turned ? c : from;
    bool sees = ends && (is_outward ? tp_point_sees : tp_sees_goal)(
                            &p->navmap, eye, goal, &steps);
    bool said = tp_visibleset_has(&seen, c);
    count += sees;
    bool agrees = sees == said;
    if (agrees && ends && random_chance(r, 0.02)) {
      agrees = sees == observer_sees(&self, t, goal, eye);
    }
    if (!trial_expect(t, agrees, "%d, %d %s be seen from %d, %d", (int)c.x,
                      (int)c.y, sees ? "must" : "must not", (int)from.x,
                      (int)from.y)) {
      break;
    }
  }
  trial_expect(t, count == seen.count && is_in_order(&seen),
               "the view of %d, %d is told otherwise", (int)from.x,
               (int)from.y);
  free(seen.bits);
}
