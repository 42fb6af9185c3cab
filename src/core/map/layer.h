/* layer.h - a whole number for each cell of a grid: danger, influence, how many
 * came by; and where it changed lately. */
#ifndef TP_LAYER_H
#define TP_LAYER_H

#include "grid.h"

enum {
  TP_LAYER_MOST = 255,         /* the largest number of a cell               */
  TP_LAYER_ONE = 1 << 16,      /* a factor of 1                              */
  TP_LAYER_FAR = 64,           /* cells that a blur may look at each way     */
  TP_LAYER_KEEP = INT16_C(-1), /* for tp_layer_paste: the cell stays         */
};

typedef struct tp_Layer {
  tp_Grid *grid; /* the caller's, which outlives it: it counts the edits */
  tp_Changes changes;
  uint8_t *cells; /* row by row, as those of the grid: right behind this, or
                     in a block of the caller's */
} tp_Layer;

TP_FUNC size_t tp_layer_bytes(const tp_Grid *grid);

/* One of zeros, in tp_layer_bytes(grid) bytes at l. */
TP_FUNC void tp_layer_init(tp_Layer *l, tp_Grid *grid);

/* How many edits there have been. */
TP_INLINE uint64_t tp_layer_revision(const tp_Layer *l) {
  return l->changes.now - 1;
}

/* Cells and rectangles lie inside. What changes nothing leaves no trace. */

TP_FUNC void tp_layer_set(tp_Layer *l, int32_t x, int32_t y, uint8_t value);

/* Adds to a number, which stays within 0 .. TP_LAYER_MOST. Returns it. */
TP_FUNC int tp_layer_add(tp_Layer *l, int32_t x, int32_t y, double amount);

/* These return how many cells changed. */

TP_FUNC size_t tp_layer_fill(tp_Layer *l, tp_Rect rect, uint8_t value);

/* Gives each cell of the rectangle the number that stands in its place, row by
 * row, but where that is TP_LAYER_KEEP. */
TP_FUNC size_t tp_layer_paste(tp_Layer *l, tp_Rect rect, const int16_t *values);

/* Each number times factor / TP_LAYER_ONE, rounded down; 0 .. TP_LAYER_ONE. */
TP_FUNC size_t tp_layer_fade(tp_Layer *l, uint32_t factor);

/* The mean of the numbers of all cells that lie at most so many (1 ..
 * TP_LAYER_FAR) columns and rows away, of hexagons so many steps, and on the
 * grid: to the nearest whole number, and up from one half. It takes some bytes
 * of working space. */
TP_FUNC size_t tp_layer_blur_bytes(const tp_Layer *l, int32_t radius);
TP_FUNC size_t tp_layer_blur(tp_Layer *l, int32_t radius, void *space);

#endif
