/* patch.h - numbers of the cells of a rectangle that has changed, in all lanes
 * (lanes.h): settled by what is around them, and checked. */
#ifndef TP_PATCH_H
#define TP_PATCH_H

#include "lanes.h"

/* Has the numbers of all cells of a rectangle follow from those around it,
 * whatever they were. What that leaves too high is found by a check. */
TP_FUNC void tp_patch_settle(tp_Landmarks *m, const tp_LandmarkMap *map,
                             tp_Rect rect);

/* The lanes in which a number is too high for some step out of a cell of the
 * rectangle; and their bands, of none where no number is. */
TP_FUNC uint32_t tp_patch_check(const tp_Landmarks *m,
                                const tp_LandmarkMap *map, tp_Rect rect,
                                tp_Band band[]);

#endif
