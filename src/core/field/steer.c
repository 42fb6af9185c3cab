/* steer.c - the flow between the centres of cells.
 *
 * Each cell has the unit vector of its cheapest next step, or the vector
 * between two equally cheap steps that are 45 degrees apart. At a point the
 * vectors of the four cells around it are blended bilinearly; cells without a
 * way do not count. So a swarm turns in curves, and neighbours move alike.
 * Close to a wall the part of the blend that leads towards it is removed. In
 * irregular cells, which may have fences, an agent goes straight to its aim.
 *
 * A blend can go wrong: the two sides of a ridge cancel out, and round a corner
 * it may point back. So there is also an aim: the centre of the next cell, or,
 * if a diagonal step passes a blocked cell, the corner on the way there. If a
 * blend does not come nearer to the aim, the agent goes to the aim. An agent
 * crosses into another cell only if that one costs less than its own, and the
 * step is not much dearer than the best one.
 *
 * No sum of floating-point products decides anything: fractions of a cell are
 * 16-bit integers. So machines with fused multiply-add get the same results as
 * others.
 *
 * A swarm spends its time in tp_steer_move: so its helpers are inline, and its
 * position is a local variable.
 */
#include "steer.h"

static const int64_t one = 1 << TP_STEER_BITS, half = 1 << (TP_STEER_BITS - 1);

/* In cells, along each axis: how far past a corner an agent goes in one step,
 * if its distance lasts, and at least, so that rounding leaves it past it. */
#define PAST_CORNER      (1.0 / 256)
#define JUST_PAST_CORNER (1.0 / 65536)

/* ---- aims --------------------------------------------------------------- */

/* From a point of the cell to the centre of the next one, or to the corner on
 * the way until that is reached. */
TP_INLINE tp_Vector aim_of(const tp_Flow *w, const tp_Position *s,
                           int direction) {
  tp_Vector from = tp_steer_fraction(s), aim = tp_steer_to_middle(from);
  aim.x += tp_dx[direction] * one;
  aim.y += tp_dy[direction] * one;
  if (!tp_is_diagonal(direction) || tp_steer_has_sides(w, s->cell, direction))
    return aim;
  tp_Vector corner = {aim.x - tp_dx[direction] * half,
                      aim.y - tp_dy[direction] * half};
  const int64_t near = one / 256;
  bool is_there = corner.x >= -near && corner.x <= near && corner.y >= -near &&
                  corner.y <= near;
  return is_there ? aim : corner;
}

/* The four cells around a point, with its own among them. far_x, far_y: the
 * distance of the point from the centre of its own cell, towards the others. */
typedef struct Four {
  int side_x, side_y; /* towards the others: -1 or 1 */
  int64_t far_x, far_y;
  unsigned own, directions_x, directions_y, directions_both;
} Four;

/* Reads the ways of all four, together if they are recorded. */
TP_INLINE Four four_around(const tp_Flow *w, const tp_Position *s,
                           unsigned directions) {
  tp_Vector to = tp_steer_to_middle(tp_steer_fraction(s));
  Four f = {.own = directions};
  f.side_x = to.x > 0 ? -1 : 1;
  f.side_y = to.y > 0 ? -1 : 1;
  f.far_x = to.x > 0 ? to.x : -to.x;
  f.far_y = to.y > 0 ? to.y : -to.y;
  tp_Cell c = s->cell, over = {c.x + f.side_x, c.y + f.side_y};
  if (w->known && tp_field_has(w->field, over.x, over.y)) {
    const uint8_t *own = &w->known[tp_field_index(w->field, c.x, c.y)];
    const uint8_t *next = own + (ptrdiff_t)f.side_y * w->field->area.w;
    f.directions_x = own[f.side_x];
    f.directions_y = *next;
    f.directions_both = next[f.side_x];
  }
  if (!f.directions_x)
    f.directions_x = tp_steer_directions(w, (tp_Cell){over.x, c.y});
  if (!f.directions_y)
    f.directions_y = tp_steer_directions(w, (tp_Cell){c.x, over.y});
  if (!f.directions_both) f.directions_both = tp_steer_directions(w, over);
  if (!f.directions_x && !f.directions_y) f.directions_both = 0;
  return f;
}

TP_INLINE tp_Vector blend_four(const tp_Flow *w, const tp_Position *s,
                               const Four *f) {
  tp_Vector sum = {0, 0};
  tp_vector_add(&sum, f->own, (one - f->far_x) * (one - f->far_y));
  tp_vector_add(&sum, f->directions_x, f->far_x * (one - f->far_y));
  tp_vector_add(&sum, f->directions_y, (one - f->far_x) * f->far_y);
  tp_vector_add(&sum, f->directions_both, f->far_x * f->far_y);
  sum.x /= INT64_C(1) << (2 * TP_STEER_BITS + TP_VECTOR_BITS - 26);
  sum.y /= INT64_C(1) << (2 * TP_STEER_BITS + TP_VECTOR_BITS - 26);
  tp_Cell across = {s->cell.x + f->side_x, s->cell.y};
  tp_Cell along = {s->cell.x, s->cell.y + f->side_y};
  if (!f->directions_x && sum.x * f->side_x > 0 &&
      !tp_steer_can_enter(w, across))
    sum.x = 0;
  if (!f->directions_y && sum.y * f->side_y > 0 &&
      !tp_steer_can_enter(w, along))
    sum.y = 0;
  return sum;
}

