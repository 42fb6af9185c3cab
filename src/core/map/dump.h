/* dump.h - a grid as bytes that any machine reads, and back. */
#ifndef TP_DUMP_H
#define TP_DUMP_H

#include "grid.h"

/* Bytes that are enough for the dump of any grid of this one's size. */
TP_FUNC size_t tp_dump_bytes(const tp_Grid *g);

/* Writes the dump; returns its length. Equal grids (tp_grid_equal) give equal
 * bytes. */
TP_FUNC size_t tp_dump_write(const tp_Grid *g, uint8_t *out);

typedef enum tp_LoadResult {
  TP_LOADED,
  TP_DAMAGED, /* not what tp_dump_write wrote               */
  TP_VERSION  /* written whole, but in a format of another version */
} tp_LoadResult;

/* Checks all of a dump. If it is sound, *bytes is what tp_load_read needs. */
TP_FUNC tp_LoadResult tp_load_check(const uint8_t *data, size_t length,
                                    size_t *bytes);

/* Makes the grid of a dump that tp_load_check found sound, in *bytes at g. */
TP_FUNC void tp_load_read(tp_Grid *g, const uint8_t *data);

#endif
