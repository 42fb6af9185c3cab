/* candidates.c - ranks the cells that a unit may go to.
 *
 * The cost of a cell is the cost to enter it and to go on from there; to stay
 * costs one step. Behind a slower unit with room to pass it, the steps that lead
 * aside are added, so the fast overtake. Ties are broken in this order:
 *
 * - To stay comes first.
 * - Without others beside it, the unit takes the step that its path shows.
 * - Then, five times out of eight, the cell in which the unit hinders fewest
 *   neighbours (Okumura and Nagai 2025). If it were always so, some neighbours
 *   would wait for each other forever. The rule holds only if all decide at the
 *   same moments, by ticks.
 * - Then a hash of the moment: units in each other's way try something else
 *   next time.
 *
 * A unit at rest that is pushed goes sideways rather than straight on, where
 * its pusher would push it again. If one of the two is large, it takes several
 * steps to pass: then a unit on its way does the same, by the fewest steps. So
 * does a companion on its trail, or at rest. An idle or a blocked unit goes to a
 * free cell rather than push others off their goals.
 *
 * Cost: one look at the cost to goal a cell, some 100 ns a unit. A unit mostly
 * gets its first candidate, so the others are sorted on demand.
 */
#include "candidates.h"

#include <stdlib.h>

#include "../base/bits.h"
#include "../field/steer.h"
#include "overtaking.h"

/* Above the cost of any reachable cell. */
#define OUT_OF_REACH (UINT64_C(1) << 60)

#define NEVER UINT64_MAX

/* Input of the hash that decides whether the unit follows the least-hindrance
 * rule at this moment. It differs from each cell and direction. */
#define HINDRANCE UINT32_MAX

/* The data for one look at the cells around a unit. */
typedef struct Surroundings {
  const tp_Round *r;
  const tp_Try *t;
  const tp_Unit *unit;
  tp_Cell at;
  const uint32_t *occupant; /* of the unit's own cell */
  uint32_t moment;          /* a hash of the moment */
  bool is_uniform;          /* each cell costs the same to enter: */
  uint64_t price[2];        /* straight, and diagonally */
  /* The cost to goal, if it is a field with all cells around. */
  const tp_Field *field;
  size_t here; /* index of the unit's own cell in the field */
} Surroundings;

/* The cost of each direction, and to stay at TP_STAY; NEVER: not allowed,
 * or sorted already. `link` is the cost of the link on the unit's path. */
typedef struct Candidates {
  uint64_t cost[TP_STAY + 1];
  uint64_t link;
  int count;
} Candidates;

static uint64_t least_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t cost_to_goal(const tp_Unit *unit, tp_Cell c) {
  const tp_Field *f = unit->to_goal.field;
  uint64_t cost = f && !unit->to_goal.unit_path && tp_field_has(f, c.x, c.y)
                      ? tp_field_get(f, tp_field_index(f, c.x, c.y))
                      : TP_FAR;
  if (cost == TP_FAR) cost = tp_unit_cost(unit, c);
  return least_of(cost, OUT_OF_REACH);
}

/* The cost to enter a cell. */
static uint64_t step_cost(const tp_Unit *unit, tp_Cell c, bool is_diagonal) {
  const tp_Navmap *nav = unit->navmap;
  size_t i = tp_grid_index(nav->grid, c.x, c.y);
  uint64_t cost = nav->costs.step[is_diagonal][nav->costs.class_of[i]];
  return (cost ? cost : nav->costs.cheapest[is_diagonal]) *
         tp_costtogoal_factor(&unit->to_goal);
}

uint64_t tp_candidates_cost(const tp_Unit *unit, tp_Cell c, bool is_diagonal) {
  return cost_to_goal(unit, c) + step_cost(unit, c, is_diagonal);
}

/* Would this step lead a pushed unit on ahead of its pusher? */
static bool is_ahead(const tp_Unit *pusher, int direction) {
  const int its = pusher->to;
  if (pusher->navmap->profile.diagonal != TP_HEXAGONS) {
    /* Is the angle between them at most 45 degrees? */
    return tp_dx[its] * tp_dx[direction] + tp_dy[its] * tp_dy[direction] > 0;
  }
  const tp_Stagger s = pusher->navmap->moves.stagger;
  const tp_Cell from = tp_unit_cell(pusher), at = tp_beside(from, its);
  const int to = tp_hexagon_turn(s, tp_is_shoved(s, from), its),
            on = tp_hexagon_turn(s, tp_is_shoved(s, at), direction);
  const int turn = abs(on - to);
  return turn < 2 || turn == TP_SIDES_OF_HEXAGON - 1;
}

