/* layercosts.c - prices by the cell in a byte.
 *
 * Cells to which layers add nothing have the classes that they would have
 * without layers: the bases. For all other cells there are more sums than a
 * byte has room for. So sums are rounded up to levels at equal distances:
 *
 *     price  1         2         3                   5
 *     bases  o         o         o                   o
 *     levels  | | | | | | | | | | | | | | | | | | | | | | | | | | | |
 *
 * The distance of levels is a multiple of the least weight: the first one (of
 * 1, 2, 3 ..., then in larger steps) with room for all levels that layers can
 * lead to from any base. So equal sums on different ground share a level, and
 * between prices far apart there are no levels. All this depends only on prices
 * and weights: the values of layers, now or before, do not matter, and nothing
 * else changes when a value does.
 *
 * A layer that subtracts leads down from a base, to levels of the same kind, as
 * far as the floor: `least`, which has a class of its own, or the base itself,
 * if that is less. So a cell costs exactly its base, exactly the floor, or a
 * level between. A level above the base is replaced by the base.
 *
 * If units raise prices, each price exists twice, without a unit and with one:
 * there are twice as many bases, and levels above all of them. The floors are
 * raised, too; without room for one more class, to the next level.
 *
 * Sums are computed in whole parts of a level. As weights may not be whole in
 * those, a sum that is above a level only by such rounding counts as that
 * level: within 1 / 512 of the step.
 */
#include "layercosts.h"

#include <math.h>
#include <string.h>

/* In parts. The sum of the eight largest fits. */
enum { LEVEL = 1 << TP_PART_BITS, MOST_PARTS = 1 << 27 };

void tp_layercosts_init(tp_LayerCosts *l, int32_t width, int32_t height) {
  memset(l, 0, sizeof *l);
  tp_changelog_init(&l->changes, width, height);
}

void tp_layercosts_add(tp_LayerCosts *l, tp_Layer *layer, double weight) {
  TP_ASSERT(l->layers < TP_MOST_LAYERS);
  l->layer[l->layers++] = (tp_Weighed){layer, weight, layer->changes.now};
  l->lowers = l->lowers || weight < 0;
  l->weighs = l->weighs || weight != 0;
  l->closes = l->closes || weight == 0;
}

void tp_layercosts_follow(tp_LayerCosts *l) {
  tp_Rect rects[TP_CHANGES];
  for (int i = 0; i < l->layers; i++) {
    tp_Weighed *w = &l->layer[i];
    const tp_ChangeLog *log = &w->layer->changes;
    if (w->seen == log->now) continue;
    int count = tp_changelog_since(log, w->seen, rects);
    for (int k = 0; k < count; k++) tp_changelog_add(&l->changes, rects[k]);
    w->seen = log->now;
  }
}

/* ---- levels ------------------------------------------------------------- */

/* A level, as a number from that of the least price on, and parts of one. */
typedef struct Place {
  int64_t level;
  int32_t part;
  int32_t deepest;     /* from this sum on, the floor applies */
  int64_t below;       /* the highest level below the base */
  int64_t first, last; /* levels that layers lead to from there; none if
                          first is above last */
} Place;

typedef struct Division {
  const double *price; /* of bases */
  int bases;
  double least;                     /* of them */
  uint8_t order[2 * TP_MOST_BASES]; /* bases by their first levels */
  Place place[2 * TP_MOST_BASES];
} Division;

static int32_t parts_of(double price, double step) {
  const double parts = floor(price / step * LEVEL + 0.5);
  return (int32_t)fmin(fmax(parts, -MOST_PARTS), MOST_PARTS);
}

/* The sums that layers add, in parts of a level. */
typedef struct Range {
  int32_t low;         /* 0 or less: all that subtract */
  int32_t least, most; /* above 0; none if least is larger */
} Range;

static Range range_of(const tp_LayerCosts *l, double step) {
  Range r = {0, INT32_MAX, 0};
  bool adds = false;
  for (int i = 0; i < l->layers; i++) {
    const double weight = l->layer[i].weight;
    const int32_t all = parts_of(tp_product(weight, TP_LAYER_MOST), step);
    const int32_t one = parts_of(weight, step);
    if (one > 0 && one < r.least) r.least = one;
    *(weight < 0 ? &r.low : &r.most) += all;
    adds = adds || weight > 0;
  }
  if (l->lowers || r.least > r.most || r.least < TP_LEAST_SUM) {
    r.least = TP_LEAST_SUM;
  }
  if (adds && r.most < r.least) r.most = r.least;
  return r;
}

/* The least price that layers lead to from a base. */
static double floor_of(const tp_LayerCosts *l, int base) {
  const double least = base < l->lone ? l->least : l->least + l->raise;
  return l->lowers ? fmin(l->price[base], least) : l->price[base];
}

/* Places the bases among levels with that distance, and sorts them by their
 * first levels: most often they are sorted already. */
