/* heuristic.c - estimates by the diagonal rule, the step costs and the cheapest
 * terrain in use.
 *
 * With S and D the cheapest straight and diagonal step, a path over dx columns
 * and dy rows costs at least d * min(dx, dy) + s * |dx - dy|, where s = min(S,
 * D) and d = min(D, 2S). Each step lowers that by at most its own cost: so the
 * estimate is consistent (Hart, Nilsson and Raphael 1968), and no closed cell
 * is opened again. If diagonal steps are cheaper than straight ones, a path
 * along an axis zigzags. If they cost more than two straight ones, no path
 * takes any.
 */
#include "heuristic.h"

#include <math.h>

static uint64_t min64(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t max64(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* The root of a whole number below 2^32, rounded down to TP_DISTANCE_BITS
 * binary digits. The machine's root is the nearest number of 53 digits: at most
 * one too large in our last digit, and never too small. */
uint64_t tp_heuristic_euclidean(const tp_Heuristic *h, uint32_t dx,
                                uint32_t dy) {
  const uint64_t square = ((uint64_t)dx * dx + (uint64_t)dy * dy)
                          << 2 * TP_DISTANCE_BITS;
  const uint64_t root = (uint64_t)(int64_t)sqrt((double)(int64_t)square);
  const uint64_t distance = root - (root * root > square);
  if (h->unit < UINT64_C(1) << 32) {
    return h->unit * distance >> (TP_DISTANCE_BITS + TP_UNIT_BITS);
  }
  /* The product may be longer than 64 bits. */
  uint64_t whole = distance >> TP_DISTANCE_BITS;
  uint64_t rest = distance & ((UINT64_C(1) << TP_DISTANCE_BITS) - 1);
  return (h->unit * whole + (h->unit * rest >> TP_DISTANCE_BITS)) >>
         TP_UNIT_BITS;
}

static uint64_t to_rect(const tp_Heuristic *h, int32_t x, int32_t y,
                        tp_Rect r) {
  const tp_Cell at = {x, y};
  if (h->kind != TP_HEURISTIC_EUCLIDEAN) return tp_metric_to(h->metric, at, r);
  return tp_heuristic_between(h, at, tp_rect_nearest(r, at));
}

uint64_t tp_heuristic_to(const tp_Heuristic *h, uint32_t k, int32_t x,
                         int32_t y) {
  const tp_Rect one = {h->goal.x, h->goal.y, 1, 1};
  return to_rect(h, x, y, h->goals ? tp_goal_at(&h->goals->goal[k]) : one);
}

uint64_t tp_heuristic_nearest(const tp_Heuristic *h, int32_t x, int32_t y,
                              uint32_t *k) {
  uint32_t count = h->goals ? h->goals->count : 1;
  uint64_t best = UINT64_MAX;
  if (h->goals) *h->work += count;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t distance = tp_heuristic_to(h, i, x, y);
    if (distance >= best) continue;
    best = distance;
    *k = i;
  }
  return best;
}

/* The least over a few goals. Each relaxed cell calls it, so it is compiled a
 * second time for metrics. */
TP_INLINE uint64_t to_any(const tp_Heuristic *h, int32_t x, int32_t y,
                          const bool is_metric) {
  const tp_Goals *goals = h->goals;
  const tp_Metric metric = h->metric;
  const uint64_t offset = h->offset;
  uint64_t best = UINT64_MAX;
  *h->work += goals->count;
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Goal *goal = &goals->goal[k];
    uint64_t estimate =
        is_metric ? tp_metric_to(metric, (tp_Cell){x, y}, tp_goal_at(goal))
                  : tp_heuristic_to(h, k, x, y);
    estimate = max64(estimate, offset) - offset + goal->extra;
    best = min64(estimate, best);
  }
  return best;
}

/* To the range around a goal, along one axis farther than along the other. Rows
 * of the range beyond the cell's own are no nearer. But near the diagonal the
 * farther axis may change from row to row. */
