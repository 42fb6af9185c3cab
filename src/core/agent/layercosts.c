/* layercosts.c - prices by the cell in a byte.
 *
 * Cells to which layers add nothing have the classes that they would have
 * without layers: the bases. For all other cells there are more sums than a
 * byte has room for. So sums are rounded up to levels, whose distance doubles
 * again and again, as that of floating-point numbers does:
 *
 *     price  1         2         3         4         5         6
 *     bases  o         o         o
 *     levels  | | | | | | | |   |   |   |   |       |       |       |
 *
 * The least distance, the step, is the greatest common divisor of the weights
 * and of the differences of bases: as long as it holds, prices are exact. If
 * it would be finer than a byte can tell, it is 1/256 of the lowest price, or
 * the least weight, if that is less. From 2 x `fine` steps on, the distance
 * doubles after `fine` levels: a price is rounded up by less than 1 / `fine` of
 * it. `fine` is the largest number with room for all levels that layers can
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
 * Sums are computed in whole parts of a step. As weights may not be whole in
 * those, a sum that is above a level only by such rounding counts as that
 * level: within 1 / 512 of the step.
 */
#include "layercosts.h"

#include <math.h>
#include <string.h>

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

/* Of a base. */
typedef struct Place {
  int64_t below;       /* the highest level below it */
  int64_t first, last; /* levels that layers lead to from there; none if
                          first is above last */
} Place;

typedef struct Division {
  double lowest;                    /* price of a base */
  int64_t lowest_steps;             /* in whole steps */
  uint8_t order[2 * TP_MOST_BASES]; /* bases by their first levels */
  Place place[2 * TP_MOST_BASES];
} Division;

static int64_t parts_of(double price, double step) {
  return (int64_t)floor(price / step * (1 << TP_PART_BITS) + 0.5);
}

/* The sums that layers add, in parts of a step. */
typedef struct Range {
  int64_t low;         /* 0 or less: all that subtract */
  int64_t least, most; /* above 0; none if least is larger */
} Range;

