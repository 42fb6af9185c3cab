/* sight.c - what is in the way of a line.
 *
 * A line is a row of steps from cell to cell (line.h), and a fence is in its
 * way if it bars one of those.
 */
#include "sight.h"

#include <math.h>

#include "hexline.h"

static const int64_t one = INT64_C(1) << TP_POINT_BITS;

/* ---- clear lines -------------------------------------------------------- */

static tp_Sight blocked(int32_t x, int32_t y) {
  return (tp_Sight){.x = x, .y = y};
}

/* Does a fence bar the step from a cell inside to its neighbour? */
static bool is_fenced(const tp_Navmap *nav, int32_t x, int32_t y, int32_t to_x,
                      int32_t to_y) {
  nav = tp_navmap_alone(nav);
  if (!nav->fences) return false;
  return tp_navmap_fenced(nav, x, y) >> tp_direction(to_x - x, to_y - y) & 1;
}

/* The corner between the current cell and the cell diagonally before it. Here
 * and below `m` has the cells that the line may pass. */
static bool passes_corner(const tp_Navmap *nav, const tp_Mask *m,
                          const tp_Line *line, tp_Sight *sight) {
  bool beside = tp_mask_can_enter(m, line->x, line->y - line->step_y);
  bool above = tp_mask_can_enter(m, line->x - line->step_x, line->y);
  if (tp_may_cut(nav->profile.diagonal, beside, above)) return true;
  if (!beside) {
    *sight = blocked(line->x, line->y - line->step_y);
  } else if (!above) {
    *sight = blocked(line->x - line->step_x, line->y);
  } else {
    *sight = blocked(line->x, line->y);
  }
  return false;
}

/* For a line along a border: `in` is a cell that it is in, `beside` the cell
 * across the border. Is `beside` blocked, or is a fence between the two, or
 * between `before` and `beside`? */
static bool is_border_closed(const tp_Navmap *nav, const tp_Mask *m, tp_Cell in,
                             tp_Cell beside, tp_Cell before) {
  if (!tp_mask_can_enter(m, beside.x, beside.y)) return true;
  if (is_fenced(nav, in.x, in.y, beside.x, beside.y)) return true;
  if (is_fenced(nav, beside.x, beside.y, in.x, in.y)) return true;
  return !tp_same_cell(before, beside) &&
         is_fenced(nav, before.x, before.y, beside.x, beside.y);
}

/* A line along a border between two columns (rows) also passes the cells left
 * of it (above it), and no fence may be on it. */
static bool passes_border(const tp_Navmap *nav, const tp_Mask *m, tp_Point from,
                          tp_Point to, tp_Sight *sight) {
  bool down = from.x == to.x && from.x % one == 0 && from.y != to.y;
  bool across = from.y == to.y && from.y % one == 0 && from.x != to.x;
  if (!down && !across) return true;
  int64_t start = down ? from.y : from.x, end = down ? to.y : to.x;
  int32_t step = start < end ? 1 : -1;
  /* Only cells with a side along the line, not merely a corner. */
  int32_t first = start < end ? tp_point_cell(start) : tp_point_cell(start - 1);
  int32_t last = start < end ? tp_point_cell(end - 1) : tp_point_cell(end);
  for (int32_t i = first; i != last + step; i += step) {
    tp_Cell beside = {down ? tp_point_cell(from.x) - 1 : i,
                      down ? i : tp_point_cell(from.y) - 1};
    tp_Cell in = {beside.x + down, beside.y + across}, before = beside;
    if (i != first && down) before.y -= step;
    if (i != first && across) before.x -= step;
    if (!is_border_closed(nav, m, in, beside, before)) continue;
    *sight = blocked(beside.x, beside.y);
    sight->before = in;
    if (i == first) return false;
    if (down) sight->before.y -= step;
    if (across) sight->before.x -= step;
    sight->at =
        (double)((i + (step < 0)) * one - start) / (double)(end - start);
    return false;
  }
  return true;
}

/* May the line enter its cell from `before`? In the way is that cell, a cell
 * beside the corner, or the cell behind a fence. */
static bool comes_in(const tp_Navmap *nav, const tp_Mask *m,
                     const tp_Line *line, tp_Cell before, tp_LineStep step,
                     tp_Sight *sight) {
  const bool is_end =
      step == TP_LINE_END || (line->x == line->end_x && line->y == line->end_y);
  bool is_free = tp_mask_can_enter(is_end ? nav->mask : m, line->x, line->y);
  if (!is_free) *sight = blocked(line->x, line->y);
  if (!is_free || step == TP_LINE_END) return is_free;
  if (step == TP_LINE_CORNER && !passes_corner(nav, m, line, sight)) {
    return false;
  }
  if (!is_fenced(nav, before.x, before.y, line->x, line->y)) return true;
  *sight = blocked(line->x, line->y);
  return false;
}

