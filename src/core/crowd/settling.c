/* settling.c - may a unit go on, or is all that is nearer to its goal taken by
 * units at rest? Then it settles, or it comes too late.
 */
#include "settling.h"

#include "../base/bits.h"
#include "candidates.h"
#include "passages.h"
#include "reservations.h"

enum {
  CONTENT = 8, /* steps without progress near its goal: there a unit settles */
  NEAR = 2     /* so near to its goal, one that was pushed off it comes back */
};

/* Is the cell held by a unit that will not leave by itself? */
static bool is_taken(const tp_Sim *sim, uint32_t id, tp_Cell c) {
  uint32_t occupant = tp_round_occupant(&sim->round, c.x, c.y);
  if (occupant == 0 || occupant == id) return false;
  const tp_Unit *other = tp_sim_unit(sim, occupant);
  if (tp_unit_is_under_way(other, sim->now)) return false;
  return tp_unit_is_wall(other) || tp_unit_rests(other) ||
         (tp_unit_is_near(other, tp_unit_cell(other)) &&
          !other->asks_each_step);
}

bool tp_settling_is_closed(const tp_Sim *sim, uint32_t id, tp_Rect to) {
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    if (is_taken(sim, id, c)) return true;
  }
  return false;
}

/* The cells that it would enter; the goal of a large unit may stick out of the
 * map. */
static tp_Rect entered_at(const tp_Sim *sim, uint32_t id, tp_Cell c) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  return tp_rect_clip(tp_unit_under(unit, tp_pack_cell(c.x, c.y)),
                      tp_sim_map(sim));
}

bool tp_settling_is_late(const tp_Sim *sim, uint32_t id, tp_Cell c) {
  const tp_Rect to = entered_at(sim, id, c);
  for (tp_Cell cell = tp_rect_first(to); tp_rect_wrap(to, &cell); cell.x++) {
    uint32_t other = tp_round_occupant(&sim->round, cell.x, cell.y);
    if (other == 0 || other == id) continue;
    if (tp_round_is_after(&sim->round, id, other)) return true;
  }
  return false;
}

/* Is one of the cells held by a unit that came first to the goal, or one that
 * will not leave it: like a wall at it, or late for it itself? */
static bool is_lost(const tp_Sim *sim, uint32_t id, tp_Cell c) {
  const tp_Cell goal = tp_sim_unit(sim, id)->to_goal.goal;
  const tp_Rect to = entered_at(sim, id, c), end = entered_at(sim, id, goal);
  for (tp_Cell cell = tp_rect_first(to); tp_rect_wrap(to, &cell); cell.x++) {
    uint32_t other = tp_round_occupant(&sim->round, cell.x, cell.y);
    if (other == 0 || other == id) continue;
    const tp_Unit *o = tp_sim_unit(sim, other);
    if (tp_round_is_after(&sim->round, id, other)) return true;
    if (tp_unit_is_wall(o) &&
        !tp_rect_is_empty(tp_rect_clip(tp_unit_under(o, o->at), end)))
      return true;
    if (o->state == TP_BLOCKED && o->flags & TP_UNIT_LATE &&
        tp_same_cell(o->to_goal.goal, goal)) {
      return true;
    }
  }
  return false;
}

bool tp_settling_is_goal_taken(const tp_Sim *sim, uint32_t id) {
  const tp_CostToGoal *to_goal = &tp_sim_unit(sim, id)->to_goal;
  return tp_costtogoal_has_goal(to_goal) && is_lost(sim, id, to_goal->goal);
}

/* Has the unit one goal, which another may take for good? The place of one that
 * asks before each step is another soon. */
static bool may_lose_goal(const tp_Unit *unit) {
  return unit->settle == 0 && !unit->asks_each_step && !unit->has_choice;
}

/* Is another unit at its goal, and not only since a moment ago? */
static bool has_lost_goal(const tp_Sim *sim, uint32_t id) {
  const tp_Rect to = entered_at(sim, id, tp_sim_unit(sim, id)->to_goal.goal);
  if (!tp_settling_is_goal_taken(sim, id)) return false;
  for (tp_Cell cell = tp_rect_first(to); tp_rect_wrap(to, &cell); cell.x++) {
    uint32_t other = tp_round_occupant(&sim->round, cell.x, cell.y);
    if (other == 0 || other == id) continue;
    const tp_Unit *o = tp_sim_unit(sim, other);
    if (sim->now - o->progress.since < tp_unit_step_time(o)) return false;
  }
  return true;
}

