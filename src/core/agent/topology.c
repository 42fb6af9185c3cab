/* topology.c - legal steps, in a table of all 512 neighbourhoods: a search
 * finds its steps with one look-up. 1 KB a pathfinder. */
#include "topology.h"

static bool is_free(unsigned nine, tp_Cell c) {
  return nine >> tp_nine_bit(c.x, c.y) & 1;
}

static bool is_near(tp_Cell c) {
  return c.x >= -1 && c.x <= 1 && c.y >= -1 && c.y <= 1;
}

bool tp_is_legal(tp_Diagonal rule, tp_Stagger stagger, unsigned nine,
                 tp_Cell at, int d) {
  const tp_Cell to = tp_beside(at, d);
  if (!is_near(to) || !is_free(nine, to)) return false;
  if (tp_is_hexagonal(stagger)) {
    return tp_hexagon_steps(stagger, tp_is_shoved(stagger, at)) >> d & 1;
  }
  if (!tp_is_diagonal(d)) return true;
  return tp_may_cut(rule, is_free(nine, tp_beside(at, tp_side_x(d))),
                    is_free(nine, tp_beside(at, tp_side_y(d))));
}

static unsigned legal_steps(tp_Diagonal rule, tp_Stagger stagger,
                            unsigned nine) {
  const tp_Cell middle = {0, 0};
  unsigned set = 0;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    if (tp_is_legal(rule, stagger, nine, middle, d)) set |= 1u << d;
  }
  return set;
}

void tp_topology_init(tp_Topology *moves, tp_Diagonal rule,
                      tp_Stagger stagger) {
  const int kinds = tp_is_hexagonal(stagger) ? 2 : 1;
  moves->stagger = stagger;
  moves->is_hexagonal = kinds == 2;
  for (int shoved = 0; shoved < kinds; shoved++) {
    stagger.even = (uint8_t)shoved; /* the middle is 0, 0 */
    for (unsigned nine = 0; nine < 512; nine++) {
      moves->legal[shoved][nine] = (uint8_t)legal_steps(rule, stagger, nine);
    }
  }
}

int tp_straight_into(const tp_Topology *moves, tp_Cell at, int out) {
  const tp_Stagger s = moves->stagger;
  const unsigned shoved = tp_is_shoved(s, at);
  if (!tp_is_hexagonal(s)) return out;
  const int back = tp_hexagon_turn(s, shoved, out) + TP_SIDES_OF_HEXAGON / 2;
  return tp_opposite(tp_hexagon_step(s, shoved, back % TP_SIDES_OF_HEXAGON));
}
