/* erode.h - where an agent fits that is larger than a cell. */
#ifndef TP_ERODE_H
#define TP_ERODE_H

#include "mask.h"

/* Writes to `mask`, for the cells of the rectangle (which lies inside), whether
 * all wide x high cells from there on, right and down, may be entered; `cells`
 * says which single ones may. 1 <= wide, high <= 64. Both masks have one size.
 */
TP_FUNC void tp_erode(tp_Mask *mask, const tp_Mask *cells, int32_t wide,
                      int32_t high, tp_Rect rect);

#endif
