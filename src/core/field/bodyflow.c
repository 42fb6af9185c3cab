/* bodyflow.c - bodies with a radius, past walls.
 *
 * Beside the heading of all agents there is a chain, along which a body can
 * always go: from the centre of its cell to that of the next cell on its path.
 * This line is clear as long as the body is no larger than the cells that it
 * covers, and corners are not cut. The rest of the chain from a point is
 * measured as
 *
 *     on      straight to the next centre, if the body passes there;
 *     corner  straight to the corner on a diagonal way and from there to the
 *             next centre, if the body passes to the corner;
 *     back    straight to its own cell's centre and from there to the next
 *             one, if the body passes to its own;
 *     round   the same, but along one axis and then along the other, for
 *             bodies that cover several cells;
 *     lost    none of these: the body was put too near to a wall.
 *
 *           on                  back                round
 *     .-------.-------.   .-------.-------.   .-------.-------.
 *     |       |       |   |       |       |   |       |       |
 *     |   C   | .->N  |   |   C-----> N   |   |   C-----> N   |
 *     |    a----'     |   |    ^  |       |   |   ^   |       |
 *     |       |       |   |     a |       |   |   '-a |       |
 *     '-------'-------'   '-------#########   '-------#########
 *
 * A step by the heading is taken if a point may take it, the body passes, and
 * one of these holds:
 *
 * - the rest at its end is less by at least a quarter of the step's length;
 * - the end lies in another cell, of lower cost, and is not lost.
 *
 * Otherwise the agent goes along the chain, and the rest falls by the distance.
 * So the rest falls inside a cell, no cell is entered twice, and every agent
 * arrives. An agent clear of all walls stays so. A lost agent goes straight to
 * the centre of its cell, whatever is near.
 *
 * The body is tested in parts of 1/65536 of a cell, exactly
 * (ask/bodyclearance.h). A place is kept about that exactly, and reading it
 * again gives the same. If rounding moves a step along the chain too near to a
 * corner, the step ends a hair beside, or is not rounded before the next cell.
 * A place as near to a centre as can be kept counts as the centre.
 *
 * Cost: some six tests of the body a step; beside walls 200 ns in all.
 */
#include "steer.h"

#include "../ask/bodyclearance.h"

/* ---- places ------------------------------------------------------------- */

/* An agent's coordinates, to the nearest part of a cell. */
static tp_Point point_of(const tp_Position *s) {
  return (tp_Point){(int64_t)floor(s->x * 65536 + 0.5),
                    (int64_t)floor(s->y * 65536 + 0.5)};
}

/* Moves a position to where it would be read again. False: no place in its cell
 * can be kept. */
static bool keep_position(const tp_Flow *w, tp_Position *s) {
  double x = 0, y = 0;
  if (!tp_position_store(w, s, &x, &y)) {
    s->x = tp_position_within(s->x, s->cell.x);
    s->y = tp_position_within(s->y, s->cell.y);
    if (!tp_position_store(w, s, &x, &y)) return false;
  }
  s->x = tp_position_column(w, x);
  s->y = tp_position_row(w, y);
  if (!tp_position_is_in(s, s->cell)) return false;
  return true;
}

/* ---- the chain ---------------------------------------------------------- */

static const double root_2 = 1.4142135623730951;

typedef enum Leg { ON, CORNER, BACK, ROUND, LOST } Leg;

typedef struct Chain {
  Leg leg;
  double x, y; /* the next point of the chain */
  double rest; /* of the way to the next centre */
} Chain;

/* The chain straight to a point, and `further` from there. */
static Chain chain_to(Leg leg, const tp_Position *s, tp_Point to,
                      double further) {
  const double x = to.x / 65536.0, y = to.y / 65536.0;
  return (Chain){leg, x, y, tp_length(x - s->x, y - s->y) + further};
}

/* In parts of a cell: a line through a corner may begin this far from the
 * diagonal. It is turned at its end, where no wall is near. */
enum { near_diagonal = 65536 / 256 };

/* Does the line to the centre of a diagonal neighbour run through the
 * corner? */
