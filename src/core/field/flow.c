/* flow.c - from the costs of cells to motion between them.
 *
 * Each cell has the unit vector of its cheapest next step (between those of two
 * that are as cheap and 45 degrees apart). At a point the vectors of the four
 * cells whose centres surround it are blended bilinearly, without those that
 * have no way. So a swarm turns in curves, and neighbours move alike. Close to
 * a wall whatever leads towards it is taken out of the blend.
 *
 * A blend can go wrong: two sides of a ridge cancel out, round a corner it may
 * point back. So there is an aim besides, the centre of the next cell, or the
 * corner on the way there where a diagonal step passes a blocked cell. A blend
 * that does not come nearer to the aim gives way to it. And an agent crosses
 * into another cell only where that one costs less than its own, and the step
 * is not much dearer than the best one; else it goes along the side between
 * them, or turns to its aim, and where even the straight way there would cross
 * into another cell, to the corner, which it passes at one go.
 *
 * So every agent arrives: inside a cell each step comes nearer to the aim, and
 * no cell is entered twice, because costs only fall. Walls cannot be entered,
 * nor corners cut: crossing a side is a straight step, which is always legal,
 * and a corner is passed only along a way of the field.
 *
 * No sum of products of floating-point numbers decides anything: fractions of a
 * cell are 16-bit integers here, so that machines that fuse such sums agree
 * with those that do not. A step of an agent takes some 25 ns and no memory.
 */
#include "flow.h"

#include "compass.h"
#include "wayout.h"

enum { BITS = 16 }; /* of a fraction of a cell */

static const int64_t one = 1 << BITS, half = 1 << (BITS - 1);

/* In cells: how long a step of an agent is at most, so that it follows curves;
 * and how near to a corner counts as at it. */
static const double longest = 0.25;
static const double at_corner = 1.0 / 256;

tp_Flow tp_flow_of(tp_Field *field, const tp_Navmap *navmap) {
  const tp_Profile *p = &navmap->profile;
  bool is_current = field->seen == navmap->changes.now && !field->asked.forward;
  return (tp_Flow){field,
                   navmap,
                   navmap->grid,
                   is_current ? field->ways : NULL,
                   0.5 * (p->wide - 1),
                   0.5 * (p->high - 1),
                   false};
}

/* ---- places ------------------------------------------------------------- */

static bool can_enter(const tp_Flow *w, tp_Cell c) {
  return tp_mask_can_enter(w->navmap->mask, c.x, c.y);
}

static tp_Cell beside(tp_Cell c, int direction) {
  return (tp_Cell){c.x + tp_dx[direction], c.y + tp_dy[direction]};
}

/* The steps on from a cell, where there are any. */
TP_INLINE unsigned ways_of(const tp_Flow *w, tp_Cell c) {
  tp_Field *f = w->field;
  if (!tp_field_has(f, c.x, c.y)) return 0;
  unsigned known = w->known ? w->known[tp_field_index(f, c.x, c.y)] : 0;
  if (known) return known;
  if (!tp_mask_has(w->navmap->mask, c.x, c.y)) return 0;
  return tp_field_ways(f, w->navmap, c.x, c.y);
}

/* ---- aims --------------------------------------------------------------- */

/* From the top left corner of the cell to the point. */
static tp_Vector fraction_of(const tp_Spot *s) {
  return (tp_Vector){(int64_t)((s->x - s->cell.x) * (double)one),
                     (int64_t)((s->y - s->cell.y) * (double)one)};
}

/* To the middle of a cell of which the point lies at that fraction. */
static tp_Vector to_middle(tp_Vector from) {
  return (tp_Vector){half - from.x, half - from.y};
}

static bool has_free_sides(const tp_Flow *w, tp_Cell c, int diagonal) {
  return can_enter(w, beside(c, tp_side_x(diagonal))) &&
         can_enter(w, beside(c, tp_side_y(diagonal)));
}

/* From a point of the cell to the centre of the next one; or to the corner on
 * the way there, as long as it is not reached. */
TP_INLINE tp_Vector aim_of(const tp_Flow *w, const tp_Spot *s, int way) {
  tp_Vector from = fraction_of(s), aim = to_middle(from);
  aim.x += tp_dx[way] * one;
  aim.y += tp_dy[way] * one;
  if (!tp_is_diagonal(way) || has_free_sides(w, s->cell, way)) return aim;
  tp_Vector corner = {aim.x - tp_dx[way] * half, aim.y - tp_dy[way] * half};
  const int64_t near = one / 256;
  bool is_there = corner.x >= -near && corner.x <= near && corner.y >= -near &&
                  corner.y <= near;
  return is_there ? aim : corner;
}

