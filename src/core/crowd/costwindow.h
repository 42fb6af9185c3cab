/* costwindow.h - a table of the costs from each cell of a small rectangle to a
 * unit's goal, computed from cells whose costs are known.
 */
#pragma once

#include "../field/field.h"

enum { TP_WINDOW_CELLS = 256 }; /* the most cells of a window */

/* A cell of the rectangle with a known cost. A cell in a wall is ignored. */
typedef struct tp_WindowSeed {
  uint64_t cost;
  tp_Cell cell;
} tp_WindowSeed;

/* Costs are those of the navmap minus `base`, in 32 bits: rounded down if the
 * highest cost would need more. Open ground needs no table. */
typedef struct tp_Window {
  tp_Rect area;  /* empty: nothing is known */
  tp_Cell open;  /* x >= 0: all is open ground, and the path leads to this
                    cell */
  int32_t shift; /* bits by which costs were shifted down */
  uint64_t base; /* the least cost */
  uint64_t seen; /* version of the navmap's changes */
  uint32_t cost[TP_WINDOW_CELLS];
} tp_Window;

/* The cost that an edge adds to a path: at least an eighth of the cheapest
 * step. */
TP_INLINE uint64_t tp_window_edge_cost(const tp_Navmap *navmap,
                                       const tp_Edge *edge) {
  const uint64_t least = navmap->costs.cheapest[0] / 8;
  return tp_edge_adds(edge, 1, least ? least : 1);
}

/* Bytes of working space; its contents need not be kept. */
TP_FUNC size_t tp_window_scratch_bytes(void);

/* Fills the window for a rectangle of the map that fits into it. Each cell gets
 * the cost of the cheapest path through the rectangle to a seed, plus the
 * seed's cost. A seed keeps its cost even if a cheaper path exists, so a unit
 * that walks around an obstacle keeps to its path. Seeds are sorted by cost.
 * The navmap must be up to date. */
TP_FUNC void tp_window_make(tp_Window *window, const tp_Navmap *navmap,
                            tp_Rect area, const tp_WindowSeed *seeds,
                            uint32_t count, void *scratch);

/* Does the rectangle, which lies inside the map, have only open ground of one
 * price, so that paths are straight lines? */
TP_FUNC bool tp_window_is_open(const tp_Navmap *navmap, tp_Rect area);

/* As tp_window_make, for such a rectangle, if each seed costs as much as the
 * straight line to the first seed plus that seed's cost. */
TP_INLINE void tp_window_take_open(tp_Window *w, const tp_Navmap *navmap,
                                   tp_Rect area, const tp_WindowSeed *first) {
  w->area = area;
  w->open = first->cell;
  w->shift = 0;
  w->base = first->cost;
  w->seen = navmap->changes.now;
}

/* The least cost between two cells: the straight line without walls. */
TP_FUNC uint64_t tp_window_crow(const tp_Navmap *navmap, tp_Cell a, tp_Cell b);

/* The cost from any cell; TP_FAR if there is no path, or outside of the
 * rectangle. */
TP_INLINE uint64_t tp_window_cost(const tp_Window *w, const tp_Navmap *navmap,
                                  tp_Cell c) {
  if (!tp_rect_has(w->area, c.x, c.y)) return TP_FAR;
  if (w->open.x >= 0) return w->base + tp_window_crow(navmap, c, w->open);
  size_t i =
      (size_t)(c.y - w->area.y) * (size_t)w->area.w + (size_t)(c.x - w->area.x);
  uint32_t cost = w->cost[i];
  return cost == UINT32_MAX ? TP_FAR : w->base + ((uint64_t)cost << w->shift);
}

/* The most by which a cost was rounded down. */
TP_INLINE uint64_t tp_window_rounding(const tp_Window *w) {
  return w->shift > 0 ? UINT64_C(1) << w->shift : 0;
}
