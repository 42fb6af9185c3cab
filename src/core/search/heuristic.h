/* heuristic.h - lower bounds of the distance to a goal. */
#pragma once

#include "../agent/metric.h"
#include "../navmap/landmarkpart.h"
#include "goals.h"
#include "linktable.h"

/* An estimate of the cost from a cell to the goal, in the costs' whole numbers.
 * Every named heuristic except the Euclidean is a metric, of
 *
 *     zero 0, 0 . Chebyshev s, s . Manhattan 2S, S . octile d, s
 *
 * with S, D the cheapest straight and diagonal step, s = min(S, D) and d =
 * min(D, 2S). The Euclidean is `unit` times the straight distance. Both are in
 * fixed point: otherwise rounding would lose too much for costs as small as 5 :
 * 7.
 *
 * `offset` makes it an estimate to any cell at that distance from the goal.
 * With `goals` it is the least of the estimates to each goal, plus its extra
 * cost; if there are more than a few goals, it is the estimate to the rectangle
 * that contains them.
 *
 * With `rows` it is the estimate to the nearest cell in a small range of one
 * goal. The range reaches span[i] cells along one axis in row i along the
 * other. On open ground this is the exact cost, and a search goes straight
 * there; with the offset a search expands 50 times as many cells. */
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
  tp_Rect around;               /* the rectangle whose range that is */
  int32_t rows;                 /* of the range; 0: no range */
  int32_t span[TP_RANGE_ROWS];  /* of the range, by row from its middle on */
  uint64_t gain[TP_RANGE_ROWS]; /* the most that a row up to there is
                                   nearer than the goal */
  const tp_Goals *goals;        /* NULL: there is one goal */
  uint64_t *work;               /* counts looks at several goals */
  const tp_SearchEdges *edges;  /* used by the estimate, too; NULL: none */
  const tp_Cell *shift; /* tp_Grid.shift, if all cells of a building count as
                           if they were on the goal's floor; NULL: they do
                           not */
  tp_Cell home;         /* the shift of that floor */
  bool plain;           /* one goal, no edge, no shift, squares, and not
                                   the Euclidean */
  bool monotone;        /* never falls by more than a step costs, except
                                   for the Euclidean's rounding */
  uint64_t most_change; /* the most that it changes over one step */
} tp_Heuristic;

/* Prepares `kind` (not TP_HEURISTIC_USER) for a goal. A weight above 1
 * multiplies the estimate, rounded down. */
TP_FUNC void tp_heuristic_init(tp_Heuristic *h, tp_HeuristicKind kind,
                               const tp_Navmap *navmap, tp_Cell goal,
                               double weight);

/* Makes it an estimate to the cheapest of several goals, or to any cell that
 * ends a search for one. The caller keeps the goals. */
TP_FUNC void tp_heuristic_set_goals(tp_Heuristic *h, const tp_Goals *goals,
                                    const tp_Navmap *navmap);

/* Makes it use another metric. */
TP_FUNC void tp_heuristic_count(tp_Heuristic *heuristic, tp_Metric metric);

/* The estimate to goal number k alone, without extra cost and offset. */
TP_FUNC uint64_t tp_heuristic_to(const tp_Heuristic *h, uint32_t k, int32_t x,
                                 int32_t y);

/* The least of those, and the first goal that has it. */
TP_FUNC uint64_t tp_heuristic_nearest(const tp_Heuristic *h, int32_t x,
                                      int32_t y, uint32_t *k);

TP_FUNC uint64_t tp_heuristic_euclidean(const tp_Heuristic *h, uint32_t dx,
                                        uint32_t dy);

/* The estimate of the path from one cell to another alone. */
TP_INLINE uint64_t tp_heuristic_between(const tp_Heuristic *h, tp_Cell a,
                                        tp_Cell b) {
  if (h->kind == TP_HEURISTIC_EUCLIDEAN) {
    return tp_heuristic_euclidean(h, tp_difference(a.x, b.x),
                                  tp_difference(a.y, b.y));
  }
  return tp_metric_between(h->metric, a, b);
}