/* The four cells around a point, its own among them, and how far the point is
 * from the centre of its own, towards the others. */
typedef struct Four {
  int side_x, side_y; /* of the others: -1 or 1 */
  int64_t far_x, far_y;
  unsigned own, ways_x, ways_y, ways_both;
} Four;

/* All of them, at once where their ways are known. */
TP_INLINE Four four_around(const tp_Flow *w, const tp_Spot *s, unsigned ways) {
  tp_Vector to = to_middle(fraction_of(s));
  Four f = {.own = ways};
  f.side_x = to.x > 0 ? -1 : 1;
  f.side_y = to.y > 0 ? -1 : 1;
  f.far_x = to.x > 0 ? to.x : -to.x;
  f.far_y = to.y > 0 ? to.y : -to.y;
  tp_Cell c = s->cell, over = {c.x + f.side_x, c.y + f.side_y};
  if (w->known && tp_field_has(w->field, over.x, over.y)) {
    const uint8_t *own = &w->known[tp_field_index(w->field, c.x, c.y)];
    const uint8_t *next = own + (ptrdiff_t)f.side_y * w->field->area.w;
    f.ways_x = own[f.side_x];
    f.ways_y = *next;
    f.ways_both = next[f.side_x];
  }
  if (!f.ways_x) f.ways_x = ways_of(w, (tp_Cell){over.x, c.y});
  if (!f.ways_y) f.ways_y = ways_of(w, (tp_Cell){c.x, over.y});
  if (!f.ways_both) f.ways_both = ways_of(w, over);
  if (!f.ways_x && !f.ways_y) f.ways_both = 0;
  return f;
}

TP_INLINE tp_Vector blend_of(const tp_Flow *w, const tp_Spot *s,
                             const Four *f) {
  tp_Vector sum = {0, 0};
  tp_vector_add(&sum, f->own, (one - f->far_x) * (one - f->far_y));
  tp_vector_add(&sum, f->ways_x, f->far_x * (one - f->far_y));
  tp_vector_add(&sum, f->ways_y, (one - f->far_x) * f->far_y);
  tp_vector_add(&sum, f->ways_both, f->far_x * f->far_y);
  sum.x /= INT64_C(1) << (2 * BITS + TP_COMPASS_BITS - 26);
  sum.y /= INT64_C(1) << (2 * BITS + TP_COMPASS_BITS - 26);
  tp_Cell across = {s->cell.x + f->side_x, s->cell.y};
  tp_Cell along = {s->cell.x, s->cell.y + f->side_y};
  if (!f->ways_x && sum.x * f->side_x > 0 && !can_enter(w, across)) sum.x = 0;
  if (!f->ways_y && sum.y * f->side_y > 0 && !can_enter(w, along)) sum.y = 0;
  return sum;
}

/* Where to go from a point; and whether that is not the aim itself. On open
 * ground all four mostly agree, and then never lead far from the aim. */
TP_INLINE tp_Heading heading_at(const tp_Flow *w, const tp_Spot *s,
                                unsigned ways, bool *is_blend) {
  Four f = four_around(w, s, ways);
  *is_blend = true;
  if (f.ways_x == ways && f.ways_y == ways && f.ways_both == ways) {
    return tp_heading_by(ways);
  }
  tp_Vector v = blend_of(w, s, &f);
  tp_Vector aim = aim_of(w, s, tp_flow_step(ways));
  if (tp_leads_to(v, aim)) return tp_heading_of(v);
  *is_blend = false;
  return tp_heading_of(aim);
}

/* ---- direction ---------------------------------------------------------- */

static bool is_end(const tp_Flow *w, tp_Cell c) {
  return tp_field_is_end(w->field, w->navmap, c.x, c.y);
}

/* Where the agent is, and its ways on from there. */
TP_INLINE tp_Drift find(const tp_Flow *w, double x, double y, tp_Spot *s,
                        unsigned *ways) {
  *s = (tp_Spot){tp_spot_column(w, x), tp_spot_row(w, y), {0, 0}};
  if (!tp_spot_find_cell(w, s)) return TP_DRIFT_OUTSIDE;
  *ways = ways_of(w, s->cell);
  if (*ways) return TP_DRIFT_ON;
  if (!can_enter(w, s->cell)) return TP_DRIFT_BLOCKED;
  return is_end(w, s->cell) ? TP_DRIFT_GOAL : TP_DRIFT_NONE;
}

