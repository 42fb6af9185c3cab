/* ride.c - movers and links: which one was chosen, and how long it takes.
 */
#include <math.h>

#include "../navmap/edges.h"
#include "mover.h"

const tp_Edge *tp_mover_link(const tp_Mover *m) {
  const tp_Links *links = m->navmap->grid->links;
  if (!links || m->stride.lasts >= links->edges) return NULL;
  const tp_Edge *link = &tp_links_out(links)[m->stride.lasts];
  return link->from == m->at ? link : NULL;
}

/* At least 1, as each step lasts. */
uint64_t tp_mover_link_time(const tp_Mover *m, const tp_Edge *link,
                            bool by_beats) {
  enum { SECOND = 1 << 20 };
  const tp_Navmap *nav = m->navmap;
  const double seconds = nav->grid->links->link[link->link].seconds;
  double time = seconds * (by_beats ? 1 : SECOND);
  if (!(seconds > 0)) {
    double steps = tp_edge_real_cost(nav, link) / nav->profile.straight_cost;
    time = floor(tp_product(steps, m->lasts.x) + 0.5);
  }
  time = ceil(time);
  return time >= 1 ? (uint64_t)time : 1;
}
