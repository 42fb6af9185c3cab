/* walls.h - which steps of one agent thin walls shut off. */
#ifndef TP_WALLS_H
#define TP_WALLS_H

#include "../map/sides.h"
#include "mask.h"
#include "profile.h"

/* Two bytes a cell: the directions in which one may not leave it, and those
 * from which one may not come (bit d: from the neighbour in direction d). They
 * differ only where a side is shut one way. What a step asks of cells is said
 * by the topology, and not here. */
typedef struct tp_Walls {
  int32_t width, height;
  uint64_t version; /* grows where a byte changes                        */
  uint64_t one_way; /* how many steps are walled off but on their way back   */
  uint8_t byte[];   /* `out` of all cells, then `in` */
} tp_Walls;

TP_FUNC size_t tp_walls_bytes(int32_t width, int32_t height);
TP_FUNC void tp_walls_init(tp_Walls *b, int32_t width, int32_t height);

TP_INLINE const uint8_t *tp_walls_out(const tp_Walls *b) { return b->byte; }

TP_INLINE const uint8_t *tp_walls_in(const tp_Walls *b) {
  return b->byte + (size_t)b->width * (size_t)b->height;
}

/* May a cell be left in direction d by a step of an agent of one cell, as far
 * as thin walls say? Any cell. */
TP_FUNC bool tp_walls_let(const tp_Sides *e, tp_Diagonal rule, tp_Cell at,
                          int d);

/* Reads the cells of the rectangle (which lies inside) from the sides, for an
 * agent with that rule and size. Returns how many looks that took, here and
 * below. */
TP_FUNC uint64_t tp_walls_read(tp_Walls *b, const tp_Sides *e,
                               const tp_Profile *p, tp_Rect rect);

/* Takes the cells of the rectangle (which lies inside) from the mask of a large
 * agent in which a shut side would lie within what it covers: after erosion,
 * which knows cells alone. */
TP_FUNC uint64_t tp_walls_erode(tp_Mask *mask, const tp_Sides *e,
                                const tp_Profile *p, tp_Rect rect);

/* Sets the bits of the cells in which a shut side would lie among what the
 * agent covers there, and a step from there. More is to be asked about these
 * cells and their steps than what the mask says. */
TP_FUNC void tp_walls_touch(const tp_Sides *e, const tp_Profile *p,
                            tp_Plot *plot);

#endif
