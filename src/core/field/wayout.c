/* wayout.c - agents that stand where something was built.
 *
 * Only the cell decides where an agent goes: it makes for the middle of its
 * cell's way out, and asks again in each cell on the way. So the result does
 * not depend on how the motion is cut into calls.
 *
 * Each agent comes out: it goes only to cells nearer to its aim by columns or
 * by rows. From there the old aim takes no more steps, costs no more to reach
 * (a diagonal step counts at least as much as a straight one), and is no later
 * in reading order. The same holds for the new aim. As long as these are equal,
 * the aim stays the same and comes nearer.
 *
 * The search goes by rows from the agent's outwards, and in each row by columns
 * outwards, 64 blocked cells at a time. Rows further away than the best cell
 * are not read. So it costs a few words for each row, plus a look at each cell
 * that may be entered but leads nowhere. No memory. Agents elsewhere pay
 * nothing.
 */
#include "steer.h"

#include "../agent/metric.h"

/* ---- the nearest cell --------------------------------------------------- */

typedef struct Quest {
  const tp_Flow *flow;
  tp_Cell from;
  tp_Metric steps, costs;
  bool is_found;
  tp_Cell best;
  uint64_t far, cost; /* of the best cell; at first above any */
} Quest;

/* The most that a step costs, in the field's unit. */
static tp_Metric dearest(const tp_Flow *w) {
  const tp_Costs *c = &w->navmap->costs;
  const int class = tp_costs_dearest(c);
  if (class < 0) return (tp_Metric){0};
  tp_Metric m = {.both = c->step[1][class], .along = c->step[0][class]};
  if (tp_is_four(w->navmap->profile.diagonal)) m.both = 2 * m.along;
  if (m.both < m.along) m.both = m.along;
  m.both *= w->field->asked.factor;
  m.along *= w->field->asked.factor;
  m.stagger = w->navmap->moves.stagger;
  return m;
}

static bool leads_on(const tp_Flow *w, tp_Cell c) {
  return tp_field_is_end(w->field, w->navmap, c.x, c.y) ||
         tp_field_ways(w->field, w->navmap, c.x, c.y) != 0 ||
         tp_field_edge(w->field, w->navmap, c, NULL);
}

/* Looks at a cell that may be entered. */
static void look(Quest *q, tp_Cell c) {
  uint64_t cost = tp_field_cost(q->flow->field, c.x, c.y);
  if (cost == TP_FAR) return;
  uint64_t far = tp_metric_between(q->steps, q->from, c);
  cost += tp_metric_between(q->costs, q->from, c);
  if (far > q->far || (far == q->far && cost > q->cost)) return;
  bool is_later = c.y > q->best.y || (c.y == q->best.y && c.x > q->best.x);
  if (far == q->far && cost == q->cost && is_later) return;
  if (!leads_on(q->flow, c)) return;
  q->is_found = true;
  q->best = c;
  q->far = far;
  q->cost = cost;
}

/* The most columns to either side in that row at which a cell is no further
 * than the best one; negative: none. */
static int32_t reach(const Quest *q, int32_t y) {
  int32_t far = (int32_t)q->far, apart = (int32_t)tp_apart(q->from.y, y);
  if (apart > far) return -1;
  return q->steps.both == 1 ? far : far - apart;
}

static void look_right(Quest *q, int32_t y) {
  const tp_Mask *m = q->flow->navmap->mask;
  const tp_Rect *area = &q->flow->field->area;
  int32_t x = tp_greater(q->from.x, area->x);
  for (;; x++) {
    int32_t end = q->from.x + reach(q, y) + 1;
    end = tp_lesser(end, area->x + area->w);
    if (x >= end) return;
    x = tp_mask_next(m, y, x, end);
    if (x >= end) return;
    look(q, (tp_Cell){x, y});
  }
}

