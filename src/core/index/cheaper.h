/* cheaper.h - the rectangles whose steps have become cheaper, and lanes whose
 * numbers are to be lowered for that (lanes.h). */
#ifndef TP_CHEAPER_H
#define TP_CHEAPER_H

#include "lanes.h"

/* Is a lane to be lowered there? */
TP_INLINE bool tp_cheaper_is_of(const tp_Cheaper *c, int lane) {
  return c->lanes >> lane & 1;
}

/* Finds the band of each lane, by all of them and by what is lost. */
TP_FUNC void tp_cheaper_find_bands(tp_Landmarks *m);

/* Adds one; with another in one rectangle where that takes no more cells, or
 * where there are too many. */
TP_FUNC void tp_cheaper_add(tp_Landmarks *m, const tp_Cheaper *more);

/* Leaves those out that are for no lane. Whoever was at one of them begins
 * anew, for the others have other places. */
TP_FUNC void tp_cheaper_tidy(tp_Landmarks *m);

/* Leaves those out that lie in a rectangle that is looked at anew. */
TP_FUNC void tp_cheaper_forget(tp_Landmarks *m, tp_Rect rect);

#endif
