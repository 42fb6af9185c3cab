/* unitedits.c - what the game does to movers: at any time except in the middle of a
 * round. A mover under way ends its step, unless it is put elsewhere or
 * removed. A new order takes effect at the end of the step.
 */
#include <string.h>

#include "unitedits.h"

#include "jointplans.h"
#include "planstore.h"
#include "unitstates.h"
#include "waitlists.h"

void tp_motion_look_anew(tp_Motion *m) {
  tp_Moment *moment = &m->moment;
  for (uint32_t i = 0; moment->is_open && i < moment->deciding; i++) {
    if (tp_motion_is_there(m, moment->awake[i])) {
      tp_motion_wake_at(m, moment->awake[i], m->now);
    }
  }
  moment->is_open = false;
}

/* Wakes the mover if it stands; else the end of its step does. */
static void wake_up(tp_Motion *m, uint32_t id) {
  if (tp_mover_stands(tp_motion_mover(m, id))) tp_motion_wake_at(m, id, m->now);
}

/* ---- units --------------------------------------------------------------- */

/* The rectangle around both ends of its step; for a mover in a link only the
 * end that it goes to. */
static tp_Rect held_by(const tp_Mover *mover) {
  tp_Rect at = tp_mover_under(mover, mover->at);
  if (tp_mover_is_in_link(mover)) return at;
  return tp_rect_join(at, tp_mover_under(mover, mover->stride.from));
}

static void stand_at(tp_Mover *mover, tp_Cell cell) {
  mover->at = mover->stride.from = tp_pack_cell(cell.x, cell.y);
  mover->stride.end = mover->stride.lasts = 0;
  mover->put = true;
}

static void set_size(tp_Motion *m, tp_Mover *mover, const tp_Navmap *navmap) {
  m->used_sides -= tp_mover_sides(mover->wide, mover->high);
  mover->navmap = navmap;
  mover->wide = (uint8_t)navmap->profile.wide;
  mover->high = (uint8_t)navmap->profile.high;
  m->used_sides += tp_mover_sides(mover->wide, mover->high);
  TP_ASSERT(m->used_sides <= m->sides);
}

void tp_motion_admit(tp_Motion *m, uint32_t id, const tp_Navmap *navmap,
                     tp_Cell cell, tp_Durations lasts) {
  tp_Mover *mover = tp_motion_mover(m, id);
  TP_ASSERT(!(mover->flags & TP_MOVER_THERE));
  memset(mover, 0, sizeof *mover);
  set_size(m, mover, navmap);
  mover->flags = TP_MOVER_THERE;
  mover->wake = TP_NO_TIME;
  mover->lasts = lasts;
  mover->state = TP_IDLE;
  mover->heading = TP_DIRECTIONS;
  mover->guide.goal = cell;
  stand_at(mover, cell);
  if (id > m->last_id) m->last_id = id;
  m->present++;
}

/* A mover that was removed early may have held cells that another mover is
 * still leaving. Those cells belong to the leaver again. */
static void give_back(tp_Motion *m, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_motion_map(m));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    uint32_t id = tp_occupancy_at(m->occupancy, c.x, c.y);
    if (id == 0) continue;
    const tp_Mover *mover = tp_motion_mover(m, id);
    if (tp_mover_stands(mover)) continue;
    tp_Rect from = tp_mover_under(mover, mover->stride.from);
    tp_occupancy_hold(m->occupancy, from, id);
  }
}

/* A mover in a link releases the end that it leaves; no mover follows it
 * there. */
static void leave_link(tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  if (!tp_mover_is_in_link(mover)) return;
  tp_Rect from = tp_mover_under(mover, mover->stride.from);
  tp_occupancy_release(m->occupancy, from, id);
  tp_waiting_wake(m, from);
}

void tp_motion_dismiss(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_motion_look_anew(m);
  leave_link(m, id);
  tp_plan_leave(m, id);
  tp_Rect held = held_by(mover);
  tp_waiting_leave(m, id);
  tp_motion_wake_at(m, id, TP_NO_TIME);
  m->used_sides -= tp_mover_sides(mover->wide, mover->high);
  m->present--;
  memset(mover, 0, sizeof *mover);
  mover->wake = TP_NO_TIME;
  if (m->events) tp_events_forget(m->events, id);
  tp_occupancy_release(m->occupancy, held, id);
  give_back(m, held);
  tp_waiting_wake(m, held);
}

