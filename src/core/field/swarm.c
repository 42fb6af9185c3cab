/* swarm.c - moves agents one after the other; they ignore each other. */
#include "swarm.h"

size_t tp_swarm_advance(const tp_Flow *flow, const tp_Swarm *swarm) {
  tp_Flow as_kept = *flow;
  size_t on_the_way = 0;
  as_kept.narrow = swarm->x.narrow;
  for (size_t i = 0; i < swarm->n; i++) {
    double x = tp_numbers_get(&swarm->x, i);
    double y = tp_numbers_get(&swarm->y, i);
    double distance = tp_swarm_distance(swarm, i);
    tp_Drift drift = tp_flow_advance(&as_kept, &x, &y, distance);
    on_the_way += drift == TP_DRIFT_ON;
    tp_numbers_put(&swarm->x, i, x);
    tp_numbers_put(&swarm->y, i, y);
    if (swarm->arrived) swarm->arrived[i] = drift == TP_DRIFT_GOAL;
  }
  return on_the_way;
}
