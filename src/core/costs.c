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

bool tp_classes_are_same(const tp_Classes *a, const tp_Classes *b) {
  for (int i = 0; i < TP_CLASSES / 64; i++) {
    if (a->known.bits[i] != b->known.bits[i]) return false;
    if (a->used.bits[i] != b->used.bits[i]) return false;
  }
  for (int i = 0; i < TP_CLASSES; i++) {
    if (a->price[i] != b->price[i]) return false;
  }
  return true;
}

/* The step costs that are known, each a multiple of the least of them. */
typedef struct Ratios {
  double least, greatest; /* greatest: as a multiple */
  int count;
  double ratio[2 * TP_CLASSES];
} Ratios;

static void add_ratio(Ratios *r, double cost) {
  double ratio = cost / r->least;
  for (int i = 0; i < r->count; i++) {
    if (r->ratio[i] == ratio) return;
  }
  r->ratio[r->count++] = ratio;
  if (ratio > r->greatest) r->greatest = ratio;
}

static void collect(Ratios *r, const tp_Costs *c, const tp_ClassSet *known,
                    int kinds) {
  r->count = 0;
  r->least = INFINITY;
  r->greatest = 1;
  for (int k = 0; k < kinds; k++) {
    for (int i = 0; i < TP_CLASSES; i++) {
      if (tp_class_is_in(known, i)) r->least = fmin(r->least, c->real[k][i]);
    }
  }
  for (int k = kinds - 1; k >= 0; k--) {
    for (int i = 0; i < TP_CLASSES; i++) {
      if (tp_class_is_in(known, i)) add_ratio(r, c->real[k][i]);
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

static void round_steps(tp_Costs *c, const tp_ClassSet *known) {
  memset(c->step, 0, sizeof c->step);
  for (int i = 0; i < TP_CLASSES; i++) {
    if (!tp_class_is_in(known, i)) continue;
    for (int k = 0; k < 2; k++) {
      double exact = tp_product(c->real[k][i], c->scale);
      c->step[k][i] = exact < 1 ? 1 : (uint64_t)floor(exact + 0.5);
    }
  }
}

/* What holds of the steps that somebody may take. */
static void sum_up(tp_Costs *c, const tp_Classes *classes, int kinds) {
  double first_price = 0;
  c->uniform = c->orderly = true;
  c->dearest = 0;
  c->cheapest[0] = c->cheapest[1] = UINT64_MAX;
  for (int i = 0; i < TP_CLASSES; i++) {
    if (!tp_class_is_in(&classes->used, i)) continue;
    uint64_t straight = c->step[0][i], diagonal = c->step[1][i];
    if (straight < c->cheapest[0]) c->cheapest[0] = straight;
    if (diagonal < c->cheapest[1]) c->cheapest[1] = diagonal;
    if (straight > c->dearest) c->dearest = straight;
    if (kinds > 1 && diagonal > c->dearest) c->dearest = diagonal;
    if (diagonal < straight || diagonal >= 2 * straight) c->orderly = false;
    if (first_price == 0) first_price = classes->price[i];
    if (classes->price[i] != first_price) c->uniform = false;
  }
  if (c->dearest == 0) c->cheapest[0] = c->cheapest[1] = 0;
}

void tp_costs_derive(tp_Costs *c, const tp_Classes *classes, size_t cells,
                     const tp_Profile *p) {
  Ratios ratios;
  int kinds = p->diagonal == TP_NEVER ? 1 : 2;
  for (int i = 0; i < TP_CLASSES; i++) {
    c->real[0][i] = tp_product(p->straight_cost, classes->price[i]);
    c->real[1][i] = tp_product(p->diagonal_cost, classes->price[i]);
  }
  collect(&ratios, c, &classes->known, kinds);
  c->scale =
      ratios.count ? choose_least(&ratios, (double)cells) / ratios.least : 1;
  round_steps(c, &classes->known);
  sum_up(c, classes, kinds);
  c->bits = tp_bit_length(c->dearest * (uint64_t)cells);
}