bool tp_settling_waits_in_vain(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  if (!(unit->flags & TP_UNIT_OUTSIDE) || !may_lose_goal(unit)) return false;
  return has_lost_goal(sim, id);
}

/* Around the goal stand those that were pushed off it. */
bool tp_settling_is_goal_free(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  if (!tp_costtogoal_has_goal(&unit->to_goal)) return false;
  if (unit->flags & TP_UNIT_REFUSED || tp_settling_is_goal_taken(sim, id))
    return false;
  const tp_Cell goal = unit->to_goal.goal;
  const tp_Rect around = tp_rect_clip(
      tp_rect_grow(tp_unit_under(unit, tp_pack_cell(goal.x, goal.y)), NEAR),
      tp_sim_map(sim));
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    const uint32_t other = tp_round_occupant(&sim->round, c.x, c.y);
    if (other == 0 || other == id) continue;
    const tp_Unit *o = tp_sim_unit(sim, other);
    if (o->flags & TP_UNIT_AWAY && tp_same_cell(o->to_goal.goal, goal))
      return false;
  }
  return true;
}

bool tp_settling_seeks_end(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  if (unit->has_choice && tp_unit_goes(unit)) return has_lost_goal(sim, id);
  return unit->state == TP_BLOCKED &&
         (sim->now >= unit->progress.retry_at ||
          tp_unit_seeks_free_end(unit, sim->now)) &&
         tp_settling_is_goal_taken(sim, id);
}

bool tp_settling_is_narrow(const tp_Sim *sim, uint32_t id, tp_Cell c, int d) {
  const tp_Navmap *nav = tp_sim_unit(sim, id)->navmap;
  return tp_passes_between(nav->profile.diagonal, d) &&
         is_taken(sim, id, tp_beside(c, tp_side_x(d))) &&
         is_taken(sim, id, tp_beside(c, tp_side_y(d)));
}

/* Does its path lead on by a link whose far end no unit at rest blocks? */
static bool may_take_link(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  const tp_Cell at = tp_unit_cell(unit);
  tp_Edge edge;
  return tp_costtogoal_edge(&unit->to_goal, unit->navmap, at, &edge) &&
         !tp_settling_is_closed(sim, id, tp_unit_under(unit, edge.to));
}

bool tp_settling_next(const tp_Sim *sim, uint32_t id, tp_Cell *next) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  const tp_Cell at = tp_unit_cell(unit);
  if (tp_costtogoal_next(&unit->to_goal, unit->navmap, at, next)) return true;
  uint64_t least = tp_candidates_cost(unit, at, false);
  unsigned steps = tp_costtogoal_choices(&unit->to_goal, unit->navmap, at);
  bool is_found = false;
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const tp_Cell c = tp_beside(at, d);
    const uint64_t cost = tp_candidates_cost(unit, c, tp_is_diagonal(d));
    if (cost >= least) continue;
    least = cost;
    *next = c;
    is_found = true;
  }
  return is_found;
}

bool tp_settling_is_kept_out(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  tp_Cell next;
  if (!unit->hunts || !tp_settling_next(sim, id, &next)) return false;
  const tp_Cell at = tp_unit_cell(unit);
  const int d = tp_direction(next.x - at.x, next.y - at.y);
  if (d >= 0 && tp_settling_is_narrow(sim, id, at, d)) return true;
  const uint32_t inside = tp_passage_bars(&sim->round, id, next);
  if (inside && tp_unit_rests_at_end(tp_sim_unit(sim, inside))) return true;
  const tp_Rect to = tp_unit_under(unit, tp_pack_cell(next.x, next.y));
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    const uint32_t other = tp_round_occupant(&sim->round, c.x, c.y);
    if (other != 0 && other != id && tp_unit_has_come(tp_sim_unit(sim, other)))
      return true;
  }
  return false;
}

