/* simulation.c - advances from moment to moment. At each moment:
 *
 *     wake_all       steps end, and the cells that were left are released;
 *                    units that wait beside them wake
 *     look_all       has the unit arrived? does it lack a path?
 *     decide_all     a round (pibt.c): units choose steps, in order of rank
 *     begin_all      steps begin; if a cell is being left, and no unit has
 *                    taken it over, units that wait beside it wake, for another
 *                    round at the same moment
 *
 * A run ends after the looks of its last moment and before the round, so all
 * events up to that moment are reported, and an order given between two runs
 * takes effect at that moment. An order that ends, and has a next one, ends the
 * run, too: the unit begins the next order at the same moment, in the next run.
 * Since a look may change goals that other units
 * read, the next run starts with that round; units look again only if the game
 * has called in between. So each unit looks once a moment, however time is cut
 * into runs.
 *
 * A unit begins at most one step a moment, and only such a beginning wakes
 * others for the same moment. So each moment ends.
 *
 * Invariant between moments: a unit holds all cells under `at`, and those
 * under `from` that no unit has taken over. While it is under way, its wake
 * time is the end of its step. A unit that stands has one if it wants to go
 * on.
 *
 * Cost: some 400 ns a step if thousands decide at once; half of that is the
 * round's.
 */
#include "simulation.h"

#include "candidates.h"
#include "jointplans.h"
#include "passages.h"
#include "pibt.h"
#include "settling.h"
#include "transitions.h"
#include "unitedits.h"
#include "unitstates.h"
#include "waitlists.h"

/* A callback may queue an order that is over at once, again and again. So time
 * advances after so many stops at one moment. */
enum { MOST_STOPS = 10 };

/* Some orders never end, so a huge dt would keep an update busy for years. It
 * ends when its units have woken so often. */
enum { MOST_WOKEN = 1 << 21 };

/* Units to prefetch ahead. */
enum { FETCHED = 6 };

/* ---- a moment ------------------------------------------------------------ */

/* Collects all units that wake now, by id. Steps that end may wake further
 * units, which are merged into the order. */
static void wake_all(tp_Sim *sim) {
  tp_Moment *moment = &sim->moment;
  moment->awakes = moment->looked = moment->deciding = moment->asked = 0;
  moment->waits = 0;
  moment->has_thought = false;
  while (tp_timers_next(&sim->timers, sim->round.unit) <= sim->now) {
    const uint32_t id = sim->timers.id[0];
    tp_sim_wake_at(sim, id, TP_NO_TIME);
    moment->awake[moment->awakes++] = id;
    tp_Unit *unit = tp_sim_unit(sim, id);
    if (tp_unit_is_standing(unit)) continue;
    /* Its step is over: it releases the cells that it has left. */
    tp_Rect from = tp_unit_under(unit, unit->step.from);
    tp_Rect at = tp_unit_under(unit, unit->at);
    const bool has_left = tp_occupancy_leave(sim->occupancy, from, at, id);
    if (tp_unit_is_in_link(unit) && unit->state == TP_GOING)
      tp_unitstates_record_ride(sim, id);
    unit->step.from = unit->at;
    unit->is_placed = false;
    if (has_left) tp_waiting_wake(sim, from);
  }
  sim->woken += moment->awakes;
  sim->round.now = sim->now;
}

/* What a unit does after its look. AGAIN: it looks again. */
typedef enum Look { RESTS, DECIDES, ASKS, AGAIN } Look;

/* Updates the state of an awake unit. ASKS: sim->want.unit asks for its next
 * order; or for a path: it lacks one and there is budget, or it asks anyway, by
 * its order or for another end. Each unit asks for a path once a moment and
 * order, and looks after that. */
