/* metric.h - distances between cells on open ground. */
#pragma once

#include "../base/hexagon.h"
#include "../base/rect.h"

/* The costs of a step along both axes, and of a step along one: a distance has
 * as many of the former as possible, and the rest of the latter. All steps on
 * hexagons cost `along`. */
typedef struct tp_Metric {
  uint64_t both, along;
  tp_Stagger stagger;
} tp_Metric;

/* On squares, over so many columns and rows. */
TP_INLINE uint64_t tp_metric_over(tp_Metric m, uint32_t dx, uint32_t dy) {
  uint32_t least = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
  return m.both * least + m.along * (most - least);
}

TP_INLINE uint32_t tp_difference(int32_t a, int32_t b) {
  return (uint32_t)(a < b ? b - a : a - b);
}

/* The distance before `first`, or behind the last of `length` numbers. */
TP_INLINE uint32_t tp_beyond(int32_t v, int32_t first, int32_t length) {
  const int32_t before = first - v, behind = v - (first + length - 1);
  return (uint32_t)tp_greater(tp_greater(before, behind), 0);
}

/* In steps; a square has eight. */
TP_INLINE uint32_t tp_steps_apart(tp_Stagger s, tp_Cell a, tp_Cell b) {
  if (tp_is_hexagonal(s)) return tp_hexagons_apart(s, a, b);
  const uint32_t dx = tp_difference(a.x, b.x), dy = tp_difference(a.y, b.y);
  return dx < dy ? dy : dx;
}

/* How far it is in a straight line: a number to compare others with. */
TP_INLINE uint64_t tp_straight_apart(tp_Stagger s, tp_Cell a, tp_Cell b) {
  const uint64_t dx = tp_difference(a.x, b.x), dy = tp_difference(a.y, b.y);
  return tp_is_hexagonal(s) ? tp_hexagons_apart(s, a, b) : dx * dx + dy * dy;
}

/* On squares. */
TP_INLINE uint64_t tp_metric_of_squares(tp_Metric m, tp_Cell a, tp_Cell b) {
  return tp_metric_over(m, tp_difference(a.x, b.x), tp_difference(a.y, b.y));
}

/* On hexagons, in inner loops. */
TP_INLINE uint64_t tp_metric_of_hexagons(tp_Metric m, tp_Cell a, tp_Cell b) {
  return m.along * tp_hexagons_apart(m.stagger, a, b);
}

TP_INLINE uint64_t tp_metric_between(tp_Metric m, tp_Cell a, tp_Cell b) {
  if (tp_is_hexagonal(m.stagger)) {
    return m.along * tp_hexagons_apart(m.stagger, a, b);
  }
  return tp_metric_of_squares(m, a, b);
}

/* To the nearest cell of a rectangle. On hexagons, too, that is the cell with
 * the nearest column and the nearest row: a row further off is no nearer. */
TP_INLINE uint64_t tp_metric_to(tp_Metric m, tp_Cell a, tp_Rect r) {
  if (tp_is_hexagonal(m.stagger)) {
    return tp_metric_between(m, a, tp_rect_nearest(r, a));
  }
  return tp_metric_over(m, tp_beyond(a.x, r.x, r.w), tp_beyond(a.y, r.y, r.h));
}
