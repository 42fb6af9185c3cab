/* clearance.h - where an agent larger than a cell fits (erode.c), and how near
 * cells are to walls (clearance.c). */
#pragma once

#include "erode.h"
#include "mask.h"

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
