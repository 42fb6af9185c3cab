/* topology.c - legal steps, tabulated over all 512 neighbourhoods so that a
 * search finds its steps with one look-up. 512 bytes a pathfinder. */
#include "topology.h"

static bool is_free(unsigned nine, int dx, int dy) {
  return nine >> tp_nine_bit(dx, dy) & 1;
}

static bool is_legal(tp_Diagonal rule, unsigned nine, int direction) {
  int dx = tp_dx[direction], dy = tp_dy[direction];
  if (!is_free(nine, dx, dy)) return false;
  if (!tp_is_diagonal(direction)) return true;
  return tp_may_cut(rule, is_free(nine, dx, 0), is_free(nine, 0, dy));
}

void tp_topology_init(tp_Topology *moves, tp_Diagonal rule) {
  for (unsigned nine = 0; nine < 512; nine++) {
    unsigned set = 0;
    for (int d = 0; d < TP_DIRECTIONS; d++) {
      if (is_legal(rule, nine, d)) set |= 1u << d;
    }
    moves->legal[nine] = (uint8_t)set;
  }
}