/* A line along a border may be closed there before a cell is in its way. */
static void come_to_border(const tp_Navmap *nav, const tp_Mask *m,
                           tp_Point from, tp_Point to, tp_Sight *sight) {
  tp_Sight border = {.clear = true};
  if (passes_border(nav, m, from, to, &border) || border.at > sight->at) return;
  sight->at = border.at;
  sight->before = border.before;
}

static double price_in(const tp_Navmap *nav, tp_Cell c) {
  return nav->costs
      .real[0][nav->costs.class_of[tp_grid_index(nav->grid, c.x, c.y)]];
}

/* The first cell in the way of a point, or the cost of its line. */
static tp_Sight look_along(const tp_Navmap *nav, const tp_Mask *m,
                           tp_Point from, tp_Point to) {
  tp_Line line;
  tp_Sight sight = {.clear = true};
  tp_LineStep step = TP_LINE_END;
  double cost = 0, entered = 0;
  tp_line_start(&line, from, to);
  tp_Cell before = {line.x, line.y};
  const bool may_cut = tp_may_cut(nav->profile.diagonal, true, false);
  if (may_cut) tp_line_take_corners(&line, to);
  do {
    const double left = tp_line_leaves(&line);
    if (!comes_in(nav, m, &line, before, step, &sight)) {
      sight.at = entered;
      sight.before = before;
      come_to_border(nav, m, from, to, &sight);
      return sight;
    }
    before = (tp_Cell){line.x, line.y};
    cost += tp_product(price_in(nav, before), left - entered);
    entered = left;
    step = tp_line_next(&line);
  } while (step != TP_LINE_END);
  if (passes_border(nav, m, from, to, &sight)) {
    sight.cost = tp_product(cost, tp_line_length(from, to));
  }
  return sight;
}

/* Is a line between points of the map clear for a point? If not, `in_way` is a
 * cell in the way. */
static bool is_clear_for_point(const tp_Navmap *nav, tp_Point from, tp_Point to,
                               tp_Cell *in_way) {
  const tp_Mask *m = nav->mask;
  const tp_Diagonal rule = nav->profile.diagonal;
  const bool has_fences = tp_navmap_alone(nav)->fences;
  tp_Line line;
  tp_Sight sight = {.clear = true};
  tp_line_start(&line, from, to);
  if (tp_may_cut(rule, true, false)) tp_line_take_corners(&line, to);
  tp_LineStep step = TP_LINE_SIDE;
  for (*in_way = (tp_Cell){line.x, line.y};
       tp_mask_has(m, line.x, line.y) && step != TP_LINE_END;) {
    const tp_Cell before = *in_way;
    step = tp_line_next(&line);
    *in_way = (tp_Cell){line.x, line.y};
    if (step == TP_LINE_CORNER &&
        !tp_may_cut(rule, tp_mask_has(m, line.x, before.y),
                    tp_mask_has(m, before.x, line.y))) {
      const bool beside = tp_mask_has(m, line.x, before.y);
      *in_way =
          (tp_Cell){beside ? before.x : line.x, beside ? line.y : before.y};
      return false;
    }
    if (has_fences && step != TP_LINE_END &&
        is_fenced(nav, before.x, before.y, line.x, line.y)) {
      return false;
    }
  }
  return step == TP_LINE_END && passes_border(nav, m, from, to, &sight);
}

/* ---- hexagons ----------------------------------------------------------- */

/* The cells of a line, one or the two beside it, and which of them it may pass.
 */
typedef struct Place {
  tp_Cell cell[2];
  int count;
  bool open[2];
} Place;

/* A line over hexagons. */
typedef struct Look {
  const tp_Navmap *nav;
  const tp_Mask *cells; /* that it may pass */
  const tp_Cell *goal;  /* may be any cell; or NULL */
  bool is_walk; /* along a border, both cells must be free, and no fence */
  bool priced;
} Look;

/* Does a fence bar the way between cells side by side? */
static bool is_side_fenced(const tp_Navmap *nav, tp_Cell a, tp_Cell b) {
  return tp_direction(b.x - a.x, b.y - a.y) >= 0 &&
         is_fenced(nav, a.x, a.y, b.x, b.y);
}

/* May a line come to this cell: of the open cells of `before` from one, or in a
 * walk from each? Lowers `price` to that of the cheapest such cell. */
