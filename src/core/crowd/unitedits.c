/* unitedits.c - what the game does to units: at any time except in the middle
 * of a round. A unit under way ends its step, unless it is put elsewhere or
 * removed. A new order takes effect at the end of the step.
 */
#include <string.h>

#include "unitedits.h"

#include "jointplans.h"
#include "pathwindow.h"
#include "settling.h"
#include "transitions.h"
#include "unitstates.h"
#include "waitlists.h"

void tp_sim_look_anew(tp_Sim *sim) {
  tp_Moment *moment = &sim->moment;
  if (moment->stage != TP_STAGE_ROUND) return;
  for (uint32_t i = 0; i < moment->deciding; i++) {
    if (tp_sim_is_there(sim, moment->awake[i])) {
      tp_sim_wake_at(sim, moment->awake[i], sim->now);
    }
  }
  moment->stage = TP_STAGE_NEXT;
}

/* Wakes the unit if it stands; else the end of its step does. */
static void wake_up(tp_Sim *sim, uint32_t id) {
  if (tp_unit_is_standing(tp_sim_unit(sim, id)))
    tp_sim_wake_at(sim, id, sim->now);
}

/* Has a look asked for the unit? It goes on when the caller has answered. */
static bool is_asked(const tp_Sim *sim, uint32_t id) {
  return sim->moment.stage == TP_STAGE_LOOK && sim->moment.asked == id;
}

/* ---- units --------------------------------------------------------------- */

/* The rectangle around both ends of its step; for a unit in a link only the
 * end that it goes to. */
static tp_Rect held_by(const tp_Unit *unit) {
  tp_Rect at = tp_unit_under(unit, unit->at);
  if (tp_unit_is_in_link(unit)) return at;
  return tp_rect_join(at, tp_unit_under(unit, unit->step.from));
}

static void stand_at(tp_Unit *unit, tp_Cell cell) {
  unit->at = unit->step.from = tp_pack_cell(cell.x, cell.y);
  unit->step.end = unit->step.duration = 0;
  unit->is_placed = true;
}

static void set_size(tp_Sim *sim, tp_Unit *unit, const tp_Navmap *navmap) {
  sim->used_entered -= tp_unit_entered(unit->wide, unit->high);
  unit->navmap = navmap;
  unit->wide = (uint8_t)navmap->profile.wide;
  unit->high = (uint8_t)navmap->profile.high;
  sim->used_entered += tp_unit_entered(unit->wide, unit->high);
  TP_ASSERT(sim->used_entered <= sim->entered_room);
}

void tp_sim_admit(tp_Sim *sim, uint32_t id, const tp_Navmap *navmap,
                  tp_Cell cell, tp_Durations durations) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  TP_ASSERT(!(unit->flags & TP_UNIT_THERE));
  memset(unit, 0, sizeof *unit);
  set_size(sim, unit, navmap);
  unit->flags = TP_UNIT_THERE;
  unit->wake = TP_NO_TIME;
  unit->durations = durations;
  unit->state = TP_IDLE;
  unit->heading = TP_NO_DIRECTION;
  unit->avoid_price = TP_NO_PRICE;
  unit->yields = true;
  unit->to_goal.goal = cell;
  stand_at(unit, cell);
  if (id > sim->last_id) sim->last_id = id;
  sim->present++;
}

/* A unit that was removed early may have held cells that another unit is
 * still leaving. Those cells belong to the leaver again. */
static void give_back(tp_Sim *sim, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_sim_map(sim));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    uint32_t id = tp_occupancy_at(sim->occupancy, c.x, c.y);
    if (id == 0) continue;
    const tp_Unit *unit = tp_sim_unit(sim, id);
    if (tp_unit_is_standing(unit)) continue;
    tp_Rect from = tp_unit_under(unit, unit->step.from);
    tp_occupancy_hold(sim->occupancy, from, id);
  }
}

/* A unit in a link releases the end that it leaves; no unit follows it
 * there. */
static void leave_link(tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  if (!tp_unit_is_in_link(unit)) return;
  tp_Rect from = tp_unit_under(unit, unit->step.from);
  tp_occupancy_release(sim->occupancy, from, id);
  tp_waiting_wake(sim, from);
}

