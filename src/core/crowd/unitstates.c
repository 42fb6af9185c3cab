/* unitstates.c - the state table in words:
 *
 *     idle      rests; if it was pushed away, it goes home when no unit is
 *               about to pass
 *     going     looks around whenever it stands. At its goal it arrives. Near
 *               enough, with all nearer cells beside it taken by units at
 *               rest, it settles. Beside its goal, with another unit at it, it
 *               is blocked; also if its path has not become shorter for long
 *     arrived,  rest; pushed away, they go back. A unit with the same goal
 *     settled   does not push them. Pushed again and again, they are blocked
 *     blocked   rests, and goes again after a pause. Each pause is twice as
 *               long, up to a bound, until the unit has come nearer than ever.
 *               If another unit is at its goal, it asks for a path, perhaps to
 *               another end of its order. If it has been beside that goal, it
 *               rests on
 *
 * A unit settles only if units at rest take the nearer cells. So the nearest
 * come to rest first, and no circle of units waits for one another.
 */
#include "unitstates.h"

#include "../base/bits.h"
#include "candidates.h"
#include "detours.h"
#include "passages.h"
#include "settling.h"
#include "transitions.h"

enum {
  PATIENCE = 64,    /* steps without progress until a unit is blocked */
  MOST_PAUSES = 6,  /* so many pauses count */
  MOST_DOUBLED = 4, /* so often the pause doubles: nothing wakes a unit when a
                       way opens far from it */
  MOST_PUSHES = 24, /* so often it goes back to its goal, then it gives in */
  CALM = 64,        /* steps at its goal until pushes count anew */
  MOST_PLANS = 8,   /* retries after plans without progress */
  SELDOM = 8,       /* steps: so often a spare unit looks for a place */
  LARGE = 16,       /* units: a push counts less often with each so many */
  HUGE_CROWD = 128, /* units: one more retry with each so many */
  LONG_CALM = 2 * TP_PAUSE << MOST_PAUSES /* steps at its goal until pauses
                                             count anew */
};

/* At rest the unit looks again at that time; if it asks where to go, after one
 * step's time, or eight if it is spare. A blocked one looks for an end that has
 * become free (tp_unit_seeks_free_end). */
static void rest_until(tp_Sim *sim, uint32_t id, uint64_t time) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  const uint64_t pause = tp_unit_first_pause(unit);
  if (unit->state == TP_BLOCKED && time != TP_NO_TIME && time > sim->now)
    time -= (time - sim->now - 1) / pause * pause;
  const bool seeks = tp_unit_seeks_place(unit);
  const uint64_t next =
      sim->now + tp_unit_step_time(unit) * (seeks ? SELDOM : 1);
  const bool looks =
      seeks || unit->asks_each_step || unit->flags & TP_UNIT_LATE;
  tp_sim_wake_at(sim, id, looks && next < time ? next : time);
}

/* Is the next cell of its path taken by a unit that stands, or is there none?
 * A unit under way does not hinder: this one can follow it. On a trail only one
 * does that cannot be pushed. */
static bool is_hindered(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  const bool is_trail = unit->to_goal.unit_path->is_trail;
  tp_Cell next;
  if (!tp_costtogoal_next(&unit->to_goal, unit->navmap, tp_unit_cell(unit),
                          &next)) {
    return true;
  }
  tp_Rect to = tp_unit_under(unit, tp_pack_cell(next.x, next.y));
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    uint32_t occupant = tp_round_occupant(&sim->round, c.x, c.y);
    if (occupant == 0 || occupant == id) continue;
    const tp_Unit *other = tp_sim_unit(sim, occupant);
    if (is_trail ? tp_unit_goes_around(unit, other)
                 : !tp_unit_is_under_way(other, sim->now)) {
      return true;
    }
  }
  tp_Cell at = tp_unit_cell(unit);
  bool is_step =
      tp_difference(at.x, next.x) <= 1 && tp_difference(at.y, next.y) <= 1;
  return is_step && tp_candidates_is_between(&sim->round, unit, next);
}

