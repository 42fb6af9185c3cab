/* treeways.c - climbs out of trees.
 *
 * Both cells climb towards their roots. Where their ways up meet, the path
 * turns there, and nothing is left to search; where each comes to a root of its
 * own, the search is between those.
 */
#include "treeways.h"

static uint32_t count_legs(const tp_Twocore *t, tp_Cell c, tp_Cell top) {
  uint32_t legs = 0;
  int direction;
  for (; !tp_same_cell(c, top); legs++) {
    tp_twocore_leg(t, &c, top, &direction);
  }
  return legs;
}

tp_Treeways tp_treeways_find(const tp_Twocore *t, tp_Cell start, tp_Cell goal) {
  tp_Treeways ends = {.from = start, .to = goal};
  size_t steps[2];
  tp_twocore_meet(t, &ends.from, &ends.to, steps);
  ends.head = count_legs(t, start, ends.from);
  ends.tail = count_legs(t, goal, ends.to);
  return ends;
}

/* The legs up from c: turned round and upwards in memory (a step of 1), or as
 * they are and downwards (-1). */
static void write_legs(const tp_Twocore *t, tp_Cell c, tp_Cell top, tp_Leg *leg,
                       int step) {
  for (; !tp_same_cell(c, top); leg += step) {
    int direction;
    int32_t length = tp_twocore_leg(t, &c, top, &direction);
    *leg = tp_leg_of(step > 0 ? tp_opposite(direction) : direction, length);
  }
}

void tp_treeways_write(const tp_Twocore *t, tp_Cell start, tp_Cell goal,
                       const tp_Treeways *ends, tp_Leg *legs) {
  uint32_t all = ends->head + ends->tail;
  if (ends->tail) write_legs(t, goal, ends->to, legs, 1);
  if (ends->head) {
    write_legs(t, start, ends->from, legs + all - 1, -1);
  }
}
