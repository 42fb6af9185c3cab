/* passages.c - passages in which two units cannot pass each other.
 *
 *     . . . #          c stands in a dead end, and a and b want to go there.
 *     . a b c          c wants to come out. If a or b stepped in, c could not.
 *     . . . #          So they wait until c is out.
 *
 * A passage is a row of cells with at most two ways on each, by the map of the
 * unit that asks. A link is a passage without cells. At its ends other passages
 * end, too, as nobody can be pushed through a link; but those beyond it count
 * for who waits outside. Passages are followed cell by cell: nothing is stored.
 *
 * Cost: for a unit that stands in a passage or is about to enter one, a look at
 * each cell of it, some 20 ns.
 */
#include "passages.h"

#include "../base/bits.h"

/* A longer passage counts as one without an end. */
enum { MOST_CELLS = 64 };

/* The straight directions of squares. */
enum { STRAIGHT = 1 << TP_E | 1 << TP_S | 1 << TP_W | 1 << TP_N };

/* ---- the map ------------------------------------------------------------- */

/* The ways on from a cell: straight steps, unless there are diagonal ones
 * alone. Past a corner a diagonal step leads to where two straight ones do. */
static unsigned ways_from(const tp_Navmap *nav, tp_Cell c) {
  const unsigned steps = tp_navmap_steps(nav, c.x, c.y);
  const unsigned straight = steps & STRAIGHT;
  return tp_is_hexagonal(nav->grid->stagger) || !straight ? steps : straight;
}

/* Do the two ways on from a cell meet beside it? */
static bool ways_meet(const tp_Navmap *nav, tp_Cell c, unsigned steps) {
  const unsigned rest = steps & (steps - 1);
  const tp_Cell a = tp_beside(c, tp_lowest(steps));
  const tp_Cell b = tp_beside(c, tp_lowest(rest));
  const int across = tp_direction(b.x - a.x, b.y - a.y);
  if (across >= 0 && tp_navmap_can_step(nav, a.x, a.y, across)) return true;
  const int on = tp_direction(b.x - c.x, b.y - c.y);
  const int back = tp_direction(a.x - c.x, a.y - c.y);
  const tp_Cell corner = {a.x + b.x - c.x, a.y + b.y - c.y};
  return !tp_same_cell(corner, c) && tp_navmap_can_step(nav, a.x, a.y, on) &&
         tp_navmap_can_step(nav, b.x, b.y, back);
}

/* Is the cell one of a passage? A corner of a room is none. Most cells have
 * more than two ways on, and are found out at once. */
TP_INLINE bool is_passage(const tp_Navmap *nav, tp_Cell c) {
  const unsigned steps = ways_from(nav, c);
  const unsigned rest = steps & (steps - 1);
  if (rest & (rest - 1)) return false;
  return rest == 0 || !ways_meet(nav, c, steps);
}

/* A step along a passage, or a link of it. */
typedef struct Way {
  tp_Cell from, to;
} Way;

/* Goes on to the next cell. False: there is none. If the way came past a
 * corner, the cell beside that is behind it, too. */
static bool go_on(const tp_Navmap *nav, Way *way) {
  const tp_Cell from = way->from, to = way->to;
  const bool is_diagonal =
      from.x != to.x && from.y != to.y && !tp_is_hexagonal(nav->grid->stagger);
  unsigned steps = ways_from(nav, to);
  for (; steps; steps &= steps - 1) {
    const tp_Cell next = tp_beside(to, tp_lowest(steps));
    if (tp_same_cell(next, from)) continue;
    if (is_diagonal && (next.x == from.x || next.y == from.y)) continue;
    *way = (Way){way->to, next};
    return true;
  }
  return false;
}

/* ---- where units want to go ---------------------------------------------- */

static bool prefers(const tp_Unit *unit, tp_Cell to, tp_Cell at) {
  return tp_unit_cost(unit, to) < tp_unit_cost(unit, at);
}

/* ---- right of way -------------------------------------------------------- */

/* The unit in a cell before this round began. */
static uint32_t stands_at(const tp_Round *r, tp_Cell c) {
  const uint32_t occupant = tp_round_occupant(r, c.x, c.y);
  const tp_Unit *unit = &r->unit[occupant];
  if (unit->decision == TP_UNDECIDED ||
      tp_rect_has(tp_unit_under(unit, unit->at), c.x, c.y)) {
    return occupant;
  }
  const uint32_t cell = (uint32_t)(c.y * r->width + c.x);
  for (uint32_t i = 0; i < r->n_reserved; i++) {
    if (r->room.reservation[i].cell == cell)
      return r->room.reservation[i].occupant;
  }
  return occupant;
}

/* Would the unit in the next cell of this one rather be in its cell? It may be
 * one that comes to the cell in this round. */
static bool meets_in(const tp_Round *r, uint32_t id, tp_Cell at, tp_Cell next) {
  const tp_Unit *unit = &r->unit[id];
  const tp_Rect to = tp_unit_under(unit, tp_pack_cell(next.x, next.y));
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    const uint32_t other = tp_round_occupant(r, c.x, c.y);
    const tp_Unit *o = &r->unit[other];
    if (other == 0 || other == id || tp_unit_rests(o)) continue;
    if (!prefers(o, at, tp_unit_cell(o))) continue;
    return true;
  }
  return false;
}