/* On open ground the four mostly agree, and the blend stays near the aim. */
tp_Heading tp_steer_heading(const tp_Flow *w, const tp_Position *s,
                            unsigned directions, bool *is_blend) {
  *is_blend = false;
  if (tp_navmap_is_irregular(w->navmap, s->cell.x, s->cell.y)) {
    return tp_heading_of(aim_of(w, s, tp_steer_step(directions)));
  }
  Four f = four_around(w, s, directions);
  *is_blend = true;
  if (f.directions_x == directions && f.directions_y == directions &&
      f.directions_both == directions) {
    return tp_unit_headings[tp_heading_place(directions)];
  }
  tp_Vector v = blend_four(w, s, &f);
  tp_Vector aim = aim_of(w, s, tp_steer_step(directions));
  if (tp_leads_to(v, aim)) return tp_heading_of(v);
  *is_blend = false;
  return tp_heading_of(aim);
}

/* ---- borders ------------------------------------------------------------ */

bool tp_steer_may_cross(const tp_Flow *w, tp_Cell from, tp_Cell to,
                        int direction) {
  const int d = tp_direction(to.x - from.x, to.y - from.y);
  if (d < 0) return false;
  if (d != direction) {
    /* Is the step not much worse than the best way? It must lead to a cell of
     * lower cost, and the path by it may cost more by as much as the best step
     * costs. */
    const tp_Grid *g = w->grid;
    const tp_Cell next = tp_beside(from, direction);
    uint64_t here = tp_field_cost(w->field, from.x, from.y);
    uint64_t there = tp_field_cost(w->field, to.x, to.y);
    if (!tp_steer_can_enter(w, to) || there >= here) return false;
    uint64_t best = here - tp_field_cost(w->field, next.x, next.y);
    uint64_t by =
        tp_field_step(w->field, w->navmap, tp_grid_index(g, from.x, from.y),
                      tp_grid_index(g, to.x, to.y), d);
    if (there + by > here + best) return false;
  }
  return tp_is_diagonal(d) ? tp_steer_has_sides(w, from, d)
                           : !tp_steer_is_fenced(w, from, d);
}

/* ---- steps -------------------------------------------------------------- */

void tp_steer_by_corner(const tp_Flow *w, tp_Position *s, int direction,
                        double *left) {
  double x = s->cell.x + (tp_dx[direction] > 0),
         y = s->cell.y + (tp_dy[direction] > 0);
  double dx = x - s->x, dy = y - s->y;
  double far = tp_length(dx, dy);
  double scale = far > 0 ? tp_steer_scale(w, dx / far, dy / far) : 1;
  double step = *left / scale;
  if (step < far - JUST_PAST_CORNER) {
    s->x += tp_product(dx / far, step);
    s->y += tp_product(dy / far, step);
    *left = 0;
    return;
  }
  const double rest = fmax(*left - tp_product(far, scale), 0);
  const double across = tp_length(w->grid->cell_width, w->grid->cell_height);
  const double lasts = fmin(rest / across, PAST_CORNER);
  const double past = fmax(lasts, JUST_PAST_CORNER);
  s->x = x + tp_dx[direction] * past;
  s->y = y + tp_dy[direction] * past;
  s->cell = tp_beside(s->cell, direction);
  *left = lasts < PAST_CORNER ? 0 : rest - tp_product(past, across);
}

/* Slides along a border that the agent may not cross, if that comes nearer to
 * the aim. Otherwise it would turn to and fro there. */
TP_INLINE bool slide_along(const tp_Flow *w, tp_Position *s, tp_Heading by,
                           tp_Vector aim, int direction, double *left) {
  double step = fmin(*left / tp_steer_scale(w, by.x, by.y), TP_STEER_LONGEST);
  double x = s->x + tp_product(by.x, step) - s->cell.x;
  bool is_across = x < 0 || x >= 1;
  tp_Heading on = {is_across  ? 0
                   : by.x < 0 ? -1
                              : 1,
                   is_across ? (by.y < 0 ? -1 : 1) : 0};
  tp_Vector v = {(int64_t)on.x * one, (int64_t)on.y * one};
  return tp_leads_to(v, aim) && tp_steer_go(w, s, on, direction, left);
}

unsigned tp_steer_move(const tp_Flow *w, tp_Position *s, unsigned directions,
                       double *left) {
  tp_Position at = *s;
  double rest = *left;
  while (directions && rest > 0 && !tp_steer_is_tight(w, at.cell)) {
    bool is_blend;
    const int direction = tp_steer_step(directions);
    const tp_Heading by = tp_steer_heading(w, &at, directions, &is_blend);
    bool has_moved = tp_steer_go(w, &at, by, direction, &rest);
    if (!has_moved && is_blend) {
      const tp_Vector aim = aim_of(w, &at, direction);
      has_moved = slide_along(w, &at, by, aim, direction, &rest) ||
                  tp_steer_go(w, &at, tp_heading_of(aim), direction, &rest);
    }
    if (!has_moved && tp_is_diagonal(direction)) {
      tp_steer_by_corner(w, &at, direction, &rest);
    } else if (!has_moved) {
      rest = 0;
    }
    directions = rest > 0 ? tp_steer_directions(w, at.cell) : 1;
  }
  *s = at;
  *left = rest;
  return directions;
}
