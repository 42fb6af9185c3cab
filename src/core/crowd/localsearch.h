/* localsearch.h - finds a cell near a unit that is further from a target, or
 * nearer to it.
 */
#pragma once

#include "simstate.h"

/* The search reaches so far along either axis. */
enum {
  TP_LOCALSEARCH_REACH = 24,
  TP_LOCALSEARCH_SIDE = 2 * TP_LOCALSEARCH_REACH + 1
};

/* A path, each cell a step from the one before; the first is the unit's own.
 * One cell only: no cell is better. */
typedef struct tp_LocalSearch {
  uint32_t count;
  uint32_t looked; /* cells reached, plus an eighth of all units */
  tp_Cell cell[TP_LOCALSEARCH_SIDE * TP_LOCALSEARCH_SIDE];
} tp_LocalSearch;

/* The square of the distance, in cells, between a cell and a rectangle; for
 * hexagons in steps. */
TP_INLINE uint64_t tp_localsearch_square(tp_Stagger s, tp_Cell c,
                                         tp_Rect from) {
  if (tp_is_hexagonal(s)) {
    const uint64_t n = tp_hexagons_apart(s, c, tp_rect_nearest(from, c));
    return n * n;
  }
  const uint64_t dx = tp_beyond(c.x, from.x, from.w);
  const uint64_t dy = tp_beyond(c.y, from.y, from.h);
  return dx * dx + dy * dy;
}

/* Finds a path with the fewest steps to a cell whose squared distance from the
 * rectangle is at least `enough`; of several, to the furthest. If there is
 * none, the path leads to the furthest cell. Rules:
 *
 * - No cell of the path is nearer to the rectangle than the one before.
 * - No unit stands in the last cell or goes there.
 * - Units that only the game moves are walls.
 * - Units at rest with orders are walls, too, unless `passes`.
 *
 * The navmap must be up to date. */
TP_FUNC void tp_localsearch_away(const tp_Sim *sim, uint32_t id, tp_Rect from,
                                 double enough, bool passes,
                                 tp_LocalSearch *found);

/* Finds a path to the cell nearest to the rectangle where no other unit goes.
 * The path has few steps, enough to go half round the rectangle, and leads over
 * free cells. No cell of it has a squared distance below `least`. */
TP_FUNC void tp_localsearch_near(const tp_Sim *sim, uint32_t id, tp_Rect to,
                                 double least, tp_LocalSearch *found);

/* Finds a path with the fewest steps, over free cells, to one that will do and
 * where no other unit goes. */
TP_FUNC void tp_localsearch_place(const tp_Sim *sim, uint32_t id, tp_Rect to,
                                  double least,
                                  bool (*will_do)(const void *context,
                                                  tp_Cell cell),
                                  const void *context, tp_LocalSearch *found);

/* Does a way lead from the cell to one of the rectangle, on which the squared
 * distance is never above `most`? It leads over steps of the map, at most 24
 * cells away. Yes, if the agent may enter no cell of the rectangle. */
TP_FUNC bool tp_localsearch_leads(const tp_Navmap *nav, tp_Cell from,
                                  tp_Rect to, double most);
