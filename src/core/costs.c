/* costs.c - from prices to whole numbers.
 *
 * A search that adds and compares whole numbers gives the same path on every
 * machine, compiler and flag, and can keep its open list in buckets. So all
 * step costs are multiplied by one factor and rounded: the smallest factor
 * that gets each of them right to 4e-7 relative. It is found by trying the
 * cheapest step as 1, 2, 3, ...: 985 for 1 and sqrt 2 (985 : 1393), 5 for 1
 * and 1.4, and at most 1,250,000, where half a unit is 4e-7 by itself.
 *
 * The one limit: cells x dearest step fits TP_COST_BITS. A map whose step costs
 * are more than 2^51 / 1,250,000 / cells apart, and of no simple ratio, is
 * rounded more coarsely instead; where they are more than 2^51 / cells apart,
 * the cheapest of them is 1 though it should be less.
 */
#include "costs.h"

#include <math.h>
#include <string.h>

static const double tolerance = 4e-7;

static bool is_used(const tp_Grid *g, int terrain) {
  return g->used[terrain >> 6] >> (terrain & 63) & 1;
}

static void price_terrains(tp_Costs *c, const tp_Grid *g, const tp_Profile *p) {
  memset(c->enter, 0, sizeof c->enter);
  for (int t = 0; t < TP_MAX_TERRAINS; t++) {
    double price = INFINITY;
    if (t < g->terrain_count) {
      price = isnan(p->price[t]) ? g->terrain[t].price : p->price[t];
    }
    c->price[t] = price;
    c->enter[t] = !isinf(price);
    for (int class = t; class < TP_CLASSES; class += TP_CLOSED) {
      c->real[0][class] = tp_product(p->straight_cost, price);
      c->real[1][class] = tp_product(p->diagonal_cost, price);
    }
  }
}

/* The step costs that some cell has, each a multiple of the least of them. */
typedef struct Ratios {
  double least, greatest; /* greatest: as a multiple */
  int count;
  double ratio[2 * TP_MAX_TERRAINS];
} Ratios;

static void add_ratio(Ratios *r, double cost) {
  double ratio = cost / r->least;
  for (int i = 0; i < r->count; i++) {
    if (r->ratio[i] == ratio) return;
  }
  r->ratio[r->count++] = ratio;
  if (ratio > r->greatest) r->greatest = ratio;
}

static bool is_in_use(const tp_Costs *c, const tp_Grid *g, int terrain) {
  return c->enter[terrain] && is_used(g, terrain);
}

static void collect(Ratios *r, const tp_Costs *c, const tp_Grid *g, int kinds) {
  r->count = 0;
  r->least = INFINITY;
  r->greatest = 1;
  for (int k = 0; k < kinds; k++) {
    for (int t = 0; t < g->terrain_count; t++) {
      if (is_in_use(c, g, t)) r->least = fmin(r->least, c->real[k][t]);
    }
  }
  for (int k = kinds - 1; k >= 0; k--) {
    for (int t = 0; t < g->terrain_count; t++) {
      if (is_in_use(c, g, t)) add_ratio(r, c->real[k][t]);
    }
  }
}

static bool fits(const Ratios *r, double least) {
  for (int i = 0; i < r->count; i++) {
    double exact = tp_product(least, r->ratio[i]);
    if (fabs(exact - floor(exact + 0.5)) > tp_product(tolerance, exact)) {
      return false;
    }
  }
  return true;
}

/* The whole number that the cheapest step becomes. */
static double choose_least(const Ratios *r, double cells) {
  double limit = ldexp(1, TP_COST_BITS - 1) / (cells * r->greatest);
  double least = limit < 1 ? limit : 1;
  while (least < limit && !fits(r, least)) least++;
  return least;
}

static void round_steps(tp_Costs *c, const tp_Grid *g, int kinds) {
  double first_price = 0;
  c->uniform = c->orderly = true;
  c->dearest = 0;
  c->cheapest[0] = c->cheapest[1] = UINT64_MAX;
  memset(c->step, 0, sizeof c->step);
  for (int t = 0; t < g->terrain_count; t++) {
    if (!is_in_use(c, g, t)) continue;
    for (int k = 0; k < 2; k++) {
      double exact = tp_product(c->real[k][t], c->scale);
      uint64_t step = exact < 1 ? 1 : (uint64_t)floor(exact + 0.5);
      c->step[k][t] = c->step[k][t | TP_CLOSED] = step;
      if (step < c->cheapest[k]) c->cheapest[k] = step;
      if (k < kinds && step > c->dearest) c->dearest = step;
    }
    if (c->step[1][t] < c->step[0][t] || c->step[1][t] >= 2 * c->step[0][t]) {
      c->orderly = false;
    }
    if (first_price == 0) first_price = c->price[t];
    if (c->price[t] != first_price) c->uniform = false;
  }
  if (c->dearest == 0) c->cheapest[0] = c->cheapest[1] = 0;
}

void tp_costs_derive(tp_Costs *c, const tp_Grid *g, const tp_Profile *p) {
  Ratios ratios;
  int kinds = p->diagonal == TP_NEVER ? 1 : 2;
  double cells = (double)g->width * g->height;
  price_terrains(c, g, p);
  collect(&ratios, c, g, kinds);
  c->scale = ratios.count ? choose_least(&ratios, cells) / ratios.least : 1;
  round_steps(c, g, kinds);
  c->bits = tp_bit_length(c->dearest * (uint64_t)cells);
  c->used[0] = g->used[0];
  c->used[1] = g->used[1];
  c->price_revision = g->price_revision;
}
