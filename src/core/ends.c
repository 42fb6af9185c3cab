/* ends.c - climbs out of trees.
 *
 * Both cells climb towards their roots. Where their ways up meet, the path
 * turns there, and nothing is left to search; where each comes to a root of its
 * own, the search is between those.
 *
 * Nothing says how deep a cell lies, and nothing may be marked. So they climb
 * by turns, each further than the other one has come, and whoever climbs looks
 * out for the cell on which the other one waits. Once both are above the cell
 * where the ways meet, the lower one comes by the other. Where they meet after
 * a and b steps, that takes some 4 (a + b): as much as the path is long,
 * however deep the tree.
 */
#include "ends.h"

/* How far a cell has climbed. */
typedef struct Climber {
  tp_Cell at;
  size_t steps;
  bool is_up; /* there is nowhere to go from there */
} Climber;

/* Climbs on, so many steps in all, to the root, or to where the other waits. */
static void climb_on(const tp_DeadEnds *dead, Climber *c, size_t steps,
                     tp_Cell other) {
  if (steps <= c->steps) return;
  c->steps += tp_dead_ends_climb(dead, &c->at, steps - c->steps, other);
  c->is_up = tp_dead_ends_way_out(dead, c->at.x, c->at.y) < 0;
}

/* Where the ways up meet, of two cells that come to one after so many steps. */
static tp_Cell meet(const tp_DeadEnds *dead, tp_Cell a, size_t above_a,
                    tp_Cell b, size_t above_b) {
  const tp_Cell nowhere = {-1, 0};
  if (above_a > above_b) {
    tp_dead_ends_climb(dead, &a, above_a - above_b, nowhere);
  } else {
    tp_dead_ends_climb(dead, &b, above_b - above_a, nowhere);
  }
  return tp_dead_ends_meet(dead, a, b);
}

static uint32_t count_legs(const tp_DeadEnds *dead, tp_Cell c, tp_Cell top) {
  uint32_t legs = 0;
  int direction;
  for (; !tp_same_cell(c, top); legs++) {
    tp_dead_ends_leg(dead, &c, top, &direction);
  }
  return legs;
}

tp_Ends tp_ends_find(const tp_DeadEnds *dead, tp_Cell start, tp_Cell goal) {
  tp_Ends ends = {.from = start, .to = goal};
  Climber climbers[2] = {{.at = start}, {.at = goal}};
  Climber *a = &climbers[0], *b = &climbers[1];
  size_t steps = 16;
  for (int turn = 0; !tp_same_cell(a->at, b->at);
       turn = !turn, steps += steps / 2) {
    if (a->is_up && b->is_up) break;
    climb_on(dead, &climbers[turn], steps, climbers[!turn].at);
  }
  ends.from = a->at;
  ends.to = b->at;
  if (tp_same_cell(a->at, b->at)) {
    ends.from = ends.to = meet(dead, start, a->steps, goal, b->steps);
  }
  ends.head = count_legs(dead, start, ends.from);
  ends.tail = count_legs(dead, goal, ends.to);
  return ends;
}

/* The legs up from c, turned round or not, upwards or downwards in memory. */
static void write_legs(const tp_DeadEnds *dead, tp_Cell c, tp_Cell top,
                       tp_Leg *leg, int step, bool turned) {
  for (; !tp_same_cell(c, top); leg += step) {
    int direction;
    int32_t length = tp_dead_ends_leg(dead, &c, top, &direction);
    *leg = (tp_Leg){turned ? tp_opposite(direction) : direction, length};
  }
}

void tp_ends_write(const tp_DeadEnds *dead, tp_Cell start, tp_Cell goal,
                   const tp_Ends *ends, tp_Leg *legs) {
  uint32_t all = ends->head + ends->tail;
  if (ends->tail) write_legs(dead, goal, ends->to, legs, 1, true);
  if (ends->head) {
    write_legs(dead, start, ends->from, legs + all - 1, -1, false);
  }
}
