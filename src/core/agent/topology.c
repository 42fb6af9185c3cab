/* topology.c - legal steps, tabulated over all 512 neighbourhoods so that a
 * search finds its steps with one look-up. 512 bytes a pathfinder. */
#include "topology.h"

static bool is_free(unsigned nine, int direction) {
  return nine >> tp_nine_of(direction) & 1;
}

static bool is_legal(tp_Diagonal rule, unsigned nine, int d) {
  if (!is_free(nine, d)) return false;
  if (!tp_is_diagonal(d)) return true;
  return tp_may_cut(rule, is_free(nine, tp_side_x(d)),
                    is_free(nine, tp_side_y(d)));
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
