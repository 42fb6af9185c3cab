/* detours.c - paths around paused units and others that make no way. */
#include "detours.h"

#include "../base/bits.h"
#include "candidates.h"
#include "settling.h"
#include "transitions.h"

/* Steps until a unit takes any path around others. */
enum { WAIT = 12 };

/* How many steps' time the unit has come no nearer. */
static uint64_t waited_steps(const tp_Sim *sim, const tp_Unit *unit) {
  return (sim->now - unit->progress.time) / tp_unit_step_time(unit);
}

/* With a price it grows by a step for each that the unit has waited, and
 * doubles with each of its rests. */
uint64_t tp_detour_most_cost(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  const uint64_t best = unit->progress.best;
  const uint64_t step = unit->navmap->costs.cheapest[0];
  if (best == TP_FAR || unit->takes_any_detour) return TP_FAR;
  if (unit->avoid_price == TP_NO_PRICE) return 3 * best + step * WAIT;
  const uint64_t steps = unit->avoid_price + waited_steps(sim, unit);
  return best + step * (steps << unit->backoff);
}

/* A companion also goes around strangers that came first to its place on the
 * trail: another place is as good. */
static bool is_around(const tp_Sim *sim, uint32_t id, uint32_t other) {
  const tp_Round *r = &sim->round;
  return tp_unit_detours_around(&r->unit[id], &r->unit[other], sim->now) ||
         (r->room.leader[id] != 0 && !tp_round_are_fellows(r, id, other) &&
          tp_round_is_after(r, id, other));
}

/* Does a unit that is like a wall hold a cell that this one would cover? And
 * have others waited in vain for all of these? With `records` they have from
 * now on. */
static bool is_walled(const tp_Sim *sim, uint32_t id, uint32_t place,
                      bool records, bool *are_known) {
  tp_Rect to = tp_unit_under(tp_sim_unit(sim, id), place);
  bool is_any = false;
  for (tp_Cell cell = tp_rect_first(to); tp_rect_wrap(to, &cell); cell.x++) {
    const uint32_t by = tp_round_occupant(&sim->round, cell.x, cell.y);
    tp_Unit *other = &sim->round.unit[by];
    if (by == 0 || by == id) continue;
    if (!is_around(sim, id, by)) continue;
    if (records) tp_transition_apply(other, TP_ON_AWAIT, sim->now);
    if (!(other->flags & TP_UNIT_AWAITED)) *are_known = false;
    is_any = true;
  }
  return is_any;
}

bool tp_detour_is_walled(const tp_Sim *sim, uint32_t id, tp_Cell c) {
  bool are_known;
  return is_walled(sim, id, tp_pack_cell(c.x, c.y), false, &are_known);
}

/* Does a paused unit stand in each cell to which a step is better than to
 * wait, and at the far end of the link on the path? */
static bool is_kept_off(tp_Sim *sim, uint32_t id, bool records,
                        bool *are_known) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  tp_Cell c = tp_unit_cell(unit);
  const uint64_t stay = tp_candidates_cost(unit, c, false);
  tp_Edge edge;
  const bool has_link =
      tp_costtogoal_edge(&unit->to_goal, unit->navmap, c, &edge);
  bool is_off = has_link;
  *are_known = true;
  if (unit->state != TP_GOING) return false;
  if (has_link && !is_walled(sim, id, edge.to, records, are_known))
    return false;
  unsigned steps = tp_costtogoal_choices(&unit->to_goal, unit->navmap, c);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell to = tp_beside(c, d);
    if (tp_candidates_cost(unit, to, tp_is_diagonal(d)) >= stay) continue;
    if (tp_settling_is_narrow(sim, id, c, d)) continue;
    if (!is_walled(sim, id, tp_pack_cell(to.x, to.y), records, are_known))
      return false;
    is_off = true;
  }
  return is_off;
}

void tp_detour_ask(tp_Sim *sim, uint32_t id) {
  tp_Unit *unit = tp_sim_unit(sim, id);
  const uint64_t waited = waited_steps(sim, unit);
  const bool is_long = waited >= WAIT;
  const bool has_price = unit->avoid_price != TP_NO_PRICE;
  const bool has_asked = unit->flags & TP_UNIT_SEEKS_DETOUR;
  bool are_known;
  if (!tp_costtogoal_has_goal(&unit->to_goal)) return;
  if (has_price && (waited & (waited - 1) || (has_asked && waited == 0))) {
    return;
  }
  if (unit->avoid_price == TP_NO_DETOUR) return;
  if (!has_price && has_asked && (unit->takes_any_detour || !is_long)) return;
  if (!is_kept_off(sim, id, is_long, &are_known)) return;
  unit->takes_any_detour = are_known && !has_price;
  if (unit->progress.best != TP_FAR) {
    unit->progress.best /= tp_costtogoal_factor(&unit->to_goal);
  }
  tp_transition_apply(unit, TP_ON_DETOUR, sim->now);
  unit->to_goal = (tp_CostToGoal){.goal = unit->to_goal.goal};
}
