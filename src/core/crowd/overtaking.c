/* overtaking.c - how a unit passes a slower one that goes the same way.
 *
 *     . . . . . .      2 is faster than 1. The steps sideways that are still to
 *     2 1 ->           do until it can pass count for each cell around it, and
 *     . . . . . .      for its own: so it goes aside, and does not turn in
 *                      again before it has passed.
 *
 * They count if it would lose more time behind the other one, and if there is
 * room beside that one, and ahead as far as the unit needs to pass it.
 *
 * Cost: a look at the cells around the unit; some 100 ns more behind a slower
 * one.
 */
#include "overtaking.h"

/* The delay behind a slow unit counts at most so many steps. */
enum { MOST_DELAY = 16 };

static uint64_t least_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The sides of both units across their way. */
static int32_t width_of(const tp_Overtaking *s) {
  const tp_Unit *unit = s->unit, *o = s->slower;
  return tp_is_across(s->ahead) ? unit->high + o->high : unit->wide + o->wide;
}

int32_t tp_overtaking_steps(const tp_Overtaking *s, tp_Cell c) {
  const tp_Unit *unit = s->unit, *o = s->slower;
  const tp_Cell at = tp_unit_cell(o);
  const int32_t dx = tp_dx[s->ahead], dy = tp_dy[s->ahead];
  const int32_t x = 2 * (c.x - at.x) + unit->wide - o->wide;
  const int32_t y = 2 * (c.y - at.y) + unit->high - o->high;
  return tp_greater(width_of(s) - s->side * (dx * y - dy * x), 0);
}

/* Does no third unit hold a cell that the unit would cover? */
static bool has_room(const tp_Overtaking *s, tp_Cell c) {
  const tp_Rect to = tp_unit_under(s->unit, tp_pack_cell(c.x, c.y));
  for (tp_Cell here = tp_rect_first(to); tp_rect_wrap(to, &here); here.x++) {
    const uint32_t id = tp_round_occupant(s->r, here.x, here.y);
    if (id != 0 && id != s->id && id != s->slower_id) return false;
  }
  return true;
}

/* Takes a step in thought, if the map and other units allow it. */
static bool go(const tp_Overtaking *s, tp_Cell *c, int d) {
  if (!tp_navmap_can_step(s->unit->navmap, c->x, c->y, d)) return false;
  *c = tp_beside(*c, d);
  return has_room(s, *c);
}

/* The step sideways: on hexagons ahead as well. -1: there is none. */
static int sideways(const tp_Overtaking *s) {
  const int32_t dx = tp_dx[s->ahead], dy = tp_dy[s->ahead];
  if (s->unit->navmap->profile.diagonal != TP_HEXAGONS) {
    return tp_direction(-s->side * dy, s->side * dx);
  }
  const tp_Stagger stagger = s->unit->navmap->moves.stagger;
  const tp_Cell next = tp_beside(s->at, s->ahead);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    const tp_Cell c = tp_beside(s->at, d);
    if (!tp_navmap_can_step(s->unit->navmap, s->at.x, s->at.y, d)) continue;
    if (d == s->ahead || tp_overtaking_steps(s, c) > 0) continue;
    if (tp_steps_apart(stagger, c, next) == 1) return d;
  }
  return -1;
}

/* Is there room beside the slower one, and on the way on which the unit passes
 * it? That one goes on meanwhile. */
static bool has_way(const tp_Overtaking *s) {
  const tp_Unit *unit = s->unit, *o = s->slower;
  const int aside = sideways(s), ahead = s->ahead;
  tp_Cell c = s->at;
  if (aside < 0) return false;
  while (tp_overtaking_steps(s, c) > 0) {
    if (!go(s, &c, aside)) return false;
  }
  const uint64_t mine = tp_unit_duration(unit, ahead);
  const uint64_t its = tp_unit_duration(o, ahead);
  const int32_t length =
      tp_is_across(ahead) ? unit->wide + o->wide : unit->high + o->high;
  const uint64_t way = ((uint64_t)length + 1) * its / (its - mine);
  for (uint64_t i = 0; i < least_of(way, MOST_DELAY); i++) {
    if (!go(s, &c, ahead)) return false;
  }
  return true;
}

/* The direction of the unit's last step, which is also that of the next cell on
 * its row or column; -1: there is none. */
