/* prices.c - the terrain table as one agent sees it. Depends only on the table
 * and the profile, not on the cells; a few microseconds. */
#include "prices.h"

#include <math.h>
#include <string.h>

#include "costs.h"

void tp_prices_read(tp_Prices *p, const tp_Grid *g, const tp_Profile *profile) {
  memset(p, 0, sizeof *p);
  p->version = g->price_version;
  for (int t = 0; t < TP_MAX_TERRAINS; t++) {
    double price = INFINITY;
    if (t < g->terrain_count) {
      double own = profile->price[t];
      price = isnan(own) ? g->terrain[t].price : own;
    }
    p->terrain[t] = price;
    p->enter[t] = !isinf(price);
    if (!p->enter[t]) continue;
    const uint8_t sees = profile->sees[t];
    p->hides[t] =
        sees == TP_AS_THE_GRID ? g->terrain[t].hides : sees == TP_HIDES;
    p->some_hide = p->some_hide || p->hides[t];
    p->kinds = tp_numbers_add(p->kind, p->kinds, price);
  }
  for (int t = 0; t < TP_MAX_TERRAINS; t++) {
    while (p->enter[t] && p->kind[p->rank[t]] != p->terrain[t]) p->rank[t]++;
  }
}
