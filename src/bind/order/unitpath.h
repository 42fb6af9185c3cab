/* unitpath.h - the path of a unit. */
#pragma once

#include "unitsearch.h"

/* A known path: at least one cell. From the cells in `link`, in rising order, a
 * link leads to the next cell; from others a straight run of steps does. */
typedef struct KnownPath {
  tp_Cell *cell;
  const uint32_t *link;
  uint32_t count, links;
} KnownPath;

/* The direction of a straight run of steps, and their number; -1: it is none. */
TP_INLINE int known_run(tp_Cell from, tp_Cell to, int32_t *steps) {
  const int32_t dx = to.x - from.x, dy = to.y - from.y;
  *steps = tp_greater(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy);
  if (dx != 0 && dy != 0 && dx != dy && dx != -dy) return -1;
  return tp_direction((dx > 0) - (dx < 0), (dy > 0) - (dy < 0));
}

/* Pushes and returns a unit's path, made of one that the game gave, for a unit
 * in that cell, on the current map. */
TP_FUNC tp_UnitPath *tp_unitsearch_push_given(lua_State *L,
                                              const Finder *finder,
                                              const KnownPath *known,
                                              tp_Cell at);

/* Store writes the path into the path of the unit at an absolute index; its
 * room may be made anew. Subtracts its work from *budget. May run finalizers.
 * False if the unit has another order then. Go_along makes the unit follow that
 * path. */
TP_FUNC bool tp_unitsearch_store(lua_State *L, int unit, const tp_Path *path,
                                 uint64_t *budget);
TP_FUNC void tp_unitsearch_go_along(const Unit *unit);

/* Both for a known path, which begins at the unit. */
TP_FUNC void tp_unitsearch_store_known(lua_State *L, int unit,
                                       const KnownPath *known,
                                       uint64_t *budget);
