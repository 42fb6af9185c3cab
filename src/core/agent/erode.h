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

/* Of cells x .. x + 63 in each row of the square (whose x is a multiple of 64,
 * and which has 1 to 64 rows, inside), whether none of the wide x high cells
 * from there on is set in the mask. */
TP_FUNC void tp_erode_clear(uint64_t clear[64], const tp_Mask *mask,
                            int32_t wide, int32_t high, tp_Rect square);

/* The same of a square that may lie anywhere, whether all of those cells may be
 * entered; outside none may. */
TP_FUNC void tp_erode_fits(uint64_t fits[64], const tp_Mask *cells,
                           int32_t wide, int32_t high, tp_Rect square);

#endif
