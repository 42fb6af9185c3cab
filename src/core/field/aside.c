/* aside.c - see aside.h.
 *
 * An agent from a to the place b that the flow has for it looks at all others
 * (placed.h), at those before it where they have come to. It
 *
 *     goes      where nobody is nearer to b than apart; or where only agents
 *               after it are, none of them nearer than half of that;
 *     slides    else to b pushed out of those, c, or round who stands in front,
 *               if nobody is near there, and it is downhill (hill.h);
 *     presses   else, off the ground of a pile, closer than apart to those in
 *               it: they make way, and those behind them, once in a call;
 *     gives way where somebody is near even to where it is: to c, or to a moved
 *               out of those, if they are farther off there;
 *     stands    else.
 *
 *              .---.                       Who stands and has only such in its
 *         b   /     \                      way as have arrived, has arrived as
 *        /   |   1   |                     well: on the ground that the pile
 *       / c   \     /                      needs (pile.h), or if nobody before
 *      a       '---'                       it moves any more.
 *
 * A place off the flow lies within a quarter of a cell, in the same cell or one
 * beside it to which a step is legal, a diagonal one between two free cells
 * only; and the body passes there (girth.h). So nothing leads into a wall or
 * through a corner, wherever the others are.
 */
#include "aside.h"

#include "girth.h"
#include "hill.h"
#include "steer.h"

/* ---- places off the flow ------------------------------------------------ */

typedef tp_AsidePoint Point;
typedef tp_AsideAgent Agent;

static Point point_of(const tp_Aside *k, uint32_t agent) {
  const tp_Place *place = &k->placed.place[agent];
  return (Point){place->world_x, place->world_y};
}

/* A direction for who stands right on another one: each has its own. */
static Point direction_of(uint32_t number) {
  uint32_t by = (number + 1) * 0x9e3779b1u;
  double x = (double)(by >> 16) - 32767.5, y = (double)(by & 0xffff) - 32767.5;
  double far = tp_hill_length(x, y);
  return (Point){x / far, y / far};
}

/* Out of all that are near, as far as that goes in some rounds. */
static Point pushed_out(const tp_Aside *k, const tp_Near *near, uint32_t number,
                        Point p) {
  const double nearest = tp_product(k->placed.apart, k->placed.apart);
  const double apart = k->placed.apart * (1 + 1.0 / 2048);
  uint32_t clear = 0; /* so many of them, one after the other */
  for (uint32_t i = 0; i < 3 * near->count && clear < near->count; i++) {
    Point of = point_of(k, near->who[i % near->count]);
    double dx = p.x - of.x, dy = p.y - of.y;
    double square = tp_product(dx, dx) + tp_product(dy, dy);
    clear = square < nearest ? 0 : clear + 1;
    if (clear > 0) continue;
    double far = sqrt(square);
    Point by = {dx / far, dy / far};
    if (far == 0) by = direction_of(number);
    p.x = of.x + tp_product(by.x, apart);
    p.y = of.y + tp_product(by.y, apart);
  }
  return p;
}

/* No farther off than that. */
static Point brought_near(Point from, Point to, double most) {
  double dx = to.x - from.x, dy = to.y - from.y, far = tp_hill_length(dx, dy);
  if (far <= most) return to;
  return (Point){from.x + tp_product(dx, most / far),
                 from.y + tp_product(dy, most / far)};
}

/* Rounds a place to where it can be kept. May an agent go there straight from a
 * spot? */
static bool may_go(const tp_Flow *w, const tp_Spot *from, Point *p,
                   tp_Spot *to) {
  p->x = tp_spot_rounded(w, p->x);
  p->y = tp_spot_rounded(w, p->y);
  *to = tp_aside_spot(w, p->x, p->y);
  if (!tp_aside_is_open(w, to)) return false;
  tp_Cell a = from->cell, b = to->cell;
  if (!tp_same_cell(a, b)) {
    int d = tp_direction(b.x - a.x, b.y - a.y);
    if (d < 0) return false;
    bool is_free = tp_is_diagonal(d) ? tp_steer_has_sides(w, a, d)
                                     : !tp_steer_is_barred(w, a, d);
    if (!is_free) return false;
  }
  return !w->has_girth || tp_girth_may_shift(w, from, to);
}

