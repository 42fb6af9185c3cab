/* waitlists.c - two kinds of waiting. Movers that wait for a path stand in a ring
 * of ids, 4 bytes a mover; to leave it early takes time in proportion to its
 * length. Movers that wait for a cell are woken when a cell beside them becomes
 * free.
 */
#include "waitlists.h"

#include "settling.h"

void tp_waiting_add(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_Waiting *w = &m->waiting;
  if (mover->state != TP_BLOCKED) mover->state = TP_WAITING;
  if (mover->flags & TP_MOVER_QUEUED) return;
  mover->flags |= TP_MOVER_QUEUED;
  w->id[((uint64_t)w->first + w->count++) % m->movers] = id;
}

void tp_waiting_leave(tp_Motion *m, uint32_t id) {
  tp_Waiting *w = &m->waiting;
  tp_Mover *mover = tp_motion_mover(m, id);
  if (!(mover->flags & TP_MOVER_QUEUED)) return;
  mover->flags &= (uint8_t)~TP_MOVER_QUEUED;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->count; i++) {
    uint32_t one = w->id[((uint64_t)w->first + i) % m->movers];
    if (one == id) {
      if (i < w->asks) w->asks--;
      i++;
      for (; i < w->count; i++) {
        one = w->id[((uint64_t)w->first + i) % m->movers];
        w->id[((uint64_t)w->first + kept++) % m->movers] = one;
      }
      break;
    }
    kept++;
  }
  w->count = kept;
}

uint32_t tp_waiting_next(tp_Motion *m) {
  tp_Waiting *w = &m->waiting;
  uint32_t id = w->id[w->first];
  w->first = (w->first + 1) % m->movers;
  w->count--;
  w->asks--;
  m->round.mover[id].flags &= (uint8_t)~TP_MOVER_QUEUED;
  return id;
}

/* ---- for cells ----------------------------------------------------------- */

void tp_waiting_wake(tp_Motion *m, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_motion_map(m));
  size_t width = (size_t)m->round.width;
  const uint32_t *row = &m->round.holder[(size_t)around.y * width];
  const uint32_t *end = row + (size_t)around.h * width;
  for (; row < end; row += width) {
    const uint32_t *last = row + around.x + around.w;
    for (const uint32_t *at = row + around.x; at < last; at++) {
      if (*at == 0) continue;
      /* Does the mover stand and wait for a change around it? */
      tp_Mover *mover = &m->round.mover[*at];
      if (mover->wake == TP_NO_TIME || mover->wake <= m->now) continue;
      if (!tp_mover_stands(mover)) continue;
      if (tp_settling_may_go_on(m, *at))
        mover->progress.nearer = m->now;
      else if (tp_mover_rests(mover))
        continue;
      tp_motion_wake_at(m, *at, m->now);
    }
  }
}
