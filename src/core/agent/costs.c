/* costs.c - from prices to whole numbers.
 *
 * A search that adds and compares whole numbers finds the same path on every
 * machine, with every compiler and flag, and can keep its open list in buckets.
 * So all step costs are multiplied by one factor and rounded: by the smallest
 * factor that makes each of them right to 4e-7 relative. To find it, the
 * cheapest step is tried as 1, 2, 3, ...: 985 for 1 and sqrt 2 (985 : 1393), 5
 * for 1 and 1.4, and at most 1,250,000, where half a unit is 4e-7 by itself.
 * Some hundred unrelated prices need half a million. So only the first 131,072
 * factors and 16 a cell of the map are tried, at two nanoseconds each. If none
 * fits, half a unit becomes 4e-7 of the least step that is no multiple.
 *
 * The cost of a link is one more multiple of the least step that the factor
 * must fit, unless it is less than 1 / 1024 of that step. If links have more
 * than TP_LINK_COSTS prices, no factor is tried: half a unit becomes 4e-7 of
 * that 1 / 1024.
 *
 * The one limit: cells x dearest step, and the excess of each link that costs
 * more than that, fit TP_COST_BITS, as a cheapest path enters no cell twice. A
 * map with step costs further apart than 2^51 / 1,250,000 / cells, in no simple
 * ratio, is rounded more coarsely. If they are further apart than 2^51 / cells,
 * the cheapest step is 1 although it should be less.
 */
#include "costs.h"

#include <math.h>
#include <string.h>

static const double tolerance = 4e-7;

/* The number of factors tried, and more for each cell of the map: no more work
 * than a search over the map. */
enum { TRIES = 1 << 17, TRIES_A_CELL = 16 };

/* All prices, apart from which are in use. */
static bool same_prices(const tp_Classes *a, const tp_Classes *b) {
  const tp_LinkCosts *links = &a->link_costs, *other = &b->link_costs;
  if (memcmp(&a->known, &b->known, sizeof a->known) != 0) return false;
  for (int i = 0; i < TP_CLASSES; i++) {
    if (a->price[i] != b->price[i]) return false;
  }
  if (links->dearest != other->dearest) return false;
  if (links->count != other->count) return false;
  for (int i = 0; i < links->count && links->count <= TP_LINK_COSTS; i++) {
    if (links->link_cost[i] != other->link_cost[i]) return false;
  }
  return true;
}

enum { MOST_RATIOS = 2 * TP_CLASSES + TP_LINK_COSTS };

/* The part of the least step to which link costs are rounded, at worst. */
static const double least_link_cost = 1.0 / 1024;

/* The known step costs as multiples of the least one, without the whole
 * multiples, which every factor fits. In rising order and each once, so that
 * the order of terrains does not matter. */
typedef struct Ratios {
  double least, greatest; /* greatest: as a multiple */
  double dearest_link;    /* as a multiple */
  bool are_too_many;      /* of link costs */
  int count;
  double ratio[MOST_RATIOS];
} Ratios;

int tp_numbers_add(double *list, int count, double number) {
  int at = count;
  while (at > 0 && list[at - 1] > number) at--;
  if (at > 0 && list[at - 1] == number) return count;
  memmove(&list[at + 1], &list[at], (size_t)(count - at) * sizeof *list);
  list[at] = number;
  return count + 1;
}

static void add_ratio(Ratios *r, double ratio) {
  if (ratio == floor(ratio)) return;
  r->count = tp_numbers_add(r->ratio, r->count, ratio);
}

/* @param step_kinds  1: straight steps alone; 2: diagonal ones, too */
static void collect(Ratios *r, const tp_Costs *c, const tp_ClassSet *known,
                    int step_kinds) {
  r->count = 0;
  r->least = INFINITY;
  r->greatest = 1;
  for (int k = 0; k < step_kinds; k++) {
    for (int i = tp_class_from(known, 0); i < TP_CLASSES;
         i = tp_class_from(known, i + 1)) {
      r->least = fmin(r->least, c->real[k][i]);
    }
  }
  for (int k = 0; k < step_kinds; k++) {
    for (int i = tp_class_from(known, 0); i < TP_CLASSES;
         i = tp_class_from(known, i + 1)) {
      double ratio = c->real[k][i] / r->least;
      if (ratio > r->greatest) r->greatest = ratio;
      add_ratio(r, ratio);
    }
  }
  const tp_LinkCosts *link_costs = &c->classes.link_costs;
  r->dearest_link = r->least < INFINITY ? link_costs->dearest / r->least : 0;
  r->are_too_many = link_costs->count > TP_LINK_COSTS;
  for (int i = 0; i < link_costs->count && !r->are_too_many; i++) {
    double ratio = link_costs->link_cost[i] / r->least;
    if (ratio >= least_link_cost && r->least < INFINITY) add_ratio(r, ratio);
  }
}

static bool fits(double ratio, uint64_t n) {
  const double exact = tp_product((double)n, ratio);
  const double off = fabs(exact - (double)(uint64_t)(exact + 0.5));
  return off <= tp_product(tolerance, exact);
}

/* The first number from 1 on, below the end, that all ratios fit (there is at
 * least one); the end if none does. The ratio that failed last is tested first:
 * if most ratios fit most numbers, it is one that does not. */
