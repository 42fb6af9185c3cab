/* erode.h - erosion of a mask by a rectangle. */
#pragma once

#include "mask.h"

/* For the cells of the rectangle (which lies inside) writes to `mask` whether
 * all wide x high cells from there on, right and down, are free in `cells`. 1
 * <= wide, high <= 64. Both masks have one size. */
TP_FUNC void tp_erode(tp_Mask *mask, const tp_Mask *cells, int32_t wide,
                      int32_t high, tp_Rect rect);

/* For cells x .. x + 63 in each row of a square anywhere (whose x is a multiple
 * of 64, and which has at most 64 rows): are all of the wide x high cells from
 * there on set in the mask; or, if `flip` is UINT64_MAX and not 0, none?
 * Outside none is set. */
TP_FUNC void tp_erode_square(uint64_t fits[64], const tp_Mask *mask,
                             uint64_t flip, int32_t wide, int32_t high,
                             tp_Rect square);
