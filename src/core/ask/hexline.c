/* hexline.c - exact traversal of a segment, hexagon by hexagon.
 *
 * A line leaves a convex cell by one of two or three sides, which face its
 * direction. The corners between these sides tell by which: a corner to the
 * right of the line has this side to its left.
 *
 *           a                    The product d x (p - a) of the line's
 *         /  \ .                 direction and a corner's place is above 0 to
 *        |    | `.               the right of the line, and 0 on it. Only the
 *     ---|----p---`---> d        part of the middle changes from cell to cell.
 *         \  /  \  /
 *
 * If the line passes a corner, it goes on into one of the two cells behind, or
 * along the border between them. The far end of that border tells which. All
 * is whole numbers. Points are rounded, so a line passes a corner up to two
 * units beside it: a body that stands on a line sees what the line sees.
 *
 * A place of the map is that of its box, column and row, and a fraction of the
 * box. So it stays in its cell, however it is rounded.
 */
#include "hexline.h"

#include <math.h>

enum { SIDES = TP_SIDES_OF_HEXAGON, HALF = 1 << (TP_POINT_BITS - 1) };

static tp_Point sum(tp_Point a, tp_Point b) {
  return (tp_Point){a.x + b.x, a.y + b.y};
}

static tp_Point minus(tp_Point a, tp_Point b) {
  return (tp_Point){a.x - b.x, a.y - b.y};
}

/* Above 0 if b points to the right of a. */
static int64_t cross(tp_Point a, tp_Point b) { return a.x * b.y - a.y * b.x; }

static int64_t size_of(int64_t v) { return v < 0 ? -v : v; }

/* That of side `turn` in a list of three, or opposite to it. Any integer. */
static tp_Point of_side(const tp_Point list[3], int turn) {
  turn = (turn + SIDES) % SIDES;
  if (turn < 3) return list[turn];
  return (tp_Point){-list[turn - 3].x, -list[turn - 3].y};
}

static tp_Point corner(const tp_HexLine *l, int turn) {
  return of_side(l->shape.corner, turn);
}

static tp_Cell beside(const tp_HexLine *l, int turn) {
  const unsigned shoved = tp_is_shoved(l->stagger, l->at);
  return tp_beside(l->at,
                   tp_hexagon_step(l->stagger, shoved, (turn + SIDES) % SIDES));
}

/* ---- shapes ------------------------------------------------------------- */

/* Half the width of a cell along its line, half its height across, and half
 * the length of a side that runs across. */
static tp_HexShape shape_of(tp_Stagger s, int64_t half, int64_t high,
                            int64_t side) {
  const int64_t pitch = high + side;
  if (s.rows) {
    return (tp_HexShape){
        .corner = {{half, -side}, {half, side}, {0, high}},
        .step = {{2 * half, 0}, {half, pitch}, {-half, pitch}}};
  }
  return (tp_HexShape){.corner = {{high, 0}, {side, half}, {-side, half}},
                       .step = {{pitch, half}, {0, 2 * half}, {-pitch, half}}};
}

/* The middle of a cell, from that of the cell 0, 0 if it were not shoved. */
static tp_Point middle_of(tp_Stagger s, const tp_HexShape *shape, tp_Cell c) {
  const int64_t shoved = tp_is_shoved(s, c);
  if (s.rows) {
    return (tp_Point){(2 * (int64_t)c.x + shoved) * shape->step[1].x,
                      c.y * shape->step[1].y};
  }
  return (tp_Point){c.x * shape->step[0].x,
                    (2 * (int64_t)c.y + shoved) * shape->step[0].y};
}

/* The line is given by its ends, from the middles of their cells. */
static void start(tp_HexLine *l, tp_Point from, tp_Point to) {
  const tp_Point a = middle_of(l->stagger, &l->shape, l->at);
  const tp_Point b = middle_of(l->stagger, &l->shape, l->end);
  l->vector = minus(sum(b, to), sum(a, from));
  l->middle = (tp_Point){-from.x, -from.y};
  l->aside = cross(l->vector, l->middle);
  const int64_t along = size_of(l->vector.x), down = size_of(l->vector.y);
  l->shape.near *= along > down ? along : down;
  l->over = 1;
  for (int turn = 0; turn < SIDES; turn++) {
    const tp_Point side = minus(corner(l, turn + 1), corner(l, turn));
    const tp_Point before = minus(corner(l, turn), corner(l, turn - 1));
    if (cross(l->vector, side) <= 0) continue;
    if (cross(l->vector, before) <= 0) l->front = turn;
    l->fronts++;
  }
}

void tp_hexline_between(tp_HexLine *l, tp_Stagger s, tp_Cell from, tp_Cell to) {
  const tp_Point none = {0, 0};
  *l = (tp_HexLine){
      .stagger = s, .shape = shape_of(s, 1, 2, 1), .at = from, .end = to};
  start(l, none, none);
}

