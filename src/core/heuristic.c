/* heuristic.c - estimates that follow the diagonal rule, the step costs and
 * the cheapest terrain in use.
 *
 * With S and D the cheapest straight and diagonal step, a way over dx columns
 * and dy rows costs at least d * min(dx, dy) + s * |dx - dy|, s = min(S, D),
 * d = min(D, 2S): each step of either kind lowers that by no more than its own
 * cost, so it is consistent (Hart, Nilsson and Raphael 1968) and a closed cell
 * is never opened again. Where diagonals cost less than straight steps a way
 * along an axis zigzags; where they cost more than two straight ones it never
 * takes any.
 */
#include "heuristic.h"

#include <math.h>

static uint64_t min64(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t max64(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Largest r with r * r <= n. */
static uint64_t square_root(uint64_t n) {
  uint64_t root = 0;
  for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1) {
    uint64_t next = root | bit;
    if (next * next <= n) root = next;
  }
  return root;
}

uint64_t tp_heuristic_euclidean(const tp_Heuristic *h, int32_t dx, int32_t dy) {
  uint64_t square = (uint64_t)dx * (uint64_t)dx + (uint64_t)dy * (uint64_t)dy;
  uint64_t distance = square_root(square << 2 * TP_DISTANCE_BITS);
  /* The product of the two may be longer than 64 bits. */
  uint64_t whole = distance >> TP_DISTANCE_BITS;
  uint64_t rest = distance & ((UINT64_C(1) << TP_DISTANCE_BITS) - 1);
  return (h->unit * whole + (h->unit * rest >> TP_DISTANCE_BITS)) >>
         TP_UNIT_BITS;
}

static uint64_t weighted(uint64_t coefficient, double weight) {
  if (weight == 1) return coefficient;
  return (uint64_t)floor((double)coefficient * weight);
}

void tp_heuristic_init(tp_Heuristic *h, tp_HeuristicKind kind,
                       const tp_Profile *profile, const tp_Costs *costs,
                       tp_Cell goal, double weight) {
  bool four = profile->diagonal == TP_NEVER;
  uint64_t straight = costs->cheapest[0], diagonal = costs->cheapest[1];
  uint64_t least = min64(straight, diagonal);
  *h = (tp_Heuristic){.kind = kind, .goal = goal, .monotone = true};
  if (kind == TP_HEURISTIC_AUTO) {
    kind = four ? TP_HEURISTIC_MANHATTAN : TP_HEURISTIC_OCTILE;
  }
  switch (kind) {
    case TP_HEURISTIC_MANHATTAN:
      h->both = 2 * straight;
      h->along = straight;
      h->monotone = four || diagonal >= 2 * straight;
      break;
    case TP_HEURISTIC_CHEBYSHEV: h->both = h->along = least; break;
    case TP_HEURISTIC_EUCLIDEAN:
      h->unit = min64(straight << TP_UNIT_BITS,
                      (uint64_t)floor((double)diagonal * (1 << TP_UNIT_BITS) *
                                      0.70710678118654746));
      h->unit = weighted(h->unit, weight);
      break;
    case TP_HEURISTIC_ZERO: break;
    default:
      h->both = min64(diagonal, 2 * straight);
      h->along = least;
      break;
  }
  h->both = weighted(h->both, weight);
  h->along = weighted(h->along, weight);
  if (weight > 1) h->monotone = false;
  h->drop =
      max64(max64(h->both, 2 * h->along), 2 * h->unit >> TP_UNIT_BITS) + 1;
}
