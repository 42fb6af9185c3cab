/* reservations.c - decides whether a unit may have a cell. The cell must be
 * free, or another unit leaves it and the rule for following allows it, or its
 * occupant stands and makes way. A reservation overwrites the occupant; a list
 * has the values to write back.
 *
 *     B -> A ->      B may have A's cell if A starts at this moment, or is gone
 *                    when B arrives, and if A does not come back towards B
 *
 *     S    /         not allowed: a diagonal step between two that stand
 *        B   S       (squeeze), or over the diagonal that another one takes
 *
 * A unit in a link holds both ends, and appears at the second one at the end
 * of the step. There it may follow a leaver, but no unit follows it.
 *
 * Cost: some 10 ns for a unit of size 1; in proportion to the cells under it.
 */
#include "reservations.h"

#include <math.h>

#include "passages.h"

/* ---- two steps that must not happen at the same time ------------------------
 *
 * A step goes straight from cell to cell. Two steps conflict if the rectangles
 * would overlap on the way by more than half a cell along both axes. All phases
 * of the two steps are compared. The unit behind takes over cells that the
 * leaver leaves; its phase is never later than the leaver's, as it begins no
 * earlier and ends no earlier.
 *
 * For two units of size 1, the steps conflict exactly if the leaver comes
 * back towards the other: the product of the directions is negative. For
 * larger units all phases are tried, 91 pairs; the unit is 1/24 of a cell
 * there.
 *
 * If neither takes over a cell of the other, only units of size 1 can
 * conflict, and only over the two diagonals of the same four cells. Proof: look
 * at the second unit's place relative to the first. At the beginning, after
 * either step, and after both, they do not overlap. The relative place moves by
 * at most 2 along each axis, across a square of side W, the sum of the sizes.
 * If W is at least 3, no two steps go from one side of the square to the other
 * without a stop inside it, and along a corner they cut off at most a half.
 *
 * A step from hexagon to hexagon passes no other cell. Even if the leaver comes
 * back at 120 degrees, over the third side of a triangle, the centres stay at
 * least half a cell apart. So two steps conflict only if they exchange their
 * cells.
 */

enum { PHASES = 12, HALF = 12 };

/* Twice the distance of the centres along an axis, in 1/24 of a cell, and the
 * least allowed one. */
typedef struct Axis {
  int32_t apart, least;
  int32_t a, b; /* how far each moves in one phase */
} Axis;

static Axis axis_of(int32_t a, int32_t a_side, int32_t a_goes, int32_t b,
                    int32_t b_side, int32_t b_goes) {
  return (Axis){24 * (b - a) + 12 * (b_side - a_side),
                12 * (a_side + b_side) - HALF, 2 * a_goes, 2 * b_goes};
}

static bool is_near(Axis x, int32_t of_a, int32_t of_b) {
  int32_t apart = x.apart + x.b * of_b - x.a * of_a;
  return apart < x.least && -apart < x.least;
}

/* ---- occupants of a cell ------------------------------------------------- */

/* How a unit moves, if it moves. A step by a link passes no cells, and its dx
 * and dy do not count. */
typedef struct Going {
  tp_Rect from, to;
  int32_t dx, dy;
  bool moves;
  bool begins; /* at this moment */
  bool by_link;
} Going;

static Going going_of(const tp_Round *r, uint32_t id) {
  const tp_Unit *unit = &r->unit[id];
  Going g = {.from = tp_unit_under(unit, unit->at),
             .to = tp_unit_under(unit, unit->at)};
  if (unit->decision == TP_TRIES || unit->decision == TP_STEPS) {
    g.to = tp_unit_under(unit, tp_round_to(r, id));
    g.moves = g.begins = unit->to != TP_STAY;
    g.by_link = unit->to == TP_TO_LINK;
  } else if (!r->is_plan && !tp_unit_is_standing(unit)) {
    g.from = tp_unit_under(unit, unit->step.from);
    g.moves = true;
    g.begins = tp_unit_began(unit) == r->now;
    g.by_link = tp_unit_is_in_link(unit);
  }
  g.dx = g.to.x - g.from.x;
  g.dy = g.to.y - g.from.y;
  return g;
}

/* Does the occupant of the cell hold it before this round and also at the end
 * of its step? */