/* Has the unit several goals, and does another one rest at this one, or may be
 * about to? Then it asks for another goal before it settles. */
static bool may_go_elsewhere(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  if (!unit->has_choice) return false;
  if (tp_settling_is_goal_taken(sim, id)) return true;
  const tp_Rect to = entered_at(sim, id, unit->to_goal.goal);
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    const uint32_t other = tp_round_occupant(&sim->round, c.x, c.y);
    if (other == 0 || other == id) continue;
    if (!tp_unit_rests(tp_sim_unit(sim, other))) return true;
  }
  return false;
}

bool tp_settling_settles(const tp_Sim *sim, uint32_t id, uint64_t here) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  tp_Cell c = tp_unit_cell(unit);
  if (!tp_unit_is_near(unit, c)) return false;
  if (may_go_elsewhere(sim, id)) return false;
  if (tp_settling_is_kept_out(sim, id)) return true;
  if (unit->patrols) return true;
  if (sim->now - unit->progress.time > tp_unit_step_time(unit) * CONTENT)
    return true;
  if (may_take_link(sim, id)) return false;
  uint64_t stay = tp_candidates_cost(unit, c, false);
  unsigned steps = tp_costtogoal_choices(&unit->to_goal, unit->navmap, c);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell to = tp_beside(c, d);
    if (tp_unit_cost(unit, to) >= here || tp_settling_is_narrow(sim, id, c, d))
      continue;
    if (tp_candidates_cost(unit, to, tp_is_diagonal(d)) >= stay) continue;
    if (!tp_settling_is_closed(sim, id,
                               tp_unit_under(unit, tp_pack_cell(to.x, to.y)))) {
      return false;
    }
  }
  return true;
}

bool tp_settling_comes_late(const tp_Sim *sim, uint32_t id, uint64_t here) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  tp_Cell c = tp_unit_cell(unit);
  bool is_late = false;
  if (!may_lose_goal(unit)) return false;
  if (!tp_mask_can_enter(unit->navmap->mask, c.x, c.y)) return false;
  if (tp_costtogoal_has_goal(&unit->to_goal) &&
      !tp_settling_is_goal_taken(sim, id))
    return false;
  if (may_take_link(sim, id)) return false;
  unsigned steps = tp_costtogoal_choices(&unit->to_goal, unit->navmap, c);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell to = tp_beside(c, d);
    if (tp_unit_cost(unit, to) >= here) continue;
    if (!tp_settling_is_closed(sim, id,
                               tp_unit_under(unit, tp_pack_cell(to.x, to.y)))) {
      if (!tp_settling_is_narrow(sim, id, c, d)) return false;
    }
    if (is_late) continue;
    is_late = tp_costtogoal_has_goal(&unit->to_goal)
                  ? is_lost(sim, id, to)
                  : tp_settling_is_late(sim, id, to);
  }
  return is_late;
}

/* Does another unit hold one of the cells, and not leave it? */
static bool is_kept(const tp_Sim *sim, uint32_t id, tp_Rect to) {
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    const uint32_t other = tp_round_occupant(&sim->round, c.x, c.y);
    if (other == 0 || other == id) continue;
    const tp_Unit *o = tp_sim_unit(sim, other);
    if (tp_rect_has(tp_unit_under(o, o->at), c.x, c.y)) return true;
    if (tp_unit_is_in_link(o)) return true;
  }
  return false;
}

bool tp_settling_may_go_on(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  const tp_CostToGoal *to_goal = &unit->to_goal;
  const tp_Cell at = tp_unit_cell(unit);
  if (unit->state != TP_BLOCKED && unit->state != TP_GOING) return false;
  if (unit->flags & (TP_UNIT_REFUSED | TP_UNIT_LATE)) return false;
  unsigned steps = tp_costtogoal_choices(to_goal, unit->navmap, at);
  for (; steps; steps &= steps - 1) {
    const tp_Cell to = tp_beside(at, tp_lowest(steps));
    const tp_Rect under = tp_unit_under(unit, tp_pack_cell(to.x, to.y));
    if (tp_unit_cost(unit, to) < tp_unit_cost(unit, at) &&
        !is_kept(sim, id, under)) {
      return true;
    }
  }
  return false;
}
