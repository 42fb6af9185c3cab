/* waydump.h - thin walls and links as bytes, the last part of a dump. */
#ifndef TP_WAYDUMP_H
#define TP_WAYDUMP_H

#include "links.h"
#include "sides.h"

/* Has the grid any? */
TP_FUNC bool tp_waydump_is_there(const tp_Grid *g);

/* Bytes that are enough, and what is written: returns where that ends. */
TP_FUNC size_t tp_waydump_bytes(const tp_Grid *g);
TP_FUNC uint8_t *tp_waydump_write(const tp_Grid *g, uint8_t *out);

/* How many there are, as some bytes say. */
typedef struct tp_WayCount {
  uint32_t cells; /* with a side that is shut */
  uint32_t links;
} tp_WayCount;

/* Are the bytes from `in` up to `end` sound, for a grid of that size? */
TP_FUNC bool tp_waydump_check(const uint8_t *in, const uint8_t *end,
                              uint32_t width, uint32_t height,
                              tp_WayCount *count);

/* Gives the grid what sound bytes say; it has blocks for that, with nothing in
 * them. */
TP_FUNC void tp_waydump_read(tp_Grid *g, const uint8_t *in);

#endif