bool tp_unitstates_lacks_path(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const tp_Cell at = tp_unit_cell(unit);
  if (unit->state == TP_IDLE || tp_unit_is_paused(unit)) return false;
  if (unit->state == TP_BLOCKED && sim->now < unit->progress.retry_at)
    return false;
  tp_CostToGoal *to_goal = &unit->to_goal;
  if (tp_unit_ends_at(unit, at)) {
    return unit->is_path_short && !tp_costtogoal_leads(to_goal);
  }
  if (unit->flags & TP_UNIT_REFUSED || !tp_costtogoal_leads(to_goal))
    return true;
  /* Renews its window if that is stale. */
  const tp_Navmap *nav = unit->navmap;
  tp_Service service = tp_costtogoal_service(to_goal, nav, at, false);
  if (service == TP_COSTTOGOAL_SERVES && to_goal->unit_path) {
    if (is_hindered(sim, id))
      service = tp_costtogoal_service(to_goal, nav, at, true);
    else if (to_goal->unit_path->is_trail)
      to_goal->unit_path->window.area.w = 0;
  }
  if (service == TP_COSTTOGOAL_LAGS) {
    service = tp_costtogoal_refresh(to_goal, nav, at, sim->scratch);
  }
  return service == TP_COSTTOGOAL_ASTRAY;
}

/* ---- at rest ------------------------------------------------------------- */

static void free_it(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  if (!(unit->flags & TP_UNIT_STUCK)) return;
  tp_sim_tell(sim, id, TP_IS_FREED, 0);
  tp_transition_apply(unit, TP_ON_FREE, sim->now);
}

/* The unit is at its goal, or near enough. If its path is short of that, it is
 * blocked there. */
static void come_to_rest(tp_Sim *sim, uint32_t id, tp_UnitEvent event,
                         tp_Happening what) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const uint16_t had = unit->flags;
  const bool had_settled = unit->state == TP_SETTLED && event == TP_ON_ARRIVE &&
                           !unit->asks_each_step;
  if (!unit->is_path_short) free_it(sim, id);
  const bool was_reported = unit->flags & TP_UNIT_REPORTED;
  if (unit->patrols) {
    /* It asks for its next goal at once. If it has not stepped since its last
     * goal, it asks after a step's time, or it might never stop asking. (A ride
     * in a link is no step: it may take next to no time.) */
    uint64_t pause = had & TP_UNIT_AT_POINT ? tp_unit_step_time(unit) : 0;
    tp_transition_apply(unit, TP_ON_POINT, sim->now);
    unit->progress.best = 0;
    unit->to_goal = (tp_CostToGoal){NULL, NULL, {-1, -1}};
    tp_sim_tell(sim, id, TP_HAS_REACHED, 0);
    tp_sim_wake_at(sim, id, sim->now + pause);
    return;
  }
  tp_transition_apply(unit, event, sim->now);
  if (unit->asks_each_step && event == TP_ON_SETTLE) {
    unit->settle = TP_ANYWHERE_NEAR; /* it pushes no unit */
    what = TP_HAS_ARRIVED;
  }
  if (unit->asks_each_step || unit->is_spare) rest_until(sim, id, TP_NO_TIME);
  if (was_reported && !had_settled) return;
  if (unit->is_path_short) tp_transition_apply(unit, TP_ON_WARN, sim->now);
  if (unit->is_path_short) {
    tp_sim_tell(sim, id, TP_IS_BLOCKED, 0);
  } else {
    tp_sim_tell(sim, id, what, unit->at);
  }
}

void tp_unitstates_give_up(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const int doubled =
      unit->backoff < MOST_DOUBLED ? unit->backoff : MOST_DOUBLED;
  const uint64_t pause = tp_unit_first_pause(unit) << doubled;
  if (!(unit->flags & TP_UNIT_STUCK)) tp_sim_tell(sim, id, TP_IS_BLOCKED, 0);
  tp_transition_apply(unit, TP_ON_BLOCK, sim->now);
  if (unit->backoff < MOST_PAUSES && !(unit->flags & TP_UNIT_OUTSIDE))
    unit->backoff++;
  unit->progress.retry_at = sim->now + pause;
  if (tp_unit_is_standing(unit)) rest_until(sim, id, sim->now + pause);
}

