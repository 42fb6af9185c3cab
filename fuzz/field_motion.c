/* field_motion.c - see field_motion.h. */
#include "field_motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge_body.h"

/* The cell of an agent: its top left one. */
tp_Cell stride_cell(const tp_Flow *flow, double x, double y) {
  const tp_Grid *g = flow->grid;
  const tp_Profile *p = &flow->navmap->profile;
  double column = (x - g->origin_x) / g->cell_width;
  double row = (y - g->origin_y) / g->cell_height;
  return (tp_Cell){(int32_t)floor(column - (p->wide - 1) / 2.0),
                   (int32_t)floor(row - (p->high - 1) / 2.0)};
}

static bool goes_by(const Trial *t, tp_Cell from, tp_Cell by, tp_Cell to) {
  double cost;
  int path[] = {from.x, from.y, by.x, by.y, to.x, to.y};
  return oracle_follow(&t->map, path, NULL, 3, &cost) == NULL;
}

/* Does a path lead round the end of a fence between two cells of a row or
 * column, by the two cells beside them, or by one of these? With one, a step is
 * diagonal and passes the corner. */
static bool goes_round(const Trial *t, tp_Cell from, tp_Cell to) {
  if (from.x != to.x && from.y != to.y) return false;
  for (int side = -1; side <= 1; side += 2) {
    double cost;
    int dx = from.x == to.x ? side : 0, dy = from.x == to.x ? 0 : side;
    tp_Cell a = {from.x + dx, from.y + dy}, b = {to.x + dx, to.y + dy};
    int path[] = {from.x, from.y, a.x, a.y, b.x, b.y, to.x, to.y};
    if (oracle_follow(&t->map, path, NULL, 4, &cost) == NULL) return true;
    if (goes_by(t, from, a, to) || goes_by(t, from, b, to)) return true;
  }
  return false;
}

/* May an agent get from a cell to another within a quarter of a cell's length:
 * by a side, by a corner, by two sides next to a corner, or round the end of a
 * fence? */
bool stride_is_legal(const Trial *t, tp_Cell from, tp_Cell to) {
  double cost;
  tp_Cell a = {from.x, to.y}, b = {to.x, from.y};
  int path[] = {from.x, from.y, to.x, to.y};
  if (abs(from.x - to.x) > 1 || abs(from.y - to.y) > 1) return false;
  if (tp_same_cell(from, to)) return true;
  if (oracle_follow(&t->map, path, NULL, 2, &cost) == NULL) return true;
  if (goes_round(t, from, to)) return true;
  return trial_is_free(t, to) && trial_is_free(t, a) && trial_is_free(t, b) &&
         (goes_by(t, from, a, to) || goes_by(t, from, b, to));
}

/* Does a link, or do several in a row, lead from cell to cell? From the end of
 * a link to the middle of the next one's cell is half a cell, unless the cells
 * are the same. */
static bool is_linked(const Trial *t, tp_Cell from, tp_Cell to) {
  static bool is_there[MAX_CELLS];
  bool goes_on = true, comes = false;
  memset(is_there, 0, sizeof is_there);
  is_there[trial_cell(t, from)] = true;
  while (goes_on && !comes) {
    goes_on = false;
    for (int i = 0; i < t->map.links; i++) {
      const OracleLink *l = &t->link[i];
      if (!is_there[l->from] || l->cost == INFINITY) continue;
      if (t->price[l->from] == INFINITY || t->price[l->to] == INFINITY)
        continue;
      if (l->to == trial_cell(t, to)) comes = true;
      if (!is_there[l->to]) is_there[l->to] = goes_on = true;
    }
  }
  return comes;
}

/* The same between two places, with less than a quarter of a cell besides
 * links: has the agent taken a link? A link puts it in the middle of a cell. */
bool stride_is_by_link(const Trial *t, const tp_Flow *flow, Place from,
                       Place to, double most) {
  const tp_Grid *g = flow->grid;
  tp_Cell a = stride_cell(flow, from.x, from.y),
          b = stride_cell(flow, to.x, to.y);
  const tp_Place middle =
      tp_grid_corner(g, b.x + 0.5 + flow->half_x, b.y + 0.5 + flow->half_y);
  double x = middle.x, y = middle.y;
  if (t->map.links == 0 || !trial_is_inside(t, a) || !trial_is_inside(t, b)) {
    return false;
  }
  if (hypot(to.x - from.x, to.y - from.y) <= most) return false;
  return hypot(to.x - x, to.y - y) <= most && is_linked(t, a, b);
}

/* Has the agent come from cell to cell by steps, or by links? */
bool stride_has_come(const Trial *t, const tp_Flow *flow, const Walker *from,
                     const Walker *to) {
  const tp_Grid *g = flow->grid;
  double most = from->speed + fmax(g->cell_width, g->cell_height) / 64;
  return stride_is_legal(t, stride_cell(flow, from->x, from->y),
                         stride_cell(flow, to->x, to->y)) ||
         stride_is_by_link(t, flow, (Place){from->x, from->y},
                           (Place){to->x, to->y}, most);
}