/* Does a unit at rest stand in a cell that the unit would cover? */
static bool is_at_rest(const tp_Round *r, uint32_t id, tp_Cell c) {
  const tp_Rect to = tp_unit_under(&r->unit[id], tp_pack_cell(c.x, c.y));
  for (tp_Cell here = tp_rect_first(to); tp_rect_wrap(to, &here); here.x++) {
    const uint32_t other = stands_at(r, here);
    if (other != 0 && other != id && tp_unit_rests(&r->unit[other]))
      return true;
  }
  return false;
}

/* Would the next unit in the passage rather be nearer, behind any at rest? */
static bool meets(const tp_Round *r, uint32_t id, tp_Cell next) {
  const tp_Unit *unit = &r->unit[id];
  Way way = {tp_unit_cell(unit), next};
  for (int i = 0; i < MOST_CELLS; i++) {
    if (!is_at_rest(r, id, way.to)) return meets_in(r, id, way.from, way.to);
    if (!is_passage(unit->navmap, way.to) || !go_on(unit->navmap, &way)) break;
  }
  return false;
}

/* Is another one that would rather be in its cell in the way of the unit: at
 * the far end of its path's link, or else in any better cell? */
static bool meets_any(const tp_Round *r, uint32_t id, const tp_Edge *edge) {
  const tp_Unit *unit = &r->unit[id];
  const tp_Cell at = tp_unit_cell(unit);
  if (edge) return meets(r, id, tp_unpack_cell(edge->to));
  unsigned steps = tp_navmap_steps(unit->navmap, at.x, at.y);
  for (; steps; steps &= steps - 1) {
    const tp_Cell next = tp_beside(at, tp_lowest(steps));
    if (prefers(unit, next, at) && meets(r, id, next)) return true;
  }
  return false;
}

/* Adds the cells of the passage that follow. Does it end there? */
static bool ends_after(const tp_Navmap *nav, Way way, uint32_t *length) {
  while (*length < MOST_CELLS && is_passage(nav, way.to)) {
    ++*length;
    if (!go_on(nav, &way)) return true;
  }
  return false;
}

/* No other one comes before it. */
#define COMES_FIRST UINT32_MAX

/* A unit in a passage, with another one in its way that would rather be there:
 * the number of steps which it would lose if it had to make way. COMES_FIRST:
 * it comes out of a dead end. 0 for all others. */
static uint32_t lead_of(const tp_Round *r, uint32_t id) {
  const tp_Unit *unit = &r->unit[id];
  const tp_Navmap *nav = unit->navmap;
  const tp_Cell at = tp_unit_cell(unit);
  if (!is_passage(nav, at)) return 0;
  tp_Edge edge;
  const bool by_link = tp_costtogoal_edge(&unit->to_goal, nav, at, &edge);
  if (!meets_any(r, id, by_link ? &edge : NULL)) return 0;
  unsigned steps = ways_from(nav, at);
  bool goes_in = false, comes_out = (steps & (steps - 1)) == 0;
  uint32_t length = 1;
  for (; steps; steps &= steps - 1) {
    const Way way = {at, tp_beside(at, tp_lowest(steps))};
    if (!ends_after(nav, way, &length)) continue;
    if (!by_link && prefers(unit, way.to, at)) {
      goes_in = true;
    } else {
      comes_out = true;
    }
  }
  return comes_out && !goes_in ? COMES_FIRST : 2 * length;
}

/* ---- rank -----------------------------------------------------------------
 *
 * Units at rest come last. Of the others, those come first that meet one on
 * their way out of a dead end: pushed, such a unit could not make way, and
 * whoever wants its cell, whatever its rank, waits for it. Then comes a higher
 * priority of the game, then the longest time under way, so that each unit's
 * turn comes, then a hash of the ids. In a passage a unit counts as under way
 * for longer by what it would lose if it made way.
 */

enum { AGE_BITS = 28, ID_BITS = 19, MOST_PRIORITY = 1023 };

/* From high to low: 1 bit: at rest; 1 bit: does not come out of a dead end;
 * priority; then age and id. The age is exact for the lower half of its range;
 * coarser above, but still in order. */
uint64_t tp_passage_rank(const tp_Round *r, uint32_t id) {
  const tp_Unit *unit = &r->unit[id];
  const uint64_t half = UINT64_C(1) << (AGE_BITS - 1), oldest = 2 * half - 1;
  uint64_t rests = tp_unit_rests(unit);
  uint64_t priority = (uint64_t)(MOST_PRIORITY - unit->priority);
  uint64_t age =
      r->now - unit->progress.since; /* `since` may lie before time 0 */
  if (age > INT64_MAX) age = 0;
  const uint32_t lead =
      rests || !(unit->flags & TP_UNIT_THERE) ? 0 : lead_of(r, id);
  if (lead && lead != COMES_FIRST) age += lead * tp_unit_step_time(unit);
  if (age >= half) age = half + (age >> 10);
  if (age > oldest) age = oldest;
  uint64_t tie = id * UINT32_C(0x9e3779b1) & ((1u << ID_BITS) - 1);
  const uint64_t is_out = lead != COMES_FIRST;
  return rests << 63 | is_out << TP_OUT_BIT | priority << (AGE_BITS + ID_BITS) |
         (oldest - age) << ID_BITS | tie;
}

