/* shade.c - shadows as wide as a body, for agents of one cell.
 *
 * A body comes from centre to centre where a point does and no corner of a wall
 * is nearer to the line than its radius; at both ends it fits, since it is no
 * wider than a cell.
 *
 *     wall      point     body
 *     #######   :         ,'
 *     ####### :       ,'         Past a corner p a point comes along the line
 *     ######p ` r ,'             through it; the middle of a body along the
 *         :   ,'                 tangent of the circle around p of its radius
 *       : ,'                     r. What lies left of that is in the shade.
 *     o
 *
 * So a corner px columns and py rows away hides the slopes m from one of its
 * tangents to the other,
 *
 *     (m py - px)^2 < ry^2 m^2 + rx^2,
 *
 * for all cells whose rows begin at py or after it. (Corners further on, or
 * behind, are no nearer to a line than half a cell.) Between the corners of a
 * wall no point comes through either, so a wall hides all from its left tangent
 * to its right one. A thin wall does so, too: one between two rows as a wall
 * does that has no height, one between two columns from the tangent of its far
 * end to that of its near one. Those hide from points as well, whose tangents
 * are the lines through the corner.
 *
 * Slopes are doubles here, right to some 2^-48: what lies that near to an end
 * of a shade is to be asked of body.c, which is exact. Shades that overlap are
 * joined. Seen in a row each is wider than a cell, so there are no more than
 * columns once those past the map's side are forgotten; but for those of thin
 * walls between columns, of which a map that is far higher than wide may have
 * more than there is room for. Some 10 ns for each
 * wall and for each shade, row by row.
 */
#include "shade.h"

#include <math.h>

/* So much shades overlap at least to be joined: far more than they are wrong
 * by. */
static const double overlap = 1e-9;

static void push(tp_Shades *s, tp_Shade shade) {
  if (s->kept > 0) {
    tp_Shade *before = &s->spare[s->kept - 1];
    if (shade.first < before->last - overlap) {
      if (shade.last > before->last) before->last = shade.last;
      return;
    }
  }
  if (s->kept < s->room) {
    s->spare[s->kept++] = shade;
  } else {
    s->is_full = true;
  }
}

void tp_shades_trim(tp_Shades *s, double most) {
  while (s->count > 0 && s->list[s->count - 1].first > most) s->count--;
}

void tp_shades_begin(tp_Shades *s) { s->taken = s->kept = 0; }

void tp_shades_end(tp_Shades *s) {
  tp_Shade *old = s->list;
  while (s->taken < s->count) push(s, s->list[s->taken++]);
  s->list = s->spare;
  s->spare = old;
  s->count = s->kept;
}

/* Both tangents of a corner are roots of one equation. */
static double root_of(double px, double py, double rx, double ry) {
  double across = tp_product(px - rx, px + rx);
  return sqrt(tp_product(tp_product(py, py), tp_product(rx, rx)) +
              tp_product(tp_product(ry, ry), across));
}

static double left_tangent(double px, double py, double rx, double ry) {
  double sum = tp_product(px, py) + root_of(px, py, rx, ry);
  return tp_product(px - rx, px + rx) / sum;
}

static double right_tangent(double px, double py, double rx, double ry) {
  double sum = tp_product(px, py) + root_of(px, py, rx, ry);
  double down = tp_product(py - ry, py + ry);
  return down > 0 ? sum / down : INFINITY;
}

/* Adds one behind those that begin before it. */
static void put(tp_Shades *s, tp_Shade shade) {
  while (s->taken < s->count && s->list[s->taken].first <= shade.first) {
    push(s, s->list[s->taken++]);
  }
  push(s, shade);
}

void tp_shades_add(tp_Shades *s, const tp_Profile *p, int32_t rows,
                   int32_t first, int32_t last) {
  double rx = p->radius_x / 65536.0, ry = p->radius_y / 65536.0;
  double py = rows - 0.5;
  tp_Shade shade = {-1, right_tangent(last + 0.5, py, rx, ry)};
  if (first > 0) shade.first = left_tangent(first - 0.5, py, rx, ry);
  put(s, shade);
}

double tp_shade_of_side(const tp_Profile *p, int32_t rows, int32_t column) {
  double rx = p->radius_x / 65536.0, ry = p->radius_y / 65536.0;
  if (rows == 0) return INFINITY;
  return right_tangent(column + 0.5, rows - 0.5, rx, ry);
}

void tp_shades_add_side(tp_Shades *s, const tp_Profile *p, int32_t rows,
                        int32_t column) {
  double rx = p->radius_x / 65536.0, ry = p->radius_y / 65536.0;
  put(s, (tp_Shade){left_tangent(column + 0.5, rows + 0.5, rx, ry),
                    tp_shade_of_side(p, rows, column)});
}