/* Twice the steps sideways from a cell out of the way of the pusher. */
static int32_t steps_aside(const tp_Unit *unit, tp_Cell c,
                           const tp_Unit *pusher) {
  const tp_Cell at = tp_unit_cell(pusher);
  const int32_t dx = tp_dx[pusher->to], dy = tp_dy[pusher->to];
  const int32_t x = 2 * (c.x - at.x) + unit->wide - pusher->wide;
  const int32_t y = 2 * (c.y - at.y) + unit->high - pusher->high;
  const int32_t width = abs(dx) * (unit->high + pusher->high) +
                        abs(dy) * (unit->wide + pusher->wide);
  return tp_greater(width - abs(dx * y - dy * x), 0);
}

static uint32_t drawn(const Surroundings *s, uint32_t what) {
  return tp_candidates_hash(s->t->id, what ^ s->moment);
}

/* The number of neighbours that would rather be in the cell themselves. */
static uint32_t hinders(const tp_Round *r, uint32_t id, tp_Cell c) {
  const tp_Unit *unit = &r->unit[id];
  tp_Cell at = tp_unit_cell(unit);
  unsigned steps = tp_costtogoal_choices(&unit->to_goal, unit->navmap, at);
  uint32_t others = 0;
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell to = tp_beside(at, d);
    uint32_t occupant = tp_round_occupant(r, to.x, to.y);
    if (occupant == 0 || occupant == id || tp_same_cell(to, c)) continue;
    const tp_Unit *other = &r->unit[occupant];
    if (!(other->flags & TP_UNIT_THERE)) continue;
    if (cost_to_goal(other, c) < cost_to_goal(other, to)) others++;
  }
  return others;
}

/* The cost to enter the next cell, which may be entered. */
static uint64_t price_of(const Surroundings *s, tp_Cell c, int d) {
  bool is_diagonal = tp_is_diagonal(d);
  return s->is_uniform ? s->price[is_diagonal]
                       : step_cost(s->unit, c, is_diagonal);
}

/* Is the unit a companion on its trail, or at rest? Other cells have no costs.
 */
static bool is_on_trail(const Surroundings *s) {
  const tp_UnitPath *path = s->unit->to_goal.unit_path;
  return path ? path->is_trail : s->r->room.leader[s->t->id] != 0;
}

/* Does it take a unit several steps to get out of its pusher's way? */
static bool is_large_push(const Surroundings *s) {
  const tp_Unit *unit = s->unit, *pusher = &s->r->unit[s->t->pusher];
  if (!s->t->pusher || pusher->to >= TP_DIRECTIONS) return false;
  return is_on_trail(s) ||
         unit->wide + unit->high + pusher->wide + pusher->high > 4;
}

/* What it costs a pushed unit in addition if its pusher would push it again
 * from the cell. */
static uint64_t way_cost(const Surroundings *s, tp_Cell c, int d) {
  const tp_Unit *unit = s->unit, *pusher = &s->r->unit[s->t->pusher];
  if (pusher->to >= TP_DIRECTIONS) return 0;
  if (is_large_push(s))
    return price_of(s, c, 0) * (uint64_t)steps_aside(unit, c, pusher);
  const bool is_on = tp_unit_rests(unit) && is_ahead(pusher, d);
  return is_on ? 2 * price_of(s, c, d) : 0;
}

/* The set of the cheapest candidates. No branches and no loop: the position of
 * the least one cannot be predicted. */
static unsigned cheapest(const Candidates *list) {
  const uint64_t *c = list->cost;
  uint64_t straight = least_of(least_of(c[0], c[1]), least_of(c[2], c[3]));
  uint64_t diagonal = least_of(least_of(c[4], c[5]), least_of(c[6], c[7]));
  uint64_t least = least_of(least_of(straight, diagonal), c[8]);
  return (unsigned)(c[0] == least) | (unsigned)(c[1] == least) << 1 |
         (unsigned)(c[2] == least) << 2 | (unsigned)(c[3] == least) << 3 |
         (unsigned)(c[4] == least) << 4 | (unsigned)(c[5] == least) << 5 |
         (unsigned)(c[6] == least) << 6 | (unsigned)(c[7] == least) << 7 |
         (unsigned)(c[8] == least) << 8;
}