/* ---- steps -------------------------------------------------------------- */

static bool is_clear(const tp_Near *near) { return near->count == 0; }

/* Is it worth leaving who is near for another place? Both are squared distances
 * to the nearest. */
static bool is_better(const tp_Aside *k, int64_t there, int64_t here,
                      double part) {
  double more = sqrt((double)here) + k->placed.apart * k->placed.parts * part;
  return there == INT64_MAX || sqrt((double)there) > more;
}

/* A place off the flow that an agent thinks of. */
typedef struct Thought {
  Point at;
  tp_Spot spot;
  tp_Near near;
  bool is_legal;
} Thought;

static Thought think(const tp_Aside *k, const Agent *a, const tp_Spot *from,
                     Point at) {
  Thought t = {.at = at};
  t.is_legal = may_go(&k->flow, from, &t.at, &t.spot);
  if (t.is_legal) {
    tp_placed_look(&k->placed, a->number, t.at.x, t.at.y, &t.near);
  }
  return t;
}

/* ---- round those in front ----------------------------------------------- */

/* Who of those that are near stands most in the way of who wants to get from
 * there to `on`. */
static Point in_front(const tp_Aside *k, const tp_Near *near, Point from,
                      Point on) {
  double dx = on.x - from.x, dy = on.y - from.y, most = -INFINITY;
  Point first = point_of(k, near->who[0]);
  for (uint32_t i = 0; i < near->count; i++) {
    Point p = point_of(k, near->who[i]);
    double x = p.x - from.x, y = p.y - from.y, far = tp_hill_length(x, y);
    double along = tp_product(dx, x / far) + tp_product(dy, y / far);
    if (!(along > most)) continue;
    most = along;
    first = p;
  }
  return first;
}

/* A step round one, on that side (1, -1). */
static Point round_by(const tp_Aside *k, Point at, Point who, int side,
                      double by) {
  const double apart = k->placed.apart * (1 + 1.0 / 2048);
  double dx = at.x - who.x, dy = at.y - who.y, far = tp_hill_length(dx, dy);
  if (far == 0) return at;
  Point to = {at.x - tp_product(side * (dy / far), by),
              at.y + tp_product(side * (dx / far), by)};
  dx = to.x - who.x;
  dy = to.y - who.y;
  far = tp_hill_length(dx, dy);
  return (Point){who.x + tp_product(dx / far, apart),
                 who.y + tp_product(dy / far, apart)};
}

/* At the goal where one of those near has arrived; else where one waits. */
static uint32_t root_among(const tp_Aside *k, const tp_Near *near) {
  uint32_t root = TP_NOBODY;
  for (uint32_t i = 0; i < near->count; i++) {
    const tp_Place *p = &k->placed.place[near->who[i]];
    if (p->root == TP_NOBODY) continue;
    root = p->root;
    if (p->has_arrived) break;
  }
  return root;
}

static bool has_arrived_among(const tp_Aside *k, const tp_Near *near) {
  for (uint32_t i = 0; i < near->count; i++) {
    if (k->placed.place[near->who[i]].has_arrived) return true;
  }
  return false;
}

/* Towards the goal of that agent; of nobody. */
static tp_Hill hill_at(const tp_Aside *k, const tp_Spot *s, uint32_t root) {
  const tp_Flow *w = &k->flow;
  size_t i = tp_grid_index(w->grid, s->cell.x, s->cell.y);
  tp_Hill h = {.flow = w, .has_goal = root != TP_NOBODY};
  h.step = (double)tp_field_step(w->field, w->navmap, i, i, TP_E);
  if (!h.has_goal) return h;
  Point goal = point_of(k, root);
  h.goal_x = tp_spot_column(w, goal.x);
  h.goal_y = tp_spot_row(w, goal.y);
  return h;
}

/* The lowest of the places to which an agent may slide, if it is lower than
 * where it is by as much as a step round the foot of who stands straight in its
 * way is at least. */
