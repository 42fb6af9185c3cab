/* swarm.c - moves agents one after the other; they ignore each other. */
#include "swarm.h"

size_t tp_swarm_advance(const tp_Flow *flow, const tp_Swarm *swarm) {
  size_t on_the_way = 0;
  for (size_t i = 0; i < swarm->n; i++) {
    const double distance = tp_swarm_distance(swarm, i);
    tp_Drift drift =
        tp_flow_advance(flow, &swarm->x[i], &swarm->y[i], distance);
    on_the_way += drift == TP_DRIFT_ON;
    if (swarm->arrived) swarm->arrived[i] = drift == TP_DRIFT_GOAL;
  }
  return on_the_way;
}
