/* fences.h - fences: the sides of cells that are closed.
 */
#pragma once

#include "grid.h"

/* The fences of one name, or of none. */
typedef struct tp_FencePlane {
  uint32_t count; /* number of bits that are set; 0: another name may have it */
  char name[TP_NAME_SIZE];
} tp_FencePlane;

/* A byte a cell. Bit d, for the directions in which a cell has a side (for
 * squares the straight ones): the cell may not be left that way. If fences have
 * names, that is so in one of the planes: each has a byte a cell of its own,
 * behind `closed`. Plane 0 has the fences without a name. */
enum { TP_FENCE_NAMES = 15, TP_FENCE_PLANES };
struct tp_Fences {
  int32_t width, height;
  uint32_t count;  /* number of bits that are set, of all planes together */
  uint32_t planes; /* 0: there are no names, `closed` is the only plane */
  tp_FencePlane plane[TP_FENCE_PLANES];
  uint8_t closed[];
};

TP_FUNC size_t tp_fences_bytes(int32_t width, int32_t height, uint32_t planes);

/* Makes fences of which none is closed, in so many bytes at f. */
TP_FUNC void tp_fences_init(tp_Fences *f, int32_t width, int32_t height,
                            uint32_t planes);

/* The bytes of fences; 0 if there are none (NULL). */
TP_INLINE size_t tp_fences_size(const tp_Fences *f) {
  return f ? tp_fences_bytes(f->width, f->height, f->planes) : 0;
}

/* Copies all fences of another block, which has as many planes or fewer. */
TP_FUNC void tp_fences_take(tp_Fences *f, const tp_Fences *from);

/* Where the bytes of a plane begin in `closed`. */
TP_INLINE size_t tp_fences_first(const tp_Fences *f, uint32_t plane) {
  const size_t cells = (size_t)f->width * (size_t)f->height;
  return f->planes > 0 ? cells * (1 + (size_t)plane) : 0;
}

/* The directions in which the fences of a plane close a cell of the map. */
TP_INLINE unsigned tp_fences_of(const tp_Fences *f, uint32_t plane, int32_t x,
                                int32_t y) {
  return f->closed[tp_fences_first(f, plane) + (size_t)y * (size_t)f->width +
                   (size_t)x];
}

/* The plane of a name, 0 if `length` is 0; -1: no fence has that name. */
TP_FUNC int tp_fences_find(const tp_Fences *f, const char *name, size_t length);

/* The same, or a plane that gets that name. If there is none, returns -1, and
 * sets `*planes` to the number that the fences need; 0: there are too many
 * names. */
TP_FUNC int tp_fences_name(tp_Fences *f, const char *name, size_t length,
                           uint32_t *planes);

/* Makes the sides of a rectangle those of another block of the same size,
 * without its planes in the set `open` (bit p: plane p). */
TP_FUNC void tp_fences_read(tp_Fences *f, const tp_Fences *from, unsigned open,
                            tp_Rect rect);

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

/* Sets the fence of a plane on the side between a cell and its neighbour in
 * direction d, for the step there and for the step back. Both cells lie inside,
 * and the grid must have fences. Returns whether that is a change. */
TP_FUNC bool tp_grid_set_side(tp_Grid *g, uint32_t plane, tp_Cell at, int d,
                              bool closed, bool closed_back);

/* Removes the fences of all names from that side. */
TP_FUNC bool tp_grid_open_side(tp_Grid *g, tp_Cell at, int d);
