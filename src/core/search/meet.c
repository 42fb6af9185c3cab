/* meet.c - looks along the legs of a route for cells where somebody stands.
 *
 * What an agent covers along a leg in a row or down a column is a rectangle,
 * which is looked at row by row, up to 64 cells at a time; only diagonal legs
 * are followed step by step, with an eye on what stands beside them, for agents
 * of one cell mostly in one look. A few nanoseconds a leg or a diagonal step,
 * times the rows that the agent covers.
 */
#include "meet.h"

typedef struct Look {
  const tp_Mask *stood;
  const tp_Navmap *alone;
  bool raises;
} Look;

/* Does somebody stand under the agent, wherever it is between two positions of
 * a row or of a column? */
static bool is_met(const Look *l, tp_Cell a, tp_Cell b) {
  const tp_Profile *p = &l->alone->profile;
  int32_t left = tp_lesser(a.x, b.x), right = tp_greater(a.x, b.x) + p->wide;
  int32_t top = tp_lesser(a.y, b.y), bottom = tp_greater(a.y, b.y) + p->high;
  for (int32_t y = top; y < bottom; y++) {
    if (tp_mask_next(l->stood, y, left, right) < right) return true;
  }
  return false;
}

/* May the agent be there, and nobody stands under it? */
static bool is_open(const Look *l, int32_t x, int32_t y) {
  const tp_Cell at = {x, y};
  return tp_mask_has(l->alone->mask, x, y) && !is_met(l, at, at);
}

/* Is a diagonal step from one cell to another, both open, none among others? It
 * is one for an agent alone. */
static bool is_barred(const Look *l, tp_Cell a, tp_Cell b) {
  tp_Diagonal rule = l->alone->profile.diagonal;
  if (l->raises || rule == TP_ALWAYS) return false;
  int open = is_open(l, a.x, b.y) + is_open(l, b.x, a.y);
  return open < (rule == TP_AT_LEAST_ONE_WALKABLE ? 1 : 2);
}

/* The bits of the neighbourhood of a cell (topology.h) of which none may be set
 * where an agent goes diagonally that covers no other cell; 0: they do not tell
 * all. */
static unsigned bits_to_spare(const Look *l, int dx, int dy) {
  const tp_Profile *p = &l->alone->profile;
  unsigned to = 1u << tp_nine_bit(dx, dy);
  unsigned beside = 1u << tp_nine_bit(dx, 0) | 1u << tp_nine_bit(0, dy);
  if (p->wide > 1 || p->high > 1) return 0;
  if (l->raises || p->diagonal == TP_ALWAYS) return to;
  return p->diagonal == TP_ONLY_IF_NO_OBSTACLES ? to | beside : 0;
}

/* Is somebody met along a diagonal leg from a cell? Goes to its end. */
static bool meets_diagonally(const Look *l, tp_Leg leg, tp_Sense sense,
                             tp_Cell *at) {
  const tp_Cell from = *at;
  tp_leg_step(leg, sense, at);
  const int dx = at->x - from.x, dy = at->y - from.y;
  const unsigned spare = bits_to_spare(l, dx, dy);
  tp_Cell here = from;
  for (int32_t i = 0; i < leg.length; i++) {
    const tp_Cell next = {here.x + dx, here.y + dy};
    bool is_in_the_way =
        spare ? tp_mask_nine(l->stood, here.x, here.y) & spare
              : is_met(l, next, next) || is_barred(l, here, next);
    if (is_in_the_way) return true;
    here = next;
  }
  *at = here;
  return false;
}

bool tp_route_meets(const tp_Route *route, const tp_Avoided *avoided,
                    bool raises) {
  const Look look = {tp_avoided_mask(avoided), route->navmap, raises};
  tp_Backtrace ahead = route->first;
  tp_Cell at = ahead.at;
  tp_Leg leg;
  if (is_met(&look, at, at)) return true;
  while (route->next_leg(route->source, &ahead, &leg)) {
    if (leg.came_by == TP_BY_LINK) {
      tp_leg_pass(leg, route->sense, &at);
      if (is_met(&look, at, at)) return true;
    } else if (tp_is_diagonal(leg.came_by)) {
      if (meets_diagonally(&look, leg, route->sense, &at)) return true;
    } else {
      tp_Cell from = at;
      tp_leg_pass(leg, route->sense, &at);
      if (is_met(&look, from, at)) return true;
    }
  }
  return false;
}
