/* swarm.h - many agents that move along a field in one call, wherever their
 * places are kept. */
#ifndef TP_SWARM_H
#define TP_SWARM_H

#include <float.h>

#include "flow.h"

/* A number for each agent, in floats or doubles; with a stride of 0 the same
 * one for all. */
typedef struct tp_Numbers {
  void *at;
  uint32_t stride; /* from one to the next, in numbers */
  bool narrow;     /* floats                           */
} tp_Numbers;

typedef struct tp_Swarm {
  size_t n;
  tp_Numbers x, y;     /* the agents' middles: any numbers, kept alike        */
  tp_Numbers distance; /* world units; what is none of at least 0 counts as 0 */
  double apart;        /* world units: so far they are kept apart; 0: they are
                          not                                                 */
  uint8_t *arrived;    /* a byte for each, 1 or 0; NULL: nobody asks          */
} tp_Swarm;

TP_INLINE double tp_numbers_get(const tp_Numbers *v, size_t i) {
  size_t at = i * v->stride;
  return v->narrow ? (double)((const float *)v->at)[at]
                   : ((const double *)v->at)[at];
}

TP_INLINE void tp_numbers_put(const tp_Numbers *v, size_t i, double value) {
  size_t at = i * v->stride;
  if (v->narrow) {
    ((float *)v->at)[at] = (float)value;
  } else {
    ((double *)v->at)[at] = value;
  }
}

/* How far an agent goes, finite and at least 0. */
TP_INLINE double tp_swarm_distance(const tp_Swarm *swarm, size_t i) {
  double distance = tp_numbers_get(&swarm->distance, i);
  if (!(distance >= 0)) return 0;
  return distance <= DBL_MAX ? distance : DBL_MAX;
}

/* Moves all of them as tp_flow_advance does, and writes who is at a goal.
 * Returns how many are on their way. */
TP_FUNC size_t tp_swarm_advance(const tp_Flow *flow, const tp_Swarm *swarm);

/* ---- apart.c: agents that keep apart; they may touch, but not stack ------- */

/* Bytes of the block that so many agents take; SIZE_MAX: too many. */
TP_FUNC size_t tp_apart_bytes(size_t n);

/* Moves all of them, whose `apart` is more than 0, as apart.c says. Bytes of
 * `arrived` that are not 0 tell who had arrived before. Returns how many are on
 * their way, or have moved or arrived in this call. The block is not read. */
TP_FUNC size_t tp_apart_advance(const tp_Flow *flow, const tp_Swarm *swarm,
                                void *block);

#endif
