/* pibtstate.c - the rank of a unit, and the duration of its steps. */
#include "pibtstate.h"

#include "passages.h"

/* ---- rank -----------------------------------------------------------------
 *
 * Units at rest come last. Of the others, those come first that meet one on
 * their way out of a dead end: pushed, such a unit could not make way, and
 * whoever wants its cell, whatever its rank, waits for it. Then comes a higher priority of the game,
 * then the longest time under way, so that each unit's turn comes, then a hash
 * of the ids. In a passage a unit counts as under way for longer by what it
 * would lose if it made way (passages.c).
 */

enum { AGE_BITS = 28, ID_BITS = 19, MOST_PRIORITY = 1023 };

/* From high to low: 1 bit: at rest; 1 bit: does not come out of a dead end;
 * priority; then age and id. The age is exact for the lower half of its range;
 * coarser above, but still in order. */
uint64_t tp_round_rank(const tp_Round *r, uint32_t id) {
  const tp_Unit *unit = &r->unit[id];
  const uint64_t half = UINT64_C(1) << (AGE_BITS - 1), oldest = 2 * half - 1;
  uint64_t rests = tp_unit_rests(unit);
  uint64_t priority = (uint64_t)(MOST_PRIORITY - unit->priority);
  uint64_t age =
      r->now - unit->progress.since; /* `since` may lie before time 0 */
  if (age > INT64_MAX) age = 0;
  const uint32_t lead =
      rests || !(unit->flags & TP_UNIT_THERE) ? 0 : tp_passage_lead(r, id);
  if (lead && lead != TP_COMES_FIRST) age += lead * tp_unit_step_time(unit);
  if (age >= half) age = half + (age >> 10);
  if (age > oldest) age = oldest;
  uint64_t tie = id * UINT32_C(0x9e3779b1) & ((1u << ID_BITS) - 1);
  const uint64_t is_out = lead != TP_COMES_FIRST;
  return rests << 63 | is_out << TP_OUT_BIT | priority << (AGE_BITS + ID_BITS) |
         (oldest - age) << ID_BITS | tie;
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