static void look_left(Quest *q, int32_t y) {
  const tp_Mask *m = q->flow->navmap->mask;
  const tp_Rect *area = &q->flow->field->area;
  int32_t x = tp_lesser(q->from.x, area->x + area->w) - 1;
  for (;; x--) {
    int32_t first = tp_greater(q->from.x - reach(q, y), area->x);
    x = tp_mask_last(m, y, x, first);
    if (x < first) return;
    look(q, (tp_Cell){x, y});
  }
}

static void look_along(Quest *q, int32_t y) {
  const tp_Rect *area = &q->flow->field->area;
  if (y < area->y || y >= area->y + area->h) return;
  look_right(q, y);
  look_left(q, y);
}

bool tp_wayout_find(const tp_Flow *w, tp_Cell from, tp_Cell *out) {
  bool four = tp_is_four(w->navmap->profile.diagonal);
  Quest q = {.flow = w,
             .from = from,
             .steps = {four ? 2 : 1, 1, w->navmap->moves.stagger},
             .costs = dearest(w),
             .far = TP_WAYOUT_STEPS,
             .cost = TP_FAR};
  for (int32_t n = 0; n <= (int32_t)q.far; n++) {
    look_along(&q, from.y - n);
    if (n > 0) look_along(&q, from.y + n);
  }
  *out = q.best;
  return q.is_found;
}

/* ---- the way there ------------------------------------------------------ */

/* In cells: this far from the border a coordinate is inside the cell. */
static const double nudge = 1.0 / (1 << 30);

static void aim_at(const tp_Position *s, tp_Cell out, double *dx, double *dy) {
  *dx = out.x + 0.5 - s->x;
  *dy = out.y + 0.5 - s->y;
}

bool tp_wayout_aim(const tp_Flow *w, const tp_Position *s, double *dx,
                   double *dy) {
  tp_Cell out;
  if (!tp_wayout_find(w, s->cell, &out)) return false;
  aim_at(s, out, dx, dy);
  return true;
}

/* The part of the line to an aim that lies before the cell's border, on one
 * axis; 1 if the aim is in the same column or row. */
static double part_until_border(double at, int32_t cell, int32_t aim,
                                double way) {
  if (aim == cell) return 1;
  double border = aim > cell ? cell + 1 : cell;
  return (border - at) / way;
}

static int32_t towards(int32_t from, int32_t to) {
  return from < to ? from + 1 : from > to ? from - 1 : from;
}

/* Goes as far as the next cell, or by *left. */
static void go_a_cell(const tp_Flow *w, tp_Position *s, tp_Cell out,
                      double *left) {
  double dx, dy;
  aim_at(s, out, &dx, &dy);
  double part_x = part_until_border(s->x, s->cell.x, out.x, dx);
  double part_y = part_until_border(s->y, s->cell.y, out.y, dy);
  bool is_across = part_x <= part_y;
  double all = tp_position_length(w, dx, dy),
         part = is_across ? part_x : part_y;
  double step = tp_product(part, all);
  if (*left < step) {
    part = *left / all;
    *left = 0;
  } else {
    *left -= step;
    if (is_across) s->cell.x = towards(s->cell.x, out.x);
    if (!is_across) s->cell.y = towards(s->cell.y, out.y);
  }
  s->x += tp_product(dx, part);
  s->y += tp_product(dy, part);
  s->x = fmin(fmax(s->x, s->cell.x), s->cell.x + 1 - nudge);
  s->y = fmin(fmax(s->y, s->cell.y), s->cell.y + 1 - nudge);
}

bool tp_wayout_go(const tp_Flow *w, tp_Position *s, double *left, double *x,
                  double *y) {
  const tp_Mask *m = w->navmap->mask;
  bool stands = *left <= 0;
  tp_Cell out;
  while (!tp_mask_has(m, s->cell.x, s->cell.y)) {
    if (!tp_wayout_find(w, s->cell, &out)) return false;
    if (*left <= 0) break;
    go_a_cell(w, s, out, left);
  }
  if (!stands) tp_position_settle(w, s, x, y);
  return true;
}
