/* flow.c - from the costs of cells to motion between them.
 *
 * An agent goes in the direction of steer.h, a quarter of a cell at a time. If
 * it may not cross into the next cell, it slides along the border or turns to
 * its aim. If even the straight line there crosses into another cell, it goes
 * to the corner and passes it in one step.
 *
 * So every agent arrives: inside a cell each step comes nearer to the aim, and
 * no cell is entered twice, because costs only fall. No wall is entered and no
 * corner is cut: crossing a border is a straight step, which is always legal,
 * and a corner is passed only along a way of the field.
 *
 * A link is taken from the centre of its cell. No agent takes the same link
 * twice in a call, as costs fall along links, too.
 *
 * A step of an agent takes some 25 ns and no memory.
 */
#include "flow.h"

#include "../ask/bodyclearance.h"
#include "steer.h"

tp_Flow tp_flow_of(tp_Field *field, const tp_Navmap *navmap) {
  const tp_Profile *p = &navmap->profile;
  bool is_current = field->status == TP_FOUND &&
                    field->seen == navmap->changes.now && !field->asked.forward;
  if (is_current) tp_field_record_directions(field);
  return (tp_Flow){field,
                   navmap,
                   navmap->grid,
                   is_current ? field->directions : NULL,
                   0.5 * (p->wide - 1) - navmap->grid->first_x,
                   0.5 * (p->high - 1) - navmap->grid->first_y,
                   tp_body_is_there(navmap),
                   NULL};
}

/* ---- out of a blocked cell ---------------------------------------------- */

static bool leads_on(void *context, tp_Cell c) {
  const tp_Flow *w = context;
  const tp_Navmap *nav = w->navmap;
  return tp_field_is_end(w->field, nav, c.x, c.y) ||
         tp_field_directions(w->field, nav, c.x, c.y) != 0 ||
         tp_field_edge(w->field, nav, c, NULL);
}

static uint64_t cost_of(void *context, tp_Cell c) {
  return tp_field_cost(((const tp_Flow *)context)->field, c.x, c.y);
}

bool tp_flow_way_out(const tp_Flow *w, tp_Cell from, tp_WayOut *way) {
  tp_Flow flow = *w;
  const tp_Exits exits = {.leads = leads_on,
                          .rest = cost_of,
                          .factor = w->field->asked.factor,
                          .context = &flow};
  return tp_wayout_find(w->navmap, from, &exits, way);
}

/* The vector along a way out, in cells: to the middle of the next cell, or to
 * the corner on the way there. */
static tp_Heading way_on(const tp_Position *s, int d) {
  const double by = tp_is_diagonal(d) ? 0.5 : 1;
  const tp_Cell at = s->cell, next = tp_beside(at, d);
  const double dx = next.x - at.x, dy = next.y - at.y;
  const tp_Heading to = {at.x + 0.5 + by * dx - s->x,
                         at.y + 0.5 + by * dy - s->y};
  const bool is_there = fmax(fabs(to.x), fabs(to.y)) < TP_POSITION_INSIDE;
  return is_there ? (tp_Heading){dx, dy} : to;
}

/* Goes by up to *left, until the next cell begins. Short steps end near its
 * border. A corner is passed in one step, as a fence may stand beside it. */
static void go_towards(const tp_Flow *w, tp_Position *s, double *left, int d) {
  const tp_Cell from = s->cell;
  while (*left > 0 && tp_same_cell(s->cell, from)) {
    if (tp_is_diagonal(d)) {
      tp_steer_by_corner(w, s, d, left);
      continue;
    }
    const tp_Heading to = way_on(s, d);
    const double right = tp_product(to.x, w->grid->cell_width);
    const double down = tp_product(to.y, w->grid->cell_height);
    const double all = tp_length(right, down);
    const double far = tp_length(to.x, to.y);
    const double step = fmin(TP_STEER_LONGEST / far, 1);
    const double part = fmin(*left / all, step);
    *left = part < step ? 0 : *left - tp_product(part, all);
    s->x += tp_product(to.x, part);
    s->y += tp_product(to.y, part);
    tp_position_find_cell(w, s);
  }
}

