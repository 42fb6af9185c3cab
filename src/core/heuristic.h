/* heuristic.h - how far a goal is at least. */
#ifndef TP_HEURISTIC_H
#define TP_HEURISTIC_H

#include "costs.h"

/* An estimate of the cost from a cell to the goal, in the costs' whole
 * numbers. Every named heuristic but the Euclidean is `both` for each step
 * that can go along both axes and `along` for each of the rest:
 *
 *     zero 0, 0 . Chebyshev s, s . Manhattan 2S, S . octile d, s
 *
 * with S, D the cheapest straight and diagonal step, s = min(S, D) and
 * d = min(D, 2S). The Euclidean is `unit` times the straight distance; both
 * are in fixed point, or it would fall short where costs are as small as 5 : 7.
 *
 * `offset` makes it an estimate to any cell that lies that near to the goal. */
enum { TP_UNIT_BITS = 10, TP_DISTANCE_BITS = 14 };

typedef struct tp_Heuristic {
  tp_HeuristicKind kind;
  tp_Cell goal;
  uint64_t both, along, unit, offset;
  bool monotone; /* never falls by more than a step costs; the Euclidean's
                    rounding aside                                         */
  uint64_t drop; /* the most that it may change over one step              */
} tp_Heuristic;

/* Prepares `kind` (not TP_HEURISTIC_ASKED) for a goal. A weight above 1 makes
 * it so much larger, rounded down. */
TP_FUNC void tp_heuristic_init(tp_Heuristic *h, tp_HeuristicKind kind,
                               const tp_Profile *profile, const tp_Costs *costs,
                               tp_Cell goal, double weight);

TP_FUNC uint64_t tp_heuristic_euclidean(const tp_Heuristic *h, int32_t dx,
                                        int32_t dy);

TP_INLINE uint64_t tp_estimate(const tp_Heuristic *h, int32_t x, int32_t y) {
  int32_t dx = x < h->goal.x ? h->goal.x - x : x - h->goal.x;
  int32_t dy = y < h->goal.y ? h->goal.y - y : y - h->goal.y;
  if (h->kind == TP_HEURISTIC_EUCLIDEAN) {
    return tp_heuristic_euclidean(h, dx, dy);
  }
  uint32_t min = (uint32_t)(dx < dy ? dx : dy);
  uint32_t max = (uint32_t)(dx < dy ? dy : dx);
  uint64_t estimate = h->both * min + h->along * (max - min);
  return estimate > h->offset ? estimate - h->offset : 0;
}

#endif
