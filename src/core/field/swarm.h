/* swarm.h - many agents that move along a field in one call. */
#pragma once

#include "flow.h"

typedef struct tp_Swarm {
  size_t n;
  double *x, *y;           /* the agents' middles */
  const double *distances; /* in world units, at least 0; NULL: all have
                              `distance` */
  double distance;
  double apart;     /* world units: the distance that agents keep; 0: none */
  uint8_t *arrived; /* a byte for each, 1 or 0; NULL: not needed */
} tp_Swarm;

TP_INLINE double tp_swarm_distance(const tp_Swarm *swarm, size_t i) {
  return swarm->distances ? swarm->distances[i] : swarm->distance;
}

/* Moves all agents as tp_flow_advance does, and writes which ones are at a
 * goal. Returns the number of agents that are on their way. */
TP_FUNC size_t tp_swarm_advance(const tp_Flow *flow, const tp_Swarm *swarm);
