/* unitpath.c - a path, kept as its turns.
 *
 * Turn 0 is the end of the path. Costs rise from turn to turn, back to the
 * start. A straight piece is split every SPAN steps, so a part of it is priced
 * by a short walk; if all ground has one price, by a product.
 *
 *     turn 0 <---- turn 1 <--------- turn 2 <--- ...
 *     the end      ^ ahead     ^
 *                              the unit: turn 1's steps, plus four
 *
 * A link is a piece of one step, however far it leads.
 *
 * A cheapest path visits a cell once. A path of the game's own may come back to
 * a cell, or pass beside it, many steps later. There a unit that looked at all
 * of the path would take the short cut. So it looks at a few steps ahead, as
 * far as they lead away from it.
 *
 * 16 bytes a turn. A question near the unit takes constant time; a loop over
 * all turns some 2 ns for each.
 */
#include "unitpath.h"

#include <stdlib.h>

#include "../agent/metric.h"
#include "pathpiece.h"

enum {
  SPAN = 32,
  REACH = 8, /* steps of a strict path that are looked at */
  SAVED = 1  /* steps that a short cut to there may save */
};

static tp_Piece link_at(const tp_UnitPath *p, uint32_t i) {
  const tp_Turn *to = &p->turn[i], *from = &p->turn[i + 1];
  return (tp_Piece){
      tp_turn_cell(to),     from->x - to->x, from->y - to->y, 1, true,
      from->cost - to->cost};
}

TP_INLINE tp_Piece piece_at(const tp_UnitPath *p, uint32_t i) {
  tp_Cell from = tp_turn_cell(&p->turn[i]);
  if (i + 1 >= p->count) return (tp_Piece){.from = from};
  if (p->turn[i].by_link) return link_at(p, i);
  return tp_piece_between(from, tp_turn_cell(&p->turn[i + 1]));
}

/* ---- from a path ------------------------------------------------------- */

uint32_t tp_unitpath_turns(const tp_Path *path) {
  tp_Walk walk = tp_walk_along(path);
  uint32_t turns = 1;
  for (tp_Cell last = walk.at; tp_walk_turn(&walk); last = walk.at) {
    int32_t dx = abs(walk.at.x - last.x), dy = abs(walk.at.y - last.y);
    uint32_t splits = (uint32_t)(tp_greater(dx, dy) + SPAN - 1) / SPAN;
    turns += walk.by_link ? 1 : splits;
  }
  return turns;
}

size_t tp_unitpath_bytes(uint32_t turns) {
  return sizeof(tp_UnitPath) + turns * sizeof(tp_Turn);
}

static void add_turn(tp_UnitPath *p, tp_Cell c, uint64_t cost, int32_t steps) {
  const tp_Turn *last = &p->turn[p->count - 1];
  TP_ASSERT(p->count < p->room);
  p->turn[p->count++] =
      (tp_Turn){.cost = last->cost + cost,
                .x = (int16_t)c.x,
                .y = (int16_t)c.y,
                .steps = (last->steps + (uint32_t)steps) & INT32_MAX};
}

/* The cost of the cheapest edge between two cells; 0: there is none. */
static uint64_t edge_cost(const tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  tp_Edge edge;
  if (!tp_edges_between(nav, from, to, &edge)) return 0;
  return tp_window_edge_cost(nav, &edge);
}