tp_Drift tp_flow_direction(const tp_Flow *w, double x, double y, double *dx,
                           double *dy) {
  tp_Spot s;
  tp_Heading to;
  bool is_blend;
  unsigned ways;
  tp_Drift drift = find(w, x, y, &s, &ways);
  if (drift == TP_DRIFT_ON) {
    to = heading_at(w, &s, ways, &is_blend);
  } else if (drift == TP_DRIFT_GOAL) {
    tp_Vector v = to_middle(fraction_of(&s));
    if (v.x == 0 && v.y == 0) return TP_DRIFT_GOAL;
    to = tp_heading_of(v);
  } else if (drift == TP_DRIFT_BLOCKED) {
    if (!tp_wayout_aim(w, &s, &to.x, &to.y)) return drift;
  } else {
    return drift;
  }
  double wide = w->grid->cell_width, high = w->grid->cell_height;
  double right = to.x * wide, down = to.y * high;
  double length = sqrt(tp_product(right, right) + tp_product(down, down));
  *dx = right / length;
  *dy = down / length;
  return TP_DRIFT_ON;
}

/* ---- motion ------------------------------------------------------------- */

/* World units for a cell's length in a direction (of length 1). */
static double metric(const tp_Flow *w, double dx, double dy) {
  double wide = w->grid->cell_width, high = w->grid->cell_height;
  if (wide == high) return wide;
  return sqrt(tp_product(dx * wide, dx * wide) +
              tp_product(dy * high, dy * high));
}

static uint64_t cost_of(const tp_Flow *w, tp_Cell c) {
  return tp_field_cost(w->field, c.x, c.y);
}

/* Is the step on the best way, or not much worse? It may cost as much more as
 * the best one costs; and must lead to a cell of lower cost. */
static bool is_worth_it(const tp_Flow *w, tp_Cell from, int step, int way) {
  const tp_Grid *g = w->grid;
  tp_Cell to = beside(from, step);
  if (step == way) return true;
  uint64_t here = cost_of(w, from), there = cost_of(w, to);
  if (!can_enter(w, to) || there >= here) return false;
  uint64_t best = here - cost_of(w, beside(from, way));
  uint64_t by =
      tp_field_step(w->field, w->navmap, tp_grid_index(g, from.x, from.y),
                    tp_grid_index(g, to.x, to.y), step);
  return there + by <= here + best;
}

static bool may_cross(const tp_Flow *w, tp_Cell from, tp_Cell to, int way) {
  int d = tp_direction(to.x - from.x, to.y - from.y);
  if (d < 0 || !is_worth_it(w, from, d, way)) return false;
  return !tp_is_diagonal(d) || has_free_sides(w, from, d);
}

/* Goes on, for no more than *left world units, which it spends. False where
 * that is not allowed. */
TP_INLINE bool go(const tp_Flow *w, tp_Spot *s, tp_Heading by, int way,
                  double *left) {
  double scale = metric(w, by.x, by.y), step = *left / scale;
  bool is_last = step <= longest;
  if (!is_last) step = longest;
  tp_Spot to = {
      s->x + tp_product(by.x, step), s->y + tp_product(by.y, step), {0, 0}};
  if (tp_spot_is_in(&to, s->cell)) {
    to.cell = s->cell;
  } else if (!tp_spot_find_cell(w, &to) ||
             !may_cross(w, s->cell, to.cell, way)) {
    return false;
  }
  *left = is_last ? 0 : *left - tp_product(step, scale);
  *s = to;
  return true;
}

/* Goes to the corner that lies on a diagonal way, and past it. */
static void go_by_corner(const tp_Flow *w, tp_Spot *s, int way, double *left) {
  double x = s->cell.x + (tp_dx[way] > 0), y = s->cell.y + (tp_dy[way] > 0);
  double dx = x - s->x, dy = y - s->y;
  double far = sqrt(tp_product(dx, dx) + tp_product(dy, dy));
  double scale = far > 0 ? metric(w, dx / far, dy / far) : 1;
  double step = *left / scale;
  if (step < far - at_corner) {
    s->x += tp_product(dx / far, step);
    s->y += tp_product(dy / far, step);
    *left = 0;
    return;
  }
  s->x = x + tp_dx[way] * at_corner;
  s->y = y + tp_dy[way] * at_corner;
  s->cell = beside(s->cell, way);
  *left = step > far ? *left - tp_product(far, scale) : 0;
}

/* Goes along the side of its cell that it may not cross, where that still comes
 * nearer to the aim: else it would turn to and fro there. */
