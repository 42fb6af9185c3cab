/* wheel.c - a hierarchical timing wheel (Varghese and Lauck 1987). A time is a
 * number with digits of six bits. A mover lies in the list of the highest digit
 * in which its time differs from the base.
 *
 *     base      . . 3 1 7        level 0: 7 8 9 ...      one moment each
 *     7 later   . . 3 1 8        level 1: 2 3 ...        64 moments each
 *     a step    . . 5 2 0        level 2: 4 5 ...        4096
 *
 * When the base reaches the beginning of a slot, the slot's list is dealt out
 * among the levels below. So each mover is moved a few times before it wakes,
 * and movers that wake at the same moment end up in one list, in no order.
 *
 * Invariant: no mover wakes before the base, and each mover is in the slot that
 * follows from its time and the base. The slots of a level start after the
 * base, and those of a higher level after all of a lower one. Bits say which
 * slots are in use.
 */
#include "wheel.h"

#include "../base/bits.h"

static int level_of(const tp_Wheel *a, uint64_t wake) {
  uint64_t differs = a->base ^ wake;
  return differs ? tp_highest(differs) / TP_WHEEL_BITS : 0;
}

static unsigned slot_of(uint64_t wake, int level) {
  return (unsigned)(wake >> (level * TP_WHEEL_BITS)) & (TP_WHEEL_SLOTS - 1);
}

static void link_in(tp_Wheel *a, tp_Mover *mover, uint32_t id) {
  tp_Mover *m = &mover[id];
  int level = level_of(a, m->wake);
  unsigned slot = slot_of(m->wake, level);
  uint32_t *first = &a->first[level][slot];
  m->before = 0;
  m->after = *first;
  if (*first) mover[*first].before = id;
  *first = id;
  a->used[level] |= UINT64_C(1) << slot;
}

void tp_wheel_set(tp_Wheel *a, tp_Mover *mover, uint32_t id, uint64_t wake) {
  tp_Mover *m = &mover[id];
  if (m->wake != TP_NO_TIME) { /* leaves its list */
    if (m->after) mover[m->after].before = m->before;
    if (m->before) {
      mover[m->before].after = m->after;
    } else {
      int level = level_of(a, m->wake);
      unsigned slot = slot_of(m->wake, level);
      a->first[level][slot] = m->after;
      if (!m->after) a->used[level] &= ~(UINT64_C(1) << slot);
    }
  }
  m->wake = wake < a->base ? a->base : wake;
  if (wake != TP_NO_TIME) link_in(a, mover, id);
}

/* Finds the first slot in use; false: there is none. */
static bool find_first(const tp_Wheel *a, int *level, unsigned *slot) {
  for (int i = 0; i < TP_WHEEL_LEVELS; i++) {
    if (!a->used[i]) continue;
    *level = i;
    *slot = (unsigned)tp_lowest(a->used[i]);
    return true;
  }
  return false;
}

uint64_t tp_wheel_due(tp_Wheel *a, tp_Mover *mover, uint64_t limit) {
  int level;
  unsigned slot;
  while (find_first(a, &level, &slot)) {
    int shift = level * TP_WHEEL_BITS;
    uint64_t below = ((uint64_t)TP_WHEEL_SLOTS << shift) - 1;
    if (level == TP_WHEEL_LEVELS - 1) below = UINT64_MAX;
    uint64_t start = (a->base & ~below) | (uint64_t)slot << shift;
    if (start > limit) break;
    a->base = start;
    if (level == 0) return start;
    /* The base is at the slot's beginning: its movers are dealt out. */
    uint32_t id = a->first[level][slot];
    a->first[level][slot] = 0;
    a->used[level] &= ~(UINT64_C(1) << slot);
    for (uint32_t after; id != 0; id = after) {
      after = mover[id].after;
      link_in(a, mover, id);
    }
  }
  return TP_NO_TIME;
}

uint32_t tp_wheel_take(tp_Wheel *a, tp_Mover *mover) {
  uint32_t id = a->first[0][slot_of(a->base, 0)];
  if (id != 0) tp_wheel_set(a, mover, id, TP_NO_TIME);
  return id;
}