void tp_unitpath_take(tp_UnitPath *up, uint32_t room, const tp_Path *path) {
  TP_ASSERT(path->sense == TP_BACKWARDS);
  tp_Walk walk = tp_walk_along(path);
  *up = (tp_UnitPath){
      .room = room, .count = 1, .seen = path->navmap->changes.now};
  up->turn[0] = (tp_Turn){.x = (int16_t)walk.at.x, .y = (int16_t)walk.at.y};
  for (tp_Cell last = walk.at; tp_walk_turn(&walk); last = walk.at) {
    if (walk.by_link) {
      /* The turn where the path enters the link to the last turn. */
      up->turn[up->count - 1].by_link = 1;
      add_turn(up, walk.at, edge_cost(path->navmap, walk.at, last), 1);
      continue;
    }
    tp_Piece p = tp_piece_between(last, walk.at);
    for (int32_t at = 0, span; at < p.length; at += span) {
      span = tp_lesser(SPAN, p.length - at);
      add_turn(up, tp_piece_cell(p, at + span),
               tp_piece_cost(path->navmap, p, at, span), span);
    }
  }
  for (uint32_t i = 0; i < up->count; i++) {
    const tp_Cell at = tp_turn_cell(&up->turn[i]);
    up->box = tp_rect_join(up->box, (tp_Rect){at.x, at.y, 1, 1});
  }
  up->steps = up->turn[up->count - 1].steps;
  up->ahead = up->count > 1 ? up->count - 2 : 0;
  for (up->out = up->steps; up->out > 0; up->out--) {
    const tp_Cell at = tp_unitpath_ahead(up, up->steps - up->out);
    if (tp_mask_can_enter(path->navmap->mask, at.x, at.y)) break;
  }
}

/* ---- along it ----------------------------------------------------------- */

tp_Cell tp_unitpath_cell(const tp_UnitPath *p, uint32_t i, uint32_t steps) {
  TP_ASSERT(steps >= p->turn[i].steps);
  return tp_piece_cell(piece_at(p, i), (int32_t)(steps - p->turn[i].steps));
}

/* Notes the unit's place. A unit on a turn counts for the piece ahead of it.
 * If the unit has gone back, changes on that part are unknown: `seen` becomes
 * 0. */
static void go_to_place(tp_UnitPath *p, uint32_t i, int32_t place) {
  if (place == 0 && i > 0) {
    i--;
    place = (int32_t)(p->turn[i + 1].steps - p->turn[i].steps);
  }
  const uint32_t steps = p->turn[i].steps + (uint32_t)place;
  if (steps > p->steps) p->seen = 0;
  if (p->is_strict && steps != p->steps) p->window.area.w = 0;
  p->ahead = i;
  p->steps = steps;
}

/* The last cell ahead that counts, in steps to the end. */
static uint32_t shown_to(const tp_UnitPath *p) {
  const tp_Cell here = tp_unitpath_cell(p, p->ahead, p->steps);
  uint32_t n = 0;
  for (; p->is_strict && n < REACH && n < p->steps; n++) {
    const tp_Cell c = tp_unitpath_ahead(p, n + 1);
    const int32_t apart = tp_greater(abs(c.x - here.x), abs(c.y - here.y));
    if ((int32_t)n + 1 - apart > SAVED) break;
  }
  return p->is_strict ? p->steps - n : 0;
}

static bool is_on_piece(const tp_UnitPath *p, uint32_t i, tp_Cell at,
                        uint32_t least, int32_t *place) {
  *place = tp_piece_place(piece_at(p, i), at);
  return *place >= 0 && p->turn[i].steps + (uint32_t)*place >= least;
}

/* Finds a cell near the last place: on that piece, on those ahead, or on the
 * one behind. False: it is on none. */
static bool find_near(const tp_UnitPath *p, tp_Cell at, uint32_t *i,
                      int32_t *place) {
  const uint32_t next = p->ahead > 0 ? p->ahead - 1 : 0;
  const uint32_t least = p->is_strict ? shown_to(p) : p->turn[next].steps;
  *i = p->ahead;
  while (!is_on_piece(p, *i, at, least, place)) {
    if (p->turn[*i].steps <= least) {
      *i = p->ahead + 1;
      return *i < p->count && is_on_piece(p, *i, at, least, place);
    }
    --*i;
  }
  return true;
}

bool tp_unitpath_resize(tp_UnitPath *p, tp_Rect to) {
  bool fits = true;
  for (uint32_t i = 0; i < p->count; i++) {
    tp_Turn *turn = &p->turn[i];
    fits = fits && tp_rect_has(to, turn->x, turn->y);
    turn->x = (int16_t)(turn->x - to.x);
    turn->y = (int16_t)(turn->y - to.y);
  }
  p->box.x -= to.x;
  p->box.y -= to.y;
  p->seen = 0;
  p->window.area.w = 0;
  return fits;
}