/* The game has freed the cells: plans of the units beside them, which lead
 * around them, end, and who can go on there tries that before another plan is
 * made. */
static void see_room(tp_Sim *sim, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_sim_map(sim));
  tp_jointplans_end_beside(sim, rect);
  tp_waiting_wake(sim, rect);
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    const uint32_t id = tp_occupancy_at(sim->occupancy, c.x, c.y);
    if (id && tp_settling_may_go_on(sim, id))
      tp_transition_apply(tp_sim_unit(sim, id), TP_ON_ROOM, sim->now);
  }
}

void tp_sim_dismiss(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_sim_look_anew(sim);
  leave_link(sim, id);
  tp_jointplan_leave(sim, id);
  tp_Rect held = held_by(unit);
  tp_waiting_leave(sim, id);
  tp_sim_wake_at(sim, id, TP_NO_TIME);
  sim->used_entered -= tp_unit_entered(unit->wide, unit->high);
  sim->present--;
  sim->round.room.leader[id] = 0;
  memset(unit, 0, sizeof *unit);
  unit->wake = TP_NO_TIME;
  if (sim->events) tp_events_forget(sim->events, id);
  tp_occupancy_release(sim->occupancy, held, id);
  give_back(sim, held);
  see_room(sim, held);
}

/* The unit has another goal, or another way to it. Whoever asks where to go may
 * get another goal where it rests: its next step forgets that it has told. */
static void set_new_goal(tp_Sim *sim, tp_Unit *unit) {
  tp_transition_apply(unit, TP_ON_NEW_GOAL, sim->now);
  if (!unit->asks_each_step) unit->flags &= (uint16_t)~TP_UNIT_REPORTED;
}

/* The unit keeps its order and starts anew from where it is. */
static void set_out(tp_Sim *sim, uint32_t id, bool has_moved) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const uint64_t best = unit->progress.best;
  tp_transition_apply(unit, TP_ON_PUT, sim->now);
  if (tp_unit_is_at_point(unit)) unit->progress.best = best; /* its rest */
  if (unit->state == TP_IDLE) {
    if (tp_unit_is_standing(unit)) tp_sim_wake_at(sim, id, TP_NO_TIME);
    tp_transition_apply(unit, TP_ON_HOME, sim->now);
    unit->to_goal.goal = tp_unit_cell(unit);
  } else {
    if (tp_unit_is_at_end(unit) && has_moved) {
      set_new_goal(sim, unit);
    } else if (tp_unit_rests(unit) && unit->state != TP_BLOCKED) {
      unit->flags |= TP_UNIT_AWAY;
    }
    wake_up(sim, id);
  }
}

/* Another unit can be leaving a cell only if this unit took the cell over on
 * its way. The leaver holds a cell beside it. */
bool tp_sim_may_place(const tp_Sim *sim, uint32_t id, tp_Rect to) {
  if (!tp_occupancy_is_free(sim->occupancy, to, id)) return false;
  if (tp_unit_is_standing(tp_sim_unit(sim, id))) return true;
  tp_Rect around = tp_rect_clip(tp_rect_grow(to, 1), tp_sim_map(sim));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    uint32_t other = tp_occupancy_at(sim->occupancy, c.x, c.y);
    if (other == 0 || other == id) continue;
    const tp_Unit *leaver = tp_sim_unit(sim, other);
    if (tp_unit_is_standing(leaver)) continue;
    tp_Rect left = tp_unit_under(leaver, leaver->step.from);
    if (!tp_rect_is_empty(tp_rect_clip(left, to))) return false;
  }
  return true;
}

bool tp_sim_place(tp_Sim *sim, uint32_t id, const tp_Navmap *navmap,
                  tp_Cell cell) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_Rect to = {cell.x, cell.y, navmap->profile.wide, navmap->profile.high};
  tp_Rect held = held_by(unit);
  if (!tp_sim_may_place(sim, id, to)) return false;
  const bool has_moved = !tp_same_cell(cell, tp_unit_cell(unit));
  tp_sim_look_anew(sim);
  leave_link(sim, id);
  tp_occupancy_move(sim->occupancy, held, to, id);
  tp_sim_wake_at(sim, id, TP_NO_TIME);
  if (navmap != unit->navmap)
    unit->to_goal = (tp_CostToGoal){.goal = unit->to_goal.goal};
  tp_jointplan_leave(sim, id); /* its plan leads from its old place */
  set_size(sim, unit, navmap);
  stand_at(unit, cell);
  set_out(sim, id, has_moved);
  give_back(sim, held);
  see_room(sim, held);
  return true;
}

