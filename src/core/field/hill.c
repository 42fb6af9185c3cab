/* hill.c - see hill.h.
 *
 * A height is a blend of the costs of the four cells whose centres surround the
 * point. Costs count steps in eight directions, or four, so that they have
 * valleys along those: where it is known which goal agents gather around, how
 * far that is by such steps is taken out of them before they are blended, and
 * how far it is put in its place. On open ground of one price that is all there
 * is left of them, and a crowd becomes round.
 *
 * Some 20 ns, no memory.
 */
#include "hill.h"

#include "steer.h"

static double left_to(const tp_Spot *s, tp_Cell c, double then, double slope) {
  double far = tp_hill_length(c.x + 0.5 - s->x, c.y + 0.5 - s->y);
  return then + tp_product(far, slope);
}

double tp_hill_left(const tp_Flow *w, const tp_Spot *s) {
  tp_Field *f = w->field;
  if (!tp_field_has(f, s->cell.x, s->cell.y)) return INFINITY;
  size_t i = tp_field_index(f, s->cell.x, s->cell.y);
  uint64_t here = tp_field_get(f, i);
  if (here == TP_FAR) return INFINITY;
  unsigned ways = tp_steer_ways(w, s->cell);
  if (!ways) return left_to(s, s->cell, (double)here, 1);
  int way = tp_steer_step(ways);
  tp_Cell next = tp_steer_beside(s->cell, way);
  uint64_t there = tp_field_get(f, tp_field_index(f, next.x, next.y));
  double slope = (double)(here - there);
  if (tp_is_diagonal(way)) slope *= 0.70710678118654752;
  return left_to(s, next, (double)there, slope);
}

/* How far the goal is by steps from the centre of a cell. */
static double by_steps(const tp_Hill *h, int32_t x, int32_t y) {
  const tp_Flow *w = h->flow;
  bool four = w->navmap->profile.diagonal == TP_NEVER;
  double dx = fabs(x + 0.5 - tp_spot_column(w, h->goal_x));
  double dy = fabs(y + 0.5 - tp_spot_row(w, h->goal_y));
  double less = fmin(dx, dy), more = fmax(dx, dy);
  double steps = more + tp_product(less, four ? 1 : 0.41421356237309505);
  return tp_product(h->step, steps);
}

/* What a cell's cost is more than that. */
static double cost_at(const tp_Hill *h, int32_t x, int32_t y, double without) {
  uint64_t cost = tp_field_cost(h->flow->field, x, y);
  if (cost == TP_FAR) return without;
  return h->has_goal ? (double)cost - by_steps(h, x, y) : (double)cost;
}

double tp_hill_height(const tp_Hill *h, const tp_Spot *s) {
  const tp_Flow *w = h->flow;
  double x = s->x - 0.5, y = s->y - 0.5;
  int32_t column = (int32_t)floor(x), row = (int32_t)floor(y);
  double right = x - column, down = y - row;
  double own = cost_at(h, s->cell.x, s->cell.y, INFINITY);
  double without = own + h->step;
  double above = tp_product(1 - right, cost_at(h, column, row, without)) +
                 tp_product(right, cost_at(h, column + 1, row, without));
  double below = tp_product(1 - right, cost_at(h, column, row + 1, without)) +
                 tp_product(right, cost_at(h, column + 1, row + 1, without));
  double all = tp_product(1 - down, above) + tp_product(down, below);
  if (!h->has_goal) return all;
  double far = tp_hill_length(s->x - tp_spot_column(w, h->goal_x),
                              s->y - tp_spot_row(w, h->goal_y));
  return all + tp_product(h->step, far);
}
