/* resize.h - a grid, and what lies over its cells, get another rectangle.
 *
 * The rectangle `to` is one of the cells that there were: it may reach beyond
 * them and has a size that a grid may have. New blocks are the caller's; the
 * old ones are not used any more.
 */
#ifndef TP_RESIZE_H
#define TP_RESIZE_H

#include "layer.h"
#include "links.h"
#include "occupancy.h"
#include "sides.h"

/* New cells are of that terrain. The blocks are of a byte a cell, and of
 * tp_sides_bytes if the grid has sides. Links that would end outside go. */
TP_FUNC void tp_grid_resize(tp_Grid *g, tp_Rect to, int terrain, uint8_t *cells,
                            tp_Sides *sides);

/* In a block of a byte a cell; new ones are 0. After this its grid follows. */
TP_FUNC void tp_layer_resize(tp_Layer *l, tp_Rect to, uint8_t *cells);

/* Into another block, of tp_occupancy_bytes. All cells that are held lie in the
 * rectangle. */
TP_FUNC void tp_occupancy_resize(tp_Occupancy *o, tp_Rect to,
                                 const tp_Occupancy *old);

#endif