/* ---- orders -------------------------------------------------------------- */

void tp_sim_order(tp_Sim *sim, uint32_t id, const tp_Order *order) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_sim_stop(sim, id);
  tp_transition_apply(unit, TP_ON_ORDER, sim->now);
  unit->to_goal = order->to_goal;
  unit->settle = order->settle;
  unit->patrols = order->patrols;
  unit->asks_each_step = order->asks_each_step;
  unit->hunts = order->hunts;
  unit->is_endless = order->is_endless;
  unit->is_spare = order->is_spare;
  sim->round.room.leader[id] = order->leader;
  if (is_asked(sim, id)) {
    sim->moment.asked = 0; /* it looks on, and may ask for a path */
  } else {
    wake_up(sim, id);
  }
}

void tp_sim_lose_leader(tp_Sim *sim, uint32_t id) {
  sim->round.room.leader[id] = 0;
}

void tp_sim_set_next(tp_Sim *sim, uint32_t id, bool has_next) {
  tp_sim_unit(sim, id)->has_next = has_next;
  if (!tp_sim_is_due(sim, id) || is_asked(sim, id)) return;
  tp_sim_look_anew(sim);
  wake_up(sim, id);
}

void tp_sim_give_cost_to_goal(tp_Sim *sim, uint32_t id,
                              const tp_CostToGoal *to_goal) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_sim_look_anew(sim);
  tp_waiting_leave(sim, id);
  bool is_new = !tp_same_cell(unit->to_goal.goal, to_goal->goal);
  bool was_refused = unit->flags & TP_UNIT_REFUSED;
  unit->to_goal = *to_goal;
  tp_transition_apply(unit, TP_ON_PATH, sim->now);
  if (was_refused && unit->state == TP_BLOCKED)
    tp_transition_apply(unit, TP_ON_HOPE, sim->now);
  if (unit->state == TP_WAITING || is_new) {
    if (unit->progress.best != TP_FAR) unit->is_rerouted = true;
    tp_transition_apply(unit, TP_ON_NEW_PATH, sim->now);
  }
  if (is_new) set_new_goal(sim, unit);
  if (!is_asked(sim, id)) wake_up(sim, id);
}

void tp_sim_record_field(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_sim_look_anew(sim);
  if (unit->state == TP_BLOCKED && unit->flags & TP_UNIT_REFUSED &&
      tp_unit_is_standing(unit)) {
    tp_waiting_add(sim, id);
  }
  if (unit->state != TP_ARRIVED || unit->flags & TP_UNIT_AWAY) return;
  if (tp_unit_ends_at(unit, tp_unit_cell(unit))) return;
  tp_transition_apply(unit, TP_ON_NEW_PATH, sim->now);
  set_new_goal(sim, unit);
  wake_up(sim, id);
}

void tp_sim_refuse(tp_Sim *sim, uint32_t id) {
  tp_waiting_leave(sim, id);
  tp_Unit *unit = tp_sim_unit(sim, id);
  bool is_known = unit->state == TP_BLOCKED && unit->flags & TP_UNIT_REFUSED &&
                  sim->now < unit->progress.retry_at;
  tp_transition_apply(unit, TP_ON_REFUSE, sim->now);
  if (!is_known) tp_unitstates_give_up(sim, id);
}

void tp_sim_set_permission(tp_Sim *sim, uint32_t id, tp_Permission permission) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_sim_look_anew(sim);
  unit->permission = permission & 3;
  if (!tp_unit_rests(unit)) wake_up(sim, id);
}

void tp_sim_stop(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_sim_look_anew(sim);
  tp_waiting_leave(sim, id);
  tp_transition_apply(unit, TP_ON_STOP, sim->now);
  tp_jointplan_leave(sim, id);
  sim->round.room.leader[id] = 0;
  unit->to_goal = (tp_CostToGoal){NULL, NULL, tp_unit_cell(unit)};
  if (tp_unit_is_standing(unit)) tp_sim_wake_at(sim, id, TP_NO_TIME);
}

