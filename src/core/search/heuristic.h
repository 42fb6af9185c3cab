/* heuristic.h - how far a goal is at least. */
#ifndef TP_HEURISTIC_H
#define TP_HEURISTIC_H

#include "../agent/metric.h"
#include "edges.h"
#include "goals.h"

/* An estimate of the cost from a cell to the goal, in the costs' whole
 * numbers. Every named heuristic but the Euclidean is a metric, of
 *
 *     zero 0, 0 . Chebyshev s, s . Manhattan 2S, S . octile d, s
 *
 * with S, D the cheapest straight and diagonal step, s = min(S, D) and
 * d = min(D, 2S). The Euclidean is `unit` times the straight distance; both
 * are in fixed point, or it would fall short where costs are as small as 5 : 7.
 *
 * `offset` makes it an estimate to any cell that lies that near to the goal.
 * With `goals` it is the least of what it would be to each of them, their extra
 * costs included; with more than a few of them, to the rectangle they span.
 *
 * With `rows` it is to the nearest cell within a small range of one goal. The
 * range goes reach[i] cells along one axis in row i along the other. On open
 * ground that is what the way costs, and a search goes straight there; by the
 * offset it looks at 50 times as many cells. */
enum {
  TP_UNIT_BITS = 10,
  TP_DISTANCE_BITS = 14,
  TP_FEW_GOALS = 16,
  TP_RANGE_ROWS = 32
};

typedef struct tp_Heuristic {
  tp_HeuristicKind kind;
  tp_Cell goal;
  tp_Metric metric;
  uint64_t unit, offset;
  uint64_t head;                /* with rows: what is added, see tp_Plan   */
  tp_Rect around;               /* whose range that is                     */
  int32_t rows;                 /* that reach; 0: none do                  */
  int32_t reach[TP_RANGE_ROWS]; /* of a range, by row from its middle on   */
  uint64_t gain[TP_RANGE_ROWS]; /* by how much less it is than to the goal, by
                                   one of the rows up to there, at most    */
  const tp_Goals *goals; /* NULL: there is one goal                        */
  uint64_t *work;        /* looks at several goals are counted there       */
  const tp_SearchEdges *edges; /* by which estimates go, too; NULL: none   */
  bool plain;    /* there is one goal, no edge, and it is not the Euclidean */
  bool monotone; /* never falls by more than a step costs; the Euclidean's
                    rounding aside                                         */
  uint64_t drop; /* the most that it may change over one step              */
} tp_Heuristic;

/* Prepares `kind` (not TP_HEURISTIC_USER) for a goal. A weight above 1 makes
 * it so much larger, rounded down. */
TP_FUNC void tp_heuristic_init(tp_Heuristic *h, tp_HeuristicKind kind,
                               const tp_Profile *profile, const tp_Costs *costs,
                               tp_Cell goal, double weight);

/* Makes it an estimate to the cheapest of several goals, which the caller
 * keeps, or to any cell that ends a search for one. */
TP_FUNC void tp_heuristic_aim(tp_Heuristic *h, const tp_Goals *goals,
                              const tp_Navmap *navmap);

/* Has it count by another metric. */
TP_FUNC void tp_heuristic_count(tp_Heuristic *heuristic, tp_Metric metric);

/* Makes it a lower bound for ways that take edges, too: all that the agent may
 * take, which stay where they are (potentials.c). */
TP_FUNC void tp_heuristic_go_by(tp_Heuristic *h, tp_SearchEdges *edges,
                                tp_Cell start);

/* The estimate to goal number k alone, extra cost and offset aside. */
TP_FUNC uint64_t tp_heuristic_to(const tp_Heuristic *h, uint32_t k, int32_t x,
                                 int32_t y);

/* The least of those, and the first goal that has it. */
TP_FUNC uint64_t tp_heuristic_nearest(const tp_Heuristic *h, int32_t x,
                                      int32_t y, uint32_t *k);

TP_FUNC uint64_t tp_heuristic_euclidean(const tp_Heuristic *h, uint32_t dx,
                                        uint32_t dy);

/* The least of an estimate, as a distance over so many columns and rows. */
TP_INLINE uint64_t tp_heuristic_over(const tp_Heuristic *h, uint32_t dx,
                                     uint32_t dy) {
  if (h->kind == TP_HEURISTIC_EUCLIDEAN) {
    return tp_heuristic_euclidean(h, dx, dy);
  }
  return tp_metric_over(h->metric, dx, dy);
}

/* The estimate for who takes no link. */
TP_FUNC uint64_t tp_heuristic_direct(const tp_Heuristic *h, int32_t x,
                                     int32_t y);

/* What tp_estimate does where it is not plain: the Euclidean, several goals, or
 * edges. */
TP_FUNC uint64_t tp_heuristic_estimate(const tp_Heuristic *h, int32_t x,
                                       int32_t y);

TP_INLINE uint64_t tp_estimate(const tp_Heuristic *h, int32_t x, int32_t y) {
  if (!h->plain) return tp_heuristic_estimate(h, x, y);
  uint64_t estimate = tp_metric_between(h->metric, (tp_Cell){x, y}, h->goal);
  return estimate > h->offset ? estimate - h->offset : 0;
}

#endif