static bool stands(const tp_Round *r, int32_t x, int32_t y) {
  if (x < 0 || y < 0 || x >= r->width || y >= r->height) return false;
  uint32_t occupant = tp_round_occupant(r, x, y);
  if (occupant == 0) return false;
  const tp_Unit *unit = &r->unit[occupant];
  Going g = going_of(r, occupant);
  if (!tp_rect_has(g.to, x, y)) return false;
  if (unit->decision != TP_UNDECIDED) return tp_rect_has(g.from, x, y);
  /* If a unit cannot leave that is forced to, the plan fails. */
  uint32_t forced = r->room.forced ? r->room.forced[occupant] : TP_ANYWHERE;
  return forced == TP_ANYWHERE || forced == unit->at;
}

bool tp_reservations_may_push(const tp_Round *r, const tp_Unit *unit) {
  if (tp_unit_is_wall(unit)) return false;
  if (r->is_plan || r->group != 0 || r->n_tries == 0) return true;
  return !tp_unit_goes_around(&r->unit[r->room.stack[0].id], unit);
}

/* Would the unit change places with its leader, whose turn it is? Then the
 * leader may have its cell even if it stays. */
static bool changes_places(const tp_Round *r, uint32_t id) {
  return !r->is_plan && r->group == 0 && r->n_tries == 1 &&
         tp_round_leads(r, r->room.stack[0].id, id);
}

/* Does the occupant rest, and lead the unit whose turn it is? Then that does
 * not push it off its goal, nor does a companion that it pushes: these two
 * change places. */
static bool is_leader_ahead(const tp_Round *r, uint32_t id, uint32_t occupant) {
  if (r->is_plan || r->group != 0 || r->by_hand || r->n_tries < 1) return false;
  const uint32_t first = r->room.stack[0].id;
  const tp_Unit *o = &r->unit[occupant];
  if (!tp_unit_rests(o) || !tp_round_leads(r, occupant, first)) return false;
  if (id != first) return tp_round_leads(r, first, id);
  return o->state == TP_ARRIVED && !tp_round_leads(r, first, occupant);
}

/* Adds a unit to those that are displaced, unless it is one of them. Returns
 * false if it may not be pushed. */
static bool displace(tp_Round *r, uint32_t first, uint32_t id) {
  uint32_t *displaced = r->room.displaced;
  for (uint32_t i = first; i < r->n_displaced; i++) {
    if (displaced[i] == id) return true;
  }
  const tp_Unit *unit = &r->unit[id];
  if (!tp_reservations_may_push(r, unit)) return false;
  if (unit->decision != TP_UNDECIDED &&
      (unit->decision != TP_STAYS || !changes_places(r, id))) {
    return false;
  }
  if (r->by_hand && !unit->yields) return false;
  const bool may_push = r->is_plan || unit->group != 0
                            ? unit->group == r->group
                            : r->may_push && r->rank < tp_passage_rank(r, id);
  if (!may_push) return false;
  if (r->n_displaced == 2 * r->room.tries) {
    r->needs_stack = !r->room.cannot_grow;
    return false;
  }
  displaced[r->n_displaced++] = id;
  return true;
}

/* A step that wants cells of other units. */
typedef struct Wanted {
  Going going;
  uint64_t end;   /* end of the step, if no other unit slows it */
  uint32_t first; /* of the units displaced by it */
} Wanted;

/* Does the step of B, which takes over cells of A, conflict with A's step?
 * Hexagons must not exchange their cells. Members of a plan step at the same
 * times, so their phases are equal. */
static bool conflict(const tp_Round *r, uint32_t behind, uint32_t leaver,
                     Going b, Going a) {
  if (r->unit[leaver].navmap->profile.diagonal == TP_HEXAGONS) {
    return a.to.x == b.from.x && a.to.y == b.from.y;
  }
  bool are_in_step = r->group != 0 && r->unit[leaver].group == r->group &&
                     r->unit[behind].group == r->group;
  bool are_small = tp_rect_area(a.from) == 1 && tp_rect_area(b.from) == 1;
  if (!are_in_step && are_small) return a.dx * b.dx + a.dy * b.dy < 0;
  Axis x = axis_of(a.from.x, a.from.w, a.dx, b.from.x, b.from.w, b.dx);
  Axis y = axis_of(a.from.y, a.from.h, a.dy, b.from.y, b.from.h, b.dy);
  for (int32_t of_a = 0; of_a <= PHASES; of_a++) {
    for (int32_t of_b = are_in_step ? of_a : 0; of_b <= of_a; of_b++) {
      if (is_near(x, of_a, of_b) && is_near(y, of_a, of_b)) return true;
    }
  }
  return false;
}

