/* unitedits.c - what the game does to units: at any time except in the middle
 * of a round. A unit under way ends its step, unless it is put elsewhere or
 * removed. A new order takes effect at the end of the step.
 */
#include <string.h>

#include "unitedits.h"

#include "jointplans.h"
#include "planstore.h"
#include "unitstates.h"
#include "waitlists.h"

void tp_sim_look_anew(tp_Sim *m) {
  tp_Moment *moment = &m->moment;
  for (uint32_t i = 0; moment->is_open && i < moment->deciding; i++) {
    if (tp_sim_is_there(m, moment->awake[i])) {
      tp_sim_wake_at(m, moment->awake[i], m->now);
    }
  }
  moment->is_open = false;
}

/* Wakes the unit if it stands; else the end of its step does. */
static void wake_up(tp_Sim *m, uint32_t id) {
  if (tp_unit_is_standing(tp_sim_unit(m, id))) tp_sim_wake_at(m, id, m->now);
}

/* ---- units --------------------------------------------------------------- */

/* The rectangle around both ends of its step; for a unit in a link only the
 * end that it goes to. */
static tp_Rect held_by(const tp_Unit *unit) {
  tp_Rect at = tp_unit_under(unit, unit->at);
  if (tp_unit_is_in_link(unit)) return at;
  return tp_rect_join(at, tp_unit_under(unit, unit->stride.from));
}

static void stand_at(tp_Unit *unit, tp_Cell cell) {
  unit->at = unit->stride.from = tp_pack_cell(cell.x, cell.y);
  unit->stride.end = unit->stride.lasts = 0;
  unit->put = true;
}

static void set_size(tp_Sim *m, tp_Unit *unit, const tp_Navmap *navmap) {
  m->used_sides -= tp_unit_sides(unit->wide, unit->high);
  unit->navmap = navmap;
  unit->wide = (uint8_t)navmap->profile.wide;
  unit->high = (uint8_t)navmap->profile.high;
  m->used_sides += tp_unit_sides(unit->wide, unit->high);
  TP_ASSERT(m->used_sides <= m->sides);
}

void tp_sim_admit(tp_Sim *m, uint32_t id, const tp_Navmap *navmap, tp_Cell cell,
                  tp_Durations lasts) {
  tp_Unit *unit = tp_sim_unit(m, id);
  TP_ASSERT(!(unit->flags & TP_UNIT_THERE));
  memset(unit, 0, sizeof *unit);
  set_size(m, unit, navmap);
  unit->flags = TP_UNIT_THERE;
  unit->wake = TP_NO_TIME;
  unit->lasts = lasts;
  unit->state = TP_IDLE;
  unit->heading = TP_DIRECTIONS;
  unit->to_goal.goal = cell;
  stand_at(unit, cell);
  if (id > m->last_id) m->last_id = id;
  m->present++;
}

/* A unit that was removed early may have held cells that another unit is
 * still leaving. Those cells belong to the leaver again. */
static void give_back(tp_Sim *m, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_sim_map(m));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    uint32_t id = tp_occupancy_at(m->occupancy, c.x, c.y);
    if (id == 0) continue;
    const tp_Unit *unit = tp_sim_unit(m, id);
    if (tp_unit_is_standing(unit)) continue;
    tp_Rect from = tp_unit_under(unit, unit->stride.from);
    tp_occupancy_hold(m->occupancy, from, id);
  }
}

/* A unit in a link releases the end that it leaves; no unit follows it
 * there. */
static void leave_link(tp_Sim *m, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(m, id);
  if (!tp_unit_is_in_link(unit)) return;
  tp_Rect from = tp_unit_under(unit, unit->stride.from);
  tp_occupancy_release(m->occupancy, from, id);
  tp_waiting_wake(m, from);
}

void tp_sim_dismiss(tp_Sim *m, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(m, id);
  tp_sim_look_anew(m);
  leave_link(m, id);
  tp_jointplan_leave(m, id);
  tp_Rect held = held_by(unit);
  tp_waiting_leave(m, id);
  tp_sim_wake_at(m, id, TP_NO_TIME);
  m->used_sides -= tp_unit_sides(unit->wide, unit->high);
  m->present--;
  memset(unit, 0, sizeof *unit);
  unit->wake = TP_NO_TIME;
  if (m->events) tp_events_forget(m->events, id);
  tp_occupancy_release(m->occupancy, held, id);
  give_back(m, held);
  tp_waiting_wake(m, held);
}

