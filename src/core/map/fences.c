/* fences.c - fences.
 *
 * Each of its two cells stores a side separately, so that a ledge is a side
 * that is closed one way. A byte a cell, only on maps that have had a fence,
 * and another one for each name, once a fence has had a name. An edit costs as
 * much as that of a cell.
 */
#include "fences.h"

#include <string.h>

#include "../base/bits.h"

size_t tp_fences_bytes(int32_t width, int32_t height, uint32_t planes) {
  const size_t cells = (size_t)width * (size_t)height;
  return offsetof(tp_Fences, closed) + cells * (1 + (size_t)planes);
}

void tp_fences_init(tp_Fences *f, int32_t width, int32_t height,
                    uint32_t planes) {
  memset(f, 0, tp_fences_bytes(width, height, planes));
  f->width = width;
  f->height = height;
  f->planes = planes;
}

void tp_fences_take(tp_Fences *f, const tp_Fences *from) {
  const size_t cells = (size_t)f->width * (size_t)f->height;
  TP_ASSERT(f->planes >= from->planes);
  memcpy(f->plane, from->plane, sizeof f->plane);
  memcpy(f->closed, from->closed, cells * (1 + (size_t)from->planes));
  f->count = from->count;
  if (f->planes > 0 && from->planes == 0) {
    memcpy(&f->closed[cells], from->closed, cells);
    f->plane[0].count = from->count;
  }
}

int tp_fences_find(const tp_Fences *f, const char *name, size_t length) {
  if (length == 0) return 0;
  for (uint32_t p = 1; p < f->planes; p++) {
    const tp_FencePlane *plane = &f->plane[p];
    if (plane->count > 0 && plane->name[length] == 0 &&
        memcmp(plane->name, name, length) == 0) {
      return (int)p;
    }
  }
  return -1;
}

int tp_fences_name(tp_Fences *f, const char *name, size_t length,
                   uint32_t *planes) {
  const int known = tp_fences_find(f, name, length);
  if (known >= 0) return known;
  for (uint32_t p = 1; p < f->planes; p++) {
    tp_FencePlane *plane = &f->plane[p];
    if (plane->count > 0) continue;
    memset(plane->name, 0, sizeof plane->name);
    memcpy(plane->name, name, length);
    return (int)p;
  }
  *planes = tp_greater((int32_t)f->planes, 1) + 1;
  if (*planes > TP_FENCE_PLANES) *planes = 0;
  return -1;
}

void tp_fences_read(tp_Fences *f, const tp_Fences *from, unsigned open,
                    tp_Rect r) {
  const uint32_t planes = from->planes > 0 ? from->planes : 1;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    const size_t row = (size_t)y * (size_t)f->width;
    for (size_t i = row + (size_t)r.x; i < row + (size_t)(r.x + r.w); i++) {
      unsigned sides = 0;
      for (uint32_t p = 0; p < planes && from->closed[i]; p++) {
        if (!(open >> p & 1))
          sides |= from->closed[tp_fences_first(from, p) + i];
      }
      f->count += (uint32_t)tp_popcount(sides);
      f->count -= (uint32_t)tp_popcount(f->closed[i]);
      f->closed[i] = (uint8_t)sides;
    }
  }
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

/* Sets a bit of a cell and counts it. Returns whether that is a change. */
static bool put_bit(uint8_t *cell, uint32_t *count, int d, bool closed) {
  if ((*cell >> d & 1) == closed) return false;
  *cell ^= (uint8_t)(1u << d);
  *count += closed ? 1 : UINT32_MAX;
  return true;
}

/* Returns whether that is a change. */
static bool put_side(tp_Fences *f, uint32_t plane, tp_Cell at, int d,
                     bool closed) {
  const size_t i = (size_t)at.y * (size_t)f->width + (size_t)at.x;
  if (f->planes == 0) return put_bit(&f->closed[i], &f->count, d, closed);
  uint8_t *own = &f->closed[tp_fences_first(f, plane) + i];
  if (!put_bit(own, &f->plane[plane].count, d, closed)) return false;
  unsigned sides = 0;
  for (uint32_t p = 0; p < f->planes; p++) {
    sides |= f->closed[tp_fences_first(f, p) + i];
  }
  put_bit(&f->closed[i], &f->count, d, sides >> d & 1);
  return true;
}

static bool put_between(tp_Fences *f, uint32_t plane, tp_Cell at, int d,
                        bool closed, bool closed_back) {
  const bool changed = put_side(f, plane, at, d, closed);
  return put_side(f, plane, tp_beside(at, d), tp_opposite(d), closed_back) ||
         changed;
}

static bool record_side(tp_Grid *g, tp_Cell at, int d, bool changed) {
  const tp_Cell next = tp_beside(at, d);
  const tp_Rect both = tp_rect_join((tp_Rect){at.x, at.y, 1, 1},
                                    (tp_Rect){next.x, next.y, 1, 1});
  if (changed) tp_grid_record_connection(g, both);
  return changed;
}

bool tp_grid_set_side(tp_Grid *g, uint32_t plane, tp_Cell at, int d,
                      bool closed, bool closed_back) {
  const tp_Cell next = tp_beside(at, d);
  TP_ASSERT(g->fences && plane <= g->fences->planes);
  TP_ASSERT(tp_grid_contains(g, at.x, at.y));
  TP_ASSERT(tp_grid_contains(g, next.x, next.y));
  (void)next;
  return record_side(g, at, d,
                     put_between(g->fences, plane, at, d, closed, closed_back));
}

bool tp_grid_open_side(tp_Grid *g, tp_Cell at, int d) {
  bool changed = put_between(g->fences, 0, at, d, false, false);
  for (uint32_t p = 1; p < g->fences->planes; p++) {
    changed |= put_between(g->fences, p, at, d, false, false);
  }
  return record_side(g, at, d, changed);
}
