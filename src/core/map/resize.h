/* resize.h - gives a grid, and the data on its cells, another rectangle.
 *
 * The rectangle `to` is given in the coordinates of the old cells. It may reach
 * beyond them, and its size must be one that a grid may have. The caller
 * provides new blocks; the old ones are free afterwards.
 */
#pragma once

#include "fences.h"
#include "layer.h"
#include "links.h"
#include "occupancy.h"

/* New cells get that terrain. The blocks have a byte a cell, and
 * tp_fences_bytes for as many planes if the grid has fences. Links with an end
 * outside are removed. */
TP_FUNC void tp_grid_resize(tp_Grid *g, tp_Rect to, int terrain, uint8_t *cells,
                            tp_Fences *fences);

/* Into a block of a byte a cell; new cells are 0. Resize the grid after its
 * layers. */
TP_FUNC void tp_layer_resize(tp_Layer *l, tp_Rect to, uint8_t *cells);

/* Into another block, of tp_occupancy_bytes. All held cells must lie in the
 * rectangle. */
TP_FUNC void tp_occupancy_resize(tp_Occupancy *o, tp_Rect to,
                                 const tp_Occupancy *old);