static bool is_by_corner(tp_Point from, tp_Point to, int direction) {
  int64_t wide = tp_dx[direction] * (to.x - from.x);
  int64_t high = tp_dy[direction] * (to.y - from.y);
  return wide - high <= near_diagonal && high - wide <= near_diagonal;
}

/* Along the axes to the centre of the cell, plus `further`. */
static Chain chain_round(const tp_Flow *w, const tp_Position *s,
                         double further) {
  tp_Point from = point_of(s), own = tp_center(s->cell.x, s->cell.y);
  double x = s->cell.x + 0.5, y = s->cell.y + 0.5;
  double rest = fabs(x - s->x) + fabs(y - s->y) + further;
  for (int i = 0; i < 2; i++) {
    tp_Point turn = {i ? from.x : own.x, i ? own.y : from.y};
    if (!tp_body_passes(w->navmap, from, turn)) continue;
    if (!tp_body_passes(w->navmap, turn, own)) continue;
    return (Chain){ROUND, i ? s->x : x, i ? y : s->y, rest};
  }
  return chain_to(LOST, s, own, INFINITY);
}

/* The chain of a position in a cell with these ways on; if none, to its end. */
static Chain chain_at(const tp_Flow *w, const tp_Position *s,
                      unsigned directions) {
  tp_Point from = point_of(s), own = tp_center(s->cell.x, s->cell.y);
  bool is_at_own = from.x == own.x && from.y == own.y;
  double further = 0;
  if (directions) {
    const int direction = tp_steer_step(directions);
    const int64_t dx = INT64_C(32768) * tp_dx[direction],
                  dy = INT64_C(32768) * tp_dy[direction];
    const tp_Point next = {own.x + 2 * dx, own.y + 2 * dy};
    const tp_Point corner = {own.x + dx, own.y + dy};
    further = tp_is_diagonal(direction) ? root_2 : 1;
    const bool is_straight = is_at_own || !tp_is_diagonal(direction) ||
                             is_by_corner(from, next, direction);
    const tp_Point on = is_straight ? next : corner;
    if (is_at_own || tp_body_passes(w->navmap, from, on)) {
      return chain_to(is_straight ? ON : CORNER, s, on,
                      is_straight ? 0 : further / 2);
    }
  }
  if (is_at_own || tp_body_passes(w->navmap, from, own)) {
    return chain_to(BACK, s, own, further);
  }
  return chain_round(w, s, further);
}

/* ---- steps -------------------------------------------------------------- */

/* Takes a step by the heading of all agents, if the body may take it. */
static bool go_by_heading(const tp_Flow *w, tp_Position *s, unsigned directions,
                          const Chain *chain, double *left) {
  bool is_blend;
  int direction = tp_steer_step(directions);
  tp_Heading by = tp_steer_heading(w, s, directions, &is_blend);
  tp_Position to = *s;
  double rest = *left;
  if (!is_blend || chain->leg == LOST) return false;
  if (!tp_steer_go(w, &to, by, direction, &rest) || !keep_position(w, &to))
    return false;
  if (!tp_body_passes(w->navmap, point_of(s), point_of(&to))) return false;
  Chain then = chain_at(w, &to, tp_steer_directions(w, to.cell));
  if (then.leg == LOST) return false;
  if (tp_same_cell(to.cell, s->cell)) {
    double dx = to.x - s->x, dy = to.y - s->y;
    double step = tp_length(dx, dy);
    if (then.rest > chain->rest - step / 4 || step == 0) return false;
  }
  *s = to;
  *left = rest;
  return true;
}

/* Has the position advanced along the chain? */
static bool has_advanced(const tp_Flow *w, tp_Position *s, const Chain *chain,
                         tp_Cell from) {
  if (!keep_position(w, s)) return false;
  Chain now = chain_at(w, s, tp_steer_directions(w, s->cell));
  if (!tp_same_cell(s->cell, from)) return now.leg != LOST;
  return now.leg <= chain->leg && now.rest < chain->rest;
}

/* Moves a position on the chain to where it can be kept. If that is too near to
 * a wall, a place a hair beside it is tried. Otherwise the position stays
 * unrounded until it has left its cell: with coarse places it would be put back
 * and repeat the same step forever. */
