/* prices.c - the terrain table as one agent sees it. Depends only on the table
 * and the profile, not on the cells; a few microseconds. */
#include "prices.h"

#include <math.h>
#include <string.h>

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
    /* Inserts the price into the sorted list of different ones. */
    int at = p->kinds;
    while (at > 0 && p->kind[at - 1] > price) at--;
    if (at > 0 && p->kind[at - 1] == price) continue;
    memmove(&p->kind[at + 1], &p->kind[at],
            (size_t)(p->kinds - at) * sizeof p->kind[0]);
    p->kind[at] = price;
    p->kinds++;
  }
  for (int t = 0; t < TP_MAX_TERRAINS; t++) {
    while (p->enter[t] && p->kind[p->rank[t]] != p->terrain[t]) p->rank[t]++;
  }
}
