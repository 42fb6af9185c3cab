/* rect.h - rectangles of cells. */
#pragma once

#include "base.h"

/* Cells x <= column < x + w, y <= row < y + h; none if w or h is 0. */
typedef struct tp_Rect {
  int32_t x, y, w, h;
} tp_Rect;

TP_INLINE bool tp_rect_is_empty(tp_Rect r) { return r.w <= 0 || r.h <= 0; }

TP_INLINE int64_t tp_rect_area(tp_Rect r) { return (int64_t)r.w * r.h; }

TP_INLINE bool tp_rect_has(tp_Rect r, int32_t x, int32_t y) {
  return x >= r.x && x < r.x + r.w && y >= r.y && y < r.y + r.h;
}

TP_INLINE bool tp_rect_same(tp_Rect a, tp_Rect b) {
  return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

/* Goes through the cells, row by row:
 *
 *     for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++)
 *
 * From the end of a row it wraps to the next one. False at the end. */
TP_INLINE tp_Cell tp_rect_first(tp_Rect r) {
  return (tp_Cell){r.x, tp_rect_is_empty(r) ? r.y + r.h : r.y};
}

TP_INLINE bool tp_rect_wrap(tp_Rect r, tp_Cell *c) {
  if (c->x == r.x + r.w) *c = (tp_Cell){r.x, c->y + 1};
  return c->y < r.y + r.h;
}

/* Its cell nearest to another one. */
TP_INLINE tp_Cell tp_rect_nearest(tp_Rect r, tp_Cell to) {
  const int32_t x = tp_lesser(tp_greater(to.x, r.x), r.x + r.w - 1);
  const int32_t y = tp_lesser(tp_greater(to.y, r.y), r.y + r.h - 1);
  return (tp_Cell){x, y};
}

/* The smallest rectangle over both; an empty one adds nothing. */
TP_INLINE tp_Rect tp_rect_join(tp_Rect a, tp_Rect b) {
  if (tp_rect_is_empty(a)) return b;
  if (tp_rect_is_empty(b)) return a;
  int32_t x = tp_lesser(a.x, b.x), y = tp_lesser(a.y, b.y);
  int32_t right = tp_greater(a.x + a.w, b.x + b.w);
  int32_t bottom = tp_greater(a.y + a.h, b.y + b.h);
  return (tp_Rect){x, y, right - x, bottom - y};
}

/* The cells of both. */
TP_INLINE tp_Rect tp_rect_clip(tp_Rect a, tp_Rect b) {
  int64_t right = (int64_t)a.x + a.w, bottom = (int64_t)a.y + a.h;
  int64_t b_right = (int64_t)b.x + b.w, b_bottom = (int64_t)b.y + b.h;
  int32_t x = tp_greater(a.x, b.x), y = tp_greater(a.y, b.y);
  if (b_right < right) right = b_right;
  if (b_bottom < bottom) bottom = b_bottom;
  if (right <= x || bottom <= y) return (tp_Rect){0, 0, 0, 0};
  return (tp_Rect){x, y, (int32_t)(right - x), (int32_t)(bottom - y)};
}

/* Grows by n cells on each side. */
TP_INLINE tp_Rect tp_rect_grow(tp_Rect r, int32_t n) {
  return (tp_Rect){r.x - n, r.y - n, r.w + 2 * n, r.h + 2 * n};
}