static int heading_of(const tp_Unit *o) {
  if (o->heading == TP_NO_DIRECTION) return -1;
  if (o->navmap->profile.diagonal != TP_HEXAGONS) {
    return tp_is_diagonal(o->heading) ? -1 : o->heading;
  }
  const tp_Stagger stagger = o->navmap->moves.stagger;
  const tp_Cell at = tp_unit_cell(o);
  const int d = tp_hexagon_step(stagger, tp_is_shoved(stagger, at), o->heading);
  const unsigned next = tp_is_shoved(stagger, tp_beside(at, d));
  return tp_hexagon_turn(stagger, next, d) == o->heading ? d : -1;
}

/* The free cells between the unit and the other one, which is ahead; below 0:
 * it is beside it. Sets *is_behind if all of it is behind this unit. */
static int32_t gap_to(const tp_Overtaking *s, const tp_Unit *o, int ahead,
                      bool *is_behind) {
  const tp_Cell at = tp_unit_cell(o);
  const bool is_back = ahead == TP_W || ahead == TP_N;
  const bool is_across = tp_is_across(ahead);
  const int32_t mine = is_across ? s->at.x : s->at.y;
  const int32_t its = is_across ? at.x : at.y;
  const int32_t my_end = mine + (is_across ? s->unit->wide : s->unit->high);
  const int32_t its_end = its + (is_across ? o->wide : o->high);
  *is_behind = is_back ? its >= my_end : its_end <= mine;
  return is_back ? mine - its_end : its - my_end;
}

/* Finds a unit near this one that goes more slowly where it wants to go. */
static bool find_slower(tp_Overtaking *s) {
  const tp_Unit *unit = s->unit;
  const tp_Rect map = {0, 0, s->r->width, s->r->height};
  const int32_t near = 1 + tp_greater(unit->wide, unit->high);
  const tp_Rect around =
      tp_rect_clip(tp_rect_grow(tp_unit_under(unit, unit->at), near), map);
  for (tp_Cell c = tp_rect_first(around); tp_rect_wrap(around, &c); c.x++) {
    const uint32_t id = tp_round_occupant(s->r, c.x, c.y);
    const tp_Unit *o = &s->r->unit[id];
    if (id == 0 || id == s->id || o->state != TP_GOING) continue;
    if (tp_unit_step_time(o) <= tp_unit_step_time(unit)) continue;
    if (tp_unit_is_standing(o) && o->progress.time != s->r->now) continue;
    const int d = heading_of(o);
    bool is_behind = false;
    if (d < 0) continue;
    const int32_t gap = gap_to(s, o, d, &is_behind);
    if (is_behind) continue;
    if (!tp_navmap_can_step(unit->navmap, s->at.x, s->at.y, d)) continue;
    if (tp_unit_cost(unit, tp_beside(s->at, d)) >= tp_unit_cost(unit, s->at))
      continue;
    s->slower_id = id;
    s->slower = o;
    s->ahead = d;
    s->gap = gap;
    return true;
  }
  return false;
}

/* Is there a side to which the unit can pass the slower one in less time than
 * it would lose behind it? */
static bool find_side(tp_Overtaking *s) {
  const uint64_t mine = tp_unit_duration(s->unit, s->ahead);
  const uint64_t its = tp_unit_duration(s->slower, s->ahead);
  const uint64_t price = s->price;
  if (its <= mine) return false;
  const uint64_t left = price ? tp_unit_cost(s->unit, s->at) / price : 0;
  const uint64_t lost = least_of(left, MOST_DELAY) * (its - mine) / mine;
  int32_t least = INT32_MAX;
  int best = 0;
  for (int side = -1; side <= 1; side += 2) {
    s->side = side;
    const int32_t aside = tp_overtaking_steps(s, s->at);
    if (aside >= least || (aside > 0 && (uint64_t)aside >= lost)) continue;
    /* It begins right behind the other one, which goes on meanwhile. */
    if (2 * (s->gap - 1) > tp_greater(width_of(s) - aside, 0)) continue;
    if (!has_way(s)) continue;
    best = side;
    least = aside;
  }
  s->side = best;
  return best != 0;
}

bool tp_overtaking_begins(const tp_Round *r, uint32_t id, uint64_t price,
                          tp_Overtaking *s) {
  const tp_Unit *unit = &r->unit[id];
  *s = (tp_Overtaking){
      .r = r, .id = id, .unit = unit, .at = tp_unit_cell(unit), .price = price};
  return unit->state == TP_GOING && find_slower(s) && find_side(s);
}