bool tp_unitpath_come(tp_UnitPath *p, tp_Cell at) {
  uint32_t i;
  int32_t place;
  bool is_on = find_near(p, at, &i, &place);
  if (!is_on && !p->is_strict) { /* it has left the path, and comes back */
    i = tp_unitpath_find(p, at);
    is_on = i < p->ahead;
    if (is_on) place = tp_piece_place(piece_at(p, i), at);
  }
  if (is_on) go_to_place(p, i, place);
  return is_on;
}

void tp_unitpath_set(tp_UnitPath *p, uint32_t steps) {
  uint32_t i = p->count > 1 ? p->count - 2 : 0;
  while (i > 0 && p->turn[i].steps >= steps) i--;
  p->ahead = i;
  p->steps = steps;
}

bool tp_unitpath_ends_at(const tp_UnitPath *p, tp_Cell goal) {
  uint32_t i;
  int32_t place;
  if (!p->is_given) return true;
  return find_near(p, goal, &i, &place) && i == 0 && place == 0;
}

tp_Cell tp_unitpath_ahead(const tp_UnitPath *p, uint32_t steps) {
  uint32_t left = p->steps > steps ? p->steps - steps : 0, i = p->ahead;
  while (left < p->turn[i].steps) i--;
  return tp_unitpath_cell(p, i, left);
}

/* The place on a piece that is about the nearest to a cell. */
static int32_t nearest_on(tp_Stagger s, tp_Piece p, tp_Cell c) {
  if (p.is_link) {
    return tp_steps_apart(s, tp_piece_cell(p, 1), c) <
           tp_steps_apart(s, p.from, c);
  }
  int32_t along = (c.x - p.from.x) * p.dx + (c.y - p.from.y) * p.dy;
  if (p.dx != 0 && p.dy != 0) along /= 2;
  return along < 0 ? 0 : tp_lesser(along, p.length);
}

/* Goes to the nearest cell; of equal ones to the last, or to the first. */
static void go_near(tp_UnitPath *path, tp_Stagger s, tp_Cell at, bool first) {
  uint32_t best = path->ahead, least = UINT32_MAX;
  int32_t place = (int32_t)(path->steps - path->turn[best].steps);
  for (uint32_t k = 0; k < path->count; k++) {
    const uint32_t i = first ? path->count - 1 - k : k;
    tp_Piece p = piece_at(path, i);
    int32_t near = nearest_on(s, p, at);
    const uint32_t away = tp_steps_apart(s, tp_piece_cell(p, near), at);
    if (away >= least) continue;
    best = i;
    place = near;
    least = away;
  }
  go_to_place(path, best, place);
}

void tp_unitpath_mark_given(tp_UnitPath *p, tp_Stagger s, tp_Cell at) {
  go_near(p, s, at, true);
  p->is_given = p->is_strict = true;
}

tp_Cell tp_unitpath_rejoin(tp_UnitPath *p, tp_Stagger s, tp_Cell at) {
  if (!p->is_strict) go_near(p, s, at, false);
  return tp_unitpath_cell(p, p->ahead, p->steps);
}

tp_Cell tp_unitpath_nearest(tp_UnitPath *p, tp_Stagger s, tp_Cell at) {
  if (!p->is_strict) return tp_unitpath_rejoin(p, s, at);
  const uint32_t most = p->steps - shown_to(p);
  tp_Cell best = at;
  uint32_t least = UINT32_MAX;
  for (uint32_t n = 0; n <= most; n++) {
    const tp_Cell c = tp_unitpath_ahead(p, n);
    const uint32_t left = p->steps - n;
    const uint32_t away = tp_steps_apart(s, c, at) + left;
    if (away > least) continue;
    best = c;
    least = away;
  }
  tp_unitpath_come(p, best);
  return best;
}

/* The turns near the last place: of its piece, and of those ahead and behind.
 * It may be `count` or more. */
TP_INLINE uint32_t near_turn(const tp_UnitPath *p, int k) {
  static const int8_t by[] = {0, -1, 1};
  return p->ahead + (uint32_t)by[k];
}

