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
  bool plain;    /* there is one goal, no edge, squares, and it is not the
                    Euclidean                                              */
  bool monotone; /* never falls by more than a step costs; the Euclidean's
                    rounding aside                                         */
  uint64_t drop; /* the most that it may change over one step              */
} tp_Heuristic;

/* Prepares `kind` (not TP_HEURISTIC_USER) for a goal. A weight above 1 makes
 * it so much larger, rounded down. */
TP_FUNC void tp_heuristic_init(tp_Heuristic *h, tp_HeuristicKind kind,
                               const tp_Navmap *navmap, tp_Cell goal,
                               double weight);

/* Makes it an estimate to the cheapest of several goals, which the caller
 * keeps, or to any cell that ends a search for one. */
TP_FUNC void tp_heuristic_set_goals(tp_Heuristic *h, const tp_Goals *goals,
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

/* The estimate of the way from one cell to another alone. */
TP_INLINE uint64_t tp_heuristic_between(const tp_Heuristic *h, tp_Cell a,
                                        tp_Cell b) {
  if (h->kind == TP_HEURISTIC_EUCLIDEAN) {
    return tp_heuristic_euclidean(h, tp_apart(a.x, b.x), tp_apart(a.y, b.y));
  }
  return tp_metric_between(h->metric, a, b);
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
  uint64_t estimate = tp_metric_of_squares(h->metric, (tp_Cell){x, y}, h->goal);
  return estimate > h->offset ? estimate - h->offset : 0;
}

/* ---- as landmarks tell it: ALT (alt.c) ----------------------------------- */

enum { TP_ALT_UNIT_BITS = 20 };

typedef struct tp_AltTable {
  const uint32_t *number;
  uint64_t version;    /* of the table, by which the numbers below are      */
  int place;           /* of it, among all tables                           */
  uint32_t flip;       /* all bits: numbers fall towards the goal, not rise */
  int32_t start, goal; /* their numbers, flipped; of several goals, less their
                          extra costs, the largest                          */
} tp_AltTable;

typedef struct tp_Alt {
  bool is_on;    /* else it tells nothing                            */
  bool is_exact; /* numbers are costs                                */
  bool settles;  /* all cells are to be expanded that may lie on some
                    cheapest way, not all but those that only may    */
  uint64_t unit; /* of a number, in costs: times 2^TP_ALT_UNIT_BITS  */
  const tp_Landmarks *landmarks;
  tp_AltTable table[TP_TABLES_ASKED];
} tp_Alt;

/* What tables tell of a cell. */
typedef struct tp_AltEstimate {
  uint64_t estimate; /* of the way from it to the goal */
  int32_t tie;       /* of two cells with the same estimate, the one with less
                        is nearer to a landmark behind the goal */
} tp_AltEstimate;

/* Chooses the tables that tell most of a way. Of several goals (else NULL), of
 * which `goal` is one or is near one, it is on if these are not too many. */
TP_FUNC void tp_alt_init(tp_Alt *alt, const tp_Navmap *navmap, tp_Cell start,
                         tp_Cell goal, const tp_Goals *goals);

/* Are the tables that it asks consistent, and their numbers the same as then?
 * Else a search by them begins again. */
TP_FUNC bool tp_alt_is_valid(const tp_Alt *alt, const tp_Navmap *navmap);

TP_INLINE int32_t tp_alt_number(const tp_AltTable *table, size_t cell) {
  return (int32_t)(table->number[cell] ^ table->flip);
}

TP_INLINE uint64_t tp_alt_cost(const tp_Alt *alt, int32_t number) {
  if (alt->is_exact) return (uint64_t)number;
  return (uint64_t)number * alt->unit >> TP_ALT_UNIT_BITS;
}

/* Of the cell at that place in the grid. The estimate is consistent. */
TP_INLINE tp_AltEstimate tp_alt_estimate(const tp_Alt *alt, size_t cell) {
  int32_t most = 0, tie = 0;
  for (int i = 0; i < TP_TABLES_ASKED; i++) {
    int32_t way = tp_alt_number(&alt->table[i], cell) - alt->table[i].goal;
    most = way > most ? way : most;
    if (i == TP_TABLES_ASKED / 2 - 1) tie = most;
  }
  return (tp_AltEstimate){tp_alt_cost(alt, most), tie};
}

/* How far it is from the start at least. */
TP_INLINE uint64_t tp_alt_from_start(const tp_Alt *alt, size_t cell) {
  int32_t most = 0;
  for (int i = 0; i < TP_TABLES_ASKED; i++) {
    int32_t way = alt->table[i].start - tp_alt_number(&alt->table[i], cell);
    most = way > most ? way : most;
  }
  return tp_alt_cost(alt, most);
}

#endif
