/* timers.c - see timers.h. Each unit knows its slot in the heap. */
#include "timers.h"

static bool is_before(const tp_Unit *units, uint32_t a, uint32_t b) {
  const uint64_t x = units[a].wake, y = units[b].wake;
  return x < y || (x == y && a < b);
}

static void set_slot(tp_Timers *w, tp_Unit *units, uint32_t slot, uint32_t id) {
  w->id[slot] = id;
  units[id].slot = slot;
}

/* Moves a unit up or down from a slot to where it belongs. */
static void settle(tp_Timers *w, tp_Unit *units, uint32_t slot, uint32_t id) {
  for (uint32_t above; slot > 0; slot = above) {
    above = (slot - 1) / 2;
    if (!is_before(units, id, w->id[above])) break;
    set_slot(w, units, slot, w->id[above]);
  }
  for (uint32_t below; (below = 2 * slot + 1) < w->count; slot = below) {
    const bool has_two = below + 1 < w->count;
    if (has_two && is_before(units, w->id[below + 1], w->id[below])) below++;
    if (is_before(units, id, w->id[below])) break;
    set_slot(w, units, slot, w->id[below]);
  }
  set_slot(w, units, slot, id);
}

void tp_timers_set(tp_Timers *w, tp_Unit *units, uint32_t id, uint64_t wake) {
  tp_Unit *unit = &units[id];
  const bool was_in = unit->wake != TP_NO_TIME;
  unit->wake = wake;
  if (wake != TP_NO_TIME) {
    settle(w, units, was_in ? unit->slot : w->count++, id);
  } else if (was_in) {
    const uint32_t last = w->id[--w->count];
    if (last != id) settle(w, units, unit->slot, last);
  }
}