static uint64_t patience(const tp_Unit *unit) {
  return tp_unit_step_time(unit) * PATIENCE;
}

bool tp_unitstates_may_wait(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  return unit->state != TP_BLOCKED &&
         sim->now - unit->progress.time <= patience(unit) << unit->backoff;
}

void tp_unitstates_warn(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  if (tp_unit_rests(unit) || unit->flags & TP_UNIT_STUCK) return;
  if (sim->now - unit->progress.time <= patience(unit)) return;
  tp_sim_tell(sim, id, TP_IS_BLOCKED, 0);
  tp_transition_apply(unit, TP_ON_WARN, sim->now);
}

void tp_unitstates_reset_patience(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  /* In a large crowd many pass, and that takes longer. So there are more
   * retries. */
  uint32_t most = MOST_PLANS + sim->present / HUGE_CROWD;
  if (most > TP_MOST_PLANS) most = TP_MOST_PLANS;
  if (unit->failed_joint_plans < most >> unit->backoff) {
    unit->failed_joint_plans++;
    tp_transition_apply(unit, TP_ON_HOPE, sim->now);
  } else if (unit->state == TP_GOING || unit->state == TP_ARRIVED) {
    tp_unitstates_give_up(sim, id);
  }
}

void tp_unitstates_record_ride(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  if (unit->failed_joint_plans >= MOST_PLANS) return;
  unit->failed_joint_plans++;
  tp_transition_apply(unit, TP_ON_HOPE, sim->now);
}

/* ---- looking ------------------------------------------------------------- */

bool tp_unitstates_leads(const tp_Unit *unit) {
  tp_Cell c = tp_unit_cell(unit);
  if (tp_unit_cost(unit, c) != TP_FAR) return true;
  unsigned steps = tp_costtogoal_choices(&unit->to_goal, unit->navmap, c);
  for (; steps; steps &= steps - 1) {
    if (tp_unit_cost(unit, tp_beside(c, tp_lowest(steps))) != TP_FAR)
      return true;
  }
  return false;
}

static bool look_on(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_Cell c = tp_unit_cell(unit);
  uint64_t here = tp_unit_cost(unit, c);
  if (!tp_unitstates_leads(unit)) {
    unit->flags |= TP_UNIT_REFUSED;
    tp_unitstates_give_up(sim, id);
    return false;
  }
  if (here < unit->progress.best && !(unit->flags & TP_UNIT_LATE)) {
    if (unit->progress.best == TP_FAR) {
      /* A unit with a long way counts as ordered earlier by that time: it
       * comes first. */
      const uint64_t most = UINT64_C(1) << 24;
      const uint64_t step = unit->navmap->costs.cheapest[0] *
                            tp_costtogoal_factor(&unit->to_goal);
      uint64_t steps = step ? here / step : 0;
      if (steps > most) steps = most;
      const uint64_t steps_cost = steps * tp_unit_step_time(unit);
      const uint64_t age = sim->now - unit->progress.since;
      if (steps_cost > age || age > INT64_MAX)
        unit->progress.since = sim->now - steps_cost;
    }
    unit->progress.best = here;
    tp_transition_apply(unit, TP_ON_NEARER, sim->now);
    if (!unit->is_rerouted) unit->backoff = 0;
    /* One that goes back to the end of a short path is still blocked. */
    if (unit->state == TP_GOING || !unit->is_path_short) free_it(sim, id);
  }
  /* This also catches units that step to and fro, or in circles. */
  if (sim->now - unit->progress.time > 2 * patience(unit)) {
    tp_unitstates_give_up(sim, id);
    return false;
  }
  if (tp_settling_comes_late(sim, id, here)) {
    if (tp_costtogoal_has_goal(&unit->to_goal))
      tp_transition_apply(unit, TP_ON_LATE, sim->now);
    tp_unitstates_give_up(sim, id);
    return false;
  }
  if (tp_settling_settles(sim, id, here)) {
    come_to_rest(sim, id, TP_ON_SETTLE, TP_HAS_SETTLED);
    return false;
  }
  return true;
}

