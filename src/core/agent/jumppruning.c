/* jumppruning.c - the pruning rules of jump point search (Harabor and Grastien
 * 2011), as constant tables.
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
 * Hexagons: directions are in order of angle. A cell entered in direction t has
 * the cell before at t + 3, which touches the cells at t + 2 and t - 2: two
 * steps to these are too many. The cells at t + 1 and t - 1 can also be reached
 * through those. Such a path takes the same two steps in the other order; one
 * of them has an even number, and that one comes first. So if t is even,
 * nothing more is pruned; if it is odd, the steps to t + 1 and t - 1 are, if
 * the cells at t + 2 and t - 2 are free. The proof above holds with "odd" for
 * "straight".
 *
 * If diagonal = 2 x straight, one diagonal step is as cheap as two straight
 * ones, which are pruned for it, and the proof fails: eight cells around m can
 * each leave m to the next. So A* prunes nothing there, and jump point search
 * makes diagonals slightly cheaper (search/jump/jumpcosts.c).
 *
 * What is pruned depends on four cells at most, so the rules are short, and the
 * compiler makes the tables: 9 KB for each diagonal rule and each kind of
 * hexagon. A search finds its steps with one look-up, and a pathfinder makes
 * nothing. fuzz/unit/jumppruning.c derives each entry from the paths around it.
 */
#include "jumppruning.h"

const uint8_t tp_beside_last[TP_DIRECTIONS] = {
    [TP_E] = 1 << TP_NW | 1 << TP_SW, [TP_S] = 1 << TP_NW | 1 << TP_NE,
    [TP_W] = 1 << TP_NE | 1 << TP_SE, [TP_N] = 1 << TP_SE | 1 << TP_SW,
    [TP_SE] = 1 << TP_N | 1 << TP_W,  [TP_SW] = 1 << TP_N | 1 << TP_E,
    [TP_NW] = 1 << TP_S | 1 << TP_E,  [TP_NE] = 1 << TP_S | 1 << TP_W,
};

/* ---- legal steps -------------------------------------------------------- */

#define TO(d)                 (1 << TP_##d)
#define IF(neighborhood, d)   ((neighborhood) >> TP_NEIGHBORHOOD_##d & 1)
#define STEP(neighborhood, d) IF(neighborhood, d) << TP_##d

/* The four straight steps, and others of a hexagon. */
#define STRAIGHT(neighborhood)                                             \
  (STEP(neighborhood, E) | STEP(neighborhood, S) | STEP(neighborhood, W) | \
   STEP(neighborhood, N))
#define WITH_WEST(neighborhood) \
  (STRAIGHT(neighborhood) | STEP(neighborhood, NW) | STEP(neighborhood, SW))
#define WITH_EAST(neighborhood) \
  (STRAIGHT(neighborhood) | STEP(neighborhood, NE) | STEP(neighborhood, SE))
#define WITH_ABOVE(neighborhood) \
  (STRAIGHT(neighborhood) | STEP(neighborhood, NW) | STEP(neighborhood, NE))
#define WITH_BELOW(neighborhood) \
  (STRAIGHT(neighborhood) | STEP(neighborhood, SW) | STEP(neighborhood, SE))

/* The diagonal rules: OF is an operator on the cells beside a step. */
#define BY(neighborhood, OF)                                           \
  (STRAIGHT(neighborhood) |                                            \
   (IF(neighborhood, S) OF IF(neighborhood, E)) * IF(neighborhood, SE) \
       << TP_SE |                                                      \
   (IF(neighborhood, S) OF IF(neighborhood, W)) * IF(neighborhood, SW) \
       << TP_SW |                                                      \
   (IF(neighborhood, N) OF IF(neighborhood, W)) * IF(neighborhood, NW) \
       << TP_NW |                                                      \
   (IF(neighborhood, N) OF IF(neighborhood, E)) * IF(neighborhood, NE) \
       << TP_NE)
#define BY_BOTH(neighborhood) BY(neighborhood, &)
#define BY_ONE(neighborhood)  BY(neighborhood, |)
#define BY_ANY(neighborhood)  (WITH_WEST(neighborhood) | WITH_EAST(neighborhood))

#define ALL(neighborhood) 255

/* ---- pruned steps of squares -------------------------------------------- */

/* What is left of a set of steps, MAY. A form has the step back, and then for
 * each side: the cell behind, the one beside, and the one ahead.
 *
 *     behind  beside  ahead           beside  ahead
 *     back      x       ->            back      x
 *     behind  beside  ahead                   beside  (ahead: SW)
 *
 * A path from the cell before leads to `behind` by one step; to `beside` by a
 * diagonal step, if no corner is in the way; and from there to `ahead`. */
#define NONE(neighborhood, MAY)       MAY(neighborhood)
#define BACK(neighborhood, MAY, back) (MAY(neighborhood) & ~TO(back))

/* A straight step if corners are not cut, and if they are; a diagonal step. */
#define WHOLE_SIDE(neighborhood, behind, beside, ahead) \
  (TO(behind) | IF(neighborhood, behind) *              \
                    (TO(beside) | IF(neighborhood, beside) * TO(ahead)))
#define WHOLE(neighborhood, MAY, back, a, b, c, d, e, f) \
  (BACK(neighborhood, MAY, back) &                       \
   ~(WHOLE_SIDE(neighborhood, a, b, c) | WHOLE_SIDE(neighborhood, d, e, f)))
#define CUT(neighborhood, MAY, back, a, b, c, d, e, f) \
  (SLANT(neighborhood, MAY, back, b, c, e, f) & ~(TO(a) | TO(d)))