/* Does the unit's path go on by a step? A window does not know of the units that
 * the path leads around, so it may show a link back that costs as little. */
static bool goes_on_by_step(const Surroundings *s) {
  tp_Cell next;
  return tp_costtogoal_next(&s->unit->to_goal, s->unit->navmap, s->at, &next) &&
         !tp_same_cell(next, tp_unpack_cell(s->t->link_end));
}

/* Removes and returns the first candidate. The tie numbers are computed only
 * for a tie. */
static int take_first(const Surroundings *s, Candidates *list) {
  const tp_Unit *unit = s->unit;
  unsigned set = cheapest(list);
  int first = tp_highest(set);
  if (list->link != NEVER && list->link <= list->cost[first] &&
      (list->link < list->cost[first] || !goes_on_by_step(s))) {
    list->link = NEVER;
    return TP_TO_LINK;
  }
  if (s->t->is_alone && first != TP_STAY) {
    const tp_Stagger stagger = unit->navmap->moves.stagger;
    first = tp_steer_step_from(stagger, s->at, set);
  } else if (set & (set - 1) && first != TP_STAY) {
    uint32_t least = UINT32_MAX;
    bool are_in_step =
        s->r->is_plan || unit->durations.both == unit->durations.x;
    bool by_rule = are_in_step && drawn(s, HINDRANCE) % 8 < 5;
    for (; set; set &= set - 1) {
      int d = tp_lowest(set);
      uint32_t tie = drawn(s, unit->at * 8 + (uint32_t)d) >> 4 | 1;
      if (by_rule) tie |= hinders(s->r, s->t->id, tp_beside(s->at, d)) << 28;
      if (tie >= least) continue;
      least = tie;
      first = d;
    }
  }
  list->cost[first] = NEVER;
  return first;
}

bool tp_candidates_is_between(const tp_Round *r, const tp_Unit *unit,
                              tp_Cell to) {
  tp_Cell at = tp_unit_cell(unit);
  if (at.x == to.x || at.y == to.y) return false;
  if (unit->navmap->profile.diagonal == TP_HEXAGONS) return false;
  bool right = to.x > at.x, down = to.y > at.y;
  int32_t w = unit->wide, h = unit->high;
  return tp_round_occupant(r, right ? at.x + w : at.x - 1,
                           down ? at.y : at.y + h - 1) != 0 &&
         tp_round_occupant(r, right ? at.x : at.x + w - 1,
                           down ? at.y + h : at.y - 1) != 0;
}

/* Finds and notes the edge on the unit's path, if it may take it. A forced
 * unit gets the edge to its forced cell. */
static bool find_edge(const tp_Round *r, tp_Try *t, tp_Cell c, tp_Edge *edge) {
  const tp_Unit *unit = &r->unit[t->id];
  if (!tp_navmap_is_irregular(unit->navmap, c.x, c.y)) return false;
  if (tp_unit_needs_permission(unit) && !r->is_plan) return false;
  uint32_t forced = r->room.forced ? r->room.forced[t->id] : TP_ANYWHERE;
  bool is_found =
      forced == TP_ANYWHERE
          ? tp_costtogoal_edge(&unit->to_goal, unit->navmap, c, edge)
          : tp_edges_between(unit->navmap, c, tp_unpack_cell(forced), edge);
  if (is_found) t->link_end = edge->to;
  return is_found;
}

/* Is the next cell of its path free? Then no other candidate is needed. */
static bool wants_next(const tp_Round *r, tp_Try *t, tp_Cell c) {
  const tp_Unit *unit = &r->unit[t->id];
  tp_Cell next;
  if (t->pusher || r->group != 0 || unit->state != TP_GOING) return false;
  if (tp_unit_needs_permission(unit) &&
      tp_navmap_is_irregular(unit->navmap, c.x, c.y)) {
    return false;
  }
  if (!tp_costtogoal_next(&unit->to_goal, unit->navmap, c, &next)) return false;
  tp_Rect to = tp_unit_under(unit, tp_pack_cell(next.x, next.y));
  for (tp_Cell here = tp_rect_first(to); tp_rect_wrap(to, &here); here.x++) {
    uint32_t occupant = tp_round_occupant(r, here.x, here.y);
    if (occupant != 0 && occupant != t->id) return false;
  }
  tp_Edge edge;
  if (find_edge(r, t, c, &edge)) {
    if (!tp_same_cell(tp_unpack_cell(edge.to), next)) return false;
    t->candidate[0] = TP_TO_LINK;
  } else {
    if (tp_candidates_is_between(r, unit, next)) return false;
    t->candidate[0] = (uint8_t)tp_direction(next.x - c.x, next.y - c.y);
  }
  t->candidate[1] = TP_STAY;
  t->candidates = 2;
  t->known = 1; /* a unit that has to swap asks for all of them */
  return true;
}