static bool slide(const tp_Flow *w, tp_Spot *s, tp_Heading by, tp_Vector aim,
                  int way, double *left) {
  double step = fmin(*left / metric(w, by.x, by.y), longest);
  double x = s->x + tp_product(by.x, step) - s->cell.x;
  bool is_across = x < 0 || x >= 1;
  tp_Heading on = {is_across  ? 0
                   : by.x < 0 ? -1
                              : 1,
                   is_across ? (by.y < 0 ? -1 : 1) : 0};
  tp_Vector v = {(int64_t)on.x * one, (int64_t)on.y * one};
  return tp_leads_to(v, aim) && go(w, s, on, way, left);
}

static void move(const tp_Flow *w, tp_Spot *s, unsigned ways, double *left) {
  bool is_blend;
  int way = tp_flow_step(ways);
  tp_Heading by = heading_at(w, s, ways, &is_blend);
  if (go(w, s, by, way, left)) return;
  if (is_blend) {
    tp_Vector aim = aim_of(w, s, way);
    if (slide(w, s, by, aim, way, left)) return;
    if (go(w, s, tp_heading_of(aim), way, left)) return;
  }
  if (tp_is_diagonal(way)) {
    go_by_corner(w, s, way, left);
  } else {
    *left = 0;
  }
}

/* ---- agents ------------------------------------------------------------- */

static double rounded(const tp_Flow *w, double v) {
  volatile float f = (float)v;
  return w->narrow ? (double)f : v;
}

/* Far enough from the border of its cell for any rounding? */
TP_INLINE bool is_inner(const tp_Flow *w, const tp_Spot *s, double x,
                        double y) {
  double right = s->x - s->cell.x, down = s->y - s->cell.y;
  double most = w->narrow ? 4096 : 1e9; /* in cells: rounding is far below */
  const double inside = TP_SPOT_INSIDE;
  return right > inside && right < 1 - inside && down > inside &&
         down < 1 - inside && fabs(x) < w->grid->cell_width * most &&
         fabs(y) < w->grid->cell_height * most;
}

/* Writes where the spot is; false where rounding moves it into another cell. */
TP_INLINE bool put(const tp_Flow *w, const tp_Spot *s, double *x, double *y) {
  double to_x = rounded(w, tp_spot_world_x(w, s->x));
  double to_y = rounded(w, tp_spot_world_y(w, s->y));
  if (!is_inner(w, s, to_x, to_y)) {
    tp_Spot is = {tp_spot_column(w, to_x), tp_spot_row(w, to_y), {0, 0}};
    if (!tp_spot_find_cell(w, &is) || !tp_same_cell(is.cell, s->cell))
      return false;
  }
  *x = to_x;
  *y = to_y;
  return true;
}

TP_INLINE void settle(const tp_Flow *w, tp_Spot *s, double *x, double *y) {
  if (put(w, s, x, y)) return;
  s->x = tp_spot_within(s->x, s->cell.x);
  s->y = tp_spot_within(s->y, s->cell.y);
  put(w, s, x, y);
}

/* The last part of the way, inside the cell of the goal. */
static tp_Drift arrive(const tp_Flow *w, tp_Cell goal, double left, double *x,
                       double *y) {
  double to_x = rounded(w, tp_spot_world_x(w, goal.x + 0.5));
  double to_y = rounded(w, tp_spot_world_y(w, goal.y + 0.5));
  double dx = to_x - *x, dy = to_y - *y;
  double far = sqrt(tp_product(dx, dx) + tp_product(dy, dy));
  bool is_there = far <= left;
  if (is_there) {
    *x = to_x;
    *y = to_y;
  } else {
    *x = rounded(w, *x + tp_product(dx, left / far));
    *y = rounded(w, *y + tp_product(dy, left / far));
  }
  return is_there ? TP_DRIFT_GOAL : TP_DRIFT_ON;
}

tp_Drift tp_flow_advance(const tp_Flow *w, double *x, double *y,
                         double distance) {
  tp_Spot s;
  unsigned ways;
  tp_Drift drift = find(w, *x, *y, &s, &ways);
  double left = distance;
  if (drift != TP_DRIFT_ON && drift != TP_DRIFT_GOAL) {
    if (drift != TP_DRIFT_BLOCKED || !tp_wayout_go(w, &s, &left)) return drift;
    /* From a border it comes out by no way at all. */
    if (distance > 0) settle(w, &s, x, y);
    ways = left > 0 ? ways_of(w, s.cell) : 1;
  }
  for (; ways && left > 0; ways = left > 0 ? ways_of(w, s.cell) : 1) {
    move(w, &s, ways, &left);
  }
  if (left < distance) settle(w, &s, x, y);
  if (ways) return TP_DRIFT_ON;
  if (!is_end(w, s.cell)) return TP_DRIFT_NONE;
  return arrive(w, s.cell, left, x, y);
}
