/* swap.c - the swap rule of LaCAM* (Okumura 2023). Before a unit goes on, both
 * units are followed along the passage in thought.
 *
 * Must they exchange? The pusher moves the other one on along its own path, as
 * long as exactly one way leads on. If the other one can step aside, the answer
 * is no. At a dead end, or if the pusher's path turns back: yes, if each wants
 * to go where the other one is.
 *
 * Can they? The unit that wants to go on is drawn back, away from the other
 * one, until a cell with two more ways on.
 *
 * A second look starts one cell back: a unit that lets another one pass in a
 * side cell may have to back up for it, too.
 *
 * At a goal of both, the one ahead stays: no push follows, so they need no
 * exchange. But an idle unit gives up its home: one in a dead end comes out.
 * Two that hunt need no exchange, either: any place near their targets will do.
 * Nor does a leader with its companion, whose goal moves along.
 *
 * A unit that may not push draws no other along: an idle unit on its way home
 * would exchange with the units at rest in its way forever.
 *
 * Ways on are steps that the map allows, also diagonal ones and one-way steps.
 * Units that cannot be pushed close them like walls. A dead end in which a unit
 * is at its goal is none. A unit ahead whose path goes on by a link leaves the
 * passage there. The rule is for units of size 1: degrees do not say whether
 * larger ones can pass each other.
 *
 * Of 13 benchmarks of 100 to 1000 units in 4 directions, 5 were solved without
 * the rule, 12 with it, and 5 without the second look; plans (jointplans.h)
 * were off.
 *
 * Cost: some steps of the passage, each a few looks at costs to goals. Most
 * units have no neighbours and look at nothing.
 */
#include "swap.h"

#include "../base/bits.h"
#include "candidates.h"
#include "reservations.h"

/* A longer passage counts as one without an end. */
enum { MOST_STEPS = 512 };

/* Two units next to each other, the first behind the second, and their
 * cells. */
typedef struct Pair {
  const tp_Unit *pusher, *pulled;
  tp_Cell behind, ahead;
} Pair;

static bool is_end(const tp_Unit *unit, tp_Cell c) {
  return tp_costtogoal_is_end(&unit->to_goal, c);
}

static uint32_t id_of(const tp_Round *r, const tp_Unit *unit) {
  return (uint32_t)(unit - r->unit);
}

/* Does a unit stand in the cell that cannot be pushed? */
static bool is_wall(const tp_Round *r, const tp_Unit *unit, tp_Cell c) {
  uint32_t occupant = tp_round_occupant(r, c.x, c.y);
  if (occupant == 0 || &r->unit[occupant] == unit) return false;
  return !tp_reservations_may_push(r, &r->unit[occupant]);
}

/* Is the cell a dead end in which a unit is at its goal? */
static bool is_filled(const tp_Round *r, const tp_Unit *unit, tp_Cell c) {
  unsigned steps = tp_navmap_steps(unit->navmap, c.x, c.y);
  if ((steps & (steps - 1)) != 0) return false;
  uint32_t occupant = tp_round_occupant(r, c.x, c.y);
  if (occupant == 0) return false;
  const tp_Unit *other = &r->unit[occupant];
  return is_end(other, c);
}

/* May the unit step from a cell to the next one, as far as units go that cannot
 * be pushed? */
static bool is_way(const tp_Round *r, const tp_Unit *unit, tp_Cell at, int d) {
  const tp_Cell to = tp_beside(at, d);
  if (is_wall(r, unit, to) || is_filled(r, unit, to)) return false;
  return !tp_passes_between(unit->navmap->profile.diagonal, d) ||
         (!is_wall(r, unit, tp_beside(at, tp_side_x(d))) &&
          !is_wall(r, unit, tp_beside(at, tp_side_y(d))));
}

/* The number of ways on for the unit ahead; 2 means two or more. A single one
 * is written to `next`. */
static int ways_on(const tp_Round *r, const tp_Unit *unit, const Pair *p,
                   tp_Cell *next) {
  int ways = 0;
  unsigned steps = tp_navmap_steps(unit->navmap, p->ahead.x, p->ahead.y);
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    tp_Cell c = tp_beside(p->ahead, d);
    if (tp_same_cell(c, p->behind) || !is_way(r, unit, p->ahead, d)) continue;
    *next = c;
    if (++ways == 2) return 2;
  }
  return ways;
}

/* Does the unit want to go from the one cell to the other? */
static bool wants(const tp_Unit *unit, tp_Cell from, tp_Cell to) {
  return tp_unit_cost(unit, to) < tp_unit_cost(unit, from);
}

/* Does the unit's path go on by a link from a cell? */
static bool leaves_by_link(const tp_Unit *unit, tp_Cell c) {
  const tp_CostToGoal *g = &unit->to_goal;
  return tp_navmap_is_irregular(unit->navmap, c.x, c.y) &&
         (tp_costtogoal_edge(g, unit->navmap, c, NULL) ||
          (g->unit_path && tp_unitpath_takes_link(g->unit_path, c)));
}