static Range range_of(const tp_LayerCosts *l) {
  Range r = {0, INT64_MAX, 0};
  bool adds = false;
  for (int i = 0; i < l->layers; i++) {
    const int64_t one = l->adds[i];
    if (one > 0 && one < r.least) r.least = one;
    *(one < 0 ? &r.low : &r.most) += one * TP_LAYER_MOST;
    adds = adds || l->layer[i].weight > 0;
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

/* Places the bases among the levels, and sorts them by their first levels: most
 * often they are sorted already. */
static void place_bases(Division *d, tp_LayerCosts *l) {
  d->lowest_steps = (int64_t)(d->lowest / l->step);
  for (int i = 0; i < l->layers; i++) {
    l->adds[i] = parts_of(l->layer[i].weight, l->step);
  }
  const Range range = range_of(l);
  for (int i = 0; i < l->bases; i++) {
    Place *p = &d->place[i];
    const int64_t at = parts_of(l->price[i] - d->lowest, l->step) +
                       (d->lowest_steps << TP_PART_BITS);
    l->position[i] = at;
    p->first = tp_layercosts_level(l, at + range.least);
    p->last = tp_layercosts_level(l, at + range.most);
    if (range.most == 0) p->last = p->first - 1;
    if (!l->lowers) continue;
    /* Levels that lead down. No sum above the deepest is rounded to a level
     * below the floor. */
    l->deepest[i] =
        parts_of(floor_of(l, i) - l->price[i], l->step) + TP_LEAST_SUM;
    p->below = tp_layercosts_level(l, at) - 1;
    const int64_t down = l->deepest[i] + 1;
    const int64_t low = range.low > down ? range.low : down;
    if (low > -TP_LEAST_SUM) continue;
    const int64_t first = tp_layercosts_level(l, at + low);
    if (first > p->below) continue;
    if (p->first > p->last) p->last = p->below;
    p->first = first;
  }
  for (int i = 0; i < l->bases; i++) {
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
static int64_t count_levels(const Division *d, int bases) {
  int64_t count = 0, end = INT64_MIN;
  for (int i = 0; i < bases; i++) {
    const Place *p = &d->place[d->order[i]];
    if (p->first > p->last) continue;
    int64_t first = p->first > end ? p->first : end + 1;
    if (p->last >= first) count += p->last - first + 1;
    if (p->last > end) end = p->last;
  }
  return count;
}

/* The greatest common divisor; but `least`, if it is below that. A rest that
 * 255 values do not raise to TP_REST is none. */
static double divisor_of(double a, double b, double least) {
  for (;;) {
    const double rest = fabs(a - tp_product(floor(a / b + 0.5), b));
    if (rest <= b / (1 << 23)) return b;
    if (rest < least) return least;
    a = b;
    b = rest;
  }
}

/* The least distance of levels. 32 bits are enough for the steps of any price.
 */
static double find_step(const tp_LayerCosts *l, double lowest) {
  double step = INFINITY, most = 0;
  for (int i = 0; i < l->bases; i++) most = fmax(most, l->price[i]);
  for (int i = 0; i < l->layers; i++) {
    const double weight = fabs(l->layer[i].weight);
    if (weight > 0) step = fmin(step, weight);
    most += tp_product(weight, TP_LAYER_MOST);
  }
  const double low = l->lowers ? fmin(lowest, l->least) : lowest;
  const double least = fmax(low / 256, most / 4294967296.0);
  for (int i = 0; i < l->layers + l->bases && step > least; i++) {
    const bool is_layer = i < l->layers;
    const double number =
        is_layer ? fabs(l->layer[i].weight) : l->price[i - l->layers] - lowest;
    step = divisor_of(number, step, least);
  }
  return step;
}

/* Chooses the levels so that there is room for all, and places the bases: a
 * level at each step, if that is possible. */
static void choose_levels(Division *d, tp_LayerCosts *l) {
  const int64_t room = TP_CLASSES - 1 - l->classes;
  int64_t less = 0, more = 1;
  l->step = find_step(l, d->lowest);
  l->fine = INT64_MAX / 2;
  place_bases(d, l);
  if (count_levels(d, l->bases) <= room) return;
  for (int i = 0; i < l->bases; i++) {
    if (d->place[i].last > more) more = d->place[i].last;
  }
  while (more - less > 1) {
    l->fine = (less + more) / 2;
    place_bases(d, l);
    *(count_levels(d, l->bases) <= room ? &less : &more) = l->fine;
  }
  l->fine = less > 0 ? less : 1;
  place_bases(d, l);
  while (count_levels(d, l->bases) > room) {
    l->step *= 2;
    place_bases(d, l);
  }
}

static double price_of(const tp_LayerCosts *l, const Division *d,
                       int64_t level) {
  int64_t distance = 1;
  for (; level > 2 * l->fine; level -= l->fine) distance *= 2;
  const int64_t steps = level * distance - d->lowest_steps;
  return d->lowest + tp_product(l->step, (double)steps);
}

static void number_levels(tp_LayerCosts *l, const Division *d) {
  int64_t end = INT64_MIN;
  int class = l->classes;
  for (int i = 0; i < l->bases; i++) {
    const int base = d->order[i];
    const Place *p = &d->place[base];
    if (p->first > p->last) continue;
    int64_t first = p->first > end ? p->first : end + 1;
    for (int64_t level = first; level <= p->last; level++) {
      l->price[class ++] = price_of(l, d, level);
    }
    if (p->last > end) end = p->last;
    l->shift[base] = class - 1 - end;
    l->first[base] = (int16_t)(p->first + l->shift[base]);
    l->last[base] = (int16_t)(p->last + l->shift[base]);
    if (p->first > p->below) continue;
    l->below[base] = (int16_t)(p->below + l->shift[base]);
    if (l->floor[base] == base) l->floor[base] = l->first[base];
  }
  l->classes = class;
}

static void take_floors(tp_LayerCosts *l) {
  for (int i = 0; i < l->bases; i++) {
    l->floor[i] = (int16_t)i;
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
  Division d = {.lowest = INFINITY};
  l->classes = l->bases;
  for (int i = 0; i < l->bases; i++) {
    l->first[i] = 0;
    l->last[i] = -1;
    d.order[i] = (uint8_t)i;
    d.lowest = fmin(d.lowest, l->price[i]);
  }
  take_floors(l);
  if (l->layers == 0) return true;
  choose_levels(&d, l);
  number_levels(l, &d);
  return true;
}
