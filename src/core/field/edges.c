/* edges.c - see edges.h. */
#include "edges.h"

#include <math.h>

tp_EdgeSum tp_edge_sum(const tp_Navmap *nav) {
  tp_EdgeSum sum = {.least = UINT64_MAX};
  const tp_Links *links = nav->grid->links;
  if (!links || nav->profile.takes_no_links) return sum;
  const tp_Edge *all = tp_links_out(links);
  for (uint32_t i = 0; i < links->edges; i++) {
    double real = tp_edge_real_cost(nav, &all[i]);
    if (!(real < INFINITY)) continue;
    uint64_t link_cost =
        (uint64_t)floor(tp_product(real, nav->costs.scale) + 0.5);
    sum.count++;
    sum.sum += link_cost;
    if (link_cost == 0) sum.free++;
    if (link_cost > 0 && link_cost < sum.least) sum.least = link_cost;
  }
  return sum;
}
