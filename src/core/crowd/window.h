/* window.h - what it costs to go from each cell of a small rectangle to where a
 * mover wants to go: a table, made from cells of which that is known.
 */
#ifndef TP_WINDOW_H
#define TP_WINDOW_H

#include "../field/field.h"

enum { TP_WINDOW_CELLS = 256 }; /* the most that one may have */

/* A cell of the rectangle from which it costs that much; it may lie in a wall,
 * and then counts for nothing. */
typedef struct tp_WindowSeed {
  uint64_t cost;
  tp_Cell cell;
} tp_WindowSeed;

/* Costs are those of the navmap, less `base`, in 32 bits: so rounded down where
 * the dearest cell would need more. Open ground needs no table. */
typedef struct tp_Window {
  tp_Rect area;  /* empty: nothing is known   */
  tp_Cell open;  /* x >= 0: all is open ground, and ways lead to this cell */
  int32_t shift; /* bits that costs have lost */
  uint64_t base; /* the least of them         */
  uint64_t seen; /* of the navmap's changes   */
  uint32_t cost[TP_WINDOW_CELLS];
} tp_Window;

/* What an edge adds to the costs of a way: an eighth of the cheapest step at
 * least. */
TP_INLINE uint64_t tp_window_edge_cost(const tp_Navmap *navmap,
                                       const tp_Edge *edge) {
  const uint64_t least = navmap->costs.cheapest[0] / 8;
  return tp_edge_adds(edge, 1, least ? least : 1);
}

/* Bytes of working space, which nobody else relies on. */
TP_FUNC size_t tp_window_scratch_bytes(void);

/* Fills it for a rectangle of the map, for whose cells there is room: from each
 * cell the cheapest way through the rectangle to a seed, with what it costs
 * from there. Seeds cost no less, whatever leads on from them: so who is on a
 * way round something stays on it. They come in rising order of their costs.
 * The navmap's map is up to date. */
TP_FUNC void tp_window_make(tp_Window *window, const tp_Navmap *navmap,
                            tp_Rect area, const tp_WindowSeed *seeds,
                            uint32_t count, void *scratch);

/* Is all of the rectangle, which lies inside, ground of one price, so that ways
 * are as the crow flies? */
TP_FUNC bool tp_window_is_open(const tp_Navmap *navmap, tp_Rect area);

/* The same as tp_window_make of such a rectangle, if from each seed it costs as
 * much as to the first one as the crow flies, and on from there. */
TP_INLINE void tp_window_take_open(tp_Window *w, const tp_Navmap *navmap,
                                   tp_Rect area, const tp_WindowSeed *first) {
  w->area = area;
  w->open = first->cell;
  w->shift = 0;
  w->base = first->cost;
  w->seen = navmap->changes.now;
}

/* What it costs from cell to cell at least, as the crow flies. */
TP_FUNC uint64_t tp_window_crow(const tp_Navmap *navmap, tp_Cell a, tp_Cell b);

/* What it costs from a cell, anywhere; TP_FAR where there is no way, and
 * outside. */
TP_INLINE uint64_t tp_window_cost(const tp_Window *w, const tp_Navmap *navmap,
                                  tp_Cell c) {
  if (!tp_rect_has(w->area, c.x, c.y)) return TP_FAR;
  if (w->open.x >= 0) return w->base + tp_window_crow(navmap, c, w->open);
  size_t i =
      (size_t)(c.y - w->area.y) * (size_t)w->area.w + (size_t)(c.x - w->area.x);
  uint32_t cost = w->cost[i];
  return cost == UINT32_MAX ? TP_FAR : w->base + ((uint64_t)cost << w->shift);
}

/* By how much a cost may have been rounded down. */
TP_INLINE uint64_t tp_window_rounding(const tp_Window *w) {
  return w->shift > 0 ? UINT64_C(1) << w->shift : 0;
}

#endif
