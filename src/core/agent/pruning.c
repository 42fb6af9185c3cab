/* pruning.c - the pruning rules of jump point search (Harabor and Grastien
 * 2011), derived from the diagonal rule instead of written down case by case.
 *
 * A cell x was entered from its neighbour p. A step from x to n is left out
 * where some way from p to n within the 3 x 3 cells around x, not through x,
 * costs less; or costs the same and makes the better order of steps, diagonals
 * first (vertical steps first on 4-way maps). Of all cheapest paths between
 * two cells, the one best in that order takes none of the steps left out.
 *
 *     open ground          a wall behind, where     a wall beside, where
 *                          corners are not cut      corners are cut
 *
 *     . . .     p . .      # n n                    . # n
 *     p x n     . x n      p x n                    p x n
 *     . . .     . n n      . . .                    . . .
 *
 * Straight steps count 2 and diagonal ones 3 here: any ratio from 1 to 2 gives
 * the same comparisons, but for ties.
 *
 * Of several cheapest ways to a cell a search keeps one, and what it leaves out
 * there hangs on which. Still, while diagonal < 2 x straight, it finds a
 * cheapest way to each cell. Say that m is the nearest to the start to which it
 * does not, and n the last cell before m on some cheapest way. To n it has one,
 * with p the last cell before n, and there it has left out the step to m: for a
 * way from p to m by one step or two, not through n, that costs no more. Less
 * it cannot cost, and a single step would; so it is as cheap, by two steps over
 * a cell x. The comparisons allow that in two cases: a diagonal and a straight
 * step for the same two in the other order, and, where they cost the same, two
 * straight steps for two diagonals. In both the step from x to m is straight.
 * Now x is the last cell before m on a cheapest way, and must have left out its
 * step to m, too; but a straight step is left out only for cheaper ways. On
 * 4-way maps the same holds of horizontal steps. (With an estimate, all this is
 * said of cells on cheapest ways to the goal. With m, x is one of them.)
 *
 * Where diagonal = 2 x straight, one diagonal step is as cheap as two straight
 * ones, which are left out for it, and the argument fails: eight cells around m
 * can each leave m to the next. So A* leaves out nothing there, and jump point
 * search makes diagonals cheaper by less than matters.
 *
 * 8.7 KB a pathfinder; some 0.15 ms to make.
 */
#include "pruning.h"

/* Cells are counted from the middle of the 3 x 3. */
static const tp_Cell middle = {0, 0};

static bool is_free(unsigned nine, tp_Cell c) {
  return nine >> tp_nine_bit(c.x, c.y) & 1;
}

static bool is_near(tp_Cell c) {
  return c.x >= -1 && c.x <= 1 && c.y >= -1 && c.y <= 1;
}

/* Is a step from a cell legal, which stays in the 3 x 3 cells? */
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

/* Is there a better way from p, the cell before, to the one that step `out`
 * leads to, by one step or two? */
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

/* A step to a cell outside the neighbourhood is judged by that which has it. */
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

void tp_pruning_init(tp_Pruning *pruning, const tp_Topology *moves,
                     tp_Diagonal rule) {
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