static bool comes_from(const Look *look, const Place *before, tp_Cell to,
                       double *price) {
  int from = 0;
  if (!tp_mask_can_enter(look->cells, to.x, to.y) &&
      !(look->goal && tp_same_cell(*look->goal, to))) {
    return false;
  }
  for (int i = 0; i < before->count; i++) {
    const tp_Cell at = before->cell[i];
    if (!before->open[i] || is_side_fenced(look->nav, at, to)) continue;
    from++;
    if (look->priced) *price = fmin(*price, price_in(look->nav, at));
  }
  return look->is_walk ? from == before->count : from > 0;
}

/* Is one of the two cells open; for a walk, are both, without a fence between
 * them? */
static bool is_open(const Look *look, const Place *p) {
  if (p->count == 1) return p->open[0];
  if (!look->is_walk) return p->open[0] || p->open[1];
  return p->open[0] && p->open[1] &&
         !is_side_fenced(look->nav, p->cell[0], p->cell[1]) &&
         !is_side_fenced(look->nav, p->cell[1], p->cell[0]);
}

/* The first cell in the way behind the first cell; or the cost of the line, if
 * `priced`. */
TP_INLINE tp_Sight look_over_hexagons(const Look *look, tp_HexLine *line,
                                      uint64_t *steps) {
  Place now = {.cell = {line->at}, .count = 1, .open = {true}}, next;
  double cost = 0, entered = 0;
  while ((next.count = tp_hexline_next(line, next.cell)) > 0) {
    double price = INFINITY;
    *steps += 2;
    for (int i = 0; i < next.count; i++) {
      next.open[i] = comes_from(look, &now, next.cell[i], &price);
    }
    if (!is_open(look, &next)) {
      const tp_Cell *at = &next.cell[next.count == 2 && next.open[0]];
      tp_Sight sight = blocked(at->x, at->y);
      const double part = (double)line->from / (double)line->over;
      sight.at = fmax(entered, fmin(part, 1));
      return sight;
    }
    if (look->priced) {
      const double part = (double)line->from / (double)line->over;
      const double left = fmax(entered, fmin(part, 1));
      cost += tp_product(price, left - entered);
      entered = left;
    }
    now = next;
  }
  if (look->priced) {
    cost += tp_product(price_in(look->nav, line->end), 1 - entered);
  }
  return (tp_Sight){.clear = true,
                    .cost = tp_product(cost, tp_hexline_length(line))};
}

/* ---- questions ---------------------------------------------------------- */

/* Over hexagons, from a cell that the agent must be able to enter. */
static tp_Sight over_hexagons(const tp_Navmap *nav, tp_HexLine *line,
                              bool is_walk, bool priced) {
  const tp_Cell a = line->at, b = line->end;
  const bool may_end = tp_mask_can_enter(nav->mask, b.x, b.y);
  const Look look = {.nav = nav,
                     .cells = is_walk ? nav->mask : tp_navmap_clear(nav),
                     .goal = may_end ? &b : NULL,
                     .is_walk = is_walk,
                     .priced = priced};
  uint64_t steps = 0;
  if (!tp_mask_can_enter(nav->mask, a.x, a.y)) return blocked(a.x, a.y);
  return look_over_hexagons(&look, line, &steps);
}

static tp_Sight sight_over(const tp_Navmap *nav, bool is_walk, tp_Point from,
                           tp_Point to) {
  if (tp_is_hexagonal(nav->moves.stagger)) {
    tp_HexLine line;
    tp_hexline_start(&line, nav->grid, from, to);
    return over_hexagons(nav, &line, is_walk, true);
  }
  if (!tp_body_passes(nav, from, to)) {
    tp_Cell first = tp_body_first(nav, from, to);
    return blocked(first.x, first.y);
  }
  return look_along(nav, is_walk ? nav->mask : tp_navmap_clear(nav), from, to);
}

tp_Sight tp_sight(const tp_Navmap *nav, tp_Point from, tp_Point to) {
  return sight_over(nav, true, from, to);
}

/* Is a line clear for the agent if it is for its body? Then no cell beside the
 * line is blocked, nor beside a corner on it. */
static bool is_body_enough(const tp_Navmap *nav) {
  return tp_body_is_there(nav) && !nav->cells &&
         !tp_navmap_alone(nav)->fences && !tp_is_four(nav->profile.diagonal);
}

bool tp_is_clear(const tp_Navmap *nav, tp_Point from, tp_Point to,
                 tp_Cell *in_way) {
  if (tp_is_hexagonal(nav->moves.stagger)) {
    tp_HexLine line;
    tp_hexline_start(&line, nav->grid, from, to);
    const tp_Sight sight = over_hexagons(nav, &line, true, false);
    *in_way = (tp_Cell){sight.x, sight.y};
    return sight.clear;
  }
  return (is_body_enough(nav) || is_clear_for_point(nav, from, to, in_way)) &&
         tp_body_walks(nav, from, to, in_way);
}

