/* legalsteps.c - see legalsteps.h. */
#include "legalsteps.h"

int tp_straight_into(const tp_LegalSteps *moves, tp_Cell at, int out) {
  const tp_Stagger s = moves->stagger;
  const unsigned shoved = tp_is_shoved(s, at);
  if (!tp_is_hexagonal(s)) return out;
  const int back = tp_hexagon_turn(s, shoved, out) + TP_SIDES_OF_HEXAGON / 2;
  return tp_opposite(tp_hexagon_step(s, shoved, back % TP_SIDES_OF_HEXAGON));
}