/* Fills the costs for the most common case: a field of 32 bits, and each cell
 * costs the same to enter. */
static void find_by_field(const Surroundings *s, Candidates *list,
                          unsigned steps) {
  const int32_t row = s->field->area.w;
  const uint32_t *here = (const uint32_t *)s->field->cost + s->here;
  const uint32_t *above = here - row, *below = here + row;
  const uint32_t on[TP_DIRECTIONS] = {here[1],  below[0],  here[-1],  above[0],
                                      below[1], below[-1], above[-1], above[1]};
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    uint64_t whole = on[d] == UINT32_MAX ? OUT_OF_REACH : on[d];
    whole += s->price[tp_is_diagonal(d)];
    list->cost[d] = steps >> d & 1 ? whole : NEVER;
  }
}

/* The same for all others; mostly a look at the field, too. */
static void find_by_cost_to_goal(const Surroundings *s, Candidates *list,
                                 unsigned steps) {
  for (int d = 0; d < TP_DIRECTIONS; d++) list->cost[d] = NEVER;
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell c = tp_beside(s->at, d);
    if (s->field) {
      const size_t next = s->here + (size_t)tp_offset(d, s->field->area.w);
      list->cost[d] = least_of(tp_field_get(s->field, next), OUT_OF_REACH);
    } else {
      list->cost[d] = cost_to_goal(s->unit, c);
    }
    list->cost[d] += price_of(s, c, d);
  }
}

/* The cells that other units hold, as a set. */
static unsigned find_others(const Surroundings *s, unsigned steps) {
  int32_t row = s->r->width;
  unsigned held = 0;
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    uint32_t occupant = s->occupant[tp_offset(d, row)];
    if (occupant != 0 && occupant != s->t->id) held |= 1u << d;
  }
  return held;
}

/* Adds the extra costs for a pushed unit: of cells ahead of its pusher; and of
 * held cells, if it is idle or blocked. An idle one does not stay near its home
 * if that is its pusher's goal. */
static void count_pusher(const Surroundings *s, Candidates *list,
                         unsigned steps, unsigned held) {
  const tp_Unit *pusher = &s->r->unit[s->t->pusher];
  const int state = s->unit->state;
  const bool goes_aside = state == TP_IDLE || state == TP_BLOCKED;
  const bool gives_up =
      state == TP_IDLE && tp_unit_ends_at(pusher, s->unit->to_goal.goal);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell c = tp_beside(s->at, d);
    if (gives_up) list->cost[d] = price_of(s, c, d);
    list->cost[d] += way_cost(s, c, d);
    if (goes_aside && held >> d & 1) list->cost[d] += 4 * price_of(s, c, d);
  }
}

/* Adds the steps aside that are still to do behind a slower unit, also to the
 * cost of staying. To follow it is no gain. */
static void count_steps_aside(const Surroundings *s, Candidates *list,
                              unsigned steps, uint64_t *stay) {
  const uint64_t price = price_of(s, s->at, 0);
  tp_Overtaking passed;
  if (is_large_push(s) || s->r->is_plan || s->r->group != 0) return;
  if (!tp_overtaking_begins(s->r, s->t->id, price, &passed)) return;
  const int32_t here = tp_overtaking_steps(&passed, s->at);
  *stay += price * (uint64_t)here;
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    if (list->cost[d] >= OUT_OF_REACH) continue;
    const int32_t aside = tp_overtaking_steps(&passed, tp_beside(s->at, d));
    list->cost[d] += price * (uint64_t)aside;
    if (d == passed.ahead && here > 0) list->cost[d] += price;
  }
}