#define SLANT(neighborhood, MAY, back, b, c, e, f) \
  (ACROSS(neighborhood, MAY, back, b, c, e, f) & ~(TO(b) | TO(e)))

/* Of four directions, a step across: by columns nothing is pruned. */
#define ACROSS(neighborhood, MAY, back, a, b, c, d) \
  (BACK(neighborhood, MAY, back) &                  \
   ~(IF(neighborhood, a) * TO(b) | IF(neighborhood, c) * TO(d)))

#define OF_SQUARES(MAY, AHEAD)                                           \
  {                                                                      \
    [TP_E] = TP_NEIGHBORHOOD_TABLE(AHEAD, MAY, W, NW, N, NE, SW, S, SE), \
    [TP_S] = TP_NEIGHBORHOOD_TABLE(AHEAD, MAY, N, NE, E, SE, NW, W, SW), \
    [TP_W] = TP_NEIGHBORHOOD_TABLE(AHEAD, MAY, E, SE, S, SW, NE, N, NW), \
    [TP_N] = TP_NEIGHBORHOOD_TABLE(AHEAD, MAY, S, SW, W, NW, SE, E, NE), \
    [TP_SE] = TP_NEIGHBORHOOD_TABLE(SLANT, MAY, NW, N, NE, W, SW),       \
    [TP_SW] = TP_NEIGHBORHOOD_TABLE(SLANT, MAY, NE, E, SE, N, NW),       \
    [TP_NW] = TP_NEIGHBORHOOD_TABLE(SLANT, MAY, SE, S, SW, E, NE),       \
    [TP_NE] = TP_NEIGHBORHOOD_TABLE(SLANT, MAY, SW, W, NW, S, SE),       \
    [TP_NO_DIRECTION] = TP_NEIGHBORHOOD_TABLE(NONE, MAY)                 \
  }
#define OF_FOUR(MAY)                                              \
  {                                                               \
    [TP_E] = TP_NEIGHBORHOOD_TABLE(ACROSS, MAY, W, NW, N, SW, S), \
    [TP_S] = TP_NEIGHBORHOOD_TABLE(BACK, MAY, N),                 \
    [TP_W] = TP_NEIGHBORHOOD_TABLE(ACROSS, MAY, E, SE, S, NE, N), \
    [TP_N] = TP_NEIGHBORHOOD_TABLE(BACK, MAY, S),                 \
    [TP_NO_DIRECTION] = TP_NEIGHBORHOOD_TABLE(NONE, MAY)          \
  }

static const tp_StepTable squares[] = {
    [TP_ONLY_IF_NO_OBSTACLES] = {OF_SQUARES(BY_BOTH, WHOLE),
                                 OF_SQUARES(ALL, WHOLE)},
    [TP_AT_LEAST_ONE_WALKABLE] = {OF_SQUARES(BY_ONE, CUT),
                                  OF_SQUARES(ALL, CUT)},
    [TP_ALWAYS] = {OF_SQUARES(BY_ANY, CUT), OF_SQUARES(ALL, CUT)},
    [TP_NEVER] = {OF_FOUR(STRAIGHT), OF_FOUR(ALL)},
};

/* ---- of hexagons -------------------------------------------------------- */

/* Entered in an even direction, and in an odd one. */
#define EVEN(neighborhood, MAY, back, a, b) \
  (BACK(neighborhood, MAY, back) & ~(TO(a) | TO(b)))
#define ODD(neighborhood, MAY, back, a, b, c, d) \
  (ACROSS(neighborhood, MAY, back, a, b, c, d) & ~(TO(a) | TO(c)))

/* The steps of a hexagon in order of angle. */
#define OVER(d) (TP_##d ^ 2)
#define OF_HEXAGONS(MAY, a, b, c, d, e, f)                      \
  {                                                             \
    [OVER(d)] = TP_NEIGHBORHOOD_TABLE(EVEN, MAY, d, e, c),      \
    [OVER(e)] = TP_NEIGHBORHOOD_TABLE(ODD, MAY, e, f, a, d, c), \
    [OVER(f)] = TP_NEIGHBORHOOD_TABLE(EVEN, MAY, f, a, e),      \
    [OVER(a)] = TP_NEIGHBORHOOD_TABLE(ODD, MAY, a, b, c, f, e), \
    [OVER(b)] = TP_NEIGHBORHOOD_TABLE(EVEN, MAY, b, c, a),      \
    [OVER(c)] = TP_NEIGHBORHOOD_TABLE(ODD, MAY, c, d, e, b, a), \
    [TP_NO_DIRECTION] = TP_NEIGHBORHOOD_TABLE(NONE, MAY)        \
  }
#define HEXAGONS(MAY, ...) \
  { OF_HEXAGONS(MAY, __VA_ARGS__), OF_HEXAGONS(ALL, __VA_ARGS__) }

static const tp_StepTable pointy[] = {HEXAGONS(WITH_WEST, E, S, SW, W, NW, N),
                                      HEXAGONS(WITH_EAST, E, SE, S, W, N, NE)};
static const tp_StepTable flat[] = {HEXAGONS(WITH_ABOVE, E, S, W, NW, N, NE),
                                    HEXAGONS(WITH_BELOW, SE, S, SW, W, N, E)};

tp_LegalSteps tp_legalsteps(tp_Diagonal rule, tp_Stagger s) {
  const bool is_hexagonal = tp_is_hexagonal(s);
  const tp_StepTable *hexagons = s.rows ? pointy : flat;
  return (tp_LegalSteps){
      .stagger = s,
      .is_hexagonal = is_hexagonal,
      .table = is_hexagonal ? hexagons : &squares[rule],
  };
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