/* ---- waiting outside ----------------------------------------------------- */

static bool has_same_goal(const tp_Unit *a, const tp_Unit *b) {
  return tp_costtogoal_has_goal(&a->to_goal) &&
         tp_costtogoal_has_goal(&b->to_goal) &&
         tp_same_cell(a->to_goal.goal, b->to_goal.goal);
}

/* Does the unit, in a passage, want to go back the way? */
static bool wants_back(const tp_Unit *unit, Way way) {
  const tp_Cell at = tp_unit_cell(unit);
  const int32_t dx = way.from.x - way.to.x, dy = way.from.y - way.to.y;
  const int direction = tp_direction(dx, dy);
  const tp_Cell back = {at.x + dx, at.y + dy};
  tp_Edge edge;
  if (direction >= 0 &&
      tp_navmap_can_step(unit->navmap, at.x, at.y, direction)) {
    return prefers(unit, back, at);
  }
  return tp_costtogoal_edge(&unit->to_goal, unit->navmap, at, &edge) &&
         tp_same_cell(tp_unpack_cell(edge.to), way.from);
}

/* Where the unit's path leads on by a link, or else by a step. */
static bool follow(const tp_Unit *unit, Way *way, bool *by_link) {
  tp_Edge edge;
  *by_link = tp_costtogoal_edge(&unit->to_goal, unit->navmap, way->to, &edge);
  if (!*by_link) return go_on(unit->navmap, way);
  *way = (Way){way->to, tp_unpack_cell(edge.to)};
  return true;
}

/* Is the goal of a unit that comes back the way over the first cells of a
 * passage one of them? */
static bool stops_before(const tp_Unit *unit, const tp_Unit *other, Way way,
                         tp_Cell until) {
  bool by_link;
  for (int i = 0; i < MOST_CELLS && !tp_same_cell(way.to, until); i++) {
    if (tp_unit_ends_at(other, way.to)) return true;
    if (!follow(unit, &way, &by_link)) return false;
  }
  return false;
}

uint32_t tp_passage_bars(const tp_Round *r, uint32_t id, tp_Cell to) {
  const tp_Unit *unit = &r->unit[id];
  const tp_Navmap *nav = unit->navmap;
  const Way mouth = {tp_unit_cell(unit), to};
  uint32_t leaver = 0, rival = 0;
  bool has_goal = false, has_end = false, is_over = false;
  if (!is_passage(nav, to) || is_passage(nav, mouth.from)) return 0;
  Way way = mouth;
  for (int i = 0; i < MOST_CELLS && !is_over && is_passage(nav, way.to); i++) {
    const tp_Rect under = tp_unit_under(unit, tp_pack_cell(way.to.x, way.to.y));
    for (tp_Cell c = tp_rect_first(under); tp_rect_wrap(under, &c); c.x++) {
      const uint32_t other = tp_round_occupant(r, c.x, c.y);
      const tp_Unit *o = &r->unit[other];
      if (other == 0 || other == id || tp_unit_is_wall(o)) continue;
      const bool is_after = tp_round_is_after(r, id, other);
      const bool is_here = tp_rect_has(tp_unit_under(o, o->at), c.x, c.y);
      if (!is_after && (tp_unit_rests(o) || !is_here)) continue;
      if (!is_after && o->state == TP_GOING && wants_back(o, way) &&
          !stops_before(unit, o, mouth, way.to)) {
        leaver = other;
      } else if (is_after || has_same_goal(unit, o)) {
        rival = other;
      }
    }
    has_goal = has_goal || tp_unit_ends_at(unit, way.to);
    bool by_link;
    is_over = !follow(unit, &way, &by_link);
    has_end = has_end || is_over || by_link;
  }
  if (has_end && leaver && r->group == 0) return leaver;
  return has_end || has_goal ? rival : 0;
}

bool tp_passage_way_out(const tp_Round *r, uint32_t id, tp_Edge *edge) {
  const tp_Unit *unit = &r->unit[id];
  const tp_Cell at = tp_unit_cell(unit);
  if (!tp_navmap_has_edges(unit->navmap) ||
      !tp_navmap_is_irregular(unit->navmap, at.x, at.y)) {
    return false;
  }
  for (tp_EdgeIter it = tp_edges_from(unit->navmap, at); tp_edges_next(&it);) {
    const tp_Rect end = tp_unit_under(unit, it.edge.to);
    bool is_free = true;
    for (tp_Cell c = tp_rect_first(end); tp_rect_wrap(end, &c); c.x++) {
      const uint32_t other = tp_round_occupant(r, c.x, c.y);
      is_free = is_free && (other == 0 || other == id);
    }
    *edge = it.edge;
    if (is_free) return true;
  }
  return false;
}
