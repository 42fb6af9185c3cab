/* timers.c - see timers.h. Each unit knows its slot in the heap. */
#include "timers.h"

static bool is_before(const tp_Unit *units, uint32_t a, uint32_t b) {
  const uint64_t x = units[a].wake, y = units[b].wake;
  return x < y || (x == y && a < b);
}

static void set_slot(tp_Timers *t, tp_Unit *units, uint32_t slot, uint32_t id) {
  t->id[slot] = id;
  units[id].slot = slot;
}

/* Moves a unit up or down from a slot to where it belongs. */
static void sift(tp_Timers *t, tp_Unit *units, uint32_t slot, uint32_t id) {
  for (uint32_t above; slot > 0; slot = above) {
    above = (slot - 1) / 2;
    if (!is_before(units, id, t->id[above])) break;
    set_slot(t, units, slot, t->id[above]);
  }
  for (uint32_t below; (below = 2 * slot + 1) < t->count; slot = below) {
    const bool has_two = below + 1 < t->count;
    if (has_two && is_before(units, t->id[below + 1], t->id[below])) below++;
    if (is_before(units, id, t->id[below])) break;
    set_slot(t, units, slot, t->id[below]);
  }
  set_slot(t, units, slot, id);
}

void tp_timers_set(tp_Timers *t, tp_Unit *units, uint32_t id, uint64_t wake) {
  tp_Unit *unit = &units[id];
  const bool was_in = unit->wake != TP_NO_TIME;
  unit->wake = wake;
  if (wake != TP_NO_TIME) {
    sift(t, units, was_in ? unit->slot : t->count++, id);
  } else if (was_in) {
    const uint32_t last = t->id[--t->count];
    if (last != id) sift(t, units, unit->slot, last);
  }
}
