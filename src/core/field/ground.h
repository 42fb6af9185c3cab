/* ground.h - the cells under an agent, wherever it can go. A large agent covers
 * more cells than the one that it is said to be in.
 */
#ifndef TP_GROUND_H
#define TP_GROUND_H

#include "field.h"

/* A bit a cell, in rows of whole words. The caller owns the block. */
typedef struct tp_Ground {
  tp_Rect area; /* of the grid; the agent stands on no cells outside */
  uint64_t *words;
} tp_Ground;

/* Sets the area, for a finished field of that agent. Returns the bytes of the
 * block. */
TP_FUNC size_t tp_ground_begin(tp_Ground *ground, const tp_Field *field,
                               const tp_Navmap *navmap);

/* Fills the block: all cells that the agent covers from any cell with a
 * cost. */
TP_FUNC void tp_ground_fill(tp_Ground *ground, uint64_t *block,
                            const tp_Field *field, const tp_Profile *profile);

TP_INLINE size_t tp_ground_stride(const tp_Ground *g) {
  return ((size_t)g->area.w + 63) / 64;
}

/* For any cell. */
TP_INLINE bool tp_ground_has(const tp_Ground *g, int32_t x, int32_t y) {
  if (!tp_rect_has(g->area, x, y)) return false;
  size_t row = (size_t)(y - g->area.y) * tp_ground_stride(g);
  uint32_t column = (uint32_t)(x - g->area.x);
  return g->words[row + (column >> 6)] >> (column & 63) & 1;
}

#endif
