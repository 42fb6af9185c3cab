/* sources.h - the sources of a field: a list sorted by cell, so that a cell is
 * found by binary search. */
#pragma once

#include "../navmap/navmap.h"

/* A cell where costs begin, and its cost. */
typedef struct tp_Source {
  int32_t x, y;    /* of the grid */
  uint32_t number; /* for the caller; of equal sources the least number
                      counts */
  uint64_t cost;
} tp_Source;

/* A sorted list, in the caller's memory. */
typedef struct tp_Sources {
  const tp_Source *list;
  uint32_t count;
  uint64_t *work; /* counter for the work of look-ups; NULL: not counted */
} tp_Sources;

/* A rectangle of cells that all have that cost. */
typedef struct tp_SourceRect {
  tp_Rect rect;
  tp_Rect beside; /* only cells beside this goal count; empty: all do */
  uint32_t number;
  uint64_t cost;
} tp_SourceRect;

/* The size of a list of rectangles: at most so many sources, and a bit for each
 * cell of the box around them. */
typedef struct tp_Covered {
  tp_Rect box;
  uint64_t sources;
  size_t words; /* of 64 bits; 0 if each rectangle is a single cell */
} tp_Covered;

TP_FUNC void tp_covered_add(tp_Covered *cover, tp_Rect rect);

/* Writes the sources of rectangles, sorted, and returns their number. If a cell
 * is in several rectangles, the cheapest one counts, of equal ones the one with
 * the least number. The rectangles are reordered. O(words + sources), plus a
 * 64th of the rectangles' cells, and the cells tested for being beside a goal.
 */
TP_FUNC uint32_t tp_sources_cover(const tp_Navmap *navmap, tp_Source *list,
                                  tp_SourceRect *rects, uint32_t count,
                                  tp_Covered cover, uint64_t *words);

/* Sorts a list: by row, column, cost, number. */
TP_FUNC void tp_sources_sort(tp_Source *list, uint32_t count);

/* Do the lists have the same cells and costs? */
TP_FUNC bool tp_sources_equal(tp_Sources a, tp_Sources b);

/* The index of the cheapest source in a cell, of equal ones that with the least
 * number; -1: none. O(log count). */
TP_INLINE int64_t tp_sources_find(tp_Sources sources, int32_t x, int32_t y) {
  const tp_Source *list = sources.list;
  uint32_t low = 0, high = sources.count;
  uint64_t work = 0;
  for (; low < high; work++) {
    uint32_t middle = low + (high - low) / 2;
    const tp_Source *s = &list[middle];
    if (s->y < y || (s->y == y && s->x < x)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (sources.work) *sources.work += work;
  bool is_there = low < sources.count && list[low].x == x && list[low].y == y;
  return is_there ? (int64_t)low : -1;
}