/* The estimate for paths without short cuts, from such a place. */
TP_FUNC uint64_t tp_heuristic_direct(const tp_Heuristic *h, int32_t x,
                                     int32_t y);

/* Where a cell of a building counts as. */
TP_INLINE tp_Cell tp_heuristic_place(const tp_Heuristic *h, tp_Cell c) {
  if (!h->shift) return c;
  const tp_Cell by = h->shift[c.x];
  return (tp_Cell){c.x + by.x - h->home.x, c.y + by.y - h->home.y};
}

/* tp_estimate if it is not plain: the Euclidean, hexagons, several goals, or
 * edges. */
TP_FUNC uint64_t tp_heuristic_estimate(const tp_Heuristic *h, int32_t x,
                                       int32_t y);

TP_INLINE uint64_t tp_estimate(const tp_Heuristic *h, int32_t x, int32_t y) {
  if (!h->plain) return tp_heuristic_estimate(h, x, y);
  uint64_t estimate = tp_metric_of_squares(h->metric, (tp_Cell){x, y}, h->goal);
  return estimate > h->offset ? estimate - h->offset : 0;
}

/* ---- estimates from landmarks: ALT (landmarkheuristic.c) ----------------- */

enum { TP_ALT_UNIT_BITS = 20 };

typedef struct tp_AltTable {
  const uint32_t *number;
  uint64_t version;    /* of the table that the numbers below are from */
  int place;           /* of the table, among all tables */
  uint32_t flip;       /* all bits: distances from a landmark, which rise
                          towards the goal; 0: to one, which fall */
  int32_t start, goal; /* their numbers, flipped; of several goals, less
                          their extra costs, the largest */
} tp_AltTable;

typedef struct tp_Alt {
  bool is_on;    /* else there is no estimate */
  bool is_exact; /* numbers are costs */
  uint64_t unit; /* of a number, in costs: times 2^TP_ALT_UNIT_BITS */
  const tp_Landmarks *landmarks;
  tp_AltTable table[TP_TABLES_ASKED];
} tp_Alt;

/* What the tables tell of a cell. */
typedef struct tp_AltEstimate {
  uint64_t estimate; /* of the path from the cell to the goal */
  int32_t tie;       /* of cells with the same estimate, the one with the
                        least is nearest to a landmark behind the goal */
} tp_AltEstimate;

TP_INLINE int32_t tp_alt_number(const tp_AltTable *table, size_t cell) {
  return (int32_t)(table->number[cell] ^ table->flip);
}

TP_INLINE uint64_t tp_alt_cost(const tp_Alt *alt, int32_t number) {
  if (alt->is_exact) return (uint64_t)number;
  return (uint64_t)number * alt->unit >> TP_ALT_UNIT_BITS;
}

/* The consistent estimate of the cell with that index in the grid. */
TP_INLINE tp_AltEstimate tp_alt_estimate(const tp_Alt *alt, size_t cell) {
  int32_t most = 0, tie = 0;
  for (int i = 0; i < TP_TABLES_ASKED; i++) {
    int32_t rest = tp_alt_number(&alt->table[i], cell) - alt->table[i].goal;
    most = rest > most ? rest : most;
    if (i == TP_TABLES_ASKED / 2 - 1) tie = most;
  }
  return (tp_AltEstimate){tp_alt_cost(alt, most), tie};
}

/* A lower bound of the distance from the start. */
TP_INLINE uint64_t tp_alt_from_start(const tp_Alt *alt, size_t cell) {
  int32_t most = 0;
  for (int i = 0; i < TP_TABLES_ASKED; i++) {
    int32_t rest = alt->table[i].start - tp_alt_number(&alt->table[i], cell);
    most = rest > most ? rest : most;
  }
  return tp_alt_cost(alt, most);
}