bool tp_unitpath_next(const tp_UnitPath *p, tp_Cell at, tp_Cell *next) {
  if (p->steps == 0 ||
      !tp_same_cell(at, tp_unitpath_cell(p, p->ahead, p->steps)))
    return false;
  *next = tp_unitpath_cell(p, p->ahead, p->steps - 1);
  return true;
}

bool tp_unitpath_link(const tp_UnitPath *p, tp_Cell c, tp_Cell *to) {
  for (int k = 0; k < 3; k++) {
    const uint32_t i = near_turn(p, k);
    if (i >= p->count - 1 || !p->turn[i].by_link) continue;
    if (!tp_same_cell(tp_turn_cell(&p->turn[i + 1]), c)) continue;
    *to = tp_turn_cell(&p->turn[i]);
    return true;
  }
  return false;
}

uint64_t tp_unitpath_cost(const tp_UnitPath *path, const tp_Navmap *nav,
                          tp_Cell c) {
  for (int k = 0; k < 3; k++) {
    const uint32_t i = near_turn(path, k);
    if (i >= path->count) continue;
    tp_Piece p = piece_at(path, i);
    int32_t place = tp_piece_place(p, c);
    if (place >= 0) return path->turn[i].cost + tp_piece_cost(nav, p, 0, place);
  }
  return TP_FAR;
}

/* ---- what lies ahead ---------------------------------------------------- */

bool tp_unitpath_leg(const tp_UnitPath *path, const tp_Navmap *nav, uint32_t i,
                     tp_Cell from, tp_Leg *leg) {
  const tp_Piece p = piece_at(path, i);
  const int32_t steps = tp_piece_place(p, from);
  if (steps <= 0) return false;
  if (!p.is_link) {
    tp_leg_set(leg, tp_direction(-p.dx, -p.dy), steps);
    return true;
  }
  tp_leg_set(leg, TP_BY_LINK, 1);
  return tp_edges_between(nav, from, p.from, &leg->edge);
}

uint32_t tp_unitpath_find(const tp_UnitPath *p, tp_Cell c) {
  uint32_t i = 0;
  int32_t place;
  if (p->is_strict) return find_near(p, c, &i, &place) ? i : p->count;
  while (i < p->count && tp_piece_place(piece_at(p, i), c) < 0) i++;
  return i;
}

bool tp_unitpath_takes_link(const tp_UnitPath *p, tp_Cell c) {
  for (uint32_t i = 0; p->turn[i].steps < p->steps; i++) {
    if (p->turn[i].by_link && tp_same_cell(tp_turn_cell(&p->turn[i + 1]), c)) {
      return true;
    }
  }
  return false;
}

void tp_unitpath_enter(tp_UnitPath *p, uint32_t i, tp_Cell cell) {
  go_to_place(p, i, tp_piece_place(piece_at(p, i), cell));
}

tp_StepCount tp_unitpath_count(const tp_UnitPath *path) {
  tp_StepCount n = {0, 0, 0};
  uint32_t from = path->steps;
  for (uint32_t i = path->ahead + 1; i-- > 0; from = path->turn[i].steps) {
    const tp_Piece p = piece_at(path, i);
    const uint32_t steps = from - path->turn[i].steps;
    if (p.is_link) continue;
    *(p.dy == 0 ? &n.x : p.dx == 0 ? &n.y : &n.both) += steps;
  }
  return n;
}

/* ---- in rectangles ------------------------------------------------------ */

/* Narrows the places on a piece to those within from <= v < end, along one
 * axis. */
static void clip_axis(int32_t at, int32_t step, int32_t from, int32_t end,
                      int32_t *first, int32_t *last) {
  int32_t low = step > 0 ? from - at : at - end + 1;
  int32_t high = step > 0 ? end - 1 - at : at - from;
  if (step == 0) {
    if (at < from || at >= end) *last = -1;
    return;
  }
  *first = tp_greater(*first, low);
  *last = tp_lesser(*last, high);
}