/* The mover keeps its order and starts anew from where it is. */
static void set_out(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  mover->progress.best = TP_FAR;
  mover->progress.nearer = m->now;
  mover->bumped = 0;
  mover->flags &= (uint8_t)~TP_MOVER_ROUND;
  if (mover->state == TP_IDLE) {
    if (tp_mover_stands(mover)) tp_motion_wake_at(m, id, TP_NO_TIME);
    mover->flags &= (uint8_t)~TP_MOVER_AWAY;
    mover->guide.goal = tp_mover_cell(mover);
  } else {
    if (tp_mover_rests(mover) && mover->state != TP_BLOCKED) {
      mover->flags |= TP_MOVER_AWAY;
    }
    wake_up(m, id);
  }
}

/* Another mover can be leaving a cell only if this mover took the cell over on
 * its way. The leaver holds a cell beside it. */
bool tp_motion_may_put(const tp_Motion *m, uint32_t id, tp_Rect to) {
  if (!tp_occupancy_is_free(m->occupancy, to, id)) return false;
  if (tp_mover_stands(tp_motion_mover(m, id))) return true;
  tp_Rect around = tp_rect_clip(tp_rect_grow(to, 1), tp_motion_map(m));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    uint32_t other = tp_occupancy_at(m->occupancy, c.x, c.y);
    if (other == 0 || other == id) continue;
    const tp_Mover *leaver = tp_motion_mover(m, other);
    if (tp_mover_stands(leaver)) continue;
    tp_Rect left = tp_mover_under(leaver, leaver->stride.from);
    if (!tp_rect_is_empty(tp_rect_clip(left, to))) return false;
  }
  return true;
}

bool tp_motion_set_navmap(tp_Motion *m, uint32_t id, const tp_Navmap *navmap,
                          tp_Cell cell) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_Rect to = {cell.x, cell.y, navmap->profile.wide, navmap->profile.high};
  tp_Rect held = held_by(mover);
  if (!tp_motion_may_put(m, id, to)) return false;
  tp_motion_look_anew(m);
  leave_link(m, id);
  tp_occupancy_move(m->occupancy, held, to, id);
  tp_motion_wake_at(m, id, TP_NO_TIME);
  if (navmap != mover->navmap) mover->guide.trail = NULL;
  tp_plan_leave(m, id); /* its plan leads from its old place */
  set_size(m, mover, navmap);
  stand_at(mover, cell);
  set_out(m, id);
  give_back(m, held);
  tp_waiting_wake(m, held);
  return true;
}

/* ---- orders -------------------------------------------------------------- */

void tp_motion_order(tp_Motion *m, uint32_t id, const tp_Order *order) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_motion_look_anew(m);
  tp_waiting_leave(m, id);
  mover->flags &= TP_MOVER_THERE | TP_MOVER_PAUSED;
  tp_plan_leave(m, id);
  mover->guide = order->guide;
  mover->settle = order->settle;
  mover->loops = order->loops;
  mover->asks = order->asks;
  mover->is_short = false;
  mover->detour = TP_NO_PRICE;
  mover->state = TP_GOING;
  mover->progress.since = m->now;
  mover->pauses = 0;
  mover->renewed = false;
  mover->pushes = 0;
  mover->plans = 0;
  set_out(m, id);
}

void tp_motion_give_way(tp_Motion *m, uint32_t id, const tp_Guide *guide) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_motion_look_anew(m);
  tp_waiting_leave(m, id);
  bool is_new = !tp_same_cell(mover->guide.goal, guide->goal);
  bool was_refused = mover->flags & TP_MOVER_REFUSED;
  mover->guide = *guide;
  mover->flags &= (uint8_t)~TP_MOVER_REFUSED;
  if (was_refused && mover->state == TP_BLOCKED)
    mover->progress.nearer = m->now;
  if (mover->state == TP_WAITING || is_new) {
    if (mover->state != TP_BLOCKED || is_new) mover->state = TP_GOING;
    if (mover->progress.best != TP_FAR) mover->renewed = true;
    if (is_new) mover->renewed = false;
    if (is_new) mover->pauses = 0;
    mover->progress.best = TP_FAR;
    mover->progress.nearer = m->now;
  }
  if (is_new) mover->flags &= (uint8_t)~TP_MOVER_AWAY;
  if (is_new && !mover->loops) mover->flags &= (uint8_t)~TP_MOVER_TOLD;
  if (m->moment.is_on && m->moment.asked == id) return;
  wake_up(m, id);
}