static bool slide(const tp_Aside *k, Agent *a, const tp_Spot *from, Point on,
                  const tp_Near *ahead, double by, bool *is_unsettled) {
  const tp_Hill hill = hill_at(k, from, a->root);
  const double most = fmin(2 * by, k->quarter);
  double cells = by / (4 * k->quarter);
  double flat = fmin(1.0 / 16, by / (16 * k->placed.apart));
  double least =
      tp_hill_height(&hill, from) - tp_product(hill.step, cells * flat);
  bool is_found = false;
  Point best = a->at, who = best;
  if (hill.has_goal) who = in_front(k, ahead, a->at, on);
  for (int i = 0; i < (hill.has_goal ? 3 : 1); i++) {
    Point to = i ? round_by(k, a->at, who, 3 - 2 * i, by)
                 : pushed_out(k, ahead, a->number, on);
    Thought t = think(k, a, from, brought_near(a->at, to, most));
    if (!t.is_legal) continue;
    double high = tp_hill_height(&hill, &t.spot);
    if (!(high < least)) continue;
    *is_unsettled |= t.near.is_unsettled;
    if (!is_clear(&t.near)) continue;
    least = high;
    best = t.at;
    is_found = true;
  }
  a->at = best;
  return is_found;
}

/* Off those that are near even to where it is: on its way if that helps, else
 * straight off. */
static bool give_way(const tp_Aside *k, Agent *a, const tp_Spot *from, Point on,
                     const tp_Near *ahead, const tp_Near *here, double by) {
  Point out[2];
  out[0] = pushed_out(k, ahead, a->number, on);
  out[1] = pushed_out(k, here, a->number, a->at);
  for (int i = 0; i < 2; i++) {
    Thought t =
        think(k, a, from, brought_near(a->at, out[i], fmin(by, k->quarter)));
    if (!t.is_legal || !is_better(k, t.near.least, here->least, 1.0 / 64))
      continue;
    a->at = t.at;
    return true;
  }
  return false;
}

/* Is it on the ground that the pile at a goal needs? */
static bool is_in_pile(const tp_Aside *k, const tp_Spot *s, uint32_t root) {
  uint32_t agents = k->placed.place[root].pile + 1;
  return tp_hill_left(&k->flow, s) <= tp_pile_reach(&k->pile[root], agents);
}

/* Is nobody nearer than half as far as apart? */
static bool is_roomy(const tp_Aside *k, const tp_Near *near) {
  return near->least >= k->placed.near / 4;
}

/* Is nobody so near that who presses may not come there? */
static bool may_press(const tp_Aside *k, const tp_Near *near) {
  return !near->is_unsettled && near->least >= k->placed.near / 16 * 9;
}

/* A place on the flow, so far ahead. */
static Thought think_ahead(const tp_Aside *k, const Agent *a, double by) {
  Thought t = {.at = a->at, .is_legal = true};
  tp_flow_advance(&k->flow, &t.at.x, &t.at.y, by);
  tp_placed_look(&k->placed, a->number, t.at.x, t.at.y, &t.near);
  return t;
}

/* On towards the goal, as far as that goes, closer to those who have arrived
 * than apart. */
static bool press(const tp_Aside *k, Agent *a, double by) {
  for (int i = 0; i < 3; i++) {
    Thought t = think_ahead(k, a, by / (1 << i));
    if (!may_press(k, &t.near)) continue;
    if (t.at.x == a->at.x && t.at.y == a->at.y) return false;
    a->at = t.at;
    return true;
  }
  return false;
}

