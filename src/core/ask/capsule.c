/* capsule.c - the exact borders of a capsule, row by row.
 *
 * A circle of the world is an ellipse in cells, of half axes rx and ry. All
 * that it comes over, as it moves along a segment, is a capsule: what lies
 * between two tangents, and an ellipse at each end (a Minkowski sum, as in
 * Lozano-Perez 1983).
 *
 *         ,-------------------------.      Of each row of cells it meets those
 *     ---/-----------------------`-. \---  from one column to another, which a
 *       |   x----------------->     |      few words of the mask answer for.
 *     ---\.                        /-----
 *          `----------------------'
 *
 * How far left it comes in a row: the furthest left it is at an end, in the
 * rows above and below at their border that is next to that. There it is the
 * tangent where the point that touches belongs to the segment, and an ellipse
 * elsewhere. How far right is the same in a mirror.
 *
 * Columns meet borders at corners of cells, so only corners are asked about. A
 * corner p, seen from the segment's start, is inside the tangents where
 * |d x p| < T, for the least whole T of T^2 >= ry^2 dx^2 + rx^2 dy^2; and in a
 * row it is inside an ellipse up to the least whole W away from the middle of
 * which W^2 ry^2 >= rx^2 (ry^2 - dy^2). Both are roots of whole numbers of 128
 * bits, and all else are whole numbers of 64: the answer is exact, and does not
 * depend on how a machine rounds.
 */
#include "capsule.h"

#include "../base/u128.h"

static const int64_t one = INT64_C(1) << TP_POINT_BITS;

static uint64_t size_of(int64_t v) { return (uint64_t)(v < 0 ? -v : v); }

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

/* Rounded down; b > 0. */
static int64_t divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

void tp_capsule_close(tp_Capsule *c) {
  tp_U128 across = tp_u128_square((uint64_t)c->ry * size_of(c->dx));
  tp_U128 down = tp_u128_square((uint64_t)c->rx * (uint64_t)c->dy);
  c->tangent = (int64_t)tp_u128_root(tp_u128_sum(across, down));
}

tp_Capsule tp_capsule_mirrored(const tp_Capsule *c) {
  tp_Capsule m = *c;
  m.x0 = -c->x0;
  m.x1 = -c->x1;
  m.dx = -c->dx;
  return m;
}

/* Half of what the ellipse is wide at that height over its middle; less than
 * ry. */
static int64_t half_width(const tp_Capsule *c, int64_t height) {
  uint64_t rx = (uint64_t)c->rx, ry = (uint64_t)c->ry, up = size_of(height);
  tp_U128 square = tp_u128_product(rx * rx, ry * ry - up * up);
  return (int64_t)((tp_u128_root(square) + ry - 1) / ry);
}

/* How far left the ellipses of the ends come at y; INT64_MAX: not so far up or
 * down. */
static int64_t left_of_ends(const tp_Capsule *c, int64_t y) {
  int64_t left = INT64_MAX, to_y0 = y - c->y0, to_y1 = y - c->y1;
  if (-c->ry < to_y0 && to_y0 < c->ry) left = c->x0 - half_width(c, to_y0);
  if (-c->ry < to_y1 && to_y1 < c->ry) {
    left = lesser(left, c->x1 - half_width(c, to_y1));
  }
  return left;
}

/* Do x, y, from one end, lie on the side of the other, dx, dy away from it? By
 * the distance of the world, in which a body is round. */
static bool is_beside(const tp_Capsule *c, int64_t x, int64_t y) {
  int64_t along_x = x * c->dx, along_y = y * c->dy;
  tp_U128 a = tp_u128_product((uint64_t)(c->ry * c->ry), size_of(along_x));
  tp_U128 b = tp_u128_product((uint64_t)(c->rx * c->rx), size_of(along_y));
  if (along_x < 0 && along_y < 0) return false;
  if (along_x < 0) return !tp_u128_is_less(b, a);
  if (along_y < 0) return !tp_u128_is_less(a, b);
  return true;
}

/* A flat line's tangent leaves the capsule, and the map, by up to 2^36 cells
 * within a row: too far for the products above, and for a column. */
static bool is_far_off(const tp_Capsule *c, int64_t x) {
  return x < lesser(c->x0, c->x1) - c->rx - one ||
         x > greater(c->x0, c->x1) + c->rx + one;
}

int32_t tp_capsule_at(const tp_Capsule *c, int64_t y) {
  int64_t ends = left_of_ends(c, y);
  if (c->dy == 0) return tp_point_cell(ends);
  int64_t line = c->x0 + divide(c->dx * (y - c->y0) - c->tangent, c->dy);
  if (is_far_off(c, line)) return tp_point_cell(ends);
  int32_t column = tp_point_cell(line);
  if (ends == INT64_MAX || column == tp_point_cell(ends)) return column;
  int64_t corner = (column + 1) * one;
  bool is_met = is_beside(c, corner - c->x0, y - c->y0) &&
                is_beside(c, c->x1 - corner, c->y1 - y);
  return is_met ? column : tp_point_cell(ends);
}

int32_t tp_capsule_first(const tp_Capsule *c, int32_t row) {
  int64_t top = row * one, bottom = top + one;
  int64_t from = c->dx >= 0 ? c->y0 : c->y1, to = c->dx > 0 ? c->y0 : c->y1;
  if (bottom < from) return tp_capsule_at(c, bottom);
  if (top > to) return tp_capsule_at(c, top);
  return tp_point_cell(lesser(c->x0, c->x1) - c->rx);
}

tp_Capsule tp_capsule_turned(const tp_Capsule *c) {
  bool down = c->dx >= 0;
  tp_Capsule t = {.x0 = down ? c->y0 : c->y1,
                  .y0 = down ? c->x0 : c->x1,
                  .x1 = down ? c->y1 : c->y0,
                  .y1 = down ? c->x1 : c->x0,
                  .rx = c->ry,
                  .ry = c->rx,
                  .tangent = c->tangent};
  t.dx = t.x1 - t.x0;
  t.dy = t.y1 - t.y0;
  return t;
}
