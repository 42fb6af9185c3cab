/* flowplace.c - places on a flow. */
#include "flowplace.h"

#include "steer.h"

tp_Position tp_flow_position(const tp_Flow *w, tp_Place at) {
  tp_Position s = {
      tp_position_column(w, at.x), tp_position_row(w, at.y), {0, 0}};
  tp_position_find_cell(w, &s);
  return s;
}

bool tp_flow_is_open(const tp_Flow *w, const tp_Position *s) {
  return tp_position_is_in(s, s->cell) && tp_steer_can_enter(w, s->cell);
}

bool tp_flow_is_end(const tp_Flow *w, tp_Place at) {
  tp_Position s = tp_flow_position(w, at);
  const tp_Cell *c = &s.cell;
  return tp_flow_is_open(w, &s) && !tp_steer_directions(w, *c) &&
         !tp_field_edge(w->field, w->navmap, *c, NULL) &&
         tp_field_is_end(w->field, w->navmap, c->x, c->y);
}

bool tp_flow_may_go(const tp_Flow *w, const tp_Position *from, tp_Place place,
                    tp_Position *to) {
  *to = tp_flow_position(w, place);
  if (!tp_flow_is_open(w, to)) return false;
  if (!tp_same_cell(from->cell, to->cell)) {
    tp_Cell a = from->cell, b = to->cell;
    int d = tp_direction(b.x - a.x, b.y - a.y);
    if (d < 0) return false;
    bool is_free = tp_is_diagonal(d) ? tp_steer_has_sides(w, a, d)
                                     : !tp_steer_is_fenced(w, a, d);
    if (!is_free) return false;
  }
  return !w->has_radius || tp_bodyflow_may_shift(w, from, to);
}

double tp_flow_slope(const tp_Flow *w, tp_Cell c) {
  size_t i = tp_grid_index(w->grid, c.x, c.y);
  return (double)tp_field_step(w->field, w->navmap, i, i, TP_E);
}

double tp_flow_left(const tp_Flow *w, const tp_Position *s) {
  const uint64_t here = tp_field_cost(w->field, s->cell.x, s->cell.y);
  if (here == TP_FAR) return INFINITY;
  const unsigned directions = tp_steer_directions(w, s->cell);
  tp_Cell next = s->cell;
  double step = 0;
  if (directions) {
    const int way = tp_steer_step(directions);
    next = tp_beside(next, way);
    step = tp_is_diagonal(way) ? 1.4142135623730951 : 1;
  }
  const double far = tp_length(next.x + 0.5 - s->x, next.y + 0.5 - s->y);
  if (far >= step)
    return (double)here + tp_product(far - step, tp_flow_slope(w, s->cell));
  const uint64_t there = tp_field_cost(w->field, next.x, next.y);
  return (double)here + tp_product(far - step, (double)(here - there) / step);
}