double tp_cost_of_line(const tp_Navmap *nav, tp_Point from, tp_Point to) {
  tp_Sight sight;
  if (tp_is_hexagonal(nav->moves.stagger)) {
    sight = sight_over(nav, true, from, to);
  } else {
    sight = look_along(nav, nav->mask, from, to);
    sight.clear = sight.clear && tp_body_passes(nav, from, to);
  }
  return sight.clear ? sight.cost : INFINITY;
}

tp_Sight tp_look(const tp_Navmap *nav, tp_Point from, tp_Point to) {
  return sight_over(nav, false, from, to);
}

tp_Sight tp_look_between(const tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  tp_HexLine line;
  tp_hexline_between(&line, nav->moves.stagger, from, to);
  return over_hexagons(nav, &line, false, true);
}

/* A coordinate between two others, rounded, in that column or row. */
static int64_t in_front(int64_t from, int64_t to, double at, int32_t cell) {
  const double between = floor(tp_product((double)(to - from), at) + 0.5);
  const int64_t first = cell * one, last = first + one - 1;
  const int64_t place = from + (int64_t)between;
  return place < first ? first : place > last ? last : place;
}

tp_Point tp_sight_end(const tp_Navmap *nav, const tp_Sight *sight,
                      tp_Point from, tp_Point to) {
  if (!tp_body_passes(nav, from, to)) return tp_body_last(nav, from, to);
  return (tp_Point){in_front(from.x, to.x, sight->at, sight->before.x),
                    in_front(from.y, to.y, sight->at, sight->before.y)};
}

bool tp_is_on_goal(const tp_Navmap *nav, tp_Cell goal, int32_t x, int32_t y) {
  const int32_t wide = nav->profile.wide, high = nav->profile.high;
  const tp_Mask *cells = nav->cells ? nav->cells : nav->mask;
  const tp_Fences *fences = nav->fences ? tp_navmap_sides(nav) : NULL;
  const tp_Rect under = {goal.x, goal.y, wide, high};
  if (x <= goal.x - wide || x >= goal.x + wide || y <= goal.y - high ||
      y >= goal.y + high || tp_mask_has(nav->mask, goal.x, goal.y)) {
    return false;
  }
  for (int32_t i = 0; i < wide * high; i++) {
    const int32_t cx = x + i % wide, cy = y + i / wide;
    const bool is_under = tp_rect_has(under, cx, cy);
    if (!is_under && !tp_mask_can_enter(cells, cx, cy)) return false;
    if (!fences) continue;
    if (cx + 1 < x + wide && !(is_under && tp_rect_has(under, cx + 1, cy)) &&
        tp_fences_are_closed_between(fences, cx, cy, TP_E)) {
      return false;
    }
    if (cy + 1 < y + high && !(is_under && tp_rect_has(under, cx, cy + 1)) &&
        tp_fences_are_closed_between(fences, cx, cy, TP_S)) {
      return false;
    }
  }
  return true;
}

/* May the look pass there, or is only the goal itself in the way? */
static bool is_clear_but_for(const tp_Navmap *nav, tp_Cell goal, int32_t x,
                             int32_t y) {
  if (tp_mask_can_enter(tp_navmap_clear(nav), x, y)) return true;
  return (x == goal.x && y == goal.y) || tp_is_on_goal(nav, goal, x, y);
}

bool tp_point_sees(const tp_Navmap *nav, tp_Cell from, tp_Cell goal,
                   uint64_t *steps) {
  tp_Line line;
  if (tp_is_hexagonal(nav->moves.stagger)) {
    const Look look = {
        .nav = nav, .cells = tp_navmap_clear(nav), .goal = &goal};
    tp_HexLine over;
    tp_hexline_between(&over, nav->moves.stagger, from, goal);
    return look_over_hexagons(&look, &over, steps).clear;
  }
  tp_line_start(&line, tp_center(from.x, from.y), tp_center(goal.x, goal.y));
  for (;;) {
    int32_t x = line.x, y = line.y;
    tp_LineStep step = tp_line_next(&line);
    *steps += 2;
    if (step == TP_LINE_END) return true;
    if (!is_clear_but_for(nav, goal, line.x, line.y)) return false;
    if (is_fenced(nav, x, y, line.x, line.y)) return false;
    if (step == TP_LINE_CORNER &&
        !tp_may_cut(nav->profile.diagonal,
                    is_clear_but_for(nav, goal, line.x, y),
                    is_clear_but_for(nav, goal, x, line.y))) {
      return false;
    }
  }
}

bool tp_sees_goal(const tp_Navmap *nav, tp_Cell from, tp_Cell goal,
                  uint64_t *steps) {
  return tp_point_sees(nav, from, goal, steps) &&
         tp_body_sees(nav, from, goal, steps);
}
