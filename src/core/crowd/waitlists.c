/* waitlists.c - two kinds of waiting. Units that wait for a path stand in a
 * ring of ids, 4 bytes a unit; to leave it early takes time in proportion to
 * its length. Units that wait for a cell are woken when a cell beside them
 * becomes free.
 */
#include "waitlists.h"

#include "settling.h"
#include "transitions.h"

void tp_waiting_add(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_Waiting *w = &sim->waiting;
  if (unit->state != TP_BLOCKED)
    tp_transition_apply(unit, TP_ON_WAIT, sim->now);
  if (unit->flags & TP_UNIT_QUEUED) return;
  unit->flags |= TP_UNIT_QUEUED;
  w->id[((uint64_t)w->first + w->count++) % sim->unit_room] = id;
}

void tp_waiting_leave(tp_Sim *sim, uint32_t id) {
  tp_Waiting *w = &sim->waiting;
  tp_Unit *unit = tp_sim_unit(sim, id);
  if (!(unit->flags & TP_UNIT_QUEUED)) return;
  unit->flags &= (uint16_t)~TP_UNIT_QUEUED;
  uint32_t kept = 0, asks = w->due;
  for (uint32_t i = 0; i < w->count; i++) {
    const uint32_t one = w->id[((uint64_t)w->first + i) % sim->unit_room];
    if (one != id) w->id[((uint64_t)w->first + kept++) % sim->unit_room] = one;
    if (one == id && i < asks) w->due--;
  }
  w->count = kept;
}

uint32_t tp_waiting_next(tp_Sim *sim) {
  tp_Waiting *w = &sim->waiting;
  uint32_t id = w->id[w->first];
  w->first = (w->first + 1) % sim->unit_room;
  w->count--;
  w->due--;
  sim->round.unit[id].flags &= (uint16_t)~TP_UNIT_QUEUED;
  return id;
}

/* ---- for cells ----------------------------------------------------------- */

void tp_waiting_wake(tp_Sim *sim, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_sim_map(sim));
  size_t width = (size_t)sim->round.width;
  const uint32_t *row = &sim->round.occupant[(size_t)around.y * width];
  const uint32_t *end = row + (size_t)around.h * width;
  for (; row < end; row += width) {
    const uint32_t *last = row + around.x + around.w;
    for (const uint32_t *at = row + around.x; at < last; at++) {
      if (*at == 0) continue;
      /* Does the unit stand and wait for a change around it? */
      tp_Unit *unit = &sim->round.unit[*at];
      if (unit->wake == TP_NO_TIME || unit->wake <= sim->now) continue;
      if (!tp_unit_is_standing(unit)) continue;
      if (tp_unit_rests(unit)) {
        if (!tp_settling_may_go_on(sim, *at)) continue;
        tp_transition_apply(unit, TP_ON_HOPE, sim->now);
      }
      tp_sim_wake_at(sim, *at, sim->now);
    }
  }
}
