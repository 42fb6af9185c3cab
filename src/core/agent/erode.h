/* erode.h - erosion of a mask by a rectangle. */
#pragma once

#include "mask.h"

/* For the cells of the rectangle (which lies inside) writes to `mask` whether
 * all wide x high cells from there on, right and down, are free in `cells`. 1
 * <= wide, high <= 64. Both masks have one size. */
TP_FUNC void tp_erode(tp_Mask *mask, const tp_Mask *cells, int32_t wide,
                      int32_t high, tp_Rect rect);

/* For cells x .. x + 63 in each row of the square (whose x is a multiple of 64,
 * and which has 1 to 64 rows, inside): is none of the wide x high cells from
 * there on set in the mask? */
TP_FUNC void tp_erode_clear(uint64_t clear[64], const tp_Mask *mask,
                            int32_t wide, int32_t high, tp_Rect square);

/* The same for a square anywhere: are all of those cells free? Cells outside
 * are blocked. */
TP_FUNC void tp_erode_fits(uint64_t fits[64], const tp_Mask *cells,
                           int32_t wide, int32_t high, tp_Rect square);
