/* hexagon.c - see hexagon.h. */
#include "hexagon.h"

int tp_hexagon_step(tp_Stagger s, unsigned shoved, int turn) {
  static const uint8_t pointy[2][TP_SIDES_OF_HEXAGON] = {
      {TP_E, TP_S, TP_SW, TP_W, TP_NW, TP_N},
      {TP_E, TP_SE, TP_S, TP_W, TP_N, TP_NE}};
  static const uint8_t flat[2][TP_SIDES_OF_HEXAGON] = {
      {TP_E, TP_S, TP_W, TP_NW, TP_N, TP_NE},
      {TP_SE, TP_S, TP_SW, TP_W, TP_N, TP_E}};
  return s.rows ? pointy[shoved][turn] : flat[shoved][turn];
}

int tp_hexagon_turn(tp_Stagger s, unsigned shoved, int step) {
  for (int turn = 0; turn < TP_SIDES_OF_HEXAGON; turn++) {
    if (tp_hexagon_step(s, shoved, turn) == step) return turn;
  }
  return -1;
}
