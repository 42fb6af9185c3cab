/* corestates.c - the states of many cells at once, where nothing has been taken
 * off yet.
 */
#include "corestates.h"

/* The states of eight cells, none of which is of a tree yet: a bit of each
 * nibble says whether it is a wall. */
static uint32_t eight_states(uint64_t is_free) {
  uint32_t walls = (uint32_t)~is_free & 0xff;
  walls = (walls | walls << 12) & 0x000f000f;
  walls = (walls | walls << 6) & 0x03030303;
  return (walls | walls << 3) & 0x11111111;
}

/* Four bytes one after the other: a compiler sees that they are one store. */
void tp_core_write_states(uint8_t *pair, size_t pairs, uint64_t is_free) {
  for (; pairs >= 4; pairs -= 4, pair += 4, is_free >>= 8) {
    uint32_t states = eight_states(is_free);
    pair[0] = (uint8_t)states;
    pair[1] = (uint8_t)(states >> 8);
    pair[2] = (uint8_t)(states >> 16);
    pair[3] = (uint8_t)(states >> 24);
  }
  uint32_t states = eight_states(is_free);
  for (; pairs > 0; pairs--, states >>= 8) *pair++ = (uint8_t)states;
}