static Look look(tp_Sim *sim, uint32_t id, uint64_t budget) {
  tp_Moment *moment = &sim->moment;
  tp_Unit *unit = tp_sim_unit(sim, id);
  unit->steps = tp_unit_steps(unit);
  if (tp_sim_is_due(sim, id)) {
    moment->asked = sim->want.unit = id;
    return ASKS;
  }
  if (tp_unit_rests_at_point(unit, sim->now)) {
    tp_sim_wake_at(sim, id, unit->progress.best);
    return RESTS;
  }
  const bool may_ask = moment->asked != id;
  const bool seeks = unit->asks_each_step || tp_unit_seeks_place(unit) ||
                     tp_settling_seeks_end(sim, id);
  const bool asks_anyway = may_ask && seeks && !tp_unit_is_paused(unit);
  if (asks_anyway || tp_unitstates_lacks_path(sim, id)) {
    if (asks_anyway || (may_ask && budget > 0)) {
      moment->asked = sim->want.unit = id;
      return ASKS;
    }
    tp_waiting_add(sim, id);
    return RESTS;
  }
  const bool was_waiting = unit->state == TP_WAITING;
  const bool decides = tp_unitstates_look(sim, id);
  if (!was_waiting && unit->state == TP_WAITING && unit->wake <= sim->now) {
    moment->asked = 0; /* it asks for its next goal before others push it */
    return AGAIN;
  }
  if (tp_sim_is_due(sim, id)) {
    moment->has_ended = true;
    tp_sim_wake_at(sim, id, sim->now);
    return RESTS;
  }
  /* Members of plans take part in the moment even if they rest. */
  return decides || unit->group != 0 ? DECIDES : RESTS;
}

/* Lets the awake units look, and puts those that decide first. False: one of
 * them asks for a path. */
static bool look_all(tp_Sim *sim, uint64_t budget) {
  tp_Moment *moment = &sim->moment;
  for (; moment->looked < moment->awakes; moment->looked++) {
    const uint32_t *awake = &moment->awake[moment->looked];
    const uint32_t id = *awake, left = moment->awakes - moment->looked;
    /* Prefetches the data of the next units: a crowd does not fit into the
     * cache, and all of it may be awake. */
    if (left > FETCHED) tp_candidates_fetch(&sim->round, awake[FETCHED]);
    if (left > 2 * FETCHED) {
      const tp_Unit *later = tp_sim_unit(sim, awake[(size_t)2 * FETCHED]);
      tp_fetch(later);
      tp_fetch(&later->wake);
    }
    if (!tp_sim_is_there(sim, id)) continue;
    Look then = AGAIN;
    while (then == AGAIN) then = look(sim, id, budget);
    if (then == ASKS) return false;
    if (then == DECIDES) moment->awake[moment->deciding++] = id;
  }
  return true;
}

/* Wakes the units beside a step's start if cells there are free to take
 * over. */
static void wake_behind(tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  if (tp_unit_is_in_link(unit)) return;
  tp_Rect from = tp_unit_under(unit, unit->step.from);
  tp_Rect at = tp_unit_under(unit, unit->at);
  for (tp_Cell c = tp_rect_first(from); tp_rect_wrap(from, &c); c.x++) {
    if (tp_rect_has(at, c.x, c.y)) continue;
    if (tp_occupancy_at(sim->occupancy, c.x, c.y) != id) continue;
    tp_waiting_wake(sim, from);
    return;
  }
}

/* Begins the steps that were chosen. If the game takes a step with the unit
 * `given`, the units that stay have lost no turn, and the caller updates the
 * state of that unit. */