static uint64_t to_range(const tp_Heuristic *h, int32_t x, int32_t y) {
  const int32_t dx = (int32_t)tp_beyond(x, h->around.x, h->around.w);
  const int32_t dy = (int32_t)tp_beyond(y, h->around.y, h->around.h);
  const int32_t most = dx > dy ? dx : dy, least = dx > dy ? dy : dx;
  const int32_t last = least < h->rows ? least : h->rows - 1;
  uint64_t best = UINT64_MAX;
  if (most - least >= h->span[0]) {
    best = tp_metric_over(h->metric, (uint32_t)most, (uint32_t)least);
    return best - h->gain[last];
  }
  for (int32_t row = 0; row <= last; row++) {
    const int32_t left = most - h->span[row];
    best = min64(best, tp_metric_over(h->metric, left > 0 ? (uint32_t)left : 0,
                                      (uint32_t)(least - row)));
  }
  return best;
}

uint64_t tp_heuristic_direct(const tp_Heuristic *h, int32_t x, int32_t y) {
  const tp_Goals *goals = h->goals;
  if (h->rows > 0) return to_range(h, x, y);
  if (!goals) {
    uint64_t estimate = tp_heuristic_between(h, (tp_Cell){x, y}, h->goal);
    return estimate > h->offset ? estimate - h->offset : 0;
  }
  if (goals->count > TP_FEW_GOALS) {
    const uint64_t estimate = to_rect(h, x, y, goals->box);
    return estimate > h->offset ? estimate - h->offset : 0;
  }
  return h->kind == TP_HEURISTIC_EUCLIDEAN ? to_any(h, x, y, false)
                                           : to_any(h, x, y, true);
}

/* Guides come by rising potential: once one costs too much, so do the rest. */
uint64_t tp_heuristic_estimate(const tp_Heuristic *h, int32_t x, int32_t y) {
  const tp_Cell at = tp_heuristic_place(h, (tp_Cell){x, y});
  uint64_t best = tp_heuristic_direct(h, at.x, at.y);
  const tp_SearchEdges *edges = h->edges;
  if (!edges) return best;
  for (uint32_t i = 0; i < edges->link_ends; i++) {
    const tp_LinkEnd *link_end = &edges->link_end[i];
    if (link_end->potential >= best) return best;
    uint64_t rest = tp_heuristic_between(h, at, link_end->from);
    if (rest + link_end->potential < best) best = rest + link_end->potential;
  }
  return min64(best, edges->rest);
}

/* What a straight step adds to the Euclidean, not rounded as an estimate is; 0
 * for metrics. */
static double euclidean_unit(const tp_Heuristic *h) {
  return (double)h->unit / (1 << TP_UNIT_BITS);
}

/* At least the estimate over any distance of that square: the estimate is a
 * product of two vectors, and `length` that of its coefficients. */
static uint64_t within(const tp_Heuristic *h, uint64_t square) {
  if (tp_is_hexagonal(h->metric.stagger)) {
    return h->metric.along * (uint64_t)sqrt((double)square);
  }
  double across = (double)h->metric.both - (double)h->metric.along;
  double length =
      fmax(tp_length(across, (double)h->metric.along), euclidean_unit(h));
  double most = tp_product(length, sqrt((double)square));
  return (uint64_t)tp_product(most, 1 + 1e-9) + 1;
}

void tp_heuristic_count(tp_Heuristic *h, tp_Metric metric) {
  const uint64_t across = metric.both - metric.along;
  uint64_t gain = 0;
  h->metric = metric;
  for (int32_t row = 0; row < h->rows; row++) {
    const uint64_t along = metric.along * (uint64_t)h->span[row];
    gain = max64(gain, along + across * (uint64_t)row);
    h->gain[row] = gain;
  }
}

/* Over so many columns and rows; on hexagons over one step. */
static uint64_t over(const tp_Heuristic *h, int32_t dx, int32_t dy) {
  if (tp_is_hexagonal(h->metric.stagger)) return h->metric.along;
  return tp_heuristic_between(h, (tp_Cell){0, 0}, (tp_Cell){dx, dy});
}

/* At least the estimate over any way of at most goals->least: no way of that
 * length has a greater one than along an axis or along a diagonal. */
