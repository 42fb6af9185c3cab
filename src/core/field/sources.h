/* sources.h - the cells from which a field counts its costs: a list in the
 * order of the cells, so that who asks for one of them need not look at all. */
#ifndef TP_SOURCES_H
#define TP_SOURCES_H

#include "../navmap/navmap.h"

/* A cell from which costs are counted, and what it costs to be there. */
typedef struct tp_Source {
  int32_t x, y;    /* of the grid */
  uint32_t number; /* for the caller; of equals the least counts */
  uint64_t cost;
} tp_Source;

/* A list in order, in the caller's memory. */
typedef struct tp_Sources {
  const tp_Source *list;
  uint32_t count;
  uint64_t *work; /* where looks at it are counted; NULL: nowhere */
} tp_Sources;

/* A rectangle of cells, all of that cost. */
typedef struct tp_SourceRect {
  tp_Rect rect;
  uint32_t number;
  uint64_t cost;
} tp_SourceRect;

/* What a list of rectangles comes to: at most so many sources, and a bit for
 * each cell of the box around all. */
typedef struct tp_Covered {
  tp_Rect box;
  uint64_t sources;
  size_t words; /* of 64 bits; none if each rectangle is a single cell */
} tp_Covered;

TP_FUNC void tp_covered_add(tp_Covered *cover, tp_Rect rect);

/* Writes the sources of rectangles, in order, and returns how many there are.
 * A cell of several is a source of the cheapest, of equals of the one of the
 * least number. The rectangles are put in another order. O(words + sources),
 * and a 64th of the rectangles' cells. */
TP_FUNC uint32_t tp_sources_cover(tp_Source *list, tp_SourceRect *rects,
                                  uint32_t count, tp_Covered cover,
                                  uint64_t *words);

/* Puts a list in order: by row, by column, by cost, by number. */
TP_FUNC void tp_sources_sort(tp_Source *list, uint32_t count);

/* Are the cells and their costs the same? */
TP_FUNC bool tp_sources_equal(tp_Sources a, tp_Sources b);

/* The largest of their costs; 0 where there are none. */
TP_FUNC uint64_t tp_sources_dearest(tp_Sources sources);

/* The place in the list of the cheapest source in a cell, of equals the one of
 * the least number; -1: none is there. O(log count). */
TP_INLINE int64_t tp_sources_find(tp_Sources sources, int32_t x, int32_t y) {
  const tp_Source *list = sources.list;
  uint32_t low = 0, high = sources.count;
  uint64_t looks = 0;
  for (; low < high; looks++) {
    uint32_t middle = low + (high - low) / 2;
    const tp_Source *s = &list[middle];
    if (s->y < y || (s->y == y && s->x < x)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (sources.work) *sources.work += looks;
  bool is_there = low < sources.count && list[low].x == x && list[low].y == y;
  return is_there ? (int64_t)low : -1;
}

/* The regions in which there are sources that the agent may be in, each once,
 * in rising order; there is room for as many as there are sources. Returns how
 * many there are. With TP_CONNECTED, here and below. */
TP_FUNC uint32_t tp_sources_regions(tp_Sources sources, const tp_Navmap *navmap,
                                    uint32_t *regions);

/* Is there a way to one of these regions from a cell that the agent may be in?
 * Nothing has changed since they were found. O(log count), but where it takes
 * the region graph to tell. */
TP_FUNC bool tp_sources_connect(const uint32_t *regions, uint32_t count,
                                const tp_Navmap *navmap, tp_Cell cell);

#endif