static double distance_of(double dx, double dy) {
  return hypot(fmax(dx, 0), fmax(dy, 0));
}

/* The distance to the nearer of a cell's left and upper sides that are closed
 * in this way. */
static double nearest_side(const Trial *t, const tp_Flow *flow, tp_Cell c,
                           double x, double y, bool one_way) {
  const tp_Grid *g = flow->grid;
  const World *w = &t->world;
  const tp_Place corner = tp_grid_corner(g, c.x, c.y);
  double left = corner.x, top = corner.y;
  double dx = fmax(left - x, x - left - g->cell_width);
  double dy = fmax(top - y, y - top - g->cell_height), least = INFINITY;
  if (!w->has_fences || !trial_is_inside(t, c)) return least;
  int at_left = w->shut_left[trial_cell(t, c)];
  int at_top = w->shut_top[trial_cell(t, c)];
  if (at_left && (at_left != 3) == one_way) {
    least = fmin(least, distance_of(fabs(x - left), dy));
  }
  if (at_top && (at_top != 3) == one_way) {
    least = fmin(least, distance_of(dx, fabs(y - top)));
  }
  return least;
}

/* The distance from the agent's middle to the nearest blocked cell or fence
 * closed both ways, in world units, up to the agent's radius. `one_way`: to the
 * nearest fence that is closed one way. */
static double nearest_wall(const Trial *t, const tp_Flow *flow, double x,
                           double y, bool one_way) {
  const tp_Grid *g = flow->grid;
  double r = t->body.radius, least = r;
  int left = (int)floor((x - r - g->origin_x) / g->cell_width);
  int right = (int)floor((x + r - g->origin_x) / g->cell_width);
  int top = (int)floor((y - r - g->origin_y) / g->cell_height);
  int bottom = (int)floor((y + r - g->origin_y) / g->cell_height);
  for (int row = top; row <= bottom; row++) {
    for (int column = left; column <= right; column++) {
      bool is_inside = trial_is_inside(t, (tp_Cell){column, row});
      tp_Cell c = {column, row};
      least = fmin(least, nearest_side(t, flow, c, x, y, one_way));
      if (one_way) continue;
      if (is_inside && world_price_at(&t->world, column, row) < INFINITY) {
        continue;
      }
      const tp_Place corner = tp_grid_corner(g, column, row);
      double wx = corner.x, wy = corner.y;
      double dx = fmax(fmax(wx - x, x - wx - g->cell_width), 0);
      double dy = fmax(fmax(wy - y, y - wy - g->cell_height), 0);
      least = fmin(least, hypot(dx, dy));
    }
  }
  return least;
}

static int64_t part_of(double v) { return (int64_t)floor(v * 65536 + 0.5); }

/* The agent's place as a point of sight. */
static tp_Point point_of(const tp_Flow *flow, double x, double y) {
  const tp_Grid *g = flow->grid;
  return (tp_Point){part_of((x - g->origin_x) / g->cell_width - flow->half_x),
                    part_of((y - g->origin_y) / g->cell_height - flow->half_y)};
}

/* An agent that went its full distance went straight. Looks at all cells around
 * that segment, with a hair of tolerance for rounding. */
static bool is_swept_clear(Trial *t, const tp_Flow *flow, const Walker *w,
                           const Walker *from) {
  const tp_Grid *g = flow->grid;
  double r = t->body.radius, part = fmax(g->cell_width, g->cell_height) / 65536;
  Sweep sweep = {point_of(flow, from->x, from->y),
                 point_of(flow, w->x, w->y),
                 {0, 0, 0, 0},
                 SWEEP_BOTH_WAYS};
  double gone = hypot(w->x - from->x, w->y - from->y);
  if (gone < w->speed * (1 - 1e-9) || r < 8 * part) return true;
  t->body.radius = r - 4 * part;
  bool passes = judge_body_passes(t, &sweep, NULL);
  t->body.radius = r;
  return passes;
}

/* Once the body is clear of all walls it stays so, up to the rounding of its
 * place and radius. An agent that passes a one-way wall lies across the wall
 * for a while, and is not clear. */
void stride_judge_clearance(Trial *t, const tp_Flow *flow, Walker *w,
                            const Walker *from) {
  const tp_Grid *g = flow->grid;
  double r = t->body.radius, part = fmax(g->cell_width, g->cell_height) / 65536;
  double place = fmax(fabs(w->x), fabs(w->y));
  double rounding = 2 * part + place * 1e-14;
  if (r == 0) return;
  double near = nearest_wall(t, flow, w->x, w->y, false);
  trial_expect(t, !w->is_clear || near >= r - rounding,
               "a body at %.17g, %.17g comes to %.17g of a wall, not %.17g",
               w->x, w->y, near, r);
  trial_expect(t, !w->is_clear || is_swept_clear(t, flow, w, from),
               "a body comes past a wall from %.17g, %.17g to %.17g, %.17g",
               from->x, from->y, w->x, w->y);
  if (near >= r) w->is_clear = true;
  if (nearest_wall(t, flow, w->x, w->y, true) < r) w->is_clear = false;
}