/* Moves a position in a blocked cell by up to *left. The way out is found anew
 * in each cell: it falls by a step from cell to cell. False: there is none. */
static bool go_out(const tp_Flow *w, tp_Position *s, double *left, double *x,
                   double *y) {
  const bool stands = *left <= 0;
  tp_WayOut way;
  while (!tp_steer_can_enter(w, s->cell)) {
    if (!tp_flow_way_out(w, s->cell, &way)) return false;
    if (*left <= 0) break;
    go_towards(w, s, left, tp_wayout_first(&way));
  }
  if (!stands) tp_position_settle(w, s, x, y);
  return true;
}

/* ---- direction ---------------------------------------------------------- */

/* The ways on from a cell. If an edge leads on, there are none. */
TP_INLINE tp_Drift find_directions(const tp_Flow *w, tp_Cell c,
                                   unsigned *directions) {
  *directions = tp_steer_directions(w, c);
  if (*directions) return TP_DRIFT_ON;
  if (!tp_steer_can_enter(w, c)) return TP_DRIFT_BLOCKED;
  if (tp_field_edge(w->field, w->navmap, c, NULL)) return TP_DRIFT_ON;
  const bool is_end = tp_field_is_end(w->field, w->navmap, c.x, c.y);
  return is_end ? TP_DRIFT_GOAL : TP_DRIFT_NONE;
}

/* The position of the agent, and the ways on from its cell. */
TP_INLINE tp_Drift find_position(const tp_Flow *w, double x, double y,
                                 tp_Position *s, unsigned *directions) {
  *s = (tp_Position){tp_position_column(w, x), tp_position_row(w, y), {0, 0}};
  if (!tp_position_find_cell(w, s)) return TP_DRIFT_OUTSIDE;
  return find_directions(w, s->cell, directions);
}

/* The heading to the centre of its cell; false: the agent is there. */
static bool heading_to_middle(const tp_Flow *w, const tp_Position *s,
                              tp_Heading *to) {
  tp_Vector v = tp_steer_to_middle(tp_steer_fraction(s));
  if (v.x == 0 && v.y == 0) return false;
  bool is_tight = tp_steer_is_tight(w, s->cell);
  *to = is_tight ? tp_bodyflow_heading(w, s, 0) : tp_heading_of(v);
  return true;
}

/* For hexagons: straight to the centre of the next cell, or of this one if
 * there is none. */
static tp_Drift direction_over_hexagons(const tp_Flow *w, double x, double y,
                                        double *dx, double *dy) {
  const double near = w->grid->cell_width / (1 << TP_STEER_BITS);
  const tp_Place at = tp_grid_cell_at(w->grid, x, y);
  unsigned directions;
  if (!(at.x >= 0 && at.x < w->grid->width)) return TP_DRIFT_OUTSIDE;
  if (!(at.y >= 0 && at.y < w->grid->height)) return TP_DRIFT_OUTSIDE;
  tp_Cell to = {(int32_t)at.x, (int32_t)at.y};
  const tp_Drift drift = find_directions(w, to, &directions);
  if (drift == TP_DRIFT_NONE) return drift;
  const tp_Stagger stagger = w->grid->stagger;
  if (directions)
    to = tp_beside(to, tp_steer_step_from(stagger, to, directions));
  if (drift == TP_DRIFT_BLOCKED) {
    tp_WayOut way;
    if (!tp_flow_way_out(w, to, &way)) return drift;
    to = tp_beside(to, tp_wayout_first(&way));
  }
  const tp_Place middle = tp_grid_middle(w->grid, to.x, to.y);
  const double right = middle.x - x, down = middle.y - y;
  const double far = tp_length(right, down);
  if (!(far > near)) return drift == TP_DRIFT_GOAL ? drift : TP_DRIFT_LINK;
  *dx = right / far;
  *dy = down / far;
  return TP_DRIFT_ON;
}

