/* fencedsteps.h - the steps of one agent that fences bar. */
#pragma once

#include "../map/fences.h"
#include "mask.h"
#include "profile.h"

/* Two bytes a cell: the directions in which the agent may not leave it, and
 * those from which it may not enter (bit d: from the neighbour in direction d).
 * They differ only if a side is closed in one direction. legalsteps.h, not this
 * file, tells what a step needs of cells. */
typedef struct tp_FencedSteps {
  int32_t width, height;
  uint64_t version; /* grows when a byte changes */
  uint64_t one_way; /* number of steps barred in one direction only */
  uint8_t byte[];   /* `out` of all cells, then `in` */
} tp_FencedSteps;

TP_FUNC size_t tp_fencedsteps_bytes(int32_t width, int32_t height);
TP_FUNC void tp_fencedsteps_init(tp_FencedSteps *s, int32_t width,
                                 int32_t height);

TP_INLINE const uint8_t *tp_fencedsteps_out(const tp_FencedSteps *s) {
  return s->byte;
}

TP_INLINE const uint8_t *tp_fencedsteps_in(const tp_FencedSteps *s) {
  return s->byte + (size_t)s->width * (size_t)s->height;
}

/* Do fences let an agent of one cell leave a cell in direction d? Any cell.
 */
TP_FUNC bool tp_fencedsteps_let(const tp_Fences *f, tp_Diagonal rule,
                                tp_Cell at, int d);

/* Reads the cells of the rectangle (which lies inside) from the sides, for an
 * agent with that rule and size. Returns the number of looks, here and below.
 */
TP_FUNC uint64_t tp_fencedsteps_read(tp_FencedSteps *s, const tp_Fences *f,
                                     const tp_Profile *p, tp_Rect rect);

/* The same from the fences of another map of that size (NULL: none): an agent
 * may not leave a cell of `stops` either. */
TP_FUNC void tp_fencedsteps_stop(tp_FencedSteps *s, const tp_FencedSteps *from,
                                 const tp_Mask *stops, tp_Rect rect);

/* Removes the cells of the rectangle (which lies inside) from the mask of a
 * large agent if a closed side is inside of what it would cover there. Call it
 * after erosion, which knows cells alone. */
TP_FUNC uint64_t tp_fencedsteps_erode(tp_Mask *mask, const tp_Fences *f,
                                      const tp_Profile *p, tp_Rect rect);

/* Sets the bits of the cells for which a closed side is among the cells that
 * the agent would cover there, or after a step from there. For these cells and
 * their steps the mask does not tell all. */
TP_FUNC void tp_fencedsteps_touch(const tp_Fences *f, const tp_Profile *p,
                                  tp_Plot *plot);
