/* line.c - exact traversal of a segment, cell by cell (after Amanatides and
 * Woo 1987, in whole numbers).
 *
 * The next border along x is at |border - x0| / |dx| of the segment's length,
 * the next along y at |border - y0| / |dy|. Multiplied out, both are products
 * of two 31-bit numbers, so comparing them is exact: equal means exactly
 * through a corner. Each step adds to their difference. A Bresenham line would
 * miss cells.
 *
 *       +-----+-----+          A segment that ends on a border ends in the
 *       |     |  ,b |          cell right of it or below it, and one that
 *       |    ,+'    |          starts there does the same: so the crossed
 *       |  ,' |     |          cells do not depend on the direction.
 *       +,'---+-----+
 *       a     ^ a corner: the diagonal rule decides
 */
#include "line.h"

#include <math.h>

static const int64_t one = INT64_C(1) << TP_POINT_BITS;

static int64_t distance(int64_t a, int64_t b) { return a < b ? b - a : a - b; }

static bool is_centre(tp_Point p) {
  return p.x % one == one / 2 && p.y % one == one / 2;
}

void tp_line_take_corners(tp_Line *l, tp_Point to) {
  const bool is_flat = l->length_x > l->length_y;
  const int64_t more = is_flat ? l->length_x : l->length_y;
  const int64_t less = is_flat ? l->length_y : l->length_x;
  if (less * (one / 4) <= more) return;
  if (!is_centre(l->from) || !is_centre(to)) l->near = 2 * more;
}

/* From the start to the border at which the line leaves its column (row). */
static int64_t to_border(int32_t cell, int32_t step, int64_t from) {
  return distance((cell + (step > 0)) * one, from);
}

void tp_line_start(tp_Line *line, tp_Point from, tp_Point to) {
  line->from = from;
  line->x = tp_point_cell(from.x);
  line->y = tp_point_cell(from.y);
  line->end_x = tp_point_cell(to.x);
  line->end_y = tp_point_cell(to.y);
  line->step_x = to.x < from.x ? -1 : 1;
  line->step_y = to.y < from.y ? -1 : 1;
  line->length_x = distance(from.x, to.x);
  line->length_y = distance(from.y, to.y);
  line->order = to_border(line->x, line->step_x, from.x) * line->length_y -
                to_border(line->y, line->step_y, from.y) * line->length_x;
  line->near = 0;
}

double tp_line_leaves(const tp_Line *line) {
  double left = 1;
  if (line->x != line->end_x) {
    left = (double)to_border(line->x, line->step_x, line->from.x) /
           (double)line->length_x;
  }
  if (line->y != line->end_y) {
    left = fmin(left, (double)to_border(line->y, line->step_y, line->from.y) /
                          (double)line->length_y);
  }
  return left;
}

double tp_line_length(tp_Point from, tp_Point to) {
  double dx = (double)(to.x - from.x) / (double)one;
  double dy = (double)(to.y - from.y) / (double)one;
  return tp_length(dx, dy);
}