/* Of the box around a hexagon, from its middle. */
static tp_Point in_box(tp_Point p) {
  return minus(p, tp_center(tp_point_cell(p.x), tp_point_cell(p.y)));
}

void tp_hexline_start(tp_HexLine *l, const tp_Grid *g, tp_Point from,
                      tp_Point to) {
  const double box = g->stagger.rows ? g->cell_height : g->cell_width;
  const double side = floor(HALF * (g->cell_side / box) + 0.5);
  *l = (tp_HexLine){.stagger = g->stagger,
                    .shape = shape_of(g->stagger, HALF, HALF,
                                      (int64_t)fmax(1, fmin(side, HALF - 1))),
                    .at = {tp_point_cell(from.x), tp_point_cell(from.y)},
                    .end = {tp_point_cell(to.x), tp_point_cell(to.y)}};
  const tp_Point a = in_box(from), b = in_box(to);
  /* Middles are exact, and a very short side or slant has no two ends. */
  const bool is_exact = a.x == 0 && a.y == 0 && b.x == 0 && b.y == 0;
  const double quarter = HALF * 0.5;
  if (!is_exact && fabs(side - quarter) < quarter - 16) l->shape.near = 2;
  start(l, a, b);
}

double tp_hexline_length(const tp_HexLine *l) {
  const bool rows = l->stagger.rows;
  const tp_Point step =
      rows ? l->shape.step[1]
           : (tp_Point){l->shape.step[0].y, l->shape.step[0].x};
  const double along = (double)(rows ? l->vector.x : l->vector.y);
  const double across = (double)(rows ? l->vector.y : l->vector.x);
  const double r = across / (double)step.y;
  const double q = along / (double)(2 * step.x) - r / 2;
  return sqrt(tp_product(q, q) + tp_product(q, r) + tp_product(r, r));
}

/* ---- from cell to cell -------------------------------------------------- */

/* On which side of the line lies a place, given from the middle of the cell?
 * Above 0: to its right. */
static int64_t aside(const tp_HexLine *l, tp_Point place) {
  return l->aside + cross(l->vector, place);
}

static bool is_on(const tp_HexLine *l, tp_Point place) {
  return size_of(aside(l, place)) <= l->shape.near;
}

static void move_to(tp_HexLine *l, tp_Cell cell, tp_Point step) {
  l->at = cell;
  l->middle = sum(l->middle, step);
  l->aside += cross(l->vector, step);
}

static void leave_by(tp_HexLine *l, int turn) {
  const tp_Point first = corner(l, turn);
  const tp_Point side = minus(corner(l, turn + 1), first);
  l->from = cross(sum(l->middle, first), side);
  l->over = cross(l->vector, side);
}

/* The cell behind a side; or the last cell, if the line ends before it. */
static int go_over(tp_HexLine *l, int turn, tp_Cell next[2]) {
  leave_by(l, turn);
  const bool is_end = l->from >= l->over;
  move_to(l, is_end ? l->end : beside(l, turn), of_side(l->shape.step, turn));
  next[0] = l->at;
  return 1;
}

/* The corner between a side and the next one. Along a border the last cell is
 * that of the end. */
static int pass_corner(tp_HexLine *l, int turn, tp_Cell next[2]) {
  const tp_Cell left = beside(l, turn), right = beside(l, turn + 1);
  const tp_Point step = of_side(l->shape.step, turn);
  const tp_Point end = sum(step, corner(l, turn + 2));
  const bool is_left = tp_same_cell(left, l->end);
  const bool is_right = tp_same_cell(right, l->end);
  if (is_left || is_right || !is_on(l, end)) {
    const bool goes_left = is_left || (aside(l, end) > 0 && !is_right);
    return go_over(l, goes_left ? turn : turn + 1, next);
  }
  leave_by(l, turn);
  next[turn % 3 == 2] = left;
  next[turn % 3 != 2] = right;
  const tp_Point at = sum(l->middle, end);
  const bool by_x = size_of(l->vector.x) > size_of(l->vector.y);
  l->end_from = by_x ? at.x : at.y;
  l->end_over = by_x ? l->vector.x : l->vector.y;
  l->is_between = true;
  move_to(l, left, step);
  move_to(l, beside(l, turn + 1), of_side(l->shape.step, turn + 1));
  return 2;
}

int tp_hexline_next(tp_HexLine *l, tp_Cell next[2]) {
  int turn = l->front;
  const int last = turn + l->fronts - 1;
  next[0] = l->at;
  if (l->is_between) {
    l->is_between = false;
    l->from = l->end_from;
    l->over = l->end_over;
    return 1;
  }
  if (tp_same_cell(l->at, l->end)) return 0;
  if (l->fronts == 0) {
    next[0] = l->at = l->end;
    return 1;
  }
  while (turn < last && aside(l, corner(l, turn + 1)) < -l->shape.near) turn++;
  if (turn < last && is_on(l, corner(l, turn + 1))) {
    return pass_corner(l, turn, next);
  }
  return go_over(l, turn, next);
}
