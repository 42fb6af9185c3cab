/* ends.c - climbs out of trees.
 *
 * Both cells climb towards their roots. Where their ways up meet, the path
 * turns there, and nothing is left to search; where each comes to a root of its
 * own, the search is between those.
 *
 * Nothing says how deep a cell lies, and nothing may be marked. So one of them
 * climbs k steps, the other one up to 2k and looks out for the cell that the
 * first has come to; if it does not come by, again with k doubled. Where the
 * ways meet after a and b steps, that takes some 6 (a + b): as much as the path
 * is long, however deep the tree.
 */
#include "ends.h"

static bool is_same(tp_Cell a, tp_Cell b) { return a.x == b.x && a.y == b.y; }

static tp_Cell climb(const tp_DeadEnds *dead, tp_Cell c) {
  int d = tp_dead_ends_way_out(dead, c.x, c.y);
  return (tp_Cell){c.x + tp_dx[d], c.y + tp_dy[d]};
}

/* How far a cell has climbed. */
typedef struct Climber {
  tp_Cell at;
  size_t steps;
  bool is_up; /* there is nowhere to go from there */
} Climber;

/* Climbs so many steps, or to `until`, or to the root. */
static Climber climb_to(const tp_DeadEnds *dead, tp_Cell from, size_t steps,
                        tp_Cell until) {
  Climber c = {.at = from};
  while (c.steps < steps && !is_same(c.at, until)) {
    c.is_up = tp_dead_ends_way_out(dead, c.at.x, c.at.y) < 0;
    if (c.is_up) break;
    c.at = climb(dead, c.at);
    c.steps++;
  }
  return c;
}

/* Where the ways up meet, of two cells that come to one after so many steps. */
static tp_Cell meet(const tp_DeadEnds *dead, tp_Cell a, size_t above_a,
                    tp_Cell b, size_t above_b) {
  for (; above_a > above_b; above_a--) a = climb(dead, a);
  for (; above_b > above_a; above_b--) b = climb(dead, b);
  while (!is_same(a, b)) {
    a = climb(dead, a);
    b = climb(dead, b);
  }
  return a;
}

static uint32_t count_legs(const tp_DeadEnds *dead, tp_Cell c, tp_Cell top) {
  uint32_t legs = 0;
  for (int last = -1; !is_same(c, top); c = climb(dead, c)) {
    int d = tp_dead_ends_way_out(dead, c.x, c.y);
    if (d != last) legs++;
    last = d;
  }
  return legs;
}

tp_Ends tp_ends_find(const tp_DeadEnds *dead, tp_Cell start, tp_Cell goal) {
  const tp_Cell nowhere = {-1, -1};
  tp_Ends ends = {.from = start, .to = goal};
  for (size_t steps = 16;; steps *= 2) {
    Climber a = climb_to(dead, start, steps, nowhere);
    Climber b = climb_to(dead, goal, 2 * steps, a.at);
    if (is_same(a.at, b.at)) {
      ends.from = ends.to = meet(dead, start, a.steps, goal, b.steps);
      break;
    }
    if (a.is_up && b.is_up) {
      ends.from = a.at;
      ends.to = b.at;
      break;
    }
  }
  ends.head = count_legs(dead, start, ends.from);
  ends.tail = count_legs(dead, goal, ends.to);
  return ends;
}

/* The legs up from c, turned round or not, upwards or downwards in memory. */
static void write_legs(const tp_DeadEnds *dead, tp_Cell c, tp_Cell top,
                       tp_Leg *leg, int step, bool turned) {
  for (int last = -1; !is_same(c, top); c = climb(dead, c)) {
    int d = tp_dead_ends_way_out(dead, c.x, c.y);
    if (d != last) {
      if (last >= 0) leg += step;
      *leg = (tp_Leg){turned ? tp_opposite(d) : d, 0};
      last = d;
    }
    leg->length++;
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
