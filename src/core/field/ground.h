/* ground.h - the cells that an agent comes to stand on, which are more than
 * those that it is said to be in where it covers several. */
#ifndef TP_GROUND_H
#define TP_GROUND_H

#include "field.h"

/* A bit a cell, in rows of whole words, in a block of the caller's. */
typedef struct tp_Ground {
  tp_Rect area; /* of the grid: the cells that it tells of; it stands on no
                   others */
  uint64_t *words;
} tp_Ground;

/* Finds the area for a field that is done, of that agent, and how many bytes
 * the block takes. */
TP_FUNC size_t tp_ground_begin(tp_Ground *ground, const tp_Field *field,
                               const tp_Navmap *navmap);

/* Fills the block: all cells that the agent covers with any part of it in any
 * cell that has a cost. */
TP_FUNC void tp_ground_fill(tp_Ground *ground, uint64_t *block,
                            const tp_Field *field, const tp_Profile *profile);

TP_INLINE size_t tp_ground_stride(const tp_Ground *g) {
  return ((size_t)g->area.w + 63) / 64;
}

/* Any cell. */
TP_INLINE bool tp_ground_has(const tp_Ground *g, int32_t x, int32_t y) {
  if (!tp_rect_has(g->area, x, y)) return false;
  size_t row = (size_t)(y - g->area.y) * tp_ground_stride(g);
  uint32_t column = (uint32_t)(x - g->area.x);
  return g->words[row + (column >> 6)] >> (column & 63) & 1;
}

#endif
