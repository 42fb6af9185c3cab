/* swarm.h - many agents that move along a field in one call, wherever the game
 * keeps their places.
 */
#ifndef TP_SWARM_H
#define TP_SWARM_H

#include <float.h>

#include "flow.h"

/* A number for each agent, as floats or doubles. With a stride of 0 all have
 * the same one. */
typedef struct tp_Numbers {
  void *at;
  uint32_t stride; /* from one number to the next */
  bool narrow;     /* floats */
} tp_Numbers;

typedef struct tp_Swarm {
  size_t n;
  tp_Numbers x, y;     /* the agents' middles: any numbers; both kept alike */
  tp_Numbers distance; /* world units; negative or NaN counts as 0 */
  double apart;        /* world units: the distance that agents keep; 0: none */
  uint8_t *arrived;    /* a byte for each, 1 or 0; NULL: not needed */
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

/* The distance of an agent, finite and at least 0. */
TP_INLINE double tp_swarm_distance(const tp_Swarm *swarm, size_t i) {
  double distance = tp_numbers_get(&swarm->distance, i);
  if (!(distance >= 0)) return 0;
  return distance <= DBL_MAX ? distance : DBL_MAX;
}

/* Moves all agents as tp_flow_advance does, and writes which ones are at a
 * goal. Returns the number of agents that are on their way. */
TP_FUNC size_t tp_swarm_advance(const tp_Flow *flow, const tp_Swarm *swarm);

/* ---- apart.c: agents that keep apart; they may touch, but not stack ------ */

/* Bytes of the block for so many agents; SIZE_MAX: too many. */
TP_FUNC size_t tp_apart_bytes(size_t n);

/* Moves all agents as apart.c says; `apart` must be above 0. On input, a byte
 * of `arrived` that is not 0 says that the agent had arrived. Returns the
 * number of agents that are on their way, or that moved or arrived in this
 * call. The block needs no contents. */
TP_FUNC size_t tp_apart_advance(const tp_Flow *flow, const tp_Swarm *swarm,
                                void *block);

#endif
