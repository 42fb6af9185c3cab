/* ends.c - climbs out of trees.
 *
 * Both cells climb to their roots. Where the roots differ, what is left to
 * search is between them. Where they are the same, the way turns at the first
 * cell that both have on their way up, and nothing is left to search. Costs a
 * few nanoseconds a cell climbed.
 */
#include "ends.h"

static bool is_same(tp_Cell a, tp_Cell b) { return a.x == b.x && a.y == b.y; }

static tp_Cell climb(const tp_DeadEnds *dead, tp_Cell c) {
  int d = tp_dead_ends_way_out(dead, c.x, c.y);
  return (tp_Cell){c.x + tp_dx[d], c.y + tp_dy[d]};
}

static size_t depth(const tp_DeadEnds *dead, tp_Cell *c) {
  size_t n = 0;
  for (; tp_dead_ends_way_out(dead, c->x, c->y) >= 0; n++) {
    *c = climb(dead, *c);
  }
  return n;
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
  tp_Ends ends = {.from = start, .to = goal};
  size_t above_start = depth(dead, &ends.from);
  size_t above_goal = depth(dead, &ends.to);
  if (above_start + above_goal == 0) return ends;
  if (is_same(ends.from, ends.to)) {
    tp_Cell a = start, b = goal;
    for (; above_start > above_goal; above_start--) a = climb(dead, a);
    for (; above_goal > above_start; above_goal--) b = climb(dead, b);
    while (!is_same(a, b)) {
      a = climb(dead, a);
      b = climb(dead, b);
    }
    ends.from = ends.to = a;
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
