/* fences.h - fences: the sides of cells that are closed.
 */
#pragma once

#include "grid.h"

/* A byte a cell. Bit d, for the directions in which a cell has a side (for
 * squares the straight ones): the cell may not be left that way. */
struct tp_Fences {
  int32_t width, height;
  uint32_t count; /* number of bits that are set */
  uint32_t padding;
  uint8_t closed[];
};

TP_FUNC size_t tp_fences_bytes(int32_t width, int32_t height);

/* Makes fences of which none is closed, in tp_fences_bytes(width, height)
 * bytes at f. */
TP_FUNC void tp_fences_init(tp_Fences *f, int32_t width, int32_t height);

/* Does a fence block the step from the cell over its side in direction d?
 * For any cell and map: outside of the map, and without fences (NULL), none is
 * closed. */
TP_INLINE bool tp_fences_are_closed(const tp_Fences *f, int32_t x, int32_t y,
                                    int d) {
  if (!f || (uint32_t)x >= (uint32_t)f->width ||
      (uint32_t)y >= (uint32_t)f->height) {
    return false;
  }
  return f->closed[(size_t)y * (size_t)f->width + (size_t)x] >> d & 1;
}

/* The same, or is the step back blocked? */
TP_INLINE bool tp_fences_are_closed_between(const tp_Fences *f, int32_t x,
                                            int32_t y, int d) {
  const tp_Cell next = tp_beside((tp_Cell){x, y}, d);
  return tp_fences_are_closed(f, x, y, d) ||
         tp_fences_are_closed(f, next.x, next.y, tp_opposite(d));
}

/* Up to 64 by 64 cells, a word a row: bit x of row y is the cell that far from
 * the top left one. */
enum { TP_PLOT = 64 };
typedef struct tp_Plot {
  tp_Rect rect;  /* inside the map */
  uint64_t work; /* work done to set bits so far */
  uint64_t row[TP_PLOT];
} tp_Plot;

/* An empty plot with the cell at the top left, inside the rectangle. */
TP_FUNC tp_Plot tp_fences_plot(tp_Rect rect, int32_t x, int32_t y);

/* Sets the bits of some cells: those with a closed side, in either direction,
 * between two cells of the box at that offset from them. O(cells of all those
 * boxes, and rows of a box for each closed side). */
TP_FUNC void tp_fences_spread(const tp_Fences *f, tp_Plot *plot, tp_Rect box);

TP_INLINE bool tp_plot_has(const tp_Plot *plot, int32_t x, int32_t y) {
  return plot->row[y - plot->rect.y] >> (x - plot->rect.x) & 1;
}

/* Shuts or opens the side between a cell and its neighbour in direction d, for
 * the step there and for the step back. Both cells lie inside, and the grid
 * must have fences. Returns whether that is a change. */
TP_FUNC bool tp_grid_set_side(tp_Grid *g, tp_Cell at, int d, bool closed,
                              bool closed_back);