static void place_bases(Division *d, const tp_LayerCosts *l, double step) {
  const Range range = range_of(l, step);
  for (int i = 0; i < d->bases; i++) {
    Place *p = &d->place[i];
    double levels = (d->price[i] - d->least) / step;
    p->level = (int64_t)levels;
    p->part = (int32_t)((levels - (double)p->level) * LEVEL + 0.5);
    if (p->part == LEVEL) {
      p->level++;
      p->part = 0;
    }
    p->first = p->level + tp_layercosts_levels(p->part + range.least);
    p->last = p->level + tp_layercosts_levels(p->part + range.most);
    if (range.most == 0) p->last = p->first - 1;
    if (!l->lowers) continue;
    /* Levels that lead down. No sum above the deepest is rounded to a level
     * below the floor. */
    const double down = floor_of(l, i) - l->price[i];
    p->deepest = parts_of(down, step) + TP_LEAST_SUM;
    p->below = p->part > 0 ? p->level : p->level - 1;
    const int32_t low = tp_greater(range.low, p->deepest + 1);
    const int64_t first = p->level + tp_layercosts_levels(p->part + low);
    if (low > -TP_LEAST_SUM || first > p->below) continue;
    if (p->first > p->last) p->last = p->below;
    p->first = first;
  }
  for (int i = 0; i < d->bases; i++) {
    const uint8_t base = d->order[i];
    int at = i;
    while (at > 0 && d->place[d->order[at - 1]].first > d->place[base].first) {
      d->order[at] = d->order[at - 1];
      at--;
    }
    d->order[at] = base;
  }
}

/* The number of levels that any base leads to. */
static int64_t count_levels(const Division *d) {
  int64_t count = 0, end = INT64_MIN;
  for (int i = 0; i < d->bases; i++) {
    const Place *p = &d->place[d->order[i]];
    if (p->first > p->last) continue;
    int64_t first = p->first > end ? p->first : end + 1;
    if (p->last >= first) count += p->last - first + 1;
    if (p->last > end) end = p->last;
  }
  return count;
}

/* The distance at which there is room for all levels. They are placed then. */
static double choose_step(Division *d, const tp_LayerCosts *l) {
  const int64_t room = TP_CLASSES - 1 - l->classes;
  double least = INFINITY, most = 0;
  for (int i = 0; i < l->layers; i++) {
    const double weight = l->layer[i].weight;
    if (weight != 0) least = fmin(least, fabs(weight));
    most += tp_product(fmax(weight, 0), TP_LAYER_MOST);
  }
  double times = fmax(1, floor(most / least / (double)(room + 1)));
  for (;;) {
    double step = tp_product(least, times);
    place_bases(d, l, step);
    if (count_levels(d) <= room) return step;
    times += 1 + floor(times / 32);
  }
}

static void number_levels(tp_LayerCosts *l, const Division *d) {
  int64_t end = INT64_MIN;
  int class = l->classes;
  for (int i = 0; i < d->bases; i++) {
    const int base = d->order[i];
    const Place *p = &d->place[base];
    l->part[base] = (int16_t)p->part;
    l->deepest[base] = p->deepest;
    if (p->first > p->last) continue;
    int64_t first = p->first > end ? p->first : end + 1;
    for (int64_t level = first; level <= p->last; level++) {
      l->price[class ++] = d->least + tp_product(l->step, (double)level);
    }
    if (p->last > end) end = p->last;
    l->last[base] = (int16_t)(class - 1 - (end - p->last));
    l->first[base] = (int16_t)(l->last[base] - (p->last - p->first));
    l->level[base] = (int16_t)(l->first[base] - (p->first - p->level));
    if (p->first > p->below) continue;
    l->below[base] = (int16_t)(l->first[base] + (p->below - p->first));
    if (l->floor[base] == base) l->floor[base] = l->first[base];
  }
  l->classes = class;
}

static void take_floors(tp_LayerCosts *l) {
  for (int i = 0; i < l->bases; i++) {
    l->floor[i] = (int16_t)i;
    l->level[i] = 0;
    l->below[i] = INT16_MIN;
  }
  if (!l->lowers) return;
  const bool is_double = l->raise > 0 && l->bases < TP_CLASSES - 4;
  for (int i = 0; i < (is_double ? l->bases : l->lone); i++) {
    if (floor_of(l, i) == l->price[i]) continue;
    l->floor[i] = (int16_t)(l->bases + (i >= l->lone));
  }
  l->price[l->classes++] = l->least;
  if (is_double) l->price[l->classes++] = l->least + l->raise;
}

bool tp_layercosts_divide(tp_LayerCosts *l, const double *price, int bases) {
  bool same = bases == l->lone;
  TP_ASSERT(bases <= TP_MOST_BASES);
  for (int i = 0; i < bases && same; i++) same = price[i] == l->price[i];
  if (same) return false;
  l->lone = l->bases = bases;
  memcpy(l->price, price, (size_t)bases * sizeof *price);
  for (int i = 0; i < bases && l->raise > 0; i++) {
    l->price[l->bases++] = price[i] + l->raise;
  }
  Division d = {.price = l->price, .bases = l->bases};
  l->classes = l->bases;
  for (int i = 0; i < l->bases; i++) {
    l->first[i] = 0;
    l->last[i] = -1;
    d.order[i] = (uint8_t)i;
    d.least = i == 0 ? l->price[0] : fmin(d.least, l->price[i]);
  }
  take_floors(l);
  if (l->layers == 0) return true;
  l->step = choose_step(&d, l);
  number_levels(l, &d);
  for (int i = 0; i < l->layers; i++) {
    for (int v = 0; v <= TP_LAYER_MOST; v++) {
      double adds = tp_product(l->layer[i].weight, v);
      l->adds[i][v] = parts_of(adds, l->step);
    }
  }
  return true;
}