static bool look_home(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  if (!tp_same_cell(tp_unit_cell(unit), unit->to_goal.goal)) return true;
  tp_transition_apply(unit, TP_ON_HOME, sim->now);
  return false;
}

void tp_unitstates_ask(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const bool is_first = !(unit->flags & TP_UNIT_AT_LINK);
  if (unit->permission == TP_ASKS)
    tp_sim_tell(sim, id, is_first ? TP_IS_AT_LINK : TP_ASKS_AGAIN, 0);
  unit->permission = TP_HAS_ASKED;
  unit->flags |= TP_UNIT_OUTSIDE | TP_UNIT_AT_LINK;
}

/* Does the unit stand before a link, and wait for the game's answer? */
static bool awaits_permission(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  tp_Edge edge;
  if (!tp_unit_needs_permission(unit) ||
      !tp_costtogoal_edge(&unit->to_goal, unit->navmap, tp_unit_cell(unit),
                          &edge)) {
    return false;
  }
  tp_unitstates_ask(sim, id);
  tp_transition_apply(unit, TP_ON_HOPE, sim->now);
  return true;
}

bool tp_unitstates_look(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  if (tp_unit_is_paused(unit)) return false;
  if (unit->asks_each_step && unit->state == TP_SETTLED)
    tp_transition_apply(unit, TP_ON_RETRY, sim->now); /* is there room now? */
  if (unit->state == TP_IDLE) return look_home(sim, id);
  if (unit->state == TP_WAITING) {
    if (tp_unit_seeks_place(unit)) return false;
    /* Others have pushed it to where its costs lead on. */
    tp_transition_apply(unit, TP_ON_NEW_PATH, sim->now);
  }
  if (tp_unit_ends_at(unit, tp_unit_cell(unit))) {
    if (tp_unit_seeks_place(unit))
      rest_until(sim, id, TP_NO_TIME);
    else
      come_to_rest(sim, id, TP_ON_ARRIVE, TP_HAS_ARRIVED);
    return false;
  }
  if (unit->state == TP_BLOCKED) {
    const bool is_free =
        unit->flags & TP_UNIT_LATE && tp_settling_is_goal_free(sim, id);
    if (sim->now < unit->progress.retry_at && !is_free) {
      rest_until(sim, id, unit->progress.retry_at);
      return false;
    }
    if (unit->flags & TP_UNIT_LATE && tp_settling_is_goal_taken(sim, id)) {
      tp_unitstates_give_up(sim, id);
      return false;
    }
    tp_transition_apply(unit, TP_ON_RETRY, sim->now);
  }
  /* Has the unit gone back to its goal so often that it leaves it for a
   * while? */
  if (unit->flags & TP_UNIT_AWAY && unit->state == TP_ARRIVED &&
      unit->pushes >= MOST_PUSHES >> unit->backoff) {
    tp_unitstates_give_up(sim, id);
    return false;
  }
  return !tp_unit_rests(unit) && look_on(sim, id) &&
         !awaits_permission(sim, id);
}

/* ---- after a round ------------------------------------------------------- */

/* Units that push each other off their goals in turns each reach their goals,
 * so their patience never ends. So the number of pushes counts instead: after
 * some pushes a plan is needed. In a large crowd not each push counts. */
