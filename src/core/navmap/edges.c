/* edges.c - a link's price, unless the profile names another one for links of
 * its name, or forbids them. */
#include "edges.h"

#include <math.h>
#include <string.h>

/* What the profile says of a name; NAN: nothing. */
static double own_price(const tp_Profile *p, const char *name) {
  for (int i = 0; i < p->link_costs; i++) {
    if (strcmp(p->link_cost[i].name, name) == 0) return p->link_cost[i].price;
  }
  return NAN;
}

/* In no block: a profile names few. */
double tp_navmap_price(const tp_Navmap *nav, const tp_Edge *edge) {
  const tp_Profile *p = &nav->profile;
  if (p->takes_no_links) return INFINITY;
  if (p->link_costs == 0 || edge->name == 0) return edge->price;
  double own = own_price(p, nav->grid->links->name[edge->name]);
  return isnan(own) ? edge->price : own;
}

double tp_edge_real_cost(const tp_Navmap *nav, const tp_Edge *edge) {
  return tp_product(tp_navmap_price(nav, edge), nav->profile.straight_cost);
}

uint64_t tp_edge_cost_at(const tp_Navmap *nav, double price) {
  if (isinf(price)) return TP_NO_COST;
  double real = tp_product(price, nav->profile.straight_cost);
  return (uint64_t)floor(tp_product(real, nav->costs.scale) + 0.5);
}

uint64_t tp_edge_cost(const tp_Navmap *nav, const tp_Edge *edge) {
  const tp_Cell from = tp_unpack_cell(edge->from);
  const tp_Cell to = tp_unpack_cell(edge->to);
  double price = tp_navmap_price(nav, edge);
  if (!tp_mask_has(nav->mask, from.x, from.y) ||
      !tp_mask_has(nav->mask, to.x, to.y)) {
    return TP_NO_COST;
  }
  return tp_edge_cost_at(nav, price);
}

void tp_navmap_forbidden(const tp_Navmap *nav, bool forbidden[TP_LINK_NAMES]) {
  const tp_Profile *p = &nav->profile;
  const tp_Links *links = nav->grid->links;
  memset(forbidden, p->takes_no_links, TP_LINK_NAMES);
  if (p->link_costs == 0 || !links) return;
  for (int i = 1; i < TP_LINK_NAMES; i++) {
    forbidden[i] |= links->users[i] > 0 && isinf(own_price(p, links->name[i]));
  }
}

tp_LinkCosts tp_navmap_link_costs(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  const tp_Links *links = nav->grid->links;
  tp_LinkCosts link_costs = {0};
  double own[TP_LINK_NAMES], last = 0;
  if (!tp_navmap_takes_links(nav)) return link_costs;
  for (int i = 0; i < TP_LINK_NAMES; i++) {
    own[i] = i > 0 && p->link_costs > 0 && links->users[i] > 0
                 ? own_price(p, links->name[i])
                 : NAN;
  }
  for (uint32_t k = 0; k < links->count; k++) {
    const tp_Link *link = &links->link[k];
    double price = isnan(own[link->name]) ? link->price : own[link->name];
    if (isinf(price) || price == last) continue; /* most often */
    tp_link_costs_add(&link_costs, tp_product(price, p->straight_cost));
    last = price;
  }
  return link_costs;
}
