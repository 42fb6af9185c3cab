/* sources.c - sorted lists, and binary searches in them.
 *
 * Rectangles that overlap can have far more cells than the map. So they are
 * painted on a plane of bits, the cheapest first. A cell that a rectangle
 * paints first is a source of it. Painting goes by 64 cells, in runs along the
 * rows; the runs are sorted before they are spread out to cells.
 */
#include "sources.h"

#include <string.h>

#include "../base/bits.h"
#include "../base/heapsort.h"
#include "../search/goals.h"

static bool source_is_before(const void *one, const void *other) {
  const tp_Source *a = one, *b = other;
  if (a->y != b->y) return a->y < b->y;
  if (a->x != b->x) return a->x < b->x;
  if (a->cost != b->cost) return a->cost < b->cost;
  return a->number < b->number;
}

void tp_sources_sort(tp_Source *list, uint32_t count) {
  tp_sort(list, count, sizeof *list, source_is_before);
}

/* ---- rectangles --------------------------------------------------------- */

void tp_covered_add(tp_Covered *c, tp_Rect rect) {
  const uint64_t cells = (uint64_t)tp_rect_area(rect);
  c->sources += cells;
  c->box = tp_rect_join(c->box, rect);
  if (cells <= 1 && c->words == 0) return;
  const uint64_t all = (uint64_t)tp_rect_area(c->box);
  if (c->sources > all) c->sources = all;
  c->words = ((size_t)c->box.w + 63) / 64 * (size_t)c->box.h;
}

static bool rect_is_before(const void *one, const void *other) {
  const tp_SourceRect *a = one, *b = other;
  if (a->cost != b->cost) return a->cost < b->cost;
  return a->number < b->number;
}

/* Runs of cells in a row, stored as sources: `cost` is the number of cells, and
 * `number` the rectangle's index. */
typedef struct Painting {
  const tp_Navmap *navmap;
  tp_Covered cover;
  uint64_t *words;
  tp_Source *runs;
  uint32_t count;
} Painting;

static uint64_t lowest_ones(int n) {
  return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

/* Of cells from x, y on, a bit each, those that are sources of a rectangle. */
static uint64_t sources_among(const tp_Navmap *nav, const tp_SourceRect *of,
                              int32_t x, int32_t y, uint64_t cells) {
  if (tp_rect_is_empty(of->beside)) return cells;
  for (uint64_t rest = cells; rest; rest &= rest - 1) {
    const int32_t at = x + tp_lowest(rest);
    tp_navmap_add_work(nav, 1);
    if (tp_goal_is_beside(nav, NULL, of->beside, at, y)) continue;
    cells &= ~(rest & (0 - rest));
  }
  return cells;
}

static void paint_rect(Painting *p, const tp_SourceRect *of, uint32_t number) {
  const tp_Rect rect = of->rect, box = p->cover.box;
  const size_t stride = ((size_t)box.w + 63) / 64;
  const int32_t left = rect.x - box.x, end = left + rect.w;
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    uint64_t *row = p->words + stride * (size_t)(y - box.y);
    for (int32_t x = left & ~63; x < end; x += 64) {
      uint64_t bits = lowest_ones(end - x < 64 ? end - x : 64);
      if (x < left) bits &= UINT64_MAX << (left - x);
      uint64_t fresh =
          sources_among(p->navmap, of, box.x + x, y, bits & ~row[x / 64]);
      row[x / 64] |= fresh;
      while (fresh) {
        const int first = tp_lowest(fresh);
        const uint64_t gaps = ~(fresh >> first);
        const int cells = gaps ? tp_lowest(gaps) : 64;
        p->runs[p->count++] =
            (tp_Source){box.x + x + first, y, number, (uint64_t)cells};
        fresh &= ~(lowest_ones(cells) << first);
      }
    }
  }
}

/* Works in place: each run has at least one cell, so it is read before it is
 * overwritten. */
static uint32_t spread_runs(const Painting *p, const tp_SourceRect *rects) {
  tp_Source *list = p->runs;
  uint32_t cells = 0, written = 0;
  for (uint32_t i = 0; i < p->count; i++) cells += (uint32_t)list[i].cost;
  const tp_Source *run = list + (cells - p->count), *end = list + cells;
  memmove(list + (cells - p->count), list, p->count * sizeof *list);
  for (; run < end; run++) {
    const tp_Source r = *run;
    const tp_SourceRect *of = &rects[r.number];
    for (int32_t x = r.x; x < r.x + (int32_t)r.cost; x++) {
      list[written++] = (tp_Source){x, r.y, of->number, of->cost};
    }
  }
  return written;
}

uint32_t tp_sources_cover(const tp_Navmap *nav, tp_Source *list,
                          tp_SourceRect *rects, uint32_t count,
                          tp_Covered cover, uint64_t *words) {
  Painting p = {nav, cover, words, list, 0};
  if (cover.words == 0) {
    for (uint32_t i = 0; i < count; i++) {
      const tp_SourceRect *r = &rects[i];
      const tp_Cell at = {r->rect.x, r->rect.y};
      if (tp_rect_is_empty(r->rect)) continue;
      if (!sources_among(nav, r, at.x, at.y, 1)) continue;
      list[p.count++] = (tp_Source){at.x, at.y, r->number, r->cost};
    }
    tp_sources_sort(list, p.count);
    return p.count;
  }
  tp_sort(rects, count, sizeof *rects, rect_is_before);
  memset(words, 0, cover.words * sizeof *words);
  for (uint32_t i = 0; i < count; i++) paint_rect(&p, &rects[i], i);
  tp_sources_sort(list, p.count);
  return spread_runs(&p, rects);
}

bool tp_sources_equal(tp_Sources a, tp_Sources b) {
  if (a.count != b.count) return false;
  for (uint32_t i = 0; i < a.count; i++) {
    const tp_Source *s = &a.list[i], *t = &b.list[i];
    if (s->x != t->x || s->y != t->y || s->cost != t->cost) return false;
  }
  return true;
}