void tp_motion_refuse(tp_Motion *m, uint32_t id) {
  tp_waiting_leave(m, id);
  tp_Mover *mover = tp_motion_mover(m, id);
  bool is_known = mover->state == TP_BLOCKED &&
                  mover->flags & TP_MOVER_REFUSED &&
                  m->now < mover->progress.nearer;
  mover->flags |= TP_MOVER_REFUSED;
  if (!is_known) tp_states_give_up(m, id);
}

void tp_motion_hold(tp_Motion *m, uint32_t id, tp_Hold held) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_motion_look_anew(m);
  mover->held = held & 3;
  if (!tp_mover_rests(mover)) wake_up(m, id);
}

void tp_motion_stop(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_motion_look_anew(m);
  tp_waiting_leave(m, id);
  mover->flags &= TP_MOVER_THERE | TP_MOVER_PAUSED;
  mover->state = TP_IDLE;
  tp_plan_leave(m, id);
  mover->guide = (tp_Guide){NULL, NULL, tp_mover_cell(mover)};
  mover->settle = 0;
  mover->loops = mover->asks = mover->is_short = false;
  mover->pauses = 0;
  mover->bumped = 0;
  if (tp_mover_stands(mover)) tp_motion_wake_at(m, id, TP_NO_TIME);
}

void tp_motion_end(tp_Motion *m, uint32_t id) {
  tp_motion_stop(m, id);
  tp_motion_tell(m, id, TP_HAS_STOPPED, 0);
}

void tp_motion_set_paused(tp_Motion *m, uint32_t id, bool paused) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_motion_look_anew(m);
  mover->flags &= (uint8_t)~TP_MOVER_ROUND;
  if (paused) {
    mover->flags |= TP_MOVER_PAUSED;
  } else if (mover->flags & TP_MOVER_PAUSED) {
    mover->flags &= (uint8_t)~TP_MOVER_PAUSED;
    mover->progress.nearer = m->now;
    wake_up(m, id);
  }
}

void tp_motion_shut_paused(const tp_Motion *m, uint32_t id, tp_Mask *mask) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Navmap *nav = mover->navmap;
  const tp_Cell at = tp_mover_cell(mover);
  tp_mask_copy(mask, nav->mask);
  for (uint32_t k = 1; k <= m->last_id; k++) {
    const tp_Mover *other = tp_motion_mover(m, k);
    if (k == id || !tp_mover_is_wall(other)) continue;
    tp_Rect under = tp_mover_under(other, other->at);
    tp_mask_fill(mask, tp_navmap_above(nav, under), false);
  }
  tp_mask_put(mask, at.x, at.y, tp_mask_has(nav->mask, at.x, at.y));
}

static void look_again(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  if (mover->wake == TP_NO_TIME || !tp_mover_stands(mover)) return;
  if (mover->state == TP_BLOCKED) mover->progress.nearer = m->now;
  tp_motion_wake_at(m, id, m->now);
}

void tp_motion_wake(tp_Motion *m, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_motion_map(m));
  tp_motion_look_anew(m);
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    uint32_t id = tp_occupancy_at(m->occupancy, c.x, c.y);
    if (id > 0) look_again(m, id);
  }
}

void tp_motion_note_edit(tp_Motion *m) {
  tp_motion_look_anew(m);
  for (uint32_t id = 1; id <= m->last_id; id++) {
    tp_Mover *mover = tp_motion_mover(m, id);
    tp_Cell at = tp_mover_cell(mover);
    if (!(mover->flags & TP_MOVER_THERE)) continue;
    tp_guide_note_edit(&mover->guide, mover->navmap, m->scratch);
    if (mover->is_short) {
      mover->guide.trail = NULL;
      wake_up(m, id);
    }
    const bool seeks = mover->flags & TP_MOVER_REFUSED || mover->is_short;
    if (mover->state == TP_BLOCKED && seeks) {
      if (tp_mover_stands(mover)) tp_waiting_add(m, id);
    } else if (mover->steps !=
               tp_guide_choices(&mover->guide, mover->navmap, at)) {
      look_again(m, id);
    }
  }
}
