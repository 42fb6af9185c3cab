/* agentlinks.c - the edges of links. An edge has its link's price, unless the
 * profile has a price for links of that name, or forbids them.
 *
 * Most edges have the name and the price of the edge before, so an iterator
 * looks a price up once for all of those.
 */
#include "agentlinks.h"

#include <math.h>
#include <string.h>

/* The price of an edge; INFINITY: the profile forbids it. A profile has few
 * names, so there is no table. */
static double price_of(const tp_Navmap *nav, const tp_Edge *edge) {
  const tp_Profile *p = &nav->profile;
  if (p->takes_no_links) return INFINITY;
  if (edge->name == 0) return edge->price;
  const char *name = nav->grid->links->name[edge->name];
  for (int i = 0; i < p->link_costs; i++) {
    if (strcmp(p->link_cost[i].name, name) == 0) return p->link_cost[i].price;
  }
  return edge->price;
}

/* ---- one by one --------------------------------------------------------- */

static tp_EdgeIter edges_at(const tp_Navmap *nav, bool is_in, tp_Cell at) {
  tp_EdgeIter it = {.navmap = nav};
  if (!tp_navmap_is_irregular(nav, at.x, at.y)) return it;
  it.left = tp_links_at(nav->grid->links, is_in, at, &it.next);
  return it;
}

tp_EdgeIter tp_edges_from(const tp_Navmap *nav, tp_Cell at) {
  return edges_at(nav, false, at);
}

tp_EdgeIter tp_edges_to(const tp_Navmap *nav, tp_Cell at) {
  return edges_at(nav, true, at);
}

tp_EdgeIter tp_edges_all(const tp_Navmap *nav) {
  tp_EdgeIter it = {.navmap = nav};
  it.left = tp_edges_most(nav);
  if (it.left > 0) it.next = tp_links_out(nav->grid->links);
  return it;
}

/* The scale of costs may still be that of cheaper links: then a cost may not
 * fit, and is capped. */
#define MOST_COST 9e18

static void look_up_price(tp_EdgeIter *it, const tp_Edge *edge) {
  const tp_Navmap *nav = it->navmap;
  if (it->is_known && it->name == edge->name && it->listed == edge->price) {
    return;
  }
  it->is_known = true;
  it->name = edge->name;
  it->listed = edge->price;
  it->price = price_of(nav, edge);
  it->cost = TP_NO_COST;
  if (isinf(it->price)) {
    it->price = it->listed;
  } else {
    const double real = tp_product(it->price, nav->profile.straight_cost);
    const double whole = floor(tp_product(real, nav->costs.scale) + 0.5);
    it->cost = whole < MOST_COST ? (uint64_t)whole : TP_NO_COST - 1;
  }
}

static bool may_enter(const tp_Navmap *nav, uint32_t cell) {
  const tp_Cell at = tp_unpack_cell(cell);
  return tp_mask_has(nav->mask, at.x, at.y);
}

static bool may_leave(const tp_Navmap *nav, uint32_t cell) {
  return may_enter(nav, cell) && !tp_navmap_stops(nav, tp_unpack_cell(cell));
}

bool tp_edges_next(tp_EdgeIter *it) {
  while (it->left > 0) {
    const tp_Edge *edge = it->next++;
    it->left--;
    look_up_price(it, edge);
    bool may = it->closed ||
               (it->cost != TP_NO_COST && may_leave(it->navmap, edge->from) &&
                may_enter(it->navmap, edge->to));
    if (!may) continue;
    it->edge = *edge;
    it->edge.price = it->price;
    it->edge.cost = it->cost;
    return true;
  }
  return false;
}

bool tp_edges_between(const tp_Navmap *nav, tp_Cell from, tp_Cell to,
                      tp_Edge *least) {
  const uint32_t end = tp_pack_cell(to.x, to.y);
  tp_EdgeIter it = tp_edges_from(nav, from);
  bool is_found = false;
  while (tp_edges_next(&it)) {
    if (it.edge.to != end) continue;
    if (is_found && it.edge.cost >= least->cost) continue;
    *least = it.edge;
    is_found = true;
  }
  return is_found;
}

/* ---- all ---------------------------------------------------------------- */

uint32_t tp_edges_most(const tp_Navmap *nav) {
  return tp_navmap_has_edges(nav) ? nav->grid->links->edges : 0;
}

tp_EdgeSum tp_edges_sum(const tp_Navmap *nav) {
  tp_EdgeSum sum = {.least = UINT64_MAX};
  tp_EdgeIter it = tp_edges_all(nav);
  it.closed = true;
  while (tp_edges_next(&it)) {
    const uint64_t cost = it.edge.cost;
    if (cost == TP_NO_COST) continue;
    sum.count++;
    sum.sum += cost;
    if (cost == 0) sum.free++;
    if (cost > 0 && cost < sum.least) sum.least = cost;
  }
  return sum;
}

tp_LinkCosts tp_edges_costs(const tp_Navmap *nav) {
  tp_LinkCosts costs = {0};
  tp_EdgeIter it = tp_edges_all(nav);
  double last = 0;
  for (; it.left > 0; it.left--, it.next++) {
    look_up_price(&it, it.next);
    if (it.cost == TP_NO_COST || it.price == last) continue;
    tp_link_costs_add(&costs, tp_product(it.price, nav->profile.straight_cost));
    last = it.price;
  }
  return costs;
}