static void begin_all(tp_Sim *sim, uint32_t given) {
  const uint32_t *chosen = sim->round.room.chosen;
  uint32_t count = sim->round.n_chosen;
  tp_pibt_time(&sim->round);
  for (uint32_t i = 0; i < count; i++) {
    tp_Unit *unit = tp_sim_unit(sim, chosen[i]);
    if (unit->decision != TP_STEPS) continue;
    if (unit->asks_each_step) unit->flags &= (uint16_t)~TP_UNIT_REPORTED;
    const tp_Stagger s = unit->navmap->moves.stagger;
    const uint32_t to = tp_round_to(&sim->round, chosen[i]);
    const bool by_link = unit->to == TP_TO_LINK;
    if (!by_link && tp_is_hexagonal(s)) {
      const unsigned shoved = tp_is_shoved(s, tp_unit_cell(unit));
      unit->heading = (uint8_t)tp_hexagon_turn(s, shoved, unit->to) & 15;
    } else if (!by_link) {
      unit->heading = unit->to;
    }
    unit->step.duration = by_link ? 0 : (uint32_t)(unit->step.end - sim->now);
    unit->step.from = unit->at;
    unit->at = to;
    if (sim->tells_moves) tp_sim_tell(sim, chosen[i], TP_HAS_MOVED, to);
    tp_occupancy_agree(sim->occupancy, tp_unit_under(unit, to));
    tp_sim_wake_at(sim, chosen[i], unit->step.end);
  }
  tp_pibt_end(&sim->round, true);
  for (uint32_t i = 0; i < count; i++) {
    if (tp_unit_is_standing(tp_sim_unit(sim, chosen[i]))) {
      if (given == 0) tp_unitstates_record_stay(sim, chosen[i]);
    } else if (chosen[i] != given) {
      tp_unitstates_record_step(sim, chosen[i]);
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    if (!tp_unit_is_standing(tp_sim_unit(sim, chosen[i]))) {
      wake_behind(sim, chosen[i]);
    }
  }
}

static bool want_stack(tp_Sim *sim) {
  const size_t bytes = tp_pibt_stack_bytes(4 * sim->round.room.tries);
  return tp_sim_want(sim, TP_SLOT_TRIES, bytes);
}

/* Returns false, with nothing done, if the round needs a larger stack. */
static bool decide_all(tp_Sim *sim) {
  tp_Moment *moment = &sim->moment;
  tp_Numbered *ranked = moment->ranked;
  tp_Numbered *spare = (tp_Numbered *)(void *)sim->round.room.chosen;
  uint32_t *higher = sim->round.room.link_end; /* by id; no unit has one yet */
  /* By rank: first by the lower half of the ranks, then, stably, by the higher
   * half. */
  for (uint32_t i = 0; i < moment->deciding; i++) {
    const uint32_t id = moment->awake[i];
    const uint64_t rank = tp_passage_rank(&sim->round, id);
    ranked[i] = (tp_Numbered){(uint32_t)rank, id};
    higher[id] = (uint32_t)(rank >> 32);
  }
  tp_mergesort_numbered(ranked, spare, moment->deciding);
  for (uint32_t i = 0; i < moment->deciding; i++) {
    ranked[i].key = higher[ranked[i].number];
  }
  tp_mergesort_numbered(ranked, spare, moment->deciding);
  for (uint32_t i = 0; i < moment->deciding; i++) {
    moment->awake[i] = ranked[i].number;
  }
  tp_pibt_begin(&sim->round, sim->now);
  tp_jointplans_lead(sim);
  for (uint32_t i = 0; i < moment->deciding && !sim->round.needs_stack; i++) {
    uint32_t id = moment->awake[i];
    const tp_Unit *unit = tp_sim_unit(sim, id);
    if (unit->group != 0) continue;
    if (unit->state != TP_IDLE && tp_unit_rests(unit)) continue;
    if (tp_sim_is_there(sim, id)) tp_pibt_decide(&sim->round, id);
  }
  if (sim->round.needs_stack) {
    tp_pibt_end(&sim->round, false);
    return want_stack(sim);
  }
  tp_jointplans_step(sim);
  begin_all(sim, 0);
  sim->round.room.cannot_grow = false;
  moment->stage = TP_STAGE_NEXT;
  return true;
}

/* ---- time ---------------------------------------------------------------- */

bool tp_sim_has_room_for_events(tp_Sim *sim) {
  const uint32_t most = (sim->tells_moves ? 3 : 2) * sim->unit_room + 16;
  const uint32_t count = sim->events ? sim->events->count : 0;
  const bool has_room = sim->events && sim->events->capacity - count >= most;
  /* Has tp_sim_give answered? Then there is no memory. */
  const bool is_refused =
      sim->want.slot == TP_SLOT_EVENTS && sim->want.bytes == 0;
  if (!has_room && !is_refused) {
    const size_t bytes = tp_events_bytes(2 * (count + most));
    return tp_sim_want(sim, TP_SLOT_EVENTS, bytes);
  }
  sim->want.slot = TP_SLOT_MOTION; /* the next block may be asked for again */
  return true;
}

/* The run has come to that time. */
static tp_SimStatus finish_run(tp_Sim *sim, uint64_t time) {
  sim->now = time;
  sim->moment.has_ended = false;
  sim->waiting.is_running = false;
  sim->moment.asked = 0;
  return TP_SIM_DONE;
}

tp_SimStatus tp_sim_run(tp_Sim *sim, uint64_t *budget) {
  tp_Moment *moment = &sim->moment;
  tp_Waiting *waiting = &sim->waiting;
  const uint64_t end = tp_clock_end(&sim->clock);
  if (!waiting->is_running) {
    sim->round.by_ticks = sim->by_ticks;
    waiting->is_running = true;
    waiting->due = waiting->count;
  }
  for (;;) {
    if (moment->stage != TP_STAGE_LOOK) {
      /* First come the units that wait for a path, then a round that is due,
       * then the next moment. */
      const bool is_asked = waiting->due > 0 && *budget > 0;
      const bool is_due = moment->stage == TP_STAGE_ROUND;
      uint64_t next = sim->now;
      if (!is_asked && !is_due)
        next = tp_timers_next(&sim->timers, sim->round.unit);
      if (next > end) return finish_run(sim, end);
      if (next > sim->now && sim->woken >= MOST_WOKEN) {
        sim->clock = (tp_Clock){sim->now, 0};
        return finish_run(sim, sim->now);
      }
      if (!is_asked && is_due && next == end) return finish_run(sim, end);
      if (!tp_sim_has_room_for_events(sim)) return TP_SIM_NEEDS_ROOM;
      if (is_asked) {
        moment->asked = sim->want.unit = tp_waiting_next(sim);
        return TP_SIM_NEEDS_PATH;
      }
      if (next > sim->now) {
        sim->now = next;
        moment->stops = 0;
      }
      if (!is_due) wake_all(sim);
      moment->stage = TP_STAGE_LOOK;
    }
    if (!look_all(sim, *budget)) return TP_SIM_NEEDS_PATH;
    if (sim->now == end ||
        (moment->has_ended && moment->stops++ < MOST_STOPS)) {
      moment->stage = TP_STAGE_ROUND;
      return finish_run(sim, sim->now);
    }
    if (!moment->has_thought && !tp_jointplans_think(sim, budget))
      return TP_SIM_NEEDS_ROOM;
    moment->has_thought = true;
    if (!decide_all(sim)) return TP_SIM_NEEDS_ROOM;
  }
}

/* ---- steps of the game's ------------------------------------------------- */

tp_StepStatus tp_sim_step(tp_Sim *sim, uint32_t id, int direction,
                          uint32_t *blocker) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const tp_Cell at = tp_unit_cell(unit);
  tp_Round *r = &sim->round;
  tp_RoundRoom *room = &r->room;
  *blocker = 0;
  if (!tp_unit_is_standing(unit)) return TP_STEP_BUSY;
  if (!tp_navmap_can_step(unit->navmap, at.x, at.y, direction)) {
    return TP_STEP_FORBIDDEN;
  }
  if (!tp_sim_has_room_for_events(sim)) return TP_STEP_NEEDS_ROOM;
  /* A round of its own, with the unit idle. */
  const tp_Unit before = *unit;
  uint32_t *forced = room->forced;
  tp_StepStatus status = TP_STEP_TAKEN;
  room->forced = NULL; /* it belongs to the last moment */
  r->by_ticks = sim->by_ticks;
  unit->state = TP_IDLE;
  unit->group = 0;
  unit->to_goal = (tp_CostToGoal){NULL, NULL, at};
  tp_pibt_begin(r, sim->now);
  if (tp_pibt_step(r, id, direction)) {
    tp_sim_look_anew(sim);
    begin_all(sim, id);
    if (before.state == TP_IDLE) tp_sim_stop(sim, id);
    if (before.state != TP_IDLE) tp_sim_end(sim, id);
  } else {
    status = r->needs_stack ? TP_STEP_NEEDS_ROOM : TP_STEP_UNIT;
    if (!r->needs_stack) *blocker = r->barrier;
    r->decisions = r->before;
    tp_pibt_end(r, false);
    *unit = before;
  }
  room->forced = forced;
  if (status == TP_STEP_NEEDS_ROOM) {
    want_stack(sim);
  } else {
    room->cannot_grow = false;
  }
  return status;
}

