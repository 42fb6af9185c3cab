/* pibtstate.c - what a round asks of units: their goals, and how long a step
 * takes. */
#include "pibtstate.h"

/* ---- goals --------------------------------------------------------------- */

bool tp_round_leads(const tp_Round *r, uint32_t leader, uint32_t id) {
  enum { MOST = 64 }; /* companions may follow each other in a ring */
  const uint32_t *before = r->room.leader;
  uint32_t by = before[id];
  for (int i = 1; i < MOST && by != 0 && by != leader; i++) by = before[by];
  return by == leader && by != id;
}

/* The unit that arrived first stays, or they would push each other off forever.
 * A unit that asks where to go can end elsewhere, unless both ask. So can a
 * companion of the first one: it goes behind that one, wherever it is. (In a
 * ring each is the companion of each.) */
bool tp_round_keeps_place(const tp_Round *r, uint32_t id, uint32_t other) {
  const tp_Unit *unit = &r->unit[id], *o = &r->unit[other];
  if (r->is_plan || unit->state == TP_IDLE) return false;
  if (o->state != TP_ARRIVED || o->flags & TP_UNIT_AWAY) return false;
  if (o->asks_each_step && !unit->asks_each_step) return false;
  return !tp_round_leads(r, id, other) || tp_round_leads(r, other, id);
}

bool tp_round_is_after(const tp_Round *r, uint32_t id, uint32_t other) {
  const tp_Unit *unit = &r->unit[id], *o = &r->unit[other];
  if (!tp_round_keeps_place(r, id, other)) return false;
  if (!tp_costtogoal_has_goal(&unit->to_goal)) {
    return tp_unit_ends_at(unit, tp_unit_cell(o));
  }
  tp_Cell goal = unit->to_goal.goal;
  tp_Rect there = tp_unit_under(unit, tp_pack_cell(goal.x, goal.y));
  return !tp_rect_is_empty(tp_rect_clip(there, tp_unit_under(o, o->at)));
}

/* ---- time ---------------------------------------------------------------- */

static uint64_t ground_at(const tp_Round *r, const tp_Unit *unit, tp_Cell c) {
  const tp_Grid *g = unit->navmap->grid;
  const int32_t x = c.x + (unit->wide - 1) / 2, y = c.y + (unit->high - 1) / 2;
  return r->ground[g->cells[tp_grid_index(g, x, y)]];
}

uint64_t tp_round_duration(const tp_Round *r, const tp_Unit *unit, tp_Cell from,
                           int d) {
  const uint64_t duration = tp_unit_duration(unit, d), usual = TP_USUAL_GROUND;
  const tp_Cell to = tp_beside(from, d);
  if (!r->ground) return duration;
  const uint64_t both = ground_at(r, unit, from) + ground_at(r, unit, to);
  const uint64_t slowed = (duration * both + usual) / (2 * usual);
  if (slowed == 0) return 1;
  return slowed < UINT32_MAX ? slowed : UINT32_MAX;
}
