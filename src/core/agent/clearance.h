/* clearance.h - where an agent larger than a cell fits (erode.c), and how near
 * cells are to walls (clearance.c). */
#ifndef TP_CLEARANCE_H
#define TP_CLEARANCE_H

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

/* ---- near walls ---------------------------------------------------------- */

enum { TP_SQUARE = 64, TP_LEVEL_BITS = 4 };

/* For 64 x 64 cells, a mask word wide: the level of each free cell, bit by bit.
 * A wall (or the edge of the map) at a distance of d <= n cells, diagonals
 * counted like sides, gives level n + 1 - d; without such a wall the level is
 * 0. */
typedef struct tp_Clearance {
  uint64_t level[TP_LEVEL_BITS][TP_SQUARE];
} tp_Clearance;

/* Where an agent may be, and which cells are walls to it. For an agent larger
 * than a cell, distances are those of its nearest cell. */
typedef struct tp_Footing {
  const tp_Mask *mask;
  const tp_Mask *cells; /* NULL: `mask` tells the walls. Otherwise the free
                           single cells: fences keep a large agent from a
                           place, too, but do not count as walls to keep away
                           from */
  int32_t wide, high;
} tp_Footing;

/* Finds the levels of the cells in word w of rows y .. y + rows - 1, which lie
 * inside. 1 <= n < 1 << TP_LEVEL_BITS. */
TP_FUNC void tp_clearance_find(tp_Clearance *near, const tp_Footing *at,
                               int32_t w, int32_t y, int32_t rows, int32_t n);

/* The cells of that row with a level other than 0. */
TP_INLINE uint64_t tp_clearance_any(const tp_Clearance *near, int row) {
  uint64_t any = 0;
  for (int i = 0; i < TP_LEVEL_BITS; i++) any |= near->level[i][row];
  return any;
}

/* The level of bit x in that row. */
TP_INLINE int tp_clearance_of(const tp_Clearance *near, int row, int x) {
  int level = 0;
  for (int i = 0; i < TP_LEVEL_BITS; i++) {
    level |= (int)(near->level[i][row] >> x & 1) << i;
  }
  return level;
}

#endif