/* The unit keeps its order and starts anew from where it is. */
static void set_out(tp_Sim *m, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(m, id);
  unit->progress.best = TP_FAR;
  unit->progress.nearer = m->now;
  unit->bumped = 0;
  unit->flags &= (uint8_t)~TP_UNIT_ROUND;
  if (unit->state == TP_IDLE) {
    if (tp_unit_is_standing(unit)) tp_sim_wake_at(m, id, TP_NO_TIME);
    unit->flags &= (uint8_t)~TP_UNIT_AWAY;
    unit->to_goal.goal = tp_unit_cell(unit);
  } else {
    if (tp_unit_rests(unit) && unit->state != TP_BLOCKED) {
      unit->flags |= TP_UNIT_AWAY;
    }
    wake_up(m, id);
  }
}

/* Another unit can be leaving a cell only if this unit took the cell over on
 * its way. The leaver holds a cell beside it. */
bool tp_sim_may_put(const tp_Sim *m, uint32_t id, tp_Rect to) {
  if (!tp_occupancy_is_free(m->occupancy, to, id)) return false;
  if (tp_unit_is_standing(tp_sim_unit(m, id))) return true;
  tp_Rect around = tp_rect_clip(tp_rect_grow(to, 1), tp_sim_map(m));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    uint32_t other = tp_occupancy_at(m->occupancy, c.x, c.y);
    if (other == 0 || other == id) continue;
    const tp_Unit *leaver = tp_sim_unit(m, other);
    if (tp_unit_is_standing(leaver)) continue;
    tp_Rect left = tp_unit_under(leaver, leaver->stride.from);
    if (!tp_rect_is_empty(tp_rect_clip(left, to))) return false;
  }
  return true;
}

bool tp_sim_set_navmap(tp_Sim *m, uint32_t id, const tp_Navmap *navmap,
                       tp_Cell cell) {
  tp_Unit *unit = tp_sim_unit(m, id);
  tp_Rect to = {cell.x, cell.y, navmap->profile.wide, navmap->profile.high};
  tp_Rect held = held_by(unit);
  if (!tp_sim_may_put(m, id, to)) return false;
  tp_sim_look_anew(m);
  leave_link(m, id);
  tp_occupancy_move(m->occupancy, held, to, id);
  tp_sim_wake_at(m, id, TP_NO_TIME);
  if (navmap != unit->navmap) unit->to_goal.unit_path = NULL;
  tp_jointplan_leave(m, id); /* its plan leads from its old place */
  set_size(m, unit, navmap);
  stand_at(unit, cell);
  set_out(m, id);
  give_back(m, held);
  tp_waiting_wake(m, held);
  return true;
}

/* ---- orders -------------------------------------------------------------- */

void tp_sim_order(tp_Sim *m, uint32_t id, const tp_Order *order) {
  tp_Unit *unit = tp_sim_unit(m, id);
  tp_sim_stop(m, id);
  unit->to_goal = order->to_goal;
  unit->settle = order->settle;
  unit->loops = order->loops;
  unit->asks = order->asks;
  unit->detour = TP_NO_PRICE;
  unit->state = TP_GOING;
  unit->progress.since = m->now;
  unit->renewed = false;
  unit->pushes = 0;
  unit->plans = 0;
  set_out(m, id);
}

void tp_sim_give_way(tp_Sim *m, uint32_t id, const tp_CostToGoal *to_goal) {
  tp_Unit *unit = tp_sim_unit(m, id);
  tp_sim_look_anew(m);
  tp_waiting_leave(m, id);
  bool is_new = !tp_same_cell(unit->to_goal.goal, to_goal->goal);
  bool was_refused = unit->flags & TP_UNIT_REFUSED;
  unit->to_goal = *to_goal;
  unit->flags &= (uint8_t)~TP_UNIT_REFUSED;
  if (was_refused && unit->state == TP_BLOCKED) unit->progress.nearer = m->now;
  if (unit->state == TP_WAITING || is_new) {
    if (unit->state != TP_BLOCKED || is_new) unit->state = TP_GOING;
    if (unit->progress.best != TP_FAR) unit->renewed = true;
    if (is_new) unit->renewed = false;
    if (is_new) unit->pauses = 0;
    unit->progress.best = TP_FAR;
    unit->progress.nearer = m->now;
  }
  if (is_new) unit->flags &= (uint8_t)~TP_UNIT_AWAY;
  if (is_new && !unit->loops) unit->flags &= (uint8_t)~TP_UNIT_REPORTED;
  if (m->moment.is_on && m->moment.asked == id) return;
  wake_up(m, id);
}

