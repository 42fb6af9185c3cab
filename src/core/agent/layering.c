/* layering.c - prices by the cell in a byte.
 *
 * Where layers add nothing, cells have the classes that they would have without
 * layers, the bases. To all others something is added, and there are more sums
 * than a byte has room for. So they are rounded up to levels, which lie evenly:
 *
 *     price  1         2         3                   5
 *     bases  o         o         o                   o
 *     levels  | | | | | | | | | | | | | | | | | | | | | | | | | | | |
 *
 * One level and the next are some multiple of the least weight apart, the first
 * one (of 1, 2, 3 ..., then in larger steps) at which there is room for all
 * levels that layers can lead to from any base. So equal sums on different
 * ground share a level, and where prices are far apart no levels lie between.
 * All this follows from prices and weights: what numbers the layers hold, or
 * ever held, does not matter, and nothing else changes when a number does.
 *
 * With others in the way each price comes twice, without somebody and with:
 * there are twice as many bases, and levels above all of them.
 *
 * Sums are reckoned in whole parts of a level. As weights may not be whole in
 * those, a sum that is above a level by no more than such rounding is taken for
 * that level: within 1 / 512 of the step.
 */
#include "layering.h"

#include <math.h>
#include <string.h>

/* In parts. */
enum { LEVEL = 1 << TP_PART_BITS };

void tp_layering_init(tp_Layering *l, int32_t width, int32_t height) {
  memset(l, 0, sizeof *l);
  tp_changes_init(&l->changes, width, height);
}

void tp_layering_add(tp_Layering *l, tp_Layer *layer, double weight) {
  TP_ASSERT(l->layers < TP_MOST_LAYERS);
  l->layer[l->layers++] = (tp_Weighed){layer, weight, layer->changes.now};
}

void tp_layering_look(tp_Layering *l) {
  tp_Rect rects[TP_CHANGES];
  for (int i = 0; i < l->layers; i++) {
    tp_Weighed *w = &l->layer[i];
    const tp_Changes *log = &w->layer->changes;
    if (w->seen == log->now) continue;
    int count = tp_changes_since(log, w->seen, rects);
    for (int k = 0; k < count; k++) tp_changes_note(&l->changes, rects[k]);
    w->seen = log->now;
  }
}

/* ---- levels ------------------------------------------------------------- */

/* A level, as a number from that of the least price on, and parts of one. */
typedef struct Place {
  int64_t level;
  int32_t part;
  int64_t first, last; /* levels that layers lead to from there */
} Place;

typedef struct Division {
  const double *price; /* of bases */
  int bases;
  double least;                     /* of them */
  uint8_t order[2 * TP_MOST_BASES]; /* bases by price */
  Place place[2 * TP_MOST_BASES];
} Division;

static void sort_bases(Division *d) {
  for (int i = 0; i < d->bases; i++) {
    int at = i;
    while (at > 0 && d->price[d->order[at - 1]] > d->price[i]) {
      d->order[at] = d->order[at - 1];
      at--;
    }
    d->order[at] = (uint8_t)i;
  }
  d->least = d->bases > 0 ? d->price[d->order[0]] : 0;
}

static uint32_t parts_of(double price, double step) {
  return (uint32_t)(price / step * LEVEL + 0.5);
}

/* Where the bases lie among levels so far apart. */
static void place_bases(Division *d, const tp_Layering *l, double step) {
  const uint32_t up = LEVEL - 1 - TP_MOST_LAYERS;
  uint32_t least = UINT32_MAX, most = 0;
  for (int i = 0; i < l->layers; i++) {
    const double weight = l->layer[i].weight;
    uint32_t one = parts_of(weight, step);
    if (one > 0 && one < least) least = one;
    most += parts_of(tp_product(weight, TP_LAYER_MOST), step);
  }
  if (least > most || least < TP_LEAST_SUM) least = TP_LEAST_SUM;
  if (most < least) most = least;
  for (int i = 0; i < d->bases; i++) {
    Place *p = &d->place[i];
    double levels = (d->price[i] - d->least) / step;
    p->level = (int64_t)levels;
    p->part = (int32_t)((levels - (double)p->level) * LEVEL + 0.5);
    if (p->part == LEVEL) {
      p->level++;
      p->part = 0;
    }
    p->first = p->level + (((uint32_t)p->part + least + up) >> TP_PART_BITS);
    p->last = p->level + (((uint32_t)p->part + most + up) >> TP_PART_BITS);
  }
}

/* How many levels come about on any base. */
static int64_t count_levels(const Division *d) {
  int64_t count = 0, end = INT64_MIN;
  for (int i = 0; i < d->bases; i++) {
    const Place *p = &d->place[d->order[i]];
    int64_t first = p->first > end ? p->first : end + 1;
    if (p->last >= first) count += p->last - first + 1;
    if (p->last > end) end = p->last;
  }
  return count;
}

/* The step at which there is room for all levels. They are placed then. */
static double choose_step(Division *d, const tp_Layering *l) {
  const int64_t room = TP_CLASSES - 1 - d->bases;
  double least = INFINITY, most = 0;
  for (int i = 0; i < l->layers; i++) {
    least = fmin(least, l->layer[i].weight);
    most += tp_product(l->layer[i].weight, TP_LAYER_MOST);
  }
  double times = fmax(1, floor(most / least / (double)(room + 1)));
  for (;;) {
    double step = tp_product(least, times);
    place_bases(d, l, step);
    if (count_levels(d) <= room) return step;
    times += 1 + floor(times / 32);
  }
}

static void number_levels(tp_Layering *l, const Division *d) {
  int64_t end = INT64_MIN;
  int class = d->bases;
  for (int i = 0; i < d->bases; i++) {
    const int base = d->order[i];
    const Place *p = &d->place[base];
    int64_t first = p->first > end ? p->first : end + 1;
    for (int64_t level = first; level <= p->last; level++) {
      l->price[class ++] = d->least + tp_product(l->step, (double)level);
    }
    if (p->last > end) end = p->last;
    l->last[base] = (int16_t)(class - 1 - (end - p->last));
    l->first[base] = (int16_t)(l->last[base] - (p->last - p->first));
    l->level[base] = (int16_t)(l->first[base] - (p->first - p->level));
    l->part[base] = (int16_t)p->part;
  }
  l->classes = class;
}

static void take_bases(tp_Layering *l, const double *price, int bases) {
  l->lone = l->bases = bases;
  memcpy(l->price, price, (size_t)bases * sizeof *price);
  for (int i = 0; i < bases && l->raise > 0; i++) {
    l->price[l->bases++] = price[i] + l->raise;
  }
}

/* Without layers there are none. */
static void make_levels(tp_Layering *l) {
  Division d = {.price = l->price, .bases = l->bases};
  l->classes = l->bases;
  for (int i = 0; i < l->bases; i++) l->last[i] = (int16_t)(l->first[i] - 1);
  if (l->layers == 0) return;
  sort_bases(&d);
  l->step = choose_step(&d, l);
  number_levels(l, &d);
}

bool tp_layering_divide(tp_Layering *l, const double *price, int bases) {
  bool same = bases == l->lone;
  TP_ASSERT(bases <= TP_MOST_BASES);
  for (int i = 0; i < bases && same; i++) same = price[i] == l->price[i];
  if (same) return false;
  take_bases(l, price, bases);
  make_levels(l);
  for (int i = 0; i < l->layers; i++) {
    for (int v = 0; v <= TP_LAYER_MOST; v++) {
      double adds = tp_product(l->layer[i].weight, v);
      l->adds[i][v] = parts_of(adds, l->step);
    }
  }
  return true;
}
