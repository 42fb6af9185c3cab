/* jumppruning.c - the tables of steps, each entry derived anew: the legal steps
 * from the rules, and the pruned ones from the paths around the cell, as the
 * head of src/core/agent/jumppruning.c tells. */
#include "core/agent/jumppruning.h"

#include "unit.h"

typedef struct Model {
  Unit *u;
  tp_Diagonal rule;
  tp_LegalSteps moves;
  tp_Cell at; /* the middle */
  unsigned neighborhood;
} Model;

static bool is_near(const Model *m, tp_Cell c) {
  const int32_t x = c.x - m->at.x, y = c.y - m->at.y;
  return x >= -1 && x <= 1 && y >= -1 && y <= 1;
}

static bool is_free(const Model *m, tp_Cell c) {
  const int bit = tp_neighborhood_bit(c.x - m->at.x, c.y - m->at.y);
  return is_near(m, c) && m->neighborhood >> bit & 1;
}

static bool can_step(const Model *m, tp_Cell from, int d) {
  const tp_Stagger s = m->moves.stagger;
  const unsigned shoved = tp_is_shoved(s, from);
  if (!is_free(m, tp_beside(from, d))) return false;
  if (tp_is_hexagonal(s)) return tp_hexagon_steps(s, shoved) >> d & 1;
  return !tp_is_diagonal(d) ||
         tp_may_cut(m->rule, is_free(m, tp_beside(from, tp_side_x(d))),
                    is_free(m, tp_beside(from, tp_side_y(d))));
}

static int cost(const Model *m, int d) {
  return tp_is_diagonal(d) && m->rule != TP_HEXAGONS ? 3 : 2;
}

/* Does a step from a cell belong as far forward as the order allows? */
static bool comes_first(const Model *m, tp_Cell from, int d) {
  const tp_Stagger s = m->moves.stagger;
  const int turn = tp_hexagon_turn(s, tp_is_shoved(s, from), d);
  if (tp_is_hexagonal(s)) return turn % 2 == 0;
  return tp_is_four(m->rule) ? !tp_is_across(d) : tp_is_diagonal(d);
}

/* Is there a better path from the cell before, not through the middle? */
static bool is_pruned(const Model *m, int in, int out) {
  const tp_Cell before = tp_beside(m->at, tp_opposite(in));
  const tp_Cell end = tp_beside(m->at, out);
  const int budget = cost(m, in) + cost(m, out);
  if (out == tp_opposite(in)) return true;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    const tp_Cell by = tp_beside(before, d);
    if (d == in || !can_step(m, before, d)) continue;
    if (tp_same_cell(by, end)) return true;
    for (int e = 0; e < TP_DIRECTIONS; e++) {
      const int other = cost(m, d) + cost(m, e);
      const bool better =
          comes_first(m, before, d) && !comes_first(m, before, in);
      if (!tp_same_cell(tp_beside(by, e), end) || !can_step(m, by, e)) continue;
      if (other < budget || (other == budget && better)) return true;
    }
  }
  return false;
}

/* Can the cell be entered so on open ground? */
static bool may_enter(const Model *m, int in) {
  return tp_open_steps(&m->moves, m->at) >> tp_opposite(in) & 1;
}

/* A step is judged as if the cell that it leads to was free. */
static void judge_step(Model *m, int in, int out) {
  const unsigned neighborhood = m->neighborhood;
  const bool is_legal = can_step(m, m->at, out);
  m->neighborhood |= 1u << tp_neighborhood_of(out);
  const bool is_left = !is_pruned(m, in, out);
  m->neighborhood = neighborhood;
  unit_expect(m->u,
              (tp_pruning_onward(&m->moves, m->at, in, neighborhood) >> out &
               1) == is_left,
              "rule %d, %o: step %d after %d is pruned, or is not",
              (int)m->rule, neighborhood, out, in);
  unit_expect(m->u,
              (tp_pruning_steps(&m->moves, m->at, in, neighborhood) >> out &
               1) == (is_left && is_legal),
              "rule %d, %o: step %d after %d is left, or is not", (int)m->rule,
              neighborhood, out, in);
}

/* All neighbourhoods of a free cell. */
static void judge(Unit *u, tp_Diagonal rule, tp_Stagger stagger, tp_Cell at) {
  Model m = {.u = u, .rule = rule, .at = at};
  m.moves = tp_legalsteps(rule, stagger);
  const unsigned steps = tp_open_steps(&m.moves, at);
  for (m.neighborhood = 0; m.neighborhood < 512; m.neighborhood++) {
    const unsigned legal = tp_steps(&m.moves, at, m.neighborhood);
    for (int out = 0; out < TP_DIRECTIONS; out++) {
      unit_expect(u, (legal >> out & 1) == can_step(&m, at, out),
                  "rule %d, %o: step %d is legal, or is not", (int)rule,
                  m.neighborhood, out);
      for (int in = 0; in < TP_DIRECTIONS; in++) {
        const bool is_asked = may_enter(&m, in) && steps >> out & 1;
        if (is_asked && is_free(&m, at)) judge_step(&m, in, out);
      }
    }
  }
}

void unit_pruning(Unit *u) {
  for (int rule = 0; rule < TP_HEXAGONS; rule++) {
    judge(u, (tp_Diagonal)rule, (tp_Stagger){0}, (tp_Cell){0, 0});
  }
  for (int i = 0; i < 8; i++) {
    const uint8_t rows = i & 1, even = i >> 1 & 1;
    const tp_Stagger s = {.rows = rows, .columns = !rows, .even = even};
    judge(u, TP_HEXAGONS, s, (tp_Cell){i >> 2, i >> 2});
  }
}