/* Does the unit stand at the start of a link that it is about to take? Only a
 * unit that comes out of a link there may push it off. Otherwise those in the
 * queue behind it would push each other off forever. */
static bool is_next(const tp_Round *r, const tp_Unit *unit) {
  if (r->is_plan || unit->group != 0 || unit->state != TP_GOING) return false;
  tp_Cell at = tp_unit_cell(unit);
  return tp_costtogoal_edge(&unit->to_goal, unit->navmap, at, NULL);
}

/* May the unit have the cell of that occupant? */
static bool may_have(tp_Round *r, uint32_t id, const Wanted *w, int32_t x,
                     int32_t y) {
  uint32_t occupant = tp_round_occupant(r, x, y);
  const tp_Unit *unit = &r->unit[occupant];
  Going g = going_of(r, occupant);
  if (!g.moves && !w->going.by_link && is_next(r, unit)) return false;
  if (!g.moves) {
    return !tp_round_is_after(r, id, occupant) &&
           !is_leader_ahead(r, id, occupant) && displace(r, w->first, occupant);
  }
  if (tp_rect_has(g.to, x, y) || !tp_rect_has(g.from, x, y)) return false;
  if (g.by_link || (!g.begins && w->end < unit->step.end)) return false;
  if (w->going.by_link) return true;
  return !conflict(r, id, occupant, w->going, g);
}

/* May the unit have all the cells that it goes to? If not, the occupant of one
 * that it may not have is the barrier. */
static bool may_have_all(tp_Round *r, uint32_t id, const Wanted *w) {
  r->barrier = 0;
  for (tp_Cell c = tp_rect_first(w->going.to); tp_rect_wrap(w->going.to, &c);
       c.x++) {
    uint32_t occupant = tp_round_occupant(r, c.x, c.y);
    if (occupant == 0 || occupant == id) continue;
    if (!tp_rect_has(w->going.from, c.x, c.y) && may_have(r, id, w, c.x, c.y))
      continue;
    r->barrier = occupant;
    return false;
  }
  return true;
}

/* May the unit leave its cells in that direction? No, if a unit behind it has
 * taken over one, and it would come back towards that. */
static bool may_leave(const tp_Round *r, uint32_t id, const Wanted *w) {
  tp_Rect from = w->going.from;
  for (tp_Cell c = tp_rect_first(from); tp_rect_wrap(from, &c); c.x++) {
    uint32_t occupant = tp_round_occupant(r, c.x, c.y);
    if (occupant == 0 || occupant == id) continue;
    Going g = going_of(r, occupant);
    if (!g.begins) continue;
    if (w->going.by_link) return false;
    if (!g.by_link && conflict(r, occupant, id, g, w->going)) return false;
  }
  return true;
}

/* Does the occupant of the cell cross the same four cells, over the other
 * diagonal? */
static bool crosses(const tp_Round *r, const Wanted *w, int32_t x, int32_t y) {
  if (x < 0 || y < 0 || x >= r->width || y >= r->height) return false;
  uint32_t occupant = tp_round_occupant(r, x, y);
  if (occupant == 0) return false;
  const Going a = w->going, b = going_of(r, occupant);
  if (!b.moves || b.by_link) return false;
  return a.dx && a.dy && b.dx && b.dy && (a.dx != b.dx) != (a.dy != b.dy) &&
         tp_rect_area(a.from) == 1 && tp_rect_area(b.from) == 1 &&
         2 * a.from.x + a.dx == 2 * b.from.x + b.dx &&
         2 * a.from.y + a.dy == 2 * b.from.y + b.dy;
}

/* Checks the two cells beside a diagonal step: the cells that it sweeps but
 * neither leaves nor enters. */
static bool passes_between(tp_Round *r, uint32_t id, const Wanted *w) {
  tp_Rect f = w->going.from;
  tp_Cell a = {w->going.dx > 0 ? f.x + f.w : f.x - 1,
               w->going.dy > 0 ? f.y : f.y + f.h - 1};
  tp_Cell b = {w->going.dx > 0 ? f.x : f.x + f.w - 1,
               w->going.dy > 0 ? f.y + f.h : f.y - 1};
  /* Large units cut off at most half a cell, so members of plans may
   * squeeze. */
  bool is_squeeze = r->unit[id].group == 0 || tp_rect_area(f) == 1;
  if (is_squeeze && stands(r, a.x, a.y) && stands(r, b.x, b.y)) {
    r->barrier = tp_round_occupant(r, a.x, a.y);
    return false;
  }
  for (int i = 0; i < 2; i++) {
    tp_Cell c = i == 0 ? a : b;
    if (!crosses(r, w, c.x, c.y)) continue;
    r->barrier = tp_round_occupant(r, c.x, c.y);
    return false;
  }
  return true;
}

