/* pending.h - changes of a layer that nobody asks for yet, so that they can be
 * noted together: few of them as they are; many as one rectangle for each of 64
 * parts of the map. 0.8 KB.
 */
#ifndef TP_PENDING_H
#define TP_PENDING_H

#include "changes.h"

enum { TP_PENDING_FEW = 32, TP_PENDING_PARTS = 8 };

/* A rectangle from one cell to another one, both in it. */
typedef struct tp_Extent {
  int16_t x, y, last_x, last_y;
} tp_Extent;

typedef struct tp_Pending {
  int32_t shift;  /* coordinates of a part are those of a cell, shifted */
  uint32_t count; /* of `few`                                           */
  uint64_t used;  /* parts: then there are no few                       */
  tp_Extent few[TP_PENDING_FEW];
  tp_Extent part[TP_PENDING_PARTS * TP_PENDING_PARTS];
} tp_Pending;

/* One without changes. */
TP_FUNC void tp_pending_init(tp_Pending *p, int32_t width, int32_t height);

/* Cells of the rectangle, which lies inside, have changed. */
TP_FUNC void tp_pending_add(tp_Pending *p, tp_Rect rect);

/* Notes all of them in the layer's log: before anybody reads it. */
TP_FUNC void tp_pending_note(tp_Pending *p, tp_Changes *log);

#endif
