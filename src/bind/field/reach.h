/* reach.h - the reach userdata, for calls that take one.
 */
#pragma once

#include "../../core/field/fieldpath.h"
#include "../crowd/avoid.h"

typedef struct Reach {
  Finder *finder;    /* kept alive by a slot */
  tp_Navmap *navmap; /* the finder's; its overlay with avoided units while
                        the reach is built */
  double count;      /* of cells */
  tp_Rect map;       /* the grid's rectangle then; cells refer to it */
  uint64_t shape;    /* of the grid then */
  tp_Cell start;
  tp_WayOut out; /* from a blocked start */
  tp_Field field;
  tp_Mask *passed; /* cells that it may only pass; NULL: none */
} Reach;

/* The first cell in which the agent may end, in reading order, from the i-th
 * cell of the field on; *i becomes the next one. False if there is none. */
TP_FUNC bool tp_reach_next(const Reach *r, size_t *i, tp_Cell *cell);
