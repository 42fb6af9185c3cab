/* fences.c - fences.
 *
 * Each of its two cells stores a side separately, so that a ledge is a side
 * that is closed one way. A byte a cell, only on maps that have had a fence.
 * An edit costs as much as that of a cell.
 */
#include "fences.h"

#include <string.h>

#include "../base/bits.h"

size_t tp_fences_bytes(int32_t width, int32_t height) {
  return offsetof(tp_Fences, closed) + (size_t)width * (size_t)height;
}

void tp_fences_init(tp_Fences *f, int32_t width, int32_t height) {
  memset(f, 0, tp_fences_bytes(width, height));
  f->width = width;
  f->height = height;
}

tp_Plot tp_fences_plot(tp_Rect rect, int32_t x, int32_t y) {
  return (tp_Plot){.rect =
                       tp_rect_clip(rect, (tp_Rect){x, y, TP_PLOT, TP_PLOT})};
}

/* The bits of so many columns from x on, as far as they lie in the plot. */
static uint64_t columns_of(const tp_Plot *plot, int32_t x, int32_t count) {
  const int32_t first = tp_greater(x - plot->rect.x, 0);
  const int32_t end = tp_lesser(x - plot->rect.x + count, plot->rect.w);
  if (first >= end) return 0;
  return UINT64_MAX >> (TP_PLOT - (end - first)) << first;
}

static void set_rows(tp_Plot *plot, int32_t y, int32_t count, uint64_t bits) {
  const int32_t first = tp_greater(y - plot->rect.y, 0);
  const int32_t end = tp_lesser(y - plot->rect.y + count, plot->rect.h);
  if (bits == 0 || first >= end) return;
  for (int32_t i = first; i < end; i++) plot->row[i] |= bits;
  plot->work += (uint64_t)(end - first);
}

/* A side between two cells lies in the boxes that have both cells. For each row
 * of sides, the columns of all these boxes are joined, then set in their
 * rows. */
void tp_fences_spread(const tp_Fences *f, tp_Plot *plot, tp_Rect box) {
  if (!f || f->count == 0) return;
  const tp_Rect all = {plot->rect.x + box.x, plot->rect.y + box.y,
                       plot->rect.w + box.w - 1, plot->rect.h + box.h - 1};
  const tp_Rect r = tp_rect_clip(all, (tp_Rect){0, 0, f->width, f->height});
  const int32_t right = box.x + box.w - 1, bottom = box.y + box.h - 1;
  plot->work += (uint64_t)tp_rect_area(r);
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    const uint8_t *closed = &f->closed[(size_t)y * (size_t)f->width];
    uint64_t above = 0, beside = 0, below = 0;
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      for (unsigned sides = closed[x]; sides; sides &= sides - 1) {
        const tp_Cell to = tp_beside((tp_Cell){0, 0}, tp_lowest(sides));
        uint64_t *at = to.y < 0 ? &above : to.y > 0 ? &below : &beside;
        *at |= columns_of(plot, x - right + (to.x > 0), box.w - (to.x != 0));
      }
    }
    set_rows(plot, y - bottom, box.h, beside);
    set_rows(plot, y - bottom + 1, box.h - 1, below);
    set_rows(plot, y - bottom, box.h - 1, above);
  }
}

/* Returns whether that is a change. */
static bool put_side(tp_Fences *f, tp_Cell at, int d, bool closed) {
  uint8_t *cell = &f->closed[(size_t)at.y * (size_t)f->width + (size_t)at.x];
  if ((*cell >> d & 1) == closed) return false;
  *cell ^= (uint8_t)(1u << d);
  f->count += closed ? 1 : UINT32_MAX;
  return true;
}

bool tp_grid_set_side(tp_Grid *g, tp_Cell at, int d, bool closed,
                      bool closed_back) {
  const tp_Cell next = tp_beside(at, d);
  TP_ASSERT(g->fences);
  TP_ASSERT(tp_grid_contains(g, at.x, at.y));
  TP_ASSERT(tp_grid_contains(g, next.x, next.y));
  bool changed = put_side(g->fences, at, d, closed);
  changed |= put_side(g->fences, next, tp_opposite(d), closed_back);
  if (changed) {
    tp_Rect both = tp_rect_join((tp_Rect){at.x, at.y, 1, 1},
                                (tp_Rect){next.x, next.y, 1, 1});
    tp_grid_record_connection(g, both);
  }
  return changed;
}
