/* treepaths.h - paths in the trees that hang on the 2-core (twocore.h). A path
 * begins in the tree of its start, and ends in the tree of its goal. */
#ifndef TP_TREEPATHS_H
#define TP_TREEPATHS_H

#include "../map/links.h"
#include "twocore.h"

/* `length` steps, in the direction of travel, that entered their cells by the
 * same direction; or TP_BY_LINK, 1 and the edge. */
typedef struct tp_Leg {
  int32_t came_by, length;
  tp_Edge edge; /* of TP_BY_LINK, as it was when the leg was found */
} tp_Leg;

/* Writes a leg in place, all but its edge: a copy of a leg that was just made
 * would wait until its members are stored. */
TP_INLINE void tp_leg_set(tp_Leg *leg, int32_t came_by, int32_t length) {
  leg->came_by = came_by;
  leg->length = length;
}

/* Climbs the steps of one direction, at most up to `top`, a cell further up.
 * Returns their number. */
TP_FUNC int32_t tp_twocore_leg(const tp_Twocore *twocore, tp_Cell *at,
                               tp_Cell top, int *direction);

typedef struct tp_TreePaths {
  tp_Cell from, to;    /* what is left to search; equal: nothing */
  uint32_t head, tail; /* legs before and after that */
} tp_TreePaths;

/* The path from start to goal, both free and connected. */
TP_FUNC tp_TreePaths tp_treepaths_find(const tp_Twocore *twocore, tp_Cell start,
                                       tp_Cell goal);

/* Writes the legs in the order of the way back: those of the tail from the goal
 * on, then those of the head, to the start. Room for head + tail legs. */
TP_FUNC void tp_treepaths_write(const tp_Twocore *twocore, tp_Cell start,
                                tp_Cell goal, const tp_TreePaths *ends,
                                tp_Leg *legs);

#endif
