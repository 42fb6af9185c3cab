/* raised.c - which classes become which: the same price as long as there is
 * room for all, and never less; and all of them raised, too.
 */
#include "core/agent/raised.h"

#include <math.h>

#include "unit.h"

/* Often more prices than there is room for. */
static void draw(Unit *u, tp_Classes *c) {
  Random *r = &u->random;
  int known = random_below(r, random_chance(r, 0.5) ? TP_NO_CLASS : 9);
  bool few = random_chance(r, 0.3);
  *c = (tp_Classes){.price = {0}};
  for (int i = 0; i < TP_CLASSES; i++) c->price[i] = INFINITY;
  for (int n = 0; n < known; n++) {
    int i = random_below(r, TP_NO_CLASS);
    c->price[i] = few ? 1 + random_below(r, 5) : 0.5 + random_unit(r);
    tp_class_add(&c->known, i);
    if (random_chance(r, 0.5)) tp_class_add(&c->used, i);
  }
}

static int count_prices(const tp_Classes *c) {
  int count = 0;
  for (int i = 0; i < TP_CLASSES; i++) {
    bool is_new = tp_class_is_in(&c->known, i);
    for (int k = 0; k < i && is_new; k++) {
      is_new = !tp_class_is_in(&c->known, k) || c->price[k] != c->price[i];
    }
    count += is_new;
  }
  return count;
}

static void judge(Unit *u, const tp_Classes *alone, const tp_Raised *raised,
                  const tp_Classes *told, double raise) {
  bool all = count_prices(alone) <= TP_RAISED;
  for (int i = 0; i < TP_CLASSES; i++) {
    int class = raised->class[i];
    if (!tp_class_is_in(&alone->known, i)) {
      unit_expect(u, class == TP_NO_CLASS, "class %d is not known", i);
      continue;
    }
    double is = told->price[class], right = alone->price[i];
    unit_expect(u,
                class < TP_RAISED && tp_class_is_in(&told->known, class) &&
                    tp_class_is_in(&told->known, class + TP_RAISED),
                "class %d becomes %d", i, class);
    unit_expect(u, is >= right && (!all || is == right),
                "class %d costs %g, not %g", i, is, right);
    unit_expect(u, told->price[class + TP_RAISED] == is + raise,
                "class %d costs %g, raised", i, told->price[class + TP_RAISED]);
    for (int k = 0; k < i; k++) {
      bool in_order = !tp_class_is_in(&alone->known, k) ||
                      (alone->price[k] < right ? raised->class[k] <= class
                                               : raised->class[k] >= class);
      unit_expect(u, in_order, "class %d changes places with %d", i, k);
    }
  }
}

void unit_raised(Unit *u) {
  tp_Costmap *map = unit_allocate(u, tp_costmap_bytes(2, 1));
  tp_Raised *raised = unit_allocate(u, sizeof *raised);
  tp_Classes alone, told;
  double raise = 0.25 + random_unit(&u->random);
  tp_raised_init(raised);
  tp_costmap_init(map, 2, 1);
  for (int n = 0; n < 3 && !u->wrong; n++) {
    draw(u, &alone);
    bool is_new = count_prices(&alone) > 0 || count_prices(&raised->alone) > 0;
    unit_expect(u, tp_raised_begin(raised, &alone) == is_new,
                "classes are others, or are not");
    unit_expect(u, !tp_raised_begin(raised, &alone),
                "classes are the same, and are others");
    bool raises = random_chance(&u->random, 0.5);
    tp_costmap_set(map, 0, raises ? TP_RAISED : 0);
    tp_raised_tell(raised, map, raise, &told);
    judge(u, &alone, raised, &told, raise);
    for (int i = 0; i < TP_CLASSES; i++) {
      if (!tp_class_is_in(&alone.used, i)) continue;
      int class = raised->class[i];
      unit_expect(u,
                  tp_class_is_in(&told.used, class) &&
                      tp_class_is_in(&told.used, class + TP_RAISED) == raises,
                  "class %d is in use, or is not", i);
    }
  }
}