tp_Drift tp_flow_direction(const tp_Flow *w, double x, double y, double *dx,
                           double *dy) {
  if (tp_is_hexagonal(w->grid->stagger)) {
    return direction_over_hexagons(w, x, y, dx, dy);
  }
  tp_Position s;
  tp_Heading to;
  bool is_blend;
  unsigned directions;
  tp_Drift drift = find_position(w, x, y, &s, &directions);
  if (drift == TP_DRIFT_ON && !directions) {
    if (!heading_to_middle(w, &s, &to)) return TP_DRIFT_LINK;
  } else if (drift == TP_DRIFT_ON && tp_steer_is_tight(w, s.cell)) {
    to = tp_bodyflow_heading(w, &s, directions);
  } else if (drift == TP_DRIFT_ON) {
    to = tp_steer_heading(w, &s, directions, &is_blend);
  } else if (drift == TP_DRIFT_GOAL) {
    if (!heading_to_middle(w, &s, &to)) return drift;
  } else if (drift == TP_DRIFT_BLOCKED) {
    tp_WayOut way;
    if (!tp_flow_way_out(w, s.cell, &way)) return drift;
    to = way_on(&s, tp_wayout_first(&way));
  } else {
    return drift;
  }
  double wide = w->grid->cell_width, high = w->grid->cell_height;
  double right = to.x * wide, down = to.y * high;
  double length = tp_length(right, down);
  *dx = right / length;
  *dy = down / length;
  return TP_DRIFT_ON;
}

/* ---- agents ------------------------------------------------------------- */

/* Goes to the centre of a cell without steps on: the last part of the path, in
 * the cell of the goal or of a link. */
static tp_Drift come_to_middle(const tp_Flow *w, tp_Position *s, double *left,
                               double *x, double *y) {
  if (tp_steer_is_tight(w, s->cell)) tp_bodyflow_arrive(w, s, left, x, y);
  double to_x = tp_position_world_x(w, s->cell.x + 0.5);
  double to_y = tp_position_world_y(w, s->cell.y + 0.5);
  double dx = to_x - *x, dy = to_y - *y;
  double far = tp_length(dx, dy);
  if (far <= *left) {
    *x = to_x;
    *y = to_y;
    *left -= far;
    return TP_DRIFT_GOAL;
  }
  *x += tp_product(dx, *left / far);
  *y += tp_product(dy, *left / far);
  *left = 0;
  return TP_DRIFT_ON;
}

/* Goes to the start of an edge and takes it; false if the distance ends
 * before. */
static bool take_edge(const tp_Flow *w, const tp_Edge *edge, tp_Position *s,
                      double *left, double *x, double *y) {
  const tp_Cell end = tp_unpack_cell(edge->to);
  if (!(*left > 0)) return false;
  if (come_to_middle(w, s, left, x, y) != TP_DRIFT_GOAL) return false;
  *s = (tp_Position){end.x + 0.5, end.y + 0.5, end};
  tp_position_settle(w, s, x, y);
  *s = (tp_Position){tp_position_column(w, *x), tp_position_row(w, *y), end};
  if (w->took_link) *w->took_link = true;
  return true;
}

tp_Drift tp_flow_advance(const tp_Flow *w, double *x, double *y,
                         double distance) {
  tp_Position s;
  unsigned directions;
  tp_Drift drift = find_position(w, *x, *y, &s, &directions);
  double left = distance;
  if (drift != TP_DRIFT_ON && drift != TP_DRIFT_GOAL) {
    if (drift != TP_DRIFT_BLOCKED) return drift;
    if (!go_out(w, &s, &left, x, y)) return drift;
    directions = left > 0 ? tp_steer_directions(w, s.cell) : 1;
  }
  for (tp_Edge edge;;) {
    const double had = left;
    directions = w->has_radius ? tp_bodyflow_move(w, &s, directions, &left)
                               : tp_steer_move(w, &s, directions, &left);
    if (left < had) tp_position_settle(w, &s, x, y);
    if (directions) return TP_DRIFT_ON;
    if (!tp_field_edge(w->field, w->navmap, s.cell, &edge)) break;
    if (!take_edge(w, &edge, &s, &left, x, y)) return TP_DRIFT_ON;
    directions = left > 0 ? tp_steer_directions(w, s.cell) : 1;
  }
  if (!tp_field_is_end(w->field, w->navmap, s.cell.x, s.cell.y)) {
    return TP_DRIFT_NONE;
  }
  return come_to_middle(w, &s, &left, x, y);
}
