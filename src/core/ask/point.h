/* point.h - places between the cells, in whole numbers. */
#ifndef TP_POINT_H
#define TP_POINT_H

#include "../base/base.h"

/* A point inside the grid, in 1/65536 of a cell; 0, 0 is the top left corner.
 * A segment's products then stay below 2^62. */
typedef struct tp_Point {
  int64_t x, y;
} tp_Point;

enum { TP_POINT_BITS = 16 };

/* Centre of a cell. */
TP_INLINE tp_Point tp_center(int32_t x, int32_t y) {
  const int64_t one = INT64_C(1) << TP_POINT_BITS;
  return (tp_Point){x * one + one / 2, y * one + one / 2};
}

/* The column, or row, of a place along an axis; of a border, the next one. */
TP_INLINE int32_t tp_point_cell(int64_t v) {
  const int64_t one = INT64_C(1) << TP_POINT_BITS;
  return (int32_t)(v >= 0 ? v / one : -((-v + one - 1) / one));
}

#endif