static void record_push(const tp_Sim *sim, tp_Unit *unit) {
  uint64_t calm = sim->now - unit->progress.since,
           step = tp_unit_step_time(unit);
  bool counts = unit->state == TP_ARRIVED && unit->settle == 0;
  if (counts) {
    uint32_t moment = (uint32_t)(sim->now ^ sim->now >> 32);
    uint32_t drawn = tp_candidates_hash(moment, sim->present);
    bool is_one_more = drawn % (1 + sim->present / LARGE) == 0;
    if (calm > step * CALM) unit->pushes = 0;
    if (calm > step * LONG_CALM) unit->backoff = 0;
    if (unit->pushes < MOST_PUSHES && is_one_more) unit->pushes++;
  }
  tp_transition_apply(unit, TP_ON_PUSH, sim->now);
  if (!counts || unit->pushes <= MOST_PUSHES / 4)
    tp_transition_apply(unit, TP_ON_HOPE, sim->now);
}

/* Which unit has pushed one that did not want to go: the unit in a cell that it
 * leaves; or, unless it goes back to its place of rest, the unit that has drawn
 * it along into its own cell; 0: none. */
static uint32_t find_pusher(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  if (!tp_unit_rests(unit) && unit->state != TP_WAITING) return 0;
  const tp_Rect from = tp_unit_under(unit, unit->step.from);
  for (tp_Cell c = tp_rect_first(from); tp_rect_wrap(from, &c); c.x++) {
    const uint32_t by = tp_round_occupant(&sim->round, c.x, c.y);
    if (by != 0 && by != id) return by;
  }
  if (unit->flags & TP_UNIT_AWAY) return 0;
  const tp_Rect around = tp_rect_clip(
      tp_rect_grow(tp_unit_under(unit, unit->at), 1), tp_sim_map(sim));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    const uint32_t by = tp_round_occupant(&sim->round, c.x, c.y);
    if (by == 0 || by == id) continue;
    const tp_Unit *other = tp_sim_unit(sim, by);
    if (!tp_unit_is_standing(other) && other->step.from == unit->at) return by;
  }
  return 0;
}

void tp_unitstates_record_step(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const uint32_t by = find_pusher(sim, id);
  tp_transition_apply(unit, TP_ON_STEP, sim->now);
  if (unit->permission) unit->permission = TP_ASKS;
  /* Elsewhere the answer may be another one. */
  if (unit->state == TP_BLOCKED && unit->flags & TP_UNIT_REFUSED)
    tp_transition_apply(unit, TP_ON_HOPE, sim->now);
  if (!tp_unit_is_in_link(unit))
    tp_transition_apply(unit, TP_ON_WALK, sim->now);
  if (by != 0) tp_sim_tell(sim, id, TP_WAS_PUSHED, by);
  if (tp_unit_rests(unit) && unit->state != TP_BLOCKED &&
      !(unit->flags & TP_UNIT_AWAY)) {
    record_push(sim, unit);
  }
}

/* When may the unit follow the occupant of a cell? TP_NO_TIME if the occupant
 * is not under way, or leaves early enough. */
static uint64_t follows_at(const tp_Sim *sim, const tp_Unit *unit,
                           uint32_t occupant, int direction) {
  const tp_Unit *other = tp_sim_unit(sim, occupant);
  if (!tp_unit_is_under_way(other, sim->now)) return TP_NO_TIME;
  if (direction == TP_TO_LINK || tp_unit_is_in_link(other)) {
    return other->step.end;
  }
  uint64_t duration = tp_unit_duration(unit, direction);
  if (other->step.end <= sim->now + duration) return TP_NO_TIME;
  return other->step.end - duration;
}

/* The unit waits for another one. As long as that one has hope, it has hope,
 * too. Hope that was renewed after a failed plan or after a ride to no nearer
 * cell (`failed_joint_plans` > 0) is not handed on: around a ring of queues it
 * would never end. */
static void share_hope(const tp_Sim *sim, tp_Unit *unit, uint32_t id) {
  const tp_Unit *other = tp_sim_unit(sim, id);
  if (other->state != TP_GOING || other->failed_joint_plans > 0) return;
  if (tp_unit_is_in_link(other)) {
    tp_transition_apply(unit, TP_ON_HOPE, sim->now);
  } else if (other->progress.time > unit->progress.time &&
             other->progress.time <= sim->now) {
    unit->progress.time = other->progress.time;
  }
}

