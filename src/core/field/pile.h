/* pile.h - the ground that those need who have arrived at a goal. */
#ifndef TP_PILE_H
#define TP_PILE_H

#include "flow.h"

/* Room for so many cells is enough for a pile of n agents. */
TP_INLINE size_t tp_pile_room(size_t n) { return 2 * n + 64; }

/* So much ground is one agent's that keeps apart from others: more than where
 * they lie as close as they can (0.87), for piles are loose, and have edges. */
TP_INLINE double tp_pile_ground(double apart) {
  return tp_product(1.25, tp_product(apart, apart));
}

/* Of one that is at a goal. */
typedef struct tp_Pile {
  double base;     /* what it costs to be at the goal itself               */
  double far;      /* the ground reaches so much farther; INFINITY: to all
                      cells that lead there                                */
  double edge;     /* and so much more, for the cells on its rim           */
  uint32_t agents; /* for so many agents                                   */
} tp_Pile;

/* The ground that is nearest to a goal, for so many agents. `cells` has room
 * for tp_pile_room(agents). */
TP_FUNC tp_Pile tp_pile_find(const tp_Flow *w, tp_Cell goal, double apart,
                             uint32_t agents, uint32_t *cells);

/* Up to which cost it reaches for some more. */
TP_INLINE double tp_pile_reach(const tp_Pile *p, uint32_t agents) {
  double more = sqrt((double)agents / (double)p->agents);
  return p->base + tp_product(p->far, more) + p->edge;
}

#endif