static bool reserve(tp_Round *r, uint32_t id, tp_Rect to) {
  uint32_t before = r->n_reserved;
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    uint32_t cell = (uint32_t)(c.y * r->width + c.x);
    if (r->occupant[cell] == id) continue;
    if (r->n_reserved == r->room.entered_room) {
      tp_reservations_undo(r, before);
      return false;
    }
    r->room.reservation[r->n_reserved++] =
        (tp_Reservation){cell, r->occupant[cell]};
    r->occupant[cell] = id;
  }
  return true;
}

/* Is the unit of size 1, has no unit behind it taken its cell, and are the next
 * cell and both cells beside the step free? Mostly yes. */
static bool is_clear(const tp_Round *r, uint32_t id, tp_Cell c, tp_Cell to) {
  const tp_Unit *unit = &r->unit[id];
  const uint32_t *here =
      &r->occupant[(size_t)c.y * (size_t)r->width + (size_t)c.x];
  if (unit->wide != 1 || unit->high != 1 || *here != id) return false;
  int32_t across = to.x - c.x, down = (to.y - c.y) * r->width;
  if (here[across + down] != 0) return false;
  return !across || !down || (here[across] == 0 && here[down] == 0);
}

/* At least 1, as each step takes time. */
uint64_t tp_reservations_link_time(const tp_Round *r, uint32_t id) {
  enum { SECOND = 1 << 20 };
  const tp_Unit *unit = &r->unit[id];
  const tp_Navmap *nav = unit->navmap;
  tp_Edge edge;
  if (!tp_edges_between(nav, tp_unit_cell(unit),
                        tp_unpack_cell(r->room.link_end[id]), &edge)) {
    return 0;
  }
  const double seconds = tp_edge_seconds(nav, &edge);
  double time = seconds * (r->by_ticks ? 1 : SECOND);
  if (!(seconds > 0)) {
    double steps = tp_edge_real_cost(nav, &edge) / nav->profile.straight_cost;
    time = floor(tp_product(steps, unit->durations.x) + 0.5);
  }
  time = ceil(time);
  return time >= 1 ? (uint64_t)time : 1;
}

/* A large unit that takes a link may hold some cells at its end now. */
bool tp_reservations_take(tp_Round *r, uint32_t id, int d) {
  tp_Unit *unit = &r->unit[id];
  const bool by_link = d == TP_TO_LINK;
  const tp_Cell c = tp_unit_cell(unit);
  const tp_Cell to =
      by_link ? tp_unpack_cell(r->room.link_end[id]) : tp_beside(c, d);
  if (!by_link && is_clear(r, id, c, to)) {
    if (!reserve(r, id, (tp_Rect){to.x, to.y, 1, 1})) return false;
    unit->to = (uint8_t)d & 15;
    return true;
  }
  const uint64_t time = by_link ? tp_reservations_link_time(r, id)
                                : tp_round_duration(r, unit, c, d);
  if (time == 0) return false;
  Wanted w = {{.from = tp_unit_under(unit, unit->at),
               .to = tp_unit_under(unit, tp_pack_cell(to.x, to.y)),
               .dx = to.x - c.x,
               .dy = to.y - c.y,
               .by_link = by_link},
              r->now + time,
              r->n_displaced};
  bool is_straight = by_link || !tp_is_diagonal(d) ||
                     unit->navmap->profile.diagonal == TP_HEXAGONS;
  bool may = may_have_all(r, id, &w) && may_leave(r, id, &w) &&
             (is_straight || passes_between(r, id, &w)) &&
             reserve(r, id, w.going.to);
  if (may) {
    unit->to = (uint8_t)d & 15;
  } else {
    r->n_displaced = w.first;
  }
  return may;
}

bool tp_reservations_exchange(tp_Round *r, uint32_t id, uint32_t other) {
  const tp_Cell c = tp_unit_cell(&r->unit[id]);
  if (tp_round_occupant(r, c.x, c.y) != id) return false;
  return reserve(r, other, (tp_Rect){c.x, c.y, 1, 1});
}

void tp_reservations_undo(tp_Round *r, uint32_t reserved) {
  while (r->n_reserved > reserved) {
    tp_Reservation undone = r->room.reservation[--r->n_reserved];
    r->occupant[undone.cell] = undone.occupant;
  }
}