void tp_sim_refuse(tp_Sim *m, uint32_t id) {
  tp_waiting_leave(m, id);
  tp_Unit *unit = tp_sim_unit(m, id);
  bool is_known = unit->state == TP_BLOCKED && unit->flags & TP_UNIT_REFUSED &&
                  m->now < unit->progress.nearer;
  unit->flags |= TP_UNIT_REFUSED;
  if (!is_known) tp_unitstates_give_up(m, id);
}

void tp_sim_hold(tp_Sim *m, uint32_t id, tp_Hold held) {
  tp_Unit *unit = tp_sim_unit(m, id);
  tp_sim_look_anew(m);
  unit->held = held & 3;
  if (!tp_unit_rests(unit)) wake_up(m, id);
}

void tp_sim_stop(tp_Sim *m, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(m, id);
  tp_sim_look_anew(m);
  tp_waiting_leave(m, id);
  unit->flags &= TP_UNIT_THERE | TP_UNIT_PAUSED;
  unit->state = TP_IDLE;
  tp_jointplan_leave(m, id);
  unit->to_goal = (tp_CostToGoal){NULL, NULL, tp_unit_cell(unit)};
  unit->settle = 0;
  unit->loops = unit->asks = unit->is_short = false;
  unit->pauses = 0;
  unit->bumped = 0;
  if (tp_unit_is_standing(unit)) tp_sim_wake_at(m, id, TP_NO_TIME);
}

void tp_sim_end(tp_Sim *m, uint32_t id) {
  tp_sim_stop(m, id);
  tp_sim_tell(m, id, TP_HAS_STOPPED, 0);
}

void tp_sim_set_paused(tp_Sim *m, uint32_t id, bool paused) {
  tp_Unit *unit = tp_sim_unit(m, id);
  tp_sim_look_anew(m);
  unit->flags &= (uint8_t)~TP_UNIT_ROUND;
  if (paused) {
    unit->flags |= TP_UNIT_PAUSED;
  } else if (unit->flags & TP_UNIT_PAUSED) {
    unit->flags &= (uint8_t)~TP_UNIT_PAUSED;
    unit->progress.nearer = m->now;
    wake_up(m, id);
  }
}

void tp_sim_close_paused(const tp_Sim *m, uint32_t id, tp_Mask *mask) {
  const tp_Unit *unit = tp_sim_unit(m, id);
  const tp_Navmap *nav = unit->navmap;
  const tp_Cell at = tp_unit_cell(unit);
  tp_mask_copy(mask, nav->mask);
  for (uint32_t k = 1; k <= m->last_id; k++) {
    const tp_Unit *other = tp_sim_unit(m, k);
    if (k == id || !tp_unit_is_wall(other)) continue;
    tp_Rect under = tp_unit_under(other, other->at);
    tp_mask_fill(mask, tp_navmap_above(nav, under), false);
  }
  tp_mask_put(mask, at.x, at.y, tp_mask_has(nav->mask, at.x, at.y));
}

static void look_again(tp_Sim *m, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(m, id);
  if (unit->wake == TP_NO_TIME || !tp_unit_is_standing(unit)) return;
  if (unit->state == TP_BLOCKED) unit->progress.nearer = m->now;
  tp_sim_wake_at(m, id, m->now);
}

void tp_sim_wake(tp_Sim *m, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_sim_map(m));
  tp_sim_look_anew(m);
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    uint32_t id = tp_occupancy_at(m->occupancy, c.x, c.y);
    if (id > 0) look_again(m, id);
  }
}

void tp_sim_record_edit(tp_Sim *m) {
  tp_sim_look_anew(m);
  for (uint32_t id = 1; id <= m->last_id; id++) {
    tp_Unit *unit = tp_sim_unit(m, id);
    tp_Cell at = tp_unit_cell(unit);
    if (!(unit->flags & TP_UNIT_THERE)) continue;
    tp_costtogoal_record_edit(&unit->to_goal, unit->navmap, m->scratch);
    if (unit->is_short) {
      unit->to_goal.unit_path = NULL;
      wake_up(m, id);
    }
    const bool seeks = unit->flags & TP_UNIT_REFUSED || unit->is_short;
    if (unit->state == TP_BLOCKED && seeks) {
      if (tp_unit_is_standing(unit)) tp_waiting_add(m, id);
    } else if (unit->steps !=
               tp_costtogoal_choices(&unit->to_goal, unit->navmap, at)) {
      look_again(m, id);
    }
  }
}
