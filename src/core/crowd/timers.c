/* timers.c - see timers.h. Each mover knows its slot in the heap. */
#include "timers.h"

static bool is_before(const tp_Mover *mover, uint32_t a, uint32_t b) {
  const uint64_t x = mover[a].wake, y = mover[b].wake;
  return x < y || (x == y && a < b);
}

static void put(tp_Wakes *w, tp_Mover *mover, uint32_t slot, uint32_t id) {
  w->id[slot] = id;
  mover[id].slot = slot;
}

/* Moves a mover up or down from a slot to where it belongs. */
static void settle(tp_Wakes *w, tp_Mover *mover, uint32_t slot, uint32_t id) {
  for (uint32_t above; slot > 0; slot = above) {
    above = (slot - 1) / 2;
    if (!is_before(mover, id, w->id[above])) break;
    put(w, mover, slot, w->id[above]);
  }
  for (uint32_t below; (below = 2 * slot + 1) < w->count; slot = below) {
    const bool has_two = below + 1 < w->count;
    if (has_two && is_before(mover, w->id[below + 1], w->id[below])) below++;
    if (is_before(mover, id, w->id[below])) break;
    put(w, mover, slot, w->id[below]);
  }
  put(w, mover, slot, id);
}

void tp_wakes_set(tp_Wakes *w, tp_Mover *mover, uint32_t id, uint64_t wake) {
  tp_Mover *m = &mover[id];
  const bool was_in = m->wake != TP_NO_TIME;
  m->wake = wake;
  if (wake != TP_NO_TIME) {
    settle(w, mover, was_in ? m->slot : w->count++, id);
  } else if (was_in) {
    const uint32_t last = w->id[--w->count];
    if (last != id) settle(w, mover, m->slot, last);
  }
}
