/* clearance.h - which cells lie near a wall, and how near. */
#ifndef TP_CLEARANCE_H
#define TP_CLEARANCE_H

#include "mask.h"

enum { TP_SQUARE = 64, TP_LEVEL_BITS = 4 };

/* Of 64 x 64 cells, a mask word wide: the level of each cell that may be
 * entered, bit by bit. A wall (or the edge of the map) at a distance of d <= n
 * cells, diagonals counted like sides, makes n + 1 - d; what is further from
 * all of them has 0. */
typedef struct tp_Clearance {
  uint64_t level[TP_LEVEL_BITS][TP_SQUARE];
} tp_Clearance;

/* Where an agent may be, and what keeps it from where it may not. Of one larger
 * than a cell distances are those of its nearest cell. */
typedef struct tp_Footing {
  const tp_Mask *mask;
  const tp_Mask *cells; /* NULL: walls alone do. Which single cells may be
                           entered: thin walls do, besides, which keep a large
                           agent from a place, but are none to keep off */
  int32_t wide, high;
} tp_Footing;

/* Finds the levels of the cells in word w of rows y .. y + rows - 1, which lie
 * inside. 1 <= n < 1 << TP_LEVEL_BITS. */
TP_FUNC void tp_clearance_find(tp_Clearance *near, const tp_Footing *at,
                               int32_t w, int32_t y, int32_t rows, int32_t n);

/* Which cells of that row have a level other than 0. */
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