static uint64_t first_fit(const Ratios *r, uint64_t end) {
  int last = 0;
  uint64_t n = 1;
  for (; n < end; n++) {
    if (!fits(r->ratio[last], n)) continue;
    int i = 0;
    while (i < r->count && fits(r->ratio[i], n)) i++;
    if (i == r->count) break;
    last = i;
  }
  return n;
}

/* The whole number that the cheapest step becomes. */
static double choose_least(const Ratios *r, double cells) {
  const double most = (double)(UINT64_C(1) << (TP_COST_BITS - 1));
  const double links = fmin(cells, TP_MOST_EDGES);
  double more = fmax(0, r->dearest_link - r->greatest);
  double limit = most / (cells * r->greatest + links * more);
  if (limit < 1) return limit;
  if (r->count == 0 && !r->are_too_many) return 1;
  double least_ratio = r->are_too_many ? least_link_cost : r->ratio[0];
  double fine = ceil(0.5 / tp_product(tolerance, least_ratio));
  double end = fmin(ceil(limit), fine);
  if (r->are_too_many) return end;
  double tries = fmin(end, TRIES + TRIES_A_CELL * cells);
  double least = (double)first_fit(r, (uint64_t)tries);
  return least < tries ? least : end;
}

/* Properties of the steps in use, and the bits for cells x dearest step, and
 * for the excess of links. */
static void sum_up(tp_Costs *c, const tp_Classes *classes, size_t cells,
                   int step_kinds) {
  double first_price = 0;
  c->uniform = c->orderly = true;
  c->dearest = 0;
  c->least = INFINITY;
  c->cheapest[0] = c->cheapest[1] = UINT64_MAX;
  for (int i = tp_class_from(&classes->used, 0); i < TP_CLASSES;
       i = tp_class_from(&classes->used, i + 1)) {
    uint64_t straight = c->step[0][i], diagonal = c->step[1][i];
    c->least = fmin(c->least, c->real[0][i]);
    if (straight < c->cheapest[0]) c->cheapest[0] = straight;
    if (diagonal < c->cheapest[1]) c->cheapest[1] = diagonal;
    if (straight > c->dearest) c->dearest = straight;
    if (step_kinds > 1 && diagonal > c->dearest) c->dearest = diagonal;
    if (diagonal < straight || diagonal >= 2 * straight) c->orderly = false;
    if (first_price == 0) first_price = classes->price[i];
    if (classes->price[i] != first_price) c->uniform = false;
  }
  if (c->dearest == 0) {
    c->least = 0;
    c->cheapest[0] = c->cheapest[1] = 0;
  }
  const double link_cost = tp_product(c->classes.link_costs.dearest, c->scale);
  const uint64_t links = cells < TP_MOST_EDGES ? cells : TP_MOST_EDGES;
  const uint64_t excess =
      link_cost > (double)c->dearest ? (uint64_t)link_cost + 1 - c->dearest : 0;
  c->bits = tp_bit_length(c->dearest * (uint64_t)cells + excess * links);
}

void tp_link_costs_add(tp_LinkCosts *t, double link_cost) {
  if (link_cost > t->dearest) t->dearest = link_cost;
  if (!(link_cost > 0) || t->count > TP_LINK_COSTS) return;
  t->count = tp_numbers_add(t->link_cost, t->count, link_cost);
}

bool tp_costs_derive(tp_Costs *c, const tp_Classes *classes, size_t cells,
                     const tp_Profile *p) {
  const tp_ClassSet *used = &classes->used;
  const bool same = same_prices(&c->classes, classes);
  if (same && memcmp(&c->classes.used, used, sizeof *used) == 0) return false;
  const tp_Costs before = *c;
  const int step_kinds = tp_is_four(p->diagonal) ? 1 : 2;
  c->classes = *classes;
  if (!same) {
    Ratios ratios;
    for (int i = 0; i < TP_CLASSES; i++) {
      const double price = classes->price[i];
      const bool is_blocked = price == INFINITY;
      c->real[0][i] = is_blocked ? price : tp_product(p->straight_cost, price);
      c->real[1][i] = is_blocked ? price : tp_product(p->diagonal_cost, price);
    }
    collect(&ratios, c, &classes->known, step_kinds);
    c->scale = ratios.least < INFINITY
                   ? choose_least(&ratios, (double)cells) / ratios.least
                   : 1;
    memset(c->step, 0, sizeof c->step);
    for (int i = tp_class_from(&classes->known, 0); i < TP_CLASSES;
         i = tp_class_from(&classes->known, i + 1)) {
      for (int k = 0; k < 2; k++) {
        double exact = tp_product(c->real[k][i], c->scale);
        c->step[k][i] = exact < 1 ? 1 : (uint64_t)floor(exact + 0.5);
      }
    }
  }
  sum_up(c, classes, cells, step_kinds);
  const bool has_same_range =
      memcmp(before.cheapest, c->cheapest, sizeof c->cheapest) == 0 &&
      before.dearest == c->dearest && before.scale == c->scale;
  if (!has_same_range || before.uniform != c->uniform ||
      before.orderly != c->orderly) {
    c->version++;
  }
  return !has_same_range || memcmp(before.step, c->step, sizeof c->step) != 0;
}

int tp_costs_dearest(const tp_Costs *c) {
  int dearest = -1;
  for (int i = tp_class_from(&c->classes.used, 0); i < TP_CLASSES;
       i = tp_class_from(&c->classes.used, i + 1)) {
    if (dearest < 0 || c->classes.price[i] > c->classes.price[dearest]) {
      dearest = i;
    }
  }
  return dearest;
}