static void settle_on_chain(const tp_Flow *w, tp_Position *s,
                            const Chain *chain, tp_Cell from) {
  const double hair = 2.0 / 65536;
  tp_Position to = *s;
  if (has_advanced(w, &to, chain, from)) {
    *s = to;
    return;
  }
  for (int i = 0; i < 4; i++) {
    tp_Position by = *s;
    by.x += i % 2 ? hair : -hair;
    by.y += i / 2 ? hair : -hair;
    if (!tp_position_is_in(&by, s->cell) || !has_advanced(w, &by, chain, from))
      continue;
    *s = by;
    return;
  }
  if (!tp_same_cell(to.cell, from)) *s = to;
}

/* The heading from a position to the next point of the chain. */
static tp_Heading heading_on(const tp_Position *s, const Chain *chain,
                             double *far) {
  double dx = chain->x - s->x, dy = chain->y - s->y;
  *far = tp_length(dx, dy);
  return (tp_Heading){dx / *far, dy / *far};
}

static void go_along_chain(const tp_Flow *w, tp_Position *s, int direction,
                           const Chain *chain, double *left) {
  double far;
  tp_Heading by = heading_on(s, chain, &far);
  double scale = tp_steer_scale(w, by.x, by.y);
  double step = fmin(fmin(*left / scale, TP_STEER_LONGEST), far);
  bool is_last = *left / scale <= step;
  const tp_Cell from = s->cell;
  tp_Position to = {s->x + tp_product(by.x, step),
                    s->y + tp_product(by.y, step), from};
  if (!tp_position_is_in(&to, from)) {
    if (tp_is_diagonal(direction)) {
      tp_steer_by_corner(w, s, direction, left);
      settle_on_chain(w, s, chain, from);
      return;
    }
    to.cell = tp_beside(from, direction);
  }
  settle_on_chain(w, &to, chain, from);
  *s = to;
  *left = is_last ? 0 : *left - tp_product(step, scale);
}

unsigned tp_bodyflow_move(const tp_Flow *w, tp_Position *s, unsigned directions,
                          double *left) {
  while (directions && *left > 0) {
    if (!tp_steer_is_tight(w, s->cell)) {
      directions = tp_steer_move(w, s, directions, left);
      continue;
    }
    Chain chain = chain_at(w, s, directions);
    if (!go_by_heading(w, s, directions, &chain, left)) {
      go_along_chain(w, s, tp_steer_step(directions), &chain, left);
    }
    directions = *left > 0 ? tp_steer_directions(w, s->cell) : 1;
  }
  return directions;
}

void tp_bodyflow_arrive(const tp_Flow *w, tp_Position *s, double *left,
                        double *x, double *y) {
  Chain chain = chain_at(w, s, 0);
  if (chain.leg != ROUND || *left <= 0) return;
  for (; chain.leg == ROUND && *left > 0; chain = chain_at(w, s, 0)) {
    go_along_chain(w, s, TP_E, &chain, left);
  }
  tp_position_settle(w, s, x, y);
}

tp_Heading tp_bodyflow_heading(const tp_Flow *w, const tp_Position *at,
                               unsigned directions) {
  bool is_blend;
  tp_Position to = *at;
  double far, left = INFINITY;
  Chain chain = chain_at(w, at, directions);
  if (!directions) return heading_on(at, &chain, &far);
  if (go_by_heading(w, &to, directions, &chain, &left)) {
    return tp_steer_heading(w, at, directions, &is_blend);
  }
  return heading_on(at, &chain, &far);
}

bool tp_bodyflow_may_shift(const tp_Flow *w, const tp_Position *from,
                           const tp_Position *to) {
  tp_Position at = *to;
  bool is_tight =
      tp_steer_is_tight(w, from->cell) || tp_steer_is_tight(w, to->cell);
  if (!is_tight) return true;
  return tp_body_passes(w->navmap, point_of(from), point_of(&at)) &&
         chain_at(w, &at, tp_steer_directions(w, at.cell)).leg != LOST;
}
