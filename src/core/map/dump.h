/* dump.h - a grid or a layer as bytes that any machine can read, and back.
 */
#ifndef TP_DUMP_H
#define TP_DUMP_H

#include <string.h>

#include "layer.h"
#include "links.h"
#include "sides.h"

/* An upper bound of the bytes of this grid's dump. */
TP_FUNC size_t tp_dump_bytes(const tp_Grid *g);

/* Writes the dump; returns its length. Equal grids with equal fences and
 * links give equal bytes. */
TP_FUNC size_t tp_dump_write(const tp_Grid *g, uint8_t *out);

typedef enum tp_LoadResult {
  TP_LOADED,
  TP_DAMAGED,   /* not written by tp_dump_write */
  TP_VERSION,   /* undamaged, but a format of another version */
  TP_OTHER_SIZE /* a layer of another size */
} tp_LoadResult;

/* Bytes of the blocks that the grid of a dump needs; 0: none. */
typedef struct tp_LoadNeed {
  size_t grid, sides, links;
  uint32_t capacity; /* of the block for links */
} tp_LoadNeed;

/* Those blocks; NULL if none is needed. */
typedef struct tp_LoadRoom {
  tp_Grid *grid;
  tp_Sides *sides;
  tp_Links *links;
} tp_LoadRoom;

/* Checks a whole dump. If it is sound, *need says which blocks to give to
 * tp_load_read. */
TP_FUNC tp_LoadResult tp_load_check(const uint8_t *data, size_t length,
                                    tp_LoadNeed *need);

/* Makes the grid of a dump that tp_load_check has found sound. */
TP_FUNC void tp_load_read(const tp_LoadRoom *room, const tp_LoadNeed *need,
                          const uint8_t *data);

/* The same for the numbers of a layer, with the exact length of the dump. A
 * layer is read into one of zeros, of the grid that it was checked for. */
TP_FUNC size_t tp_dump_layer_bytes(const tp_Layer *l);
TP_FUNC void tp_dump_layer(const tp_Layer *l, uint8_t *out);
TP_FUNC tp_LoadResult tp_load_check_layer(const uint8_t *data, size_t length,
                                          const tp_Grid *grid);
TP_FUNC void tp_load_layer(tp_Layer *l, const uint8_t *data);

/* ---- waydump.c: fences and links, the last part of a dump --------------- */

/* An upper bound of the bytes. Writing returns the end of the bytes. */
TP_FUNC size_t tp_waydump_bytes(const tp_Grid *g);
TP_FUNC uint8_t *tp_waydump_write(const tp_Grid *g, uint8_t *out);

/* The numbers of sides and links in a dump. */
typedef struct tp_WayCount {
  uint32_t cells; /* with a side that is shut */
  uint32_t links;
} tp_WayCount;

/* Are the bytes from `in` to `end` sound, for a grid of that size and shape? */
TP_FUNC bool tp_waydump_check(const uint8_t *in, const uint8_t *end,
                              uint32_t width, uint32_t height,
                              tp_Stagger stagger, tp_WayCount *count);

/* Reads sound bytes into a grid that has empty blocks for them. */
TP_FUNC void tp_waydump_read(tp_Grid *g, const uint8_t *in);

/* ---- integers as little-endian bytes, one after the other ---------------- */

TP_INLINE uint8_t *tp_write_u32(uint8_t *out, uint32_t value) {
  for (int i = 0; i < 4; i++) *out++ = (uint8_t)(value >> 8 * i);
  return out;
}

TP_INLINE uint8_t *tp_write_bytes(uint8_t *out, const void *bytes, size_t n) {
  memcpy(out, bytes, n);
  return out + n;
}

TP_INLINE uint32_t tp_read_u32(const uint8_t *in) {
  return in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 |
         (uint32_t)in[3] << 24;
}

#endif
