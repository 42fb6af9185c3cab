/* costs.h - prices as whole numbers. */
#pragma once

#include "../base/bits.h"
#include "profile.h"

/* The sum of step costs along a cheapest path never needs more bits than this.
 */
enum { TP_COST_BITS = 52 };

/* A set of classes, a bit each. */
typedef struct tp_ClassSet {
  uint64_t bits[TP_CLASSES / 64];
} tp_ClassSet;

TP_INLINE bool tp_class_is_in(const tp_ClassSet *set, int class) {
  return set->bits[class >> 6] >> (class & 63) & 1;
}

/* The first class of a set from a number on; TP_CLASSES: there is none. */
TP_INLINE int tp_class_from(const tp_ClassSet *set, int from) {
  for (; from < TP_CLASSES; from = (from | 63) + 1) {
    const uint64_t left = set->bits[from >> 6] >> (from & 63);
    if (left) return from + tp_lowest(left);
  }
  return TP_CLASSES;
}

TP_INLINE void tp_class_add(tp_ClassSet *set, int class) {
  set->bits[class >> 6] |= UINT64_C(1) << (class & 63);
}

/* Adds a number to a rising list of different ones, which has room. Returns
 * their count. */
TP_FUNC int tp_numbers_add(double *list, int count, double number);

/* The most different prices of links that the scale respects; and the most
 * edges of a map. */
enum { TP_LINK_COSTS = 16, TP_MOST_EDGES = 1 << 15 };

/* What links cost the agent, in the user's numbers. */
typedef struct tp_LinkCosts {
  double dearest;                      /* 0: they cost nothing */
  int count;                           /* TP_LINK_COSTS + 1: there are more */
  double link_cost[TP_LINK_COSTS + 1]; /* different ones, above 0, rising */
} tp_LinkCosts;

/* Adds the cost of a link. */
TP_FUNC void tp_link_costs_add(tp_LinkCosts *link_costs, double link_cost);

/* The prices of the classes. */
typedef struct tp_Classes {
  double price[TP_CLASSES]; /* of entering a cell, times the step; INFINITY:
                               blocked */
  tp_ClassSet known;        /* some cell has them, or may get them: the scale of
                               the whole numbers respects these */
  tp_ClassSet used;         /* of those: some free cell has them */
  tp_LinkCosts link_costs;
} tp_Classes;

typedef struct tp_Costs {
  const uint8_t *class_of;      /* by cell: the grid's terrains, or the
                                   classes of a costmap */
  tp_Classes classes;           /* the source of everything else */
  double real[2][TP_CLASSES];   /* cost of a straight [0] or diagonal [1]
                                   step onto a cell of the class, in the
                                   user's numbers */
  uint64_t step[2][TP_CLASSES]; /* the same as a whole number, `scale` times
                                   as large; 0 if the class is not known */
  uint64_t cheapest[2]; /* least of each row over classes in use; or 0 */
  uint64_t dearest;     /* largest step in use */
  double least;         /* straight step in use, in the user's numbers; or 0 */
  double scale;
  uint64_t version; /* grows when any of scale, cheapest, dearest, uniform
                       and orderly changes: a running search depends on these */
  int bits;         /* that the cost of a path may need */
  bool uniform;     /* one price on all cells in use */
  /* Straight <= diagonal < 2 x straight, always: jumppruning.h may prune. */
  bool orderly;
} tp_Costs;

/* Derives everything for a map of so many cells, if the classes have changed
 * since the last time (at first, from zeros). Has the cost of some step
 * changed? */
TP_FUNC bool tp_costs_derive(tp_Costs *costs, const tp_Classes *classes,
                             size_t cells, const tp_Profile *profile);

/* The class in use with the highest price; -1: none is in use. */
TP_FUNC int tp_costs_dearest(const tp_Costs *costs);

/* Does a diagonal step cost just two straight ones? For a single price. */
TP_INLINE bool tp_costs_are_tied(const tp_Costs *c) {
  return c->cheapest[1] == 2 * c->cheapest[0];
}
