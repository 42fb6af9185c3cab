/* mergesort.c - a list sorted by insertion. */
#include "core/base/mergesort.h"

#include <string.h>

#include "unit.h"

enum { MOST = 500 };

/* Equal items keep their order. */
static void insert(tp_Ranked *list, uint32_t count, tp_Ranked item) {
  uint32_t i = count;
  for (; i > 0 && item.key < list[i - 1].key; i--) list[i] = list[i - 1];
  list[i] = item;
}

void unit_mergesort(Unit *u) {
  Random *r = &u->random;
  uint32_t count = (uint32_t)random_below(r, random_chance(r, 0.1) ? MOST : 20);
  uint64_t kinds = random_chance(r, 0.5)   ? 5
                   : random_chance(r, 0.5) ? UINT32_MAX
                                           : UINT64_MAX;
  bool in_order = random_chance(r, 0.3);
  tp_Ranked *list = unit_allocate(u, count * sizeof *list);
  tp_Ranked *spare = unit_allocate(u, count * sizeof *list);
  tp_Ranked *right = unit_allocate(u, count * sizeof *list);
  for (uint32_t i = 0; i < count; i++) {
    list[i] = (tp_Ranked){in_order ? i / 3 : random_bits(r) % kinds, i, 0};
    if (in_order && random_chance(r, 0.02)) list[i].key = random_bits(r) % 9;
    insert(right, i, list[i]);
  }
  tp_Numbered *brief = unit_allocate(u, count * sizeof *brief);
  tp_Numbered *other = unit_allocate(u, count * sizeof *brief);
  bool fits = true;
  for (uint32_t i = 0; i < count; i++) {
    brief[i] = (tp_Numbered){(uint32_t)list[i].key, list[i].number};
    fits = fits && list[i].key <= UINT32_MAX;
  }
  tp_mergesort(list, spare, count);
  tp_mergesort_numbered(brief, other, count);
  for (uint32_t i = 0; i < count; i++) {
    unit_expect(u, list[i].number == right[i].number,
                "item %u of %u is %u, not %u", (unsigned)i, (unsigned)count,
                (unsigned)right[i].number, (unsigned)list[i].number);
    unit_expect(u, !fits || brief[i].number == right[i].number,
                "short item %u of %u is %u, not %u", (unsigned)i,
                (unsigned)count, (unsigned)right[i].number,
                (unsigned)brief[i].number);
  }
}
