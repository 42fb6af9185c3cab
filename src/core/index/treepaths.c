/* treepaths.c - paths up the trees that hang on the 2-core, and their legs.
 *
 * Both ends of a path climb towards their roots. If their ways up meet, the
 * path turns there, and nothing is left to search. If each comes to a root of
 * its own, the search runs between the roots.
 *
 * The depth of a cell is unknown, and no cell may be marked. So two cells climb
 * in turns, each further than the other one has come, and the climber looks for
 * the cell on which the other one waits. Once both are above the cell where the
 * ways meet, the lower one passes the other's cell. If they meet after a and b
 * steps, that takes some 4 (a + b) steps: in proportion to the path between
 * them, however deep the tree.
 */
#include "treepaths.h"

/* Steps of the first climb. */
enum { FIRST_CLIMB = 16 };

/* A climb needs only the cell's index, and its state. */
typedef struct Ladder {
  size_t stride;
  size_t step[TP_DIRECTIONS];
} Ladder;

static Ladder ladder_of(const tp_Twocore *t) {
  Ladder l = {.stride = (size_t)t->stride};
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    l.step[d] = (size_t)tp_offset(d, t->stride);
  }
  return l;
}

static size_t index_of(const Ladder *l, tp_Cell c) {
  return (size_t)c.y * l->stride + (size_t)c.x;
}

static tp_Cell cell_of(const Ladder *l, size_t i) {
  return (tp_Cell){(int32_t)(i % l->stride), (int32_t)(i / l->stride)};
}

static size_t step_of(const Ladder *l, int state) {
  return l->step[state - TP_IN_TREE];
}

/* The state of a climb. */
typedef struct Climber {
  size_t at, steps;
  bool is_up; /* there is no way up from there */
} Climber;

/* Climbs on to `steps` steps in all, to the root, or to the cell where the
 * other waits. As long as the direction stays the same, the processor need not
 * wait for one state to find the next. */
static void climb_on(const tp_Twocore *t, const Ladder *l, Climber *c,
                     size_t steps, size_t other) {
  size_t at = c->at, left = c->steps < steps ? steps - c->steps : 0;
  int state = tp_core_state(t, at);
  while (left > 0 && at != other && state >= TP_IN_TREE) {
    const size_t step = step_of(l, state);
    const int was = state;
    do {
      at += step;
      left--;
      state = tp_core_state(t, at);
    } while (left > 0 && at != other && state == was);
  }
  if (c->steps < steps) c->steps = steps - left;
  c->at = at;
  c->is_up = state < TP_IN_TREE;
}

/* Where the ways up meet, for two cells that reach the same cell after so many
 * steps. */
static size_t meet(const tp_Twocore *t, const Ladder *l, size_t a,
                   size_t above_a, size_t b, size_t above_b) {
  Climber one = {.at = a, .steps = above_b}, other = {.at = b, above_a};
  climb_on(t, l, &one, above_a, SIZE_MAX);
  climb_on(t, l, &other, above_b, SIZE_MAX);
  a = one.at;
  b = other.at;
  while (a != b) {
    const int state_a = tp_core_state(t, a), state_b = tp_core_state(t, b);
    const size_t step_a = step_of(l, state_a), step_b = step_of(l, state_b);
    do {
      a += step_a;
      b += step_b;
    } while (a != b && tp_core_state(t, a) == state_a &&
             tp_core_state(t, b) == state_b);
  }
  return a;
}

bool tp_twocore_meet(const tp_Twocore *t, tp_Cell *a, tp_Cell *b,
                     size_t steps[2]) {
  const Ladder l = ladder_of(t);
  const size_t from_a = index_of(&l, *a), from_b = index_of(&l, *b);
  Climber climber[2] = {{.at = from_a}, {.at = from_b}};
  size_t most = FIRST_CLIMB;
  for (int turn = 0; climber[0].at != climber[1].at;
       turn = !turn, most += most / 2) {
    if (climber[0].is_up && climber[1].is_up) break;
    climb_on(t, &l, &climber[turn], most, climber[!turn].at);
  }
  size_t end_a = climber[0].at, end_b = climber[1].at;
  bool met = end_a == end_b;
  for (int i = 0; i < 2; i++) steps[i] = climber[i].steps;
  if (met) {
    end_a = end_b = meet(t, &l, from_a, steps[0], from_b, steps[1]);
  }
  *a = cell_of(&l, end_a);
  *b = cell_of(&l, end_b);
  return met;
}

int32_t tp_twocore_leg(const tp_Twocore *t, tp_Cell *at, tp_Cell top,
                       int *direction) {
  const size_t stride = (size_t)t->stride;
  size_t i = (size_t)at->y * stride + (size_t)at->x;
  size_t end = (size_t)top.y * stride + (size_t)top.x;
  int state = tp_core_state(t, i), d = state - TP_IN_TREE;
  size_t step = (size_t)tp_offset(d, t->stride);
  int32_t steps = 0;
  do {
    i += step;
    steps++;
  } while (i != end && tp_core_state(t, i) == state);
  *at = tp_ahead(*at, d, steps);
  *direction = d;
  return steps;
}

/* ---- legs --------------------------------------------------------------- */

static uint32_t count_legs(const tp_Twocore *t, tp_Cell c, tp_Cell top) {
  uint32_t legs = 0;
  int direction;
  for (; !tp_same_cell(c, top); legs++) {
    tp_twocore_leg(t, &c, top, &direction);
  }
  return legs;
}

tp_TreePaths tp_treepaths_find(const tp_Twocore *t, tp_Cell start,
                               tp_Cell goal) {
  tp_TreePaths ends = {.from = start, .to = goal};
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
    tp_leg_set(leg, step > 0 ? tp_opposite(direction) : direction, length);
  }
}

void tp_treepaths_write(const tp_Twocore *t, tp_Cell start, tp_Cell goal,
                        const tp_TreePaths *ends, tp_Leg *legs) {
  uint32_t all = ends->head + ends->tail;
  if (ends->tail) write_legs(t, goal, ends->to, legs, 1);
  if (ends->head) {
    write_legs(t, start, ends->from, legs + all - 1, -1);
  }
}