void tp_sim_end(tp_Sim *sim, uint32_t id) {
  tp_sim_stop(sim, id);
  tp_sim_tell(sim, id, TP_HAS_STOPPED, 0);
  /* One that was served from the queue does not look by itself. */
  if (tp_sim_is_due(sim, id) && !is_asked(sim, id)) wake_up(sim, id);
}

void tp_sim_set_paused(tp_Sim *sim, uint32_t id, bool paused) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_sim_look_anew(sim);
  if (paused) {
    tp_jointplan_leave(sim, id);
    tp_transition_apply(unit, TP_ON_PAUSE, sim->now);
  } else if (unit->flags & TP_UNIT_PAUSED) {
    tp_transition_apply(unit, TP_ON_RESUME, sim->now);
    tp_jointplans_end_beside(sim, tp_unit_under(unit, unit->at));
    wake_up(sim, id);
  }
}

void tp_sim_close_paused(const tp_Sim *sim, uint32_t id, tp_Mask *mask) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  const tp_Navmap *nav = unit->navmap;
  const tp_Cell at = tp_unit_cell(unit);
  tp_mask_copy(mask, nav->mask);
  for (uint32_t k = 1; k <= sim->last_id; k++) {
    const tp_Unit *other = tp_sim_unit(sim, k);
    if (k == id || !tp_unit_detours_around(unit, other, sim->now)) continue;
    tp_Rect under = tp_unit_under(other, other->at);
    tp_mask_fill(mask, tp_navmap_covering(nav, under), false);
  }
  tp_mask_write(mask, at.x, at.y, tp_mask_has(nav->mask, at.x, at.y));
}

void tp_sim_look_again(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  if (unit->wake == TP_NO_TIME || !tp_unit_is_standing(unit)) return;
  tp_sim_look_anew(sim);
  if (unit->state == TP_BLOCKED)
    tp_transition_apply(unit, TP_ON_HOPE, sim->now);
  tp_sim_wake_at(sim, id, sim->now);
}

void tp_sim_wake(tp_Sim *sim, tp_Rect rect) {
  tp_Rect around = tp_rect_clip(tp_rect_grow(rect, 1), tp_sim_map(sim));
  tp_sim_look_anew(sim);
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    uint32_t id = tp_occupancy_at(sim->occupancy, c.x, c.y);
    if (id > 0) tp_sim_look_again(sim, id);
  }
}

void tp_sim_lose_path(tp_Sim *sim, uint32_t id) {
  tp_sim_unit(sim, id)->to_goal.unit_path = NULL;
  tp_sim_look_anew(sim);
  wake_up(sim, id);
}

/* Has the map changed for a unit that has looked and is about to decide? */
static bool must_look(const tp_Unit *unit) {
  const tp_UnitPath *path = unit->to_goal.unit_path;
  if (unit->steps != tp_unit_steps(unit)) return true;
  return path && tp_unit_goes(unit) &&
         !tp_unitpath_is_whole(path, unit->navmap);
}

void tp_sim_record_edit(tp_Sim *sim) {
  const tp_Moment *moment = &sim->moment;
  for (uint32_t i = 0; i < moment->deciding; i++) {
    if (moment->stage != TP_STAGE_ROUND) break;
    const uint32_t id = moment->awake[i];
    if (!tp_sim_is_there(sim, id)) continue;
    if (must_look(tp_sim_unit(sim, id))) tp_sim_look_anew(sim);
  }
  for (uint32_t id = 1; id <= sim->last_id; id++) {
    tp_Unit *unit = tp_sim_unit(sim, id);
    if (!(unit->flags & TP_UNIT_THERE)) continue;
    tp_costtogoal_record_edit(&unit->to_goal, unit->navmap, sim->scratch);
    if (unit->is_path_short) tp_sim_lose_path(sim, id);
    const bool seeks = unit->flags & TP_UNIT_REFUSED || unit->is_path_short;
    if (unit->state == TP_BLOCKED && seeks) {
      if (tp_unit_is_standing(unit)) tp_waiting_add(sim, id);
    } else if (unit->steps != tp_unit_steps(unit)) {
      tp_sim_look_again(sim, id);
    }
  }
}