/* Delays those who follow this unit: none arrives before it does. */
static bool wait_for_leaver(tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  tp_Rect from = tp_unit_under(unit, unit->step.from);
  bool is_later = false;
  for (tp_Cell c = tp_rect_first(from); tp_rect_wrap(from, &c); c.x++) {
    uint32_t by = tp_round_occupant(&sim->round, c.x, c.y);
    if (by == 0 || by == id) continue;
    tp_Step *its = &tp_sim_unit(sim, by)->step;
    if (its->end >= unit->step.end) continue;
    its->end = unit->step.end;
    is_later = true;
  }
  return is_later;
}

/* No unit is in a link here: a unit whose cells were taken over takes
 * none. */
void tp_sim_retime(tp_Sim *sim) {
  for (uint32_t id = 1; id <= sim->last_id; id++) {
    tp_Unit *unit = tp_sim_unit(sim, id);
    tp_Cell from = tp_unpack_cell(unit->step.from), to = tp_unit_cell(unit);
    int direction = tp_direction(to.x - from.x, to.y - from.y);
    if (direction < 0) continue;
    unit->step.end =
        sim->now + tp_round_duration(&sim->round, unit, from, direction);
  }
  for (bool is_later = true; is_later;) {
    is_later = false;
    for (uint32_t id = 1; id <= sim->last_id; id++) {
      if (tp_unit_is_standing(tp_sim_unit(sim, id))) continue;
      is_later |= wait_for_leaver(sim, id);
    }
  }
  for (uint32_t id = 1; id <= sim->last_id; id++) {
    tp_Unit *unit = tp_sim_unit(sim, id);
    if (tp_unit_is_standing(unit)) continue;
    unit->step.duration = (uint32_t)(unit->step.end - sim->now);
    tp_sim_wake_at(sim, id, unit->step.end);
  }
}

/* ---- what there is to tell ----------------------------------------------- */

double tp_sim_phase(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  if (tp_unit_is_standing(unit)) return 1;
  if (tp_unit_is_in_link(unit)) return unit->step.end <= sim->clock.whole;
  /* A step that began between two updates starts with the next unit of time. */
  if (sim->clock.whole < tp_unit_began(unit)) return 0;
  double part = (double)sim->clock.fraction * (1.0 / 18446744073709551616.0);
  double gone = (double)(sim->clock.whole - tp_unit_began(unit)) + part;
  double phase = gone / unit->step.duration;
  return phase < 1 ? phase : 1;
}

tp_Counters tp_sim_counters(const tp_Sim *sim) {
  tp_Counters c = {sim->round.decisions, 0, 0, 0};
  for (uint32_t id = 1; id <= sim->last_id; id++) {
    const tp_Unit *unit = tp_sim_unit(sim, id);
    if (!(unit->flags & TP_UNIT_THERE)) continue;
    if (tp_unit_goes(unit) || tp_sim_is_due(sim, id)) c.moving++;
    if (unit->flags & TP_UNIT_QUEUED) c.waiting++;
    if (unit->flags & TP_UNIT_STUCK) c.stuck++;
  }
  return c;
}