static bool must_exchange(const tp_Round *r, Pair p) {
  const bool is_idle = p.pulled->state == TP_IDLE;
  tp_Cell next = p.ahead;
  if (p.pusher->hunts && p.pulled->hunts) return false;
  if (tp_round_leads(r, id_of(r, p.pusher), id_of(r, p.pulled))) return false;
  for (int i = 0; wants(p.pusher, p.behind, p.ahead); i++) {
    if (!is_idle && is_end(p.pusher, p.ahead) && is_end(p.pulled, p.ahead))
      return false;
    if (leaves_by_link(p.pulled, p.ahead)) return false;
    int ways = i < MOST_STEPS ? ways_on(r, p.pulled, &p, &next) : 2;
    if (ways == 2) return false;
    if (ways == 0) break;
    p.behind = p.ahead;
    p.ahead = next;
  }
  const bool gives_way = is_idle && is_end(p.pusher, p.ahead);
  if (!gives_way && !wants(p.pulled, p.ahead, p.behind)) return false;
  if (is_end(p.pusher, p.behind)) return !is_end(p.pulled, p.behind);
  return wants(p.pusher, p.behind, p.ahead);
}

/* Here the unit ahead is the one that draws back. */
static bool can_exchange(const tp_Round *r, const tp_Unit *unit, Pair p) {
  tp_Cell start = p.behind, next = p.ahead;
  for (int i = 0; i < MOST_STEPS && !tp_same_cell(p.ahead, start); i++) {
    int ways = ways_on(r, unit, &p, &next);
    if (ways != 1) return ways == 2;
    p.behind = p.ahead;
    p.ahead = next;
  }
  return false;
}

/* May the rule move this unit? */
static bool is_party(const tp_Round *r, uint32_t id) {
  const tp_Unit *unit = &r->unit[id];
  return unit->wide == 1 && unit->high == 1 &&
         tp_reservations_may_push(r, unit) &&
         (r->is_plan || tp_unit_is_standing(unit)) && unit->group == r->group;
}

/* Can a unit step into a cell from the neighbour in that direction? Else it
 * cannot come after one that draws back from the cell. */
static bool can_come(const tp_Unit *unit, tp_Cell at, int direction) {
  const tp_Cell from = tp_beside(at, direction);
  const tp_Navmap *nav = unit->navmap;
  return tp_mask_has(nav->mask, from.x, from.y) &&
         tp_navmap_can_step(nav, from.x, from.y, tp_opposite(direction));
}

/* The unit to exchange with in the cell that this one wants most; 0: none. */
static uint32_t meets_in(const tp_Round *r, const tp_Try *t, tp_Cell to) {
  uint32_t other = tp_round_occupant(r, to.x, to.y);
  const tp_Unit *unit = &r->unit[t->id];
  if (other == 0 || other == t->id || !is_party(r, other)) return 0;
  tp_Cell at = tp_unit_cell(unit);
  if (r->unit[other].decision != TP_UNDECIDED) return 0;
  if (!can_come(&r->unit[other], at, t->candidate[0])) return 0;
  if (tp_round_is_after(r, t->id, other)) return 0;
  Pair pair = {unit, &r->unit[other], at, to};
  if (!must_exchange(r, pair)) return 0;
  return can_exchange(r, unit, (Pair){NULL, NULL, to, at}) ? other : 0;
}

/* The unit beside it that would push it on, once it is there; 0: none. It must
 * want this unit's cell: in thought it follows from there, and one that wants
 * another cell never comes that way. */
static uint32_t is_pushed_by(const tp_Round *r, const tp_Try *t, tp_Cell to) {
  const tp_Unit *unit = &r->unit[t->id];
  tp_Cell at = tp_unit_cell(unit);
  unsigned steps = tp_navmap_steps(unit->navmap, at.x, at.y);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell c = tp_beside(at, d);
    uint32_t other = tp_round_occupant(r, c.x, c.y);
    if (other == 0 || other == t->id || tp_same_cell(c, to)) continue;
    if (!is_party(r, other) || !wants(&r->unit[other], c, at)) continue;
    if (!can_come(&r->unit[other], at, d)) continue;
    if (tp_round_is_after(r, other, t->id)) continue;
    Pair pair = {&r->unit[other], unit, at, to};
    if (!must_exchange(r, pair)) continue;
    if (can_exchange(r, unit, (Pair){NULL, NULL, to, at})) return other;
  }
  return 0;
}

uint32_t tp_swap_partner(const tp_Round *r, const tp_Try *t) {
  const tp_Unit *unit = &r->unit[t->id];
  if (t->candidates < 2 || t->candidate[0] >= TP_STAY || t->is_alone) return 0;
  if (unit->wide != 1 || unit->high != 1 || !r->may_push) return 0;
  /* Is there room for everyone in the cell that the unit wants? Mostly yes,
   * and then no neighbour has to be checked: any pusher would find two ways on.
   * But a unit of another kind may find fewer. */
  tp_Cell at = tp_unit_cell(unit), to = tp_beside(at, t->candidate[0]), next;
  Pair pair = {NULL, unit, at, to};
  uint32_t other = tp_round_occupant(r, to.x, to.y);
  bool is_other_kind = other != 0 && r->unit[other].navmap != unit->navmap;
  if (!is_other_kind && wants(unit, at, to) &&
      ways_on(r, unit, &pair, &next) == 2) {
    return 0;
  }
  other = meets_in(r, t, to);
  return other ? other : is_pushed_by(r, t, to);
}

void tp_swap_reverse(const tp_Round *r, tp_Try *t) {
  if (t->known < t->candidates) tp_candidates_sort(r, t, TP_CHOICES, true);
  for (int i = 0, j = t->candidates - 1; i < j; i++, j--) {
    uint8_t kept = t->candidate[i];
    t->candidate[i] = t->candidate[j];
    t->candidate[j] = kept;
  }
}