static uint64_t near(const tp_Heuristic *h, const tp_Goals *goals) {
  const double unit = euclidean_unit(h);
  const double along = fmax((double)h->metric.along, unit);
  const double both = fmax((double)h->metric.both, tp_length(unit, unit));
  const double most = tp_product(fmax(along / (double)goals->metric.along,
                                      both / (double)goals->metric.both),
                                 (double)goals->least);
  return most < 1e18 ? (uint64_t)tp_product(most, 1 + 1e-9) + 2 : UINT64_MAX;
}

void tp_heuristic_set_goals(tp_Heuristic *h, const tp_Goals *goals,
                            const tp_Navmap *nav) {
  const tp_Goals *given = goals->origin ? goals->origin : goals;
  const uint64_t square = tp_goals_within(goals, &nav->profile);
  bool four = tp_is_four(nav->profile.diagonal);
  h->goals = goals;
  h->work = nav->work;
  h->plain = false;
  h->offset = 0;
  if (goals->is_near) {
    h->offset = near(h, goals);
  } else if (goals->kind == TP_GOAL_ADJACENT) {
    const int32_t wide = nav->profile.wide, high = nav->profile.high;
    h->offset = four ? max64(over(h, wide - 1, high), over(h, wide, high - 1))
                     : over(h, wide, high);
  }
  if (!goals->is_near && goals->kind == TP_GOAL_WITHIN) {
    h->offset = within(h, goals->range);
  }
  /* The rows of a small range around one goal. */
  if (given->count != 1 || h->kind == TP_HEURISTIC_EUCLIDEAN) return;
  if (tp_is_hexagonal(h->metric.stagger)) return; /* the offset tells it */
  if (square < 1 || square >= (uint64_t)TP_RANGE_ROWS * TP_RANGE_ROWS) return;
  for (uint64_t row = 0; row * row <= square; row++) {
    h->span[h->rows++] = (int32_t)sqrt((double)(square - row * row));
  }
  h->around = tp_goal_at(&given->goal[0]);
  tp_heuristic_count(h, h->metric);
}

static uint64_t weighted(uint64_t coefficient, double weight) {
  if (weight == 1) return coefficient;
  return (uint64_t)floor((double)coefficient * weight);
}

void tp_heuristic_init(tp_Heuristic *h, tp_HeuristicKind kind,
                       const tp_Navmap *nav, tp_Cell goal, double weight) {
  const tp_Costs *costs = &nav->costs;
  bool four = tp_is_four(nav->profile.diagonal);
  uint64_t straight = costs->cheapest[0], diagonal = costs->cheapest[1];
  uint64_t least = min64(straight, diagonal);
  *h = (tp_Heuristic){.kind = kind, .goal = goal, .monotone = true};
  h->metric.stagger = nav->moves.stagger;
  h->plain =
      kind != TP_HEURISTIC_EUCLIDEAN && !tp_is_hexagonal(h->metric.stagger);
  if (kind == TP_HEURISTIC_AUTO) {
    kind = four ? TP_HEURISTIC_MANHATTAN : TP_HEURISTIC_OCTILE;
  }
  switch (kind) {
    case TP_HEURISTIC_MANHATTAN:
      h->metric.both = 2 * straight;
      h->metric.along = straight;
      h->monotone = four || diagonal >= 2 * straight;
      break;
    case TP_HEURISTIC_CHEBYSHEV:
      h->metric.both = h->metric.along = least;
      break;
    case TP_HEURISTIC_EUCLIDEAN:
      h->unit = min64(straight << TP_UNIT_BITS,
                      (uint64_t)floor((double)diagonal * (1 << TP_UNIT_BITS) *
                                      0.70710678118654746));
      h->unit = weighted(h->unit, weight);
      break;
    case TP_HEURISTIC_ZERO: break;
    default:
      h->metric.both = min64(diagonal, 2 * straight);
      h->metric.along = least;
      break;
  }
  h->metric.both = weighted(h->metric.both, weight);
  h->metric.along = weighted(h->metric.along, weight);
  /* Rounded separately, one straight step could change it by a unit more. */
  h->metric.both = min64(h->metric.both, 2 * h->metric.along);
  if (weight > 1) h->monotone = false;
  h->most_change = max64(max64(h->metric.both, 2 * h->metric.along),
                         2 * h->unit >> TP_UNIT_BITS) +
                   1;
}
