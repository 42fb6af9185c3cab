/* pruning.c - the pruning rules of jump point search (Harabor and Grastien
 * 2011), derived from the diagonal rule instead of written down case by case.
 *
 * A cell x was entered from its neighbour p. A step from x to n is pruned if
 * there is a better path from p to n within the 3 x 3 cells around x, not
 * through x. A better path costs less; or it costs the same and has the better
 * order of steps, diagonals first (vertical steps first on 4-way maps). Of all
 * cheapest paths between two cells, the best one takes no pruned step.
 *
 *     open ground          a wall behind, if        a wall beside, if
 *                          corners are not cut      corners are cut
 *
 *     . . .     p . .      # n n                    . # n
 *     p x n     . x n      p x n                    p x n
 *     . . .     . n n      . . .                    . . .
 *
 * Straight steps count 2 and diagonal ones 3 here: any ratio from 1 to 2 gives
 * the same comparisons, except for ties.
 *
 * Of several cheapest paths to a cell a search keeps one, and the steps pruned
 * there depend on which. Still, while diagonal < 2 x straight, it finds a
 * cheapest path to each cell. Proof: let m be the cell nearest to the start to
 * which it does not, and n the last cell before m on some cheapest path. The
 * search has a cheapest path to n; let p be the last cell before n on it. At n
 * the step to m was pruned, because of a path from p to m by one step or two,
 * not through n, that costs no more. It cannot cost less, and a single step
 * would; so it costs the same, by two steps over a cell x. The comparisons
 * allow that in two cases: a diagonal and a straight step for the same two in
 * the other order, and, if they cost the same, two straight steps for two
 * diagonals. In both the step from x to m is straight. Now x is the last cell
 * before m on a cheapest path, so its step to m must have been pruned, too. But
 * a straight step is pruned only for cheaper paths. On 4-way maps the same
 * holds for horizontal steps. (With an estimate, read "cells on cheapest paths
 * to the goal". If m is one, so is x.)
 *
 * Hexagons need no table. Directions are in order of angle. A cell entered in
 * direction t has the cell before at t + 3, which touches the cells at t + 2
 * and t - 2: two steps to these are too many. The cells at t + 1 and t - 1 can
 * also be reached through those. Such a path takes the same two steps in the
 * other order; one of them has an even number, and that one comes first. So if
 * t is even, nothing more is pruned; if it is odd, the steps to t + 1 and t - 1
 * are, if the cells at t + 2 and t - 2 are free. The proof above holds with
 * "odd" for "straight".
 *
 * If diagonal = 2 x straight, one diagonal step is as cheap as two straight
 * ones, which are pruned for it, and the proof fails: eight cells around m can
 * each leave m to the next. So A* prunes nothing there, and jump point search
 * makes diagonals slightly cheaper (search/jump/costs.c).
 *
 * 8.7 KB a pathfinder; some 0.15 ms to make.
 */
#include "pruning.h"

const uint8_t tp_beside_last[TP_DIRECTIONS] = {
    [TP_E] = 1 << TP_NW | 1 << TP_SW, [TP_S] = 1 << TP_NW | 1 << TP_NE,
    [TP_W] = 1 << TP_NE | 1 << TP_SE, [TP_N] = 1 << TP_SE | 1 << TP_SW,
    [TP_SE] = 1 << TP_N | 1 << TP_W,  [TP_SW] = 1 << TP_N | 1 << TP_E,
    [TP_NW] = 1 << TP_S | 1 << TP_E,  [TP_NE] = 1 << TP_S | 1 << TP_W,
};

/* Cells are counted from the middle of the 3 x 3. */
static const tp_Cell middle = {0, 0};

static bool is_free(unsigned nine, tp_Cell c) {
  return nine >> tp_nine_bit(c.x, c.y) & 1;
}

static bool is_near(tp_Cell c) {
  return c.x >= -1 && c.x <= 1 && c.y >= -1 && c.y <= 1;
}

/* Is a step from a cell legal, and within the 3 x 3 cells? */
static bool can_step(tp_Diagonal rule, unsigned nine, tp_Cell at, int d) {
  const tp_Cell to = tp_beside(at, d);
  if (!is_near(to) || !is_free(nine, to)) return false;
  if (!tp_is_diagonal(d)) return true;
  return tp_may_cut(rule, is_free(nine, tp_beside(at, tp_side_x(d))),
                    is_free(nine, tp_beside(at, tp_side_y(d))));
}

static int cost(int d) { return tp_is_diagonal(d) ? 3 : 2; }

/* Does a step of a path belong as far forward as the order allows? */
static bool comes_first(tp_Diagonal rule, int d) {
  return tp_is_four(rule) ? !tp_is_across(d) : tp_is_diagonal(d);
}

/* Is there a better path from p, the cell before, to the end of step `out`, by
 * one step or two? */
