/* costs.h - a profile's prices as whole numbers. */
#ifndef TP_COSTS_H
#define TP_COSTS_H

#include "bits.h"
#include "grid.h"
#include "profile.h"

/* No sum of step costs along a cheapest path needs more bits than this. */
enum { TP_COST_BITS = 52 };

typedef struct tp_Costs {
  bool enter[256];               /* may a cell with this byte be entered?   */
  double price[TP_MAX_TERRAINS]; /* for this agent; INFINITY: impassable    */
  double real[2][TP_CLASSES];    /* cost of a straight [0] or diagonal [1] step
                                 onto a cell of the class, as the user counts
                                 it                                          */
  uint64_t step[2][TP_CLASSES];  /* the same as a whole number, `scale` times
                                   as large; 0 where no cell has it          */
  uint64_t cheapest[2];          /* least of each row over terrains in use; 0
                                     where there is none                     */
  uint64_t dearest;              /* largest step in use                     */
  double scale;
  int bits;         /* that a path's cost may need             */
  bool uniform;     /* one price on all cells in use           */
  bool orderly;     /* straight <= diagonal < 2 x straight, always: then
                       steps may be left out as onward.h has it        */
  uint64_t used[2]; /* what all this was derived from          */
  uint64_t price_revision;
} tp_Costs;

/* Derives everything from the grid's terrain table, the terrains in use and
 * the profile. */
TP_FUNC void tp_costs_derive(tp_Costs *costs, const tp_Grid *grid,
                             const tp_Profile *profile);

/* Does a diagonal step cost just two straight ones? For one price on all. */
TP_INLINE bool tp_costs_are_tied(const tp_Costs *c) {
  return c->cheapest[1] == 2 * c->cheapest[0];
}

/* Has the grid changed in a way that calls for deriving again? */
TP_INLINE bool tp_costs_are_old(const tp_Costs *c, const tp_Grid *g) {
  return c->price_revision != g->price_revision || c->used[0] != g->used[0] ||
         c->used[1] != g->used[1];
}

#endif