/* Fills the costs of all candidates. */
static void find_all(const Surroundings *s, tp_Try *t, Candidates *list) {
  const tp_Round *r = s->r;
  unsigned steps =
      tp_costtogoal_choices(&s->unit->to_goal, s->unit->navmap, s->at);
  uint32_t forced = r->room.forced ? r->room.forced[t->id] : TP_ANYWHERE;
  if (forced != TP_ANYWHERE) {
    tp_Cell to = tp_unpack_cell(forced);
    int direction = tp_direction(to.x - s->at.x, to.y - s->at.y);
    steps = direction < 0 ? 0 : steps & 1u << direction;
  }
  if (s->field && s->is_uniform && !s->field->wide) {
    find_by_field(s, list, steps);
  } else {
    find_by_cost_to_goal(s, list, steps);
  }
  unsigned held = find_others(s, steps);
  uint64_t stay = tp_candidates_cost(s->unit, s->at, false);
  count_steps_aside(s, list, steps, &stay);
  if (t->pusher) count_pusher(s, list, steps, held);
  list->cost[TP_STAY] = list->link = NEVER;
  list->count = tp_popcount(steps);
  t->is_alone = held == 0 && r->room.forced == NULL;
  tp_Edge edge;
  if (find_edge(r, t, s->at, &edge)) {
    list->link =
        tp_costtogoal_edge_cost(&s->unit->to_goal, s->unit->navmap, &edge);
    list->link = least_of(list->link, OUT_OF_REACH);
    list->count++;
  }
  bool may_stay = forced == TP_ANYWHERE || forced == s->unit->at;
  if (t->pusher || !may_stay) return;
  list->cost[TP_STAY] = stay;
  list->count++;
}

void tp_candidates_sort(const tp_Round *r, tp_Try *t, int most, bool whole) {
  const tp_Unit *unit = &r->unit[t->id];
  const tp_Cell c = tp_unit_cell(unit);
  t->is_alone = false;
  if (!whole && wants_next(r, t, c)) return;
  const tp_Field *f = unit->to_goal.unit_path ? NULL : unit->to_goal.field;
  const tp_Costs *costs = &unit->navmap->costs;
  uint64_t factor = tp_costtogoal_factor(&unit->to_goal);
  uint32_t moment = (uint32_t)(r->now ^ r->now >> 32);
  Surroundings s = {
      .r = r,
      .t = t,
      .unit = unit,
      .at = c,
      .occupant = &r->occupant[(size_t)c.y * (size_t)r->width + (size_t)c.x],
      .moment = tp_candidates_hash(moment, 1),
      .is_uniform = costs->uniform,
      .price = {costs->cheapest[0] * factor, costs->cheapest[1] * factor}};
  if (f && tp_mask_has(unit->navmap->mask, c.x, c.y) &&
      tp_field_has(f, c.x - 1, c.y - 1) && tp_field_has(f, c.x + 1, c.y + 1)) {
    s.field = f;
    s.here = tp_field_index(f, c.x, c.y);
  }
  Candidates w;
  find_all(&s, t, &w);
  t->candidates = (uint8_t)w.count;
  int count = tp_lesser(w.count, most), i = 0;
  while (i < count) {
    t->candidate[i] = (uint8_t)take_first(&s, &w);
    if (t->candidate[i++] == TP_STAY && !whole) break;
  }
  t->known = (uint8_t)(i & 15);
}

void tp_candidates_fetch(const tp_Round *r, uint32_t id) {
  const tp_Unit *unit = &r->unit[id];
  const tp_Field *f = unit->to_goal.unit_path ? NULL : unit->to_goal.field;
  tp_Cell c = tp_unit_cell(unit);
  size_t row = (size_t)r->width;
  const uint32_t *here = &r->occupant[(size_t)c.y * row + (size_t)c.x];
  tp_fetch(here);
  if (c.y > 0) tp_fetch(here - row);
  if (c.y + 1 < r->height) tp_fetch(here + row);
  if (!f || f->wide || !tp_field_has(f, c.x, c.y)) return;
  row = (size_t)f->area.w;
  here = (const uint32_t *)f->cost + tp_field_index(f, c.x, c.y);
  tp_fetch(here);
  if (c.y > f->area.y) tp_fetch(here - row);
  if (c.y + 1 < f->area.y + f->area.h) tp_fetch(here + row);
}