static bool is_pruned(tp_Diagonal rule, unsigned nine, int in, int out) {
  const tp_Cell before = tp_beside(middle, tp_opposite(in));
  const tp_Cell end = tp_beside(middle, out);
  int budget = cost(in) + cost(out);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    const tp_Cell at = tp_beside(before, d);
    if (d == in || !can_step(rule, nine, before, d)) continue;
    if (tp_same_cell(at, end)) return true;
    for (int e = 0; e < TP_DIRECTIONS; e++) {
      if (!tp_same_cell(tp_beside(at, e), end)) continue;
      if (!can_step(rule, nine, at, e)) continue;
      int other = cost(d) + cost(e);
      bool better_order = comes_first(rule, d) && !comes_first(rule, in);
      if (other < budget || (other == budget && better_order)) return true;
    }
  }
  return false;
}

/* A step to a cell that is not in the set is judged as if the cell was. */
static void find_needless(tp_Pruning *pruning, const tp_Topology *moves) {
  for (int in = 0; in < TP_DIRECTIONS; in++) {
    for (unsigned nine = 0; nine < 512; nine++) {
      unsigned set = 0;
      for (int out = 0; out < TP_DIRECTIONS; out++) {
        unsigned with = nine | 1u << tp_nine_of(out);
        unsigned left =
            tp_steps(moves, middle, with) & ~(unsigned)pruning->steps[in][with];
        set |= left & 1u << out;
      }
      pruning->needless[in][nine] = (uint8_t)set;
    }
  }
}

/* ---- hexagons ----------------------------------------------------------- */

/* In order of angle: any number of sixths. */
static uint8_t step_at(tp_Stagger s, unsigned shoved, int turn) {
  const int sixth = (turn + TP_SIDES_OF_HEXAGON) % TP_SIDES_OF_HEXAGON;
  return (uint8_t)(1u << tp_hexagon_step(s, shoved, sixth));
}

/* The direction that enters a cell is the opposite of one of its own steps. */
static tp_Ahead find_ahead(tp_Stagger s, unsigned shoved, int came_by) {
  const int back = tp_hexagon_turn(s, shoved, tp_opposite(came_by));
  const int t = (back + TP_SIDES_OF_HEXAGON / 2) % TP_SIDES_OF_HEXAGON;
  const unsigned left = step_at(s, shoved, t - 1);
  const unsigned right = step_at(s, shoved, t + 1);
  tp_Ahead a = {0};
  if (back < 0) return a;
  a.ahead = (uint8_t)(step_at(s, shoved, t) | left | right);
  a.aside = (uint8_t)(step_at(s, shoved, t - 2) | step_at(s, shoved, t + 2));
  if (t % 2 == 0) return a;
  a.past[0] = step_at(s, shoved, t - 2);
  a.left_out[0] = (uint8_t)left;
  a.past[1] = step_at(s, shoved, t + 2);
  a.left_out[1] = (uint8_t)right;
  return a;
}

static void init_hexagons(tp_Pruning *pruning, const tp_Topology *moves) {
  const tp_Stagger s = moves->stagger;
  for (unsigned shoved = 0; shoved < 2; shoved++) {
    tp_Ahead *const line = pruning->hexagon[shoved];
    const int32_t k = (int32_t)(shoved ^ s.even);
    for (unsigned nine = 0; nine < 512; nine++) {
      const unsigned legal = tp_steps(moves, (tp_Cell){k, k}, nine);
      pruning->steps[shoved][nine] = (uint8_t)legal;
    }
    for (int d = 0; d < TP_DIRECTIONS; d++) line[d] = find_ahead(s, shoved, d);
    line[TP_DIRECTIONS] =
        (tp_Ahead){.ahead = (uint8_t)tp_hexagon_steps(s, shoved)};
  }
}

unsigned tp_needless_of_hexagon(const tp_Pruning *pruning, tp_Cell at,
                                int came_by, unsigned nine) {
  const tp_Ahead *a = tp_pruning_ahead(pruning, at, came_by);
  const unsigned shoved = tp_is_shoved(pruning->stagger, at);
  return a->aside | tp_left_out(a, pruning->steps[shoved][nine]);
}

/* ---- all ---------------------------------------------------------------- */

void tp_pruning_init(tp_Pruning *pruning, const tp_Topology *moves,
                     tp_Diagonal rule) {
  pruning->stagger = moves->stagger;
  if (tp_is_hexagonal(moves->stagger)) {
    init_hexagons(pruning, moves);
    return;
  }
  for (unsigned nine = 0; nine < 512; nine++) {
    unsigned legal = tp_steps(moves, middle, nine);
    pruning->steps[TP_DIRECTIONS][nine] = (uint8_t)legal;
    if (!is_free(nine, middle)) legal = 0;
    for (int in = 0; in < TP_DIRECTIONS; in++) {
      unsigned set = 0;
      for (int out = 0; out < TP_DIRECTIONS; out++) {
        bool is_back = out == tp_opposite(in);
        if (is_back || !(legal >> out & 1)) continue;
        if (!is_pruned(rule, nine, in, out)) set |= 1u << out;
      }
      pruning->steps[in][nine] = (uint8_t)set;
    }
  }
  find_needless(pruning, moves);
}

unsigned tp_natural_steps(tp_Diagonal rule, int d) {
  unsigned steps = 1u << d;
  if (tp_is_diagonal(d)) {
    steps |= 1u << tp_side_x(d) | 1u << tp_side_y(d);
  } else if (tp_is_four(rule) && !tp_is_across(d)) {
    steps |= 1u << TP_E | 1u << TP_W;
  }
  return steps;
}