/* Does the unit wait behind another one, which is in a link, or waits outside
 * and does not want to come towards it? */
static bool is_behind(const tp_Unit *unit, const tp_Unit *other) {
  const tp_Cell at = tp_unit_cell(unit);
  if (tp_unit_is_in_link(other)) return true;
  return other->flags & TP_UNIT_OUTSIDE &&
         tp_unit_cost(other, at) >= tp_unit_cost(other, tp_unit_cell(other));
}

/* Looks at the cells that are better than to stay, the best first. Returns when
 * to look again. */
static uint64_t await_turn(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const uint32_t held_for = sim->round.room.link_end[id];
  uint64_t wake = sim->now + tp_unit_step_time(unit);
  /* One that is held up does not leave its turn to chance: it also looks when those
   * at rest that it pushes can go. */
  if (tp_unit_is_held_up(unit, sim->now) && sim->now + held_for < wake)
    wake = sim->now + held_for;
  tp_Try t = {0};
  t.id = id;
  tp_candidates_sort(&sim->round, &t, TP_CHOICES, false);
  for (int i = 0; i < t.candidates && t.candidate[i] != TP_STAY; i++) {
    int d = t.candidate[i];
    tp_Cell to = d == TP_TO_LINK ? tp_unpack_cell(t.link_end)
                                 : tp_beside(tp_unit_cell(unit), d);
    uint32_t occupant = tp_round_occupant(&sim->round, to.x, to.y);
    const uint32_t inside = i == 0 && unit->state != TP_IDLE
                                ? tp_passage_bars(&sim->round, id, to)
                                : 0;
    if (inside) {
      unit->flags |= TP_UNIT_OUTSIDE;
      share_hope(sim, unit, inside);
    }
    if (occupant == 0 || occupant == id) continue;
    uint64_t at = follows_at(sim, unit, occupant, d);
    if (at < wake) wake = at;
    const tp_Unit *other = tp_sim_unit(sim, occupant);
    if (d == TP_TO_LINK || is_behind(unit, other)) {
      unit->flags |= TP_UNIT_OUTSIDE;
      share_hope(sim, unit, occupant);
    }
    if (i > 0 || occupant == unit->last_blocker || unit->state != TP_GOING)
      continue;
    if (tp_unit_is_under_way(other, sim->now)) continue;
    unit->last_blocker = occupant;
    tp_sim_tell(sim, id, TP_HAS_BUMPED, occupant);
  }
  tp_detour_ask(sim, id);
  return wake;
}

void tp_unitstates_record_stay(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  if (unit->flags & TP_UNIT_LEAVES && tp_unit_needs_permission(unit))
    tp_unitstates_ask(sim, id);
  if (unit->group != 0) return; /* its plan says when it goes on */
  if (unit->state == TP_IDLE) {
    if (!(unit->flags & TP_UNIT_AWAY)) return;
    /* It cannot go home: it looks again at growing intervals, and then takes
     * its cell as its home. */
    if (unit->backoff >= MOST_PAUSES) {
      unit->to_goal.goal = tp_unit_cell(unit);
      look_home(sim, id);
    } else {
      tp_sim_wake_at(sim, id,
                     sim->now + (tp_unit_step_time(unit) << unit->backoff));
      unit->backoff++;
    }
  } else if (!tp_unit_rests(unit) && unit->state != TP_WAITING) {
    if (sim->now - unit->progress.time > patience(unit)) {
      tp_unitstates_give_up(sim, id);
    } else {
      const uint64_t wake = await_turn(sim, id);
      tp_sim_wake_at(sim, id, wake);
      if (!tp_settling_waits_in_vain(sim, id)) return;
      tp_transition_apply(unit, TP_ON_LATE, sim->now);
      tp_unitstates_give_up(sim, id);
    }
  }
}