/* The first and last place of a piece in a rectangle; false: there is none. */
static bool clip_piece(tp_Piece p, tp_Rect area, int32_t *first,
                       int32_t *last) {
  if (p.is_link) {
    tp_Cell end = tp_piece_cell(p, 1);
    *first = !tp_rect_has(area, p.from.x, p.from.y);
    *last = tp_rect_has(area, end.x, end.y);
    return *first <= *last;
  }
  *first = 0;
  *last = p.length;
  clip_axis(p.from.x, p.dx, area.x, area.x + area.w, first, last);
  clip_axis(p.from.y, p.dy, area.y, area.y + area.h, first, last);
  return *first <= *last;
}

uint32_t tp_unitpath_seeds(const tp_UnitPath *path, const tp_Navmap *nav,
                           tp_Rect area, tp_WindowSeed *seeds) {
  const uint32_t most = (uint32_t)tp_rect_area(area), least = shown_to(path);
  const uint32_t end = path->is_strict && path->ahead + 1 < path->count
                           ? path->ahead + 1
                           : path->count;
  uint32_t count = 0;
  for (uint32_t i = 0; i < end; i++) {
    int32_t first, last;
    tp_Piece p = piece_at(path, i);
    if (!clip_piece(p, area, &first, &last)) continue;
    /* Pieces behind the unit were not checked: do they cost what their turns
     * say? */
    if (i > path->ahead && i + 1 < path->count &&
        tp_piece_cost(nav, p, 0, p.length) !=
            path->turn[i + 1].cost - path->turn[i].cost) {
      continue;
    }
    /* The turn at its far end comes with the next piece. */
    if (last == p.length && i + 1 < end) last--;
    first = tp_greater(first, (int32_t)(least - path->turn[i].steps));
    if (first > last) continue;
    uint64_t cost = path->turn[i].cost + tp_piece_cost(nav, p, 0, first);
    for (int32_t at = first; at <= last; at++) {
      /* A path can visit a cell more than once. */
      if (count == most) return count;
      seeds[count++] = (tp_WindowSeed){cost, tp_piece_cell(p, at)};
      cost += tp_piece_cost(nav, p, at, 1);
    }
  }
  return count;
}

/* Can the agent take each step of the piece? */
static bool is_walked(const tp_Navmap *nav, tp_Piece p) {
  int direction = tp_direction(-p.dx, -p.dy);
  for (int32_t i = 0; i < p.length; i++) {
    if (!tp_wayout_can_step(nav, tp_piece_cell(p, i + 1), direction))
      return false;
  }
  return true;
}

/* Is there still a link of that cost? */
static bool is_ridden(const tp_Navmap *nav, tp_Cell from, tp_Cell to,
                      uint64_t cost) {
  tp_Edge edge;
  return tp_edges_between(nav, from, to, &edge) &&
         tp_window_edge_cost(nav, &edge) == cost;
}

bool tp_unitpath_is_valid(const tp_UnitPath *path, const tp_Navmap *nav) {
  for (uint32_t i = 0; i <= path->ahead && i + 1 < path->count; i++) {
    tp_Piece p = piece_at(path, i);
    tp_Cell to = tp_turn_cell(&path->turn[i]);
    tp_Cell from = tp_turn_cell(&path->turn[i + 1]);
    uint64_t cost = path->turn[i + 1].cost - path->turn[i].cost;
    bool is_valid = p.is_link ? is_ridden(nav, from, to, cost)
                              : is_walked(nav, p) &&
                                    tp_piece_cost(nav, p, 0, p.length) == cost;
    if (!is_valid) return false;
  }
  return true;
}

bool tp_unitpath_is_touched(const tp_UnitPath *p, const tp_Rect *rects,
                            int count) {
  for (int k = 0; k < count; k++) {
    const tp_Rect around = tp_rect_grow(rects[k], 1);
    if (tp_rect_is_empty(tp_rect_clip(p->box, around))) continue;
    for (uint32_t i = 0; i <= p->ahead; i++) {
      int32_t first, last;
      if (clip_piece(piece_at(p, i), around, &first, &last)) return true;
    }
  }
  return false;
}