/* Where somebody is near to where the flow leads: `on`. */
static tp_AsideStep step_aside(const tp_Aside *k, Agent *a, Point on,
                               const tp_Near *ahead, double by) {
  tp_Near here;
  tp_Spot from = tp_aside_spot(&k->flow, a->at.x, a->at.y);
  tp_spot_find_cell(&k->flow, &from);
  bool is_on = a->drift != TP_DRIFT_NONE, is_unsettled = ahead->is_unsettled;
  tp_Drift drift = a->drift;
  a->drift = is_on ? TP_DRIFT_ON : TP_DRIFT_NONE;
  a->root = root_among(k, ahead);
  if (is_on && slide(k, a, &from, on, ahead, by, &is_unsettled))
    return TP_SLIDES;
  bool is_out = k->may_press && is_on && a->root != TP_NOBODY &&
                has_arrived_among(k, ahead) && !is_in_pile(k, &from, a->root);
  if (is_out && !is_unsettled && press(k, a, by)) return TP_PRESSES;
  tp_placed_look(&k->placed, a->number, a->at.x, a->at.y, &here);
  bool is_behind = has_arrived_among(k, ahead);
  if (is_on && ahead->moved == 0 && is_roomy(k, ahead)) {
    a->root = tp_placed_touches(&k->placed, on.x, on.y);
    is_behind = a->root != TP_NOBODY;
    bool is_out_there =
        is_behind && k->may_press && !is_in_pile(k, &from, a->root);
    if (!is_behind || is_out_there) {
      a->drift = drift;
      a->at = on;
      return TP_GOES;
    }
  }
  a->rests = is_on && !is_unsettled && is_behind && is_roomy(k, &here) &&
             (!k->stirs || is_in_pile(k, &from, a->root));
  a->is_tight = !is_clear(&here);
  if (is_clear(&here) || (a->rests && here.moved == 0)) return TP_STANDS;
  bool is_off = give_way(k, a, &from, on, ahead, &here, by);
  if (is_off) a->rests = false;
  return is_off ? TP_GIVES_WAY : TP_STANDS;
}

/* Where somebody is near to where a link leads: it waits; or has arrived, where
 * those have who are there. */
static tp_AsideStep wait_for_link(const tp_Aside *k, Agent *a,
                                  const tp_Near *there) {
  tp_Spot from = tp_aside_spot(&k->flow, a->at.x, a->at.y);
  tp_spot_find_cell(&k->flow, &from);
  a->drift = TP_DRIFT_ON;
  a->root = root_among(k, there);
  a->rests = a->root != TP_NOBODY && has_arrived_among(k, there) &&
             (!k->stirs || is_in_pile(k, &from, a->root));
  return TP_STANDS;
}

tp_AsideStep tp_aside_step(const tp_Aside *k, Agent *a, double by) {
  tp_Near near;
  Point on = a->on;
  tp_placed_look(&k->placed, a->number, on.x, on.y, &near);
  if (a->by_link && !is_clear(&near)) return wait_for_link(k, a, &near);
  if (!is_clear(&near)) return step_aside(k, a, on, &near, by);
  bool is_moved = on.x != a->at.x || on.y != a->at.y;
  a->at = on;
  return is_moved ? TP_GOES : TP_STANDS;
}

/* ---- those that are pressed ---------------------------------------------- */

/* Out of some of those that are near: that have pressed or been pushed; or that
 * have moved, all in this call. */
static Point out_of(const tp_Aside *k, const tp_Near *near, bool is_pressed,
                    const Agent *a) {
  tp_Near some = {.count = 0};
  for (uint32_t i = 0; i < near->count; i++) {
    const tp_Place *place = &k->placed.place[near->who[i]];
    if (is_pressed ? place->is_fixed : place->has_moved) {
      some.who[some.count++] = near->who[i];
    }
  }
  return pushed_out(k, &some, a->number, a->at);
}

/* So much farther from a point. */
static Point away_from(Point at, Point from, double by) {
  double dx = at.x - from.x, dy = at.y - from.y, far = tp_hill_length(dx, dy);
  if (far == 0) return at;
  return (Point){at.x + tp_product(dx, by / far),
                 at.y + tp_product(dy, by / far)};
}

static Point halfway(Point from, Point to) {
  return (Point){from.x + (to.x - from.x) / 2, from.y + (to.y - from.y) / 2};
}

/* Is it out of all that have moved there? */
static bool is_way_out(const tp_Aside *k, const Agent *a, const tp_Spot *from,
                       Point to) {
  Thought t = think(k, a, from, to);
  return t.is_legal && t.near.moved == 0;
}

/* Where there is no room for all, two would drive each other to and fro for
 * ever once all have arrived: so they go half of the way. */
