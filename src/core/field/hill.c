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
TP_INLINE double by_steps(const tp_Hill *h, int32_t x, int32_t y) {
  bool four = h->flow->navmap->profile.diagonal == TP_NEVER;
  double dx = fabs(x + 0.5 - h->goal_x), dy = fabs(y + 0.5 - h->goal_y);
  double less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
  double steps = more + tp_product(less, four ? 1 : 0.41421356237309505);
  return tp_product(h->step, steps);
}

/* What a cell's cost is more than that. */
TP_INLINE double more_at(const tp_Hill *h, tp_Cell c, uint64_t cost,
                         double without) {
  if (cost == TP_FAR) return without;
  return h->has_goal ? (double)cost - by_steps(h, c.x, c.y) : (double)cost;
}

/* Of four cells, from the top left one on. */
TP_INLINE void read_four(const tp_Hill *h, tp_Cell first, double without,
                         double *four) {
  const tp_Field *f = h->flow->field;
  bool is_inside = tp_field_has(f, first.x, first.y) &&
                   tp_field_has(f, first.x + 1, first.y + 1);
  size_t at = is_inside ? tp_field_index(f, first.x, first.y) : 0;
  for (int i = 0; i < 4; i++) {
    tp_Cell c = {first.x + (i & 1), first.y + (i >> 1)};
    size_t cell = at + (i & 1 ? 1 : 0) + (i >> 1 ? (size_t)f->area.w : 0);
    uint64_t cost =
        is_inside ? tp_field_get(f, cell) : tp_field_cost(f, c.x, c.y);
    four[i] = more_at(h, c, cost, without);
  }
}

double tp_hill_height(const tp_Hill *h, const tp_Spot *s) {
  const tp_Field *f = h->flow->field;
  double x = s->x - 0.5, y = s->y - 0.5, four[4];
  tp_Cell first = {(int32_t)floor(x), (int32_t)floor(y)};
  double right = x - first.x, down = y - first.y;
  uint64_t cost = tp_field_cost(f, s->cell.x, s->cell.y);
  double own = more_at(h, s->cell, cost, INFINITY);
  read_four(h, first, own + h->step, four);
  double above = tp_product(1 - right, four[0]) + tp_product(right, four[1]);
  double below = tp_product(1 - right, four[2]) + tp_product(right, four[3]);
  double all = tp_product(1 - down, above) + tp_product(down, below);
  if (!h->has_goal) return all;
  double far = tp_hill_length(s->x - h->goal_x, s->y - h->goal_y);
  return all + tp_product(h->step, far);
}
