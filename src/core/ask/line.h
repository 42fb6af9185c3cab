/* line.h - points between cells, and straight lines between them: the cells
 * that a line crosses. */
#pragma once

#include "../base/base.h"

/* A point inside the grid, in 1/65536 of a cell; 0, 0 is the top left corner.
 * Products within a segment stay below 2^62. */
typedef struct tp_Point {
  int64_t x, y;
} tp_Point;

enum { TP_POINT_BITS = 16 };

/* The centre of a cell. */
TP_INLINE tp_Point tp_center(int32_t x, int32_t y) {
  const int64_t one = INT64_C(1) << TP_POINT_BITS;
  return (tp_Point){x * one + one / 2, y * one + one / 2};
}

/* The column, or row, of a coordinate; on a border, the next one. */
TP_INLINE int32_t tp_point_cell(int64_t v) {
  const int64_t one = INT64_C(1) << TP_POINT_BITS;
  return (int32_t)(v >= 0 ? v / one : -((-v + one - 1) / one));
}

/* How a line entered its cell. */
typedef enum tp_LineStep {
  TP_LINE_END,
  TP_LINE_SIDE,
  TP_LINE_CORNER
} tp_LineStep;

/* A walk along a segment from cell to cell. */
typedef struct tp_Line {
  int32_t x, y;           /* the current cell */
  int32_t end_x, end_y;   /* the last cell */
  int32_t step_x, step_y; /* -1 or 1 */
  tp_Point from;
  int64_t length_x, length_y; /* absolute */
  int64_t order; /* how much later the next border is along x than along y, in
                    both lengths multiplied */
  int64_t near;  /* a corner is passed if two products differ by no more */
} tp_Line;

/* Puts the line into the cell of `from`, with `near` 0. A point on a border
 * belongs to the cell right of it or below it. */
TP_FUNC void tp_line_start(tp_Line *line, tp_Point from, tp_Point to);

/* Goes on to the next cell: over a side; over a corner, diagonally; or not at
 * all at the end of the line. */
TP_INLINE tp_LineStep tp_line_next(tp_Line *line) {
  const int64_t one = INT64_C(1) << TP_POINT_BITS;
  bool more_x = line->x != line->end_x, more_y = line->y != line->end_y;
  if (!more_x && !more_y) return TP_LINE_END;
  if (more_x && more_y) {
    more_x = line->order <= line->near;
    more_y = -line->order <= line->near;
  }
  if (more_x) {
    line->x += line->step_x;
    line->order += one * line->length_y;
  }
  if (more_y) {
    line->y += line->step_y;
    line->order -= one * line->length_x;
  }
  return more_x && more_y ? TP_LINE_CORNER : TP_LINE_SIDE;
}

/* Lets a line pass corners up to two units beside it, for points that are
 * rounded: unless both are centres, which are exact. A line that is so flat, or
 * steep, that it may be near to two corners of one side passes neither: else it
 * would be another line the other way. */
TP_FUNC void tp_line_take_corners(tp_Line *line, tp_Point to);

/* The fraction of the line, 0 .. 1, at which it leaves its cell. */
TP_FUNC double tp_line_leaves(const tp_Line *line);

/* In cells. */
TP_FUNC double tp_line_length(tp_Point from, tp_Point to);
