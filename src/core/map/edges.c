/* edges.c - thin walls.
 *
 * A side is shut for each of its two cells apart, so that a ledge is a side
 * that is shut one way. A byte a cell, and only on maps that have had a thin
 * wall; an edit costs what one of a cell does.
 */
#include "edges.h"

#include <string.h>

size_t tp_edges_bytes(int32_t width, int32_t height) {
  return offsetof(tp_Edges, shut) + (size_t)width * (size_t)height;
}

void tp_edges_init(tp_Edges *e, int32_t width, int32_t height) {
  memset(e, 0, tp_edges_bytes(width, height));
  e->width = width;
  e->height = height;
}

bool tp_edges_cross(const tp_Edges *e, tp_Rect r) {
  if (!e || e->ways == 0) return false;
  const int32_t right = r.x + r.w - 1, bottom = r.y + r.h - 1;
  for (int32_t y = r.y; y <= bottom; y++) {
    for (int32_t x = r.x; x <= right; x++) {
      if (x < right && tp_edges_are_walled(e, x, y, TP_E)) return true;
      if (y < bottom && tp_edges_are_walled(e, x, y, TP_S)) return true;
    }
  }
  return false;
}

/* Returns whether that is a change. */
static bool put(tp_Edges *e, tp_Cell at, int d, bool shut) {
  uint8_t *cell = &e->shut[(size_t)at.y * (size_t)e->width + (size_t)at.x];
  if ((*cell >> d & 1) == shut) return false;
  *cell ^= (uint8_t)(1u << d);
  e->ways += shut ? 1 : UINT32_MAX;
  return true;
}

bool tp_grid_set_edge(tp_Grid *g, tp_Cell at, int d, bool shut,
                      bool shut_back) {
  const tp_Cell next = {at.x + tp_dx[d], at.y + tp_dy[d]};
  TP_ASSERT(g->edges && d <= TP_N);
  TP_ASSERT(tp_grid_contains(g, at.x, at.y));
  TP_ASSERT(tp_grid_contains(g, next.x, next.y));
  bool changed = put(g->edges, at, d, shut);
  changed |= put(g->edges, next, tp_opposite(d), shut_back);
  if (changed) {
    tp_Rect both = tp_rect_join((tp_Rect){at.x, at.y, 1, 1},
                                (tp_Rect){next.x, next.y, 1, 1});
    tp_grid_note_way(g, both);
  }
  return changed;
}

bool tp_edges_equal(const tp_Edges *a, const tp_Edges *b) {
  const uint32_t ways = a ? a->ways : 0;
  if (ways != (b ? b->ways : 0)) return false;
  if (ways == 0) return true;
  return a->width == b->width && a->height == b->height &&
         memcmp(a->shut, b->shut, (size_t)a->width * (size_t)a->height) == 0;
}