void tp_aside_make_room(const tp_Aside *k, Agent *a, double by) {
  tp_Near here;
  tp_placed_look(&k->placed, a->number, a->at.x, a->at.y, &here);
  a->is_tight = !is_clear(&here);
  if (here.moved == 0) return;
  tp_Spot from = tp_aside_spot(&k->flow, a->at.x, a->at.y);
  tp_spot_find_cell(&k->flow, &from);
  Point to =
      brought_near(a->at, out_of(k, &here, false, a), fmin(by, k->quarter));
  if (k->is_calm && !is_way_out(k, a, &from, to)) to = halfway(a->at, to);
  Point ways[4];
  ways[0] = to;
  ways[1] = (Point){to.x, a->at.y};
  ways[2] = (Point){a->at.x, to.y};
  ways[3] =
      away_from(a->at, point_of(k, a->root), fmin(by, k->placed.apart / 32));
  for (int i = 0; i < (k->is_calm ? 4 : 3); i++) {
    Thought t = think(k, a, &from, ways[i]);
    bool is_outward =
        k->is_calm && t.near.least >= k->placed.near / 16 * 9 &&
        is_better(k, t.near.least_moved, here.least_moved, 1.0 / 65536);
    if (!t.is_legal) continue;
    if (!is_outward && !is_better(k, t.near.least, here.least, 1.0 / 64))
      continue;
    a->at = t.at;
    return;
  }
}

/* May one that makes way go there? On the flow, as one who walks. */
static bool may_make_way(const tp_Aside *k, const Agent *a, const Thought *t,
                         bool is_on_flow) {
  int64_t least = is_on_flow ? k->placed.near / 4 : k->placed.near / 16 * 9;
  bool is_moved = t->at.x != a->at.x || t->at.y != a->at.y;
  return t->is_legal && is_moved && t->near.least >= least;
}

/* Makes way, by no more than that: straight; or on towards the goal, as through
 * a door; or along a wall. */
static bool make_way(tp_Aside *k, uint32_t number, double most) {
  enum { WAYS = 4, FLOW = 1 };
  Agent a = {.number = number, .at = point_of(k, number)};
  tp_Near here;
  tp_Spot from = tp_aside_spot(&k->flow, a.at.x, a.at.y);
  if (!tp_aside_is_open(&k->flow, &from)) return false;
  tp_placed_look(&k->placed, number, a.at.x, a.at.y, &here);
  Point to = out_of(k, &here, true, &a);
  to = brought_near(a.at, to, fmin(most, k->quarter));
  double by = tp_hill_length(to.x - a.at.x, to.y - a.at.y);
  const Point ways[WAYS] = {to, to, {to.x, a.at.y}, {a.at.x, to.y}};
  for (int i = 0; i < WAYS; i++) {
    Thought t =
        i == FLOW ? think_ahead(k, &a, by) : think(k, &a, &from, ways[i]);
    if (!may_make_way(k, &a, &t, i == FLOW)) continue;
    tp_placed_move(&k->placed, number, t.at.x, t.at.y);
    return true;
  }
  return false;
}

/* Those at a place who have arrived, and are to make way, into the queue. */
static size_t add_pressed(const tp_Aside *k, uint32_t number, uint32_t *queue) {
  tp_Near near;
  size_t count = 0;
  Point at = point_of(k, number);
  tp_placed_look(&k->placed, number, at.x, at.y, &near);
  for (uint32_t i = 0; i < near.count; i++) {
    tp_Place *place = &k->placed.place[near.who[i]];
    bool is_root = place->root == near.who[i];
    if (!place->has_arrived || is_root || place->is_fixed) continue;
    place->is_fixed = 1;
    queue[count++] = near.who[i];
  }
  return count;
}

void tp_aside_press(tp_Aside *k, const tp_Swarm *swarm, uint32_t agent,
                    uint32_t *queue) {
  k->placed.place[agent].is_fixed = 1;
  size_t count = add_pressed(k, agent, queue);
  for (size_t i = 0; i < count; i++) {
    uint32_t who = queue[i];
    double most = tp_swarm_distance(swarm, who);
    if (!(most > 0) || !make_way(k, who, most)) continue;
    tp_numbers_put(&swarm->x, who, k->placed.place[who].world_x);
    tp_numbers_put(&swarm->y, who, k->placed.place[who].world_y);
    count += add_pressed(k, who, queue + count);
  }
}
