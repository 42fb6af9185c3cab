/* tolls.c - a link's price, unless the profile names another one for links of
 * its name, or forbids them. */
#include "tolls.h"

#include <math.h>
#include <string.h>

/* What the profile says of a name; NAN: nothing. */
static double own_price(const tp_Profile *p, const char *name) {
  for (int i = 0; i < p->tolls; i++) {
    if (strcmp(p->toll[i].name, name) == 0) return p->toll[i].price;
  }
  return NAN;
}

/* In no block: a profile names few. */
double tp_navmap_price(const tp_Navmap *nav, const tp_Passage *passage) {
  const tp_Profile *p = &nav->profile;
  if (p->takes_no_links) return INFINITY;
  if (p->tolls == 0 || passage->name == 0) return passage->price;
  double own = own_price(p, nav->grid->links->name[passage->name]);
  return isnan(own) ? passage->price : own;
}

double tp_navmap_real_toll(const tp_Navmap *nav, const tp_Passage *passage) {
  return tp_product(tp_navmap_price(nav, passage), nav->profile.straight_cost);
}

uint64_t tp_navmap_toll_at(const tp_Navmap *nav, double price) {
  if (isinf(price)) return TP_NO_TOLL;
  double real = tp_product(price, nav->profile.straight_cost);
  return (uint64_t)floor(tp_product(real, nav->costs.scale) + 0.5);
}

uint64_t tp_navmap_toll(const tp_Navmap *nav, const tp_Passage *passage) {
  const tp_Cell from = tp_unpack_cell(passage->from);
  const tp_Cell to = tp_unpack_cell(passage->to);
  double price = tp_navmap_price(nav, passage);
  if (!tp_mask_has(nav->mask, from.x, from.y) ||
      !tp_mask_has(nav->mask, to.x, to.y)) {
    return TP_NO_TOLL;
  }
  return tp_navmap_toll_at(nav, price);
}

void tp_navmap_forbidden(const tp_Navmap *nav, bool forbidden[TP_LINK_NAMES]) {
  const tp_Profile *p = &nav->profile;
  const tp_Links *links = nav->grid->links;
  memset(forbidden, p->takes_no_links, TP_LINK_NAMES);
  if (p->tolls == 0 || !links) return;
  for (int i = 1; i < TP_LINK_NAMES; i++) {
    forbidden[i] |= links->users[i] > 0 && isinf(own_price(p, links->name[i]));
  }
}

tp_Tolls tp_navmap_tolls(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  const tp_Links *links = nav->grid->links;
  tp_Tolls tolls = {0};
  double own[TP_LINK_NAMES], last = 0;
  if (!tp_navmap_takes_links(nav)) return tolls;
  for (int i = 0; i < TP_LINK_NAMES; i++) {
    own[i] = i > 0 && p->tolls > 0 && links->users[i] > 0
                 ? own_price(p, links->name[i])
                 : NAN;
  }
  for (uint32_t k = 0; k < links->count; k++) {
    const tp_Link *link = &links->link[k];
    double price = isnan(own[link->name]) ? link->price : own[link->name];
    if (isinf(price) || price == last) continue; /* most often */
    tp_tolls_add(&tolls, tp_product(price, p->straight_cost));
    last = price;
  }
  return tolls;
}
