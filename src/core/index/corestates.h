/* corestates.h - how a 2-core is kept. */
#ifndef TP_CORESTATES_H
#define TP_CORESTATES_H

#include "../base/base.h"

/* What stands in a cell's half of a byte: of the core, a wall, the root of a
 * part without a core, or TP_IN_TREE + the direction that leads out; during a
 * repair, a wall that was none before. */
enum {
  TP_IN_CORE,
  TP_IN_WALL,
  TP_AT_ROOT,
  TP_IN_TREE,
  TP_IN_NEW_WALL = TP_IN_TREE + TP_DIRECTIONS
};

typedef struct tp_Twocore tp_Twocore;

/* Behind it the core, and then the states: two cells in a byte, the first in
 * the low half. */
struct tp_Twocore {
  int32_t width, height;
  int32_t stride; /* cells from row to row: an even number   */
  uint32_t core_size;
  uint64_t states_at; /* in bytes from here                      */
  uint64_t built;     /* cells taken off when all was found anew */
};

TP_INLINE int tp_core_state(const tp_Twocore *t, size_t i) {
  const uint8_t *pairs = (const uint8_t *)t + t->states_at;
  return pairs[i / 2] >> (i % 2 * 4) & 15;
}

/* Writes the states of up to 64 cells, none of which is of a tree yet, two in
 * each byte: those whose bit is set are of the core, others are walls. */
TP_FUNC void tp_core_write_states(uint8_t *pair, size_t pairs,
                                  uint64_t is_free);

#endif
