/* costs.h - prices as whole numbers. */
#ifndef TP_COSTS_H
#define TP_COSTS_H

#include "../base/bits.h"
#include "profile.h"

/* No sum of step costs along a cheapest path needs more bits than this. */
enum { TP_COST_BITS = 52 };

/* A set of classes, a bit each. */
typedef struct tp_ClassSet {
  uint64_t bits[TP_CLASSES / 64];
} tp_ClassSet;

TP_INLINE bool tp_class_is_in(const tp_ClassSet *set, int class) {
  return set->bits[class >> 6] >> (class & 63) & 1;
}

TP_INLINE void tp_class_add(tp_ClassSet *set, int class) {
  set->bits[class >> 6] |= UINT64_C(1) << (class & 63);
}

TP_INLINE void tp_class_remove(tp_ClassSet *set, int class) {
  set->bits[class >> 6] &= ~(UINT64_C(1) << (class & 63));
}

/* Prices of links that scales do justice to, each; and the most ways through
 * links that there are on a map. */
enum { TP_LINK_COSTS = 16, TP_MOST_EDGES = 1 << 15 };

/* What taking links costs the agent, as the user counts. */
typedef struct tp_LinkCosts {
  double dearest; /* 0: they cost nothing                                 */
  int count;      /* TP_LINK_COSTS + 1: there are more, and none is listed */
  double
      link_cost[TP_LINK_COSTS]; /* different ones, above 0, rising          */
} tp_LinkCosts;

/* Counts one more. */
TP_FUNC void tp_link_costs_add(tp_LinkCosts *link_costs, double link_cost);

/* What the bytes that say what a cell is like stand for. */
typedef struct tp_Classes {
  double price[TP_CLASSES]; /* of entering a cell, times the step; INFINITY:
                               not to be entered                            */
  tp_ClassSet known; /* the scale of the whole numbers does them justice     */
  tp_ClassSet used;  /* of those: some cell that may be entered has them     */
  tp_LinkCosts link_costs;
} tp_Classes;

typedef struct tp_Costs {
  const uint8_t *class_of;      /* by cell: the grid's terrains, or the classes
                                   of a costmap                             */
  tp_Classes classes;           /* from which all else follows              */
  double real[2][TP_CLASSES];   /* cost of a straight [0] or diagonal [1] step
                                 onto a cell of the class, as the user counts
                                 it                                          */
  uint64_t step[2][TP_CLASSES]; /* the same as a whole number, `scale` times
                                   as large; 0 where it is not known         */
  uint64_t cheapest[2]; /* least of each row over classes in use; 0 where
                           there is none                                     */
  uint64_t dearest;     /* largest step in use                     */
  double real_turn;     /* of a turn by 45 degrees, as the user counts it  */
  uint64_t turn;        /* as a whole number, 0 for none           */
  double scale;
  uint64_t version; /* grows when any of scale, cheapest, dearest, uniform
                       and orderly changes: a search that runs goes by these */
  int bits;         /* that a path's cost may need             */
  bool uniform;     /* one price on all cells in use           */
  bool orderly;     /* straight <= diagonal < 2 x straight, always: then
                   steps may be left out as pruning.h has it        */
} tp_Costs;

/* Derives everything for a map of so many cells, where the classes are others
 * than those (of zeros, at first) from which it was derived before. Does some
 * step then cost more or less? */
TP_FUNC bool tp_costs_derive(tp_Costs *costs, const tp_Classes *classes,
                             size_t cells, const tp_Profile *profile);

/* The class in use with the highest price; -1: none is in use. */
TP_FUNC int tp_costs_dearest(const tp_Costs *costs);

/* Does a diagonal step cost just two straight ones? For one price on all. */
TP_INLINE bool tp_costs_are_tied(const tp_Costs *c) {
  return c->cheapest[1] == 2 * c->cheapest[0];
}

#endif
