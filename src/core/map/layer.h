/* layer.h - a number for each cell of a grid, such as danger, influence or
 * traffic, with a log of its changes.
 */
#pragma once

#include "grid.h"

enum {
  TP_LAYER_MOST = 255,         /* the largest number of a cell */
  TP_LAYER_ONE = 1 << 16,      /* a factor of 1 */
  TP_LAYER_KEEP = INT16_C(-1), /* for tp_layer_paste: the cell stays */
};

typedef struct tp_Layer {
  tp_Grid *grid; /* the caller's, which must outlive the layer: it counts the
                    edits */
  tp_ChangeLog changes;
  uint8_t *cells; /* row by row, as in the grid: behind this struct, or in a
                     block of the caller's */
} tp_Layer;

TP_FUNC size_t tp_layer_bytes(const tp_Grid *grid);

/* A layer of zeros, in tp_layer_bytes(grid) bytes at l. */
TP_FUNC void tp_layer_init(tp_Layer *l, tp_Grid *grid);

/* The number of edits. */
TP_INLINE uint64_t tp_layer_revision(const tp_Layer *l) {
  return l->changes.now - 1;
}

/* Cells and rectangles lie inside the map. An edit that changes nothing leaves
 * no trace. */

TP_FUNC void tp_layer_set(tp_Layer *l, int32_t x, int32_t y, uint8_t value);

/* Adds to a number, which stays within 0 .. TP_LAYER_MOST. Returns it. */
TP_FUNC int tp_layer_add(tp_Layer *l, int32_t x, int32_t y, double amount);

/* These return the number of cells that changed. */

TP_FUNC size_t tp_layer_fill(tp_Layer *l, tp_Rect rect, uint8_t value);

/* Gives each cell of the rectangle its number in values[], row by row;
 * TP_LAYER_KEEP leaves a cell unchanged. */
TP_FUNC size_t tp_layer_paste(tp_Layer *l, tp_Rect rect, const int16_t *values);

/* Multiplies each number by factor / TP_LAYER_ONE, rounded down; the factor is
 * 0 .. TP_LAYER_ONE. */
TP_FUNC size_t tp_layer_fade(tp_Layer *l, uint32_t factor);
