/* fares.c - see fares.h. */
#include "fares.h"

#include <math.h>

tp_Fares tp_fares_of(const tp_Navmap *nav) {
  tp_Fares fares = {.least = UINT64_MAX};
  const tp_Links *links = nav->grid->links;
  if (!links || nav->profile.takes_no_links) return fares;
  const tp_Passage *all = tp_links_out(links);
  for (uint32_t i = 0; i < links->passages; i++) {
    double real = tp_navmap_real_toll(nav, &all[i]);
    if (!(real < INFINITY)) continue;
    uint64_t toll = (uint64_t)floor(tp_product(real, nav->costs.scale) + 0.5);
    fares.count++;
    fares.sum += toll;
    if (toll == 0) fares.free++;
    if (toll > 0 && toll < fares.least) fares.least = toll;
  }
  return fares;
}
