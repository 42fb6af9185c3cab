/* separation.c - agents that keep apart. Each in turn goes on, slides, goes
 * first, makes room, or stands.
 *
 * The flow leads an agent from a to b. If no other agent is nearer to b than
 * `apart`, except those behind it from which the step leads away, the agent
 * goes there. Otherwise the agent
 *
 *     slides      to b, pushed out of all agents that are too near; or past
 *                 them, by a step 60 degrees to either side;
 *     goes first  to b, by a fourth of the distance, if it is in front of all
 *                 agents that are nearer to a than `apart`, and comes too near
 *                 to none;
 *     makes room  if others are too near to a: by half of what is missing;
 *     stands      else.
 *
 * Too near is nearer than three quarters of `apart`. For an agent in front
 * (with less of its path left) that has not arrived, it is nearer than `apart`.
 * No slide ends too near to another agent, and each shortens the path. An agent
 * makes room only at a place where the nearest agent is further away.
 *
 * A queue hardly ever stops for good: the agent in front of all others that
 * have not arrived can go first, and these make room. If agents around it were
 * put too near to each other, it goes whoever stands around it. Without that,
 * such agents in a bend form an arch, as grains do in a funnel: each is
 * pressed, and none can move. No others come too near.
 *
 * An agent has arrived if it is at a goal, or if
 *
 *     - it stands, and all agents around it hardly move; and
 *     - its cell is a goal's, or an agent near it and in front of it has
 *       arrived.
 *
 * So each agent of a pile has a chain of others to the goal. If its chain
 * breaks, it walks again. Until then it makes room for all agents nearer than
 * `apart`: newcomers press in, and a pile becomes round.
 *
 * A pile comes to rest: making room increases the agent's nearest distance by a
 * 256th of `apart`, and its other distances stay above that. So the sorted list
 * of all distances only grows.
 *
 * A place off the flow is in the same cell, or in a cell beside it to which a
 * step is legal (a diagonal one between two free cells only). The body must
 * pass there, too (bodyflow.c). So no agent is led into a wall or round a
 * corner by the others.
 *
 * All input is read before anything is written: arrays may overlap.
 *
 * 64 bytes an agent, plus the heads of lists (spatialhash.h).
 */
#include "separation.h"

#include "flowplace.h"
#include "spatialhash.h"
#include "steer.h"

/* In units of `apart`: too near for all; near enough for a chain. */
static const double near_most = 0.75, near_chain = 1.5;

/* Slightly above 1, so that a pushed agent is outside. */
static const double hair = 1 + 1.0 / 2048;

typedef struct Walker {
  tp_Place on;      /* the place to which the flow leads */
  double left;      /* of its path; negative: not known */
  uint8_t drift;    /* a tp_Drift */
  bool by_link;     /* it takes a link to get there */
  bool is_in;       /* it takes part: its cell may be entered */
  bool had_arrived; /* before the call */
  bool has_arrived; /* now */
  bool is_at_goal;  /* at its very centre */
  bool stands;      /* it could not move */
} Walker;

typedef struct Kept {
  tp_Flow flow;
  const tp_Swarm *swarm;
  tp_SpatialHash hash;
  Walker *walker;
  double quarter; /* of a cell, in world units: the shorter side */
  bool took_link; /* set by the flow for the last agent */
} Kept;

static tp_Place place_of(const Kept *k, uint32_t i) {
  return k->hash.agent[i].at;
}

static bool is_same(tp_Place a, tp_Place b) { return a.x == b.x && a.y == b.y; }

/* ---- what is left of the way -------------------------------------------- */

static double left_of(const Kept *k, uint32_t i) {
  Walker *w = &k->walker[i];
  if (w->left < 0) {
    tp_Position s = tp_flow_position(&k->flow, place_of(k, i));
    w->left = tp_flow_left(&k->flow, &s);
  }
  return w->left;
}

/* Is the one agent in front of the other? */
static bool is_front(const Kept *k, uint32_t one, uint32_t other) {
  double a = left_of(k, one), b = left_of(k, other);
  return a < b || (a == b && one < other);
}

/* ---- agents too near ---------------------------------------------------- */

/* The distance to keep from another agent, in units of `apart`. */
static double distance_due(const Kept *k, uint32_t i, uint32_t other) {
  bool is_led = !k->walker[other].has_arrived && is_front(k, other, i);
  return is_led ? 1 : near_most;
}

static bool has_room(const Kept *k, uint32_t i, const tp_Near *near) {
  if (near->least < tp_spatialhash_square(&k->hash, near_most)) return false;
  for (int n = 0; n < near->count; n++) {
    double least = distance_due(k, i, near->who[n]);
    if (near->far[n] < tp_spatialhash_square(&k->hash, least)) return false;
  }
  return true;
}

/* Is a place far enough from all these agents? This spares most looks in a
 * crowd. */
static bool is_off(const Kept *k, uint32_t i, const tp_Near *near,
                   tp_Place at) {
  for (int n = 0; n < near->count; n++) {
    tp_Place of = place_of(k, near->who[n]);
    double least = tp_product(k->hash.apart, distance_due(k, i, near->who[n]));
    double dx = at.x - of.x, dy = at.y - of.y;
    double square = tp_product(dx, dx) + tp_product(dy, dy);
    if (square < tp_product(least, least)) return false;
  }
  return true;
}

/* Away from another agent, by a part of what is missing to the distance
 * `far`. */
static tp_Place push_away(const Kept *k, uint32_t i, uint32_t other,
                          tp_Place at, double far, double part) {
  tp_Place of = place_of(k, other);
  double dx = at.x - of.x, dy = at.y - of.y, is = tp_length(dx, dy);
  if (is >= far) return (tp_Place){0, 0};
  double by = tp_product(tp_product(far, hair) - is, part);
  if (is == 0) {
    /* Right on top of it: a direction by the agent's number. */
    uint32_t drawn = (i + 1) * 0x9e3779b1u;
    dx = (double)(drawn >> 16) - 32767.5;
    dy = (double)(drawn & 0xffff) - 32767.5;
    is = tp_length(dx, dy);
  }
  return (tp_Place){tp_product(dx / is, by), tp_product(dy / is, by)};
}

/* Pushes a place out of all agents that are too near, in a few rounds. */
static tp_Place pushed_out(const Kept *k, uint32_t i, const tp_Near *near,
                           tp_Place at) {
  for (int n = 0, clear = 0; n < 3 * near->count && clear < near->count; n++) {
    uint32_t other = near->who[n % near->count];
    double far = tp_product(k->hash.apart, distance_due(k, i, other));
    tp_Place by = push_away(k, i, other, at, far, 1);
    clear = by.x == 0 && by.y == 0 ? clear + 1 : 0;
    at.x += by.x;
    at.y += by.y;
  }
  return at;
}

/* The place, brought no further from `from` than that. */
static tp_Place brought_near(tp_Place from, tp_Place to, double most) {
  double dx = to.x - from.x, dy = to.y - from.y, far = tp_length(dx, dy);
  if (far <= most) return to;
  return (tp_Place){from.x + tp_product(dx, most / far),
                    from.y + tp_product(dy, most / far)};
}

/* ---- steps -------------------------------------------------------------- */

/* Asks the flow for the place after this distance. */
static void lead_agent(Kept *k, uint32_t i, double by) {
  Walker *w = &k->walker[i];
  w->on = place_of(k, i);
  k->took_link = false;
  w->drift = (uint8_t)tp_flow_advance(&k->flow, &w->on.x, &w->on.y, by);
  w->by_link = k->took_link;
}

static void put_walker(Kept *k, uint32_t i, tp_Place at) {
  Walker *w = &k->walker[i];
  tp_spatialhash_move(&k->hash, i, at);
  w->left = -1;
}

/* A step beside the one to b, 60 degrees to one side (1 or -1). */
static tp_Place turned(tp_Place at, tp_Place on, double by, int side) {
  const double cos_60 = 0.5, sin_60 = side * 0.8660254037844386;
  double dx = on.x - at.x, dy = on.y - at.y, far = tp_length(dx, dy);
  double x = tp_product(cos_60, dx) - tp_product(sin_60, dy);
  double y = tp_product(sin_60, dx) + tp_product(cos_60, dy);
  return (tp_Place){at.x + tp_product(x, by / far),
                    at.y + tp_product(y, by / far)};
}

/* Slides to one of three places. On the way by b the body crosses at most one
 * border of a cell. */
static bool slide(Kept *k, uint32_t i, double by, const tp_Near *near) {
  const tp_Flow *w = &k->flow;
  const tp_Place at = place_of(k, i), on = k->walker[i].on;
  const tp_Position here = tp_flow_position(w, at),
                    ahead = tp_flow_position(w, on);
  const double most = by < k->quarter ? by : k->quarter;
  /* The path must get shorter by at least a 64th of the distance. */
  const double enough = left_of(k, i) - tp_product(tp_flow_slope(w, here.cell),
                                                   by / (256 * k->quarter));
  for (int side = 0; side < 3; side++) {
    tp_Position s;
    tp_Place to = side ? turned(at, on, most, 2 * side - 3)
                       : brought_near(on, pushed_out(k, i, near, on), most);
    if (!tp_flow_may_go(w, side ? &here : &ahead, to, &s)) continue;
    bool is_round = !side && !tp_same_cell(here.cell, ahead.cell) &&
                    !tp_same_cell(ahead.cell, s.cell);
    double left = tp_flow_left(w, &s);
    if (is_round || (left >= enough && !is_same(to, on))) continue;
    if (!is_off(k, i, near, to)) continue;
    tp_Near there = tp_spatialhash_find(&k->hash, i, to, 1);
    if (!has_room(k, i, &there)) continue;
    put_walker(k, i, to);
    k->walker[i].left = left;
    return true;
  }
  return false;
}

/* Is the way to b clear? Agents that are near b, but behind this one, hinder no
 * step that leads away from them. */
static bool is_clear(const Kept *k, uint32_t i, const tp_Near *near) {
  const tp_Place at = place_of(k, i), on = k->walker[i].on;
  for (int n = 0; n < near->count; n++) {
    const tp_Place of = place_of(k, near->who[n]);
    if (near->count == TP_SPATIALHASH_NEAR || !is_front(k, i, near->who[n]) ||
        tp_length(on.x - of.x, on.y - of.y) <=
            tp_length(at.x - of.x, at.y - of.y))
      return false;
  }
  return true;
}

/* Goes to where the flow leads by the whole distance, or slides; or by a fourth
 * of the distance, and so on until that is short. No path is longer than twice
 * all cells. */
static bool go_on(Kept *k, uint32_t i, double distance) {
  const tp_Grid *g = k->flow.grid;
  const Walker *w = &k->walker[i];
  double cell = g->cell_width > g->cell_height ? g->cell_width : g->cell_height;
  double longest = tp_product(2 * cell, (double)tp_grid_cells(g));
  double by = distance < longest ? distance : longest;
  for (;; by /= 4, lead_agent(k, i, by)) {
    tp_Near near = tp_spatialhash_find(&k->hash, i, w->on, 1);
    if (is_clear(k, i, &near)) {
      put_walker(k, i, w->on);
      return true;
    }
    bool may_slide = !w->by_link && !is_same(place_of(k, i), w->on);
    if (may_slide && slide(k, i, by, &near)) return true;
    if (by <= k->hash.apart / 2) return false;
  }
}

/* Are agents around it too near to others already? */
static bool is_pressed(const Kept *k, uint32_t i) {
  const tp_SpatialHash *h = &k->hash;
  const tp_Near near = tp_spatialhash_find(h, i, place_of(k, i), near_chain);
  for (int n = 0; n < near.count; n++) {
    const tp_Place of = place_of(k, near.who[n]);
    const tp_Near others = tp_spatialhash_find(h, near.who[n], of, 1);
    if (others.least < tp_spatialhash_square(h, near_most)) return true;
  }
  return false;
}

/* Goes to where the flow leads, if the agent is in front of all that are near
 * it: these wait for it, so it cannot wait for them. It goes slowly, so that
 * they make room meanwhile. */
static bool go_first(Kept *k, uint32_t i, double by) {
  Walker *w = &k->walker[i];
  const tp_Near near = tp_spatialhash_find(&k->hash, i, place_of(k, i), 1);
  for (int n = 0; n < near.count; n++) {
    const uint32_t other = near.who[n];
    if (k->walker[other].has_arrived || is_front(k, other, i)) return false;
  }
  lead_agent(k, i, (by < k->quarter ? by : k->quarter) / 4);
  if (w->by_link || is_same(place_of(k, i), w->on)) return false;
  const tp_Near there = tp_spatialhash_find(&k->hash, i, w->on, near_most);
  if (!is_clear(k, i, &there) && !is_pressed(k, i)) return false;
  put_walker(k, i, w->on);
  return true;
}

/* Moves away from the agents that are too near. */
static void make_room(Kept *k, uint32_t i, double by) {
  const tp_Place at = place_of(k, i);
  tp_Near near = tp_spatialhash_find(&k->hash, i, at, 1);
  if (near.count == 0) return;
  if (!k->walker[i].has_arrived && has_room(k, i, &near)) return;
  tp_Place to = at;
  for (int n = 0; n < near.count; n++) {
    tp_Place part = push_away(k, i, near.who[n], at, k->hash.apart, 0.5);
    to.x += part.x;
    to.y += part.y;
  }
  to = brought_near(at, to, by < k->quarter ? by : k->quarter);
  const tp_Place directions[] = {to, {to.x, at.y}, {at.x, to.y}};
  const tp_Position here = tp_flow_position(&k->flow, at);
  double more = tp_product(k->hash.apart, k->hash.parts) / 256;
  for (int n = 0; n < 3; n++) {
    tp_Position s;
    tp_Place p = directions[n];
    if (!tp_flow_may_go(&k->flow, &here, p, &s)) continue;
    int64_t least = tp_spatialhash_find(&k->hash, i, p, 1).least;
    if (sqrt((double)least) <= sqrt((double)near.least) + more) continue;
    put_walker(k, i, p);
    return;
  }
}

/* ---- arrival ------------------------------------------------------------ */

static tp_Place place_before(const Kept *k, uint32_t i) {
  const tp_Swarm *s = k->swarm;
  return (tp_Place){s->x[i], s->y[i]};
}

/* Has the agent hardly moved? Agents that make room for others have. */
static bool is_calm(const Kept *k, uint32_t i) {
  tp_Place was = place_before(k, i), is = place_of(k, i);
  return tp_length(is.x - was.x, is.y - was.y) <= k->hash.apart / 48;
}

/* Is an agent near that place that has arrived and is in front? If `asks_calm`,
 * all agents near it must hardly have moved. */
static bool has_chain(const Kept *k, uint32_t i, tp_Place at, bool asks_calm) {
  bool is_found = false;
  tp_Near near = tp_spatialhash_find(&k->hash, i, at, near_chain);
  for (int n = 0; n < near.count; n++) {
    const Walker *w = &k->walker[near.who[n]];
    if (asks_calm && !is_calm(k, near.who[n])) return false;
    is_found |= w->has_arrived && is_front(k, near.who[n], i);
  }
  return is_found;
}

static bool comes_to_rest(const Kept *k, uint32_t i) {
  const Walker *w = &k->walker[i];
  tp_Place at = place_of(k, i);
  if (!w->stands || !is_calm(k, i)) return false;
  return tp_flow_is_end(&k->flow, at) ||
         has_chain(k, i, w->by_link ? w->on : at, true);
}

/* Moves an agent that takes part. */
static void step_agent(Kept *k, uint32_t i) {
  Walker *w = &k->walker[i];
  const tp_Place was = place_of(k, i);
  const double by = tp_swarm_distance(k->swarm, i);
  bool is_at_end = w->had_arrived && tp_flow_is_end(&k->flow, was);
  bool rests = is_at_end || (w->had_arrived && has_chain(k, i, was, false));
  if (is_at_end || (w->had_arrived && !rests)) lead_agent(k, i, rests ? 0 : by);
  w->has_arrived = rests;
  w->is_at_goal = w->drift == TP_DRIFT_GOAL && is_same(w->on, was);
  bool has_path = w->drift == TP_DRIFT_ON || w->drift == TP_DRIFT_GOAL;
  if (!rests && !w->is_at_goal && has_path) {
    bool goes = by > 0 && (go_on(k, i, by) || go_first(k, i, by));
    w->is_at_goal =
        goes && w->drift == TP_DRIFT_GOAL && is_same(w->on, place_of(k, i));
    w->stands = !goes;
  }
  w->has_arrived |= w->is_at_goal;
  if ((rests || w->stands || !has_path) && !w->is_at_goal && by > 0) {
    make_room(k, i, by);
  }
}

/* ---- all of them -------------------------------------------------------- */

size_t tp_separation_bytes(size_t n) {
  const size_t numbers = UINT32_MAX >> 2, memory = SIZE_MAX / 256;
  if (n > (numbers < memory ? numbers : memory)) return SIZE_MAX;
  return n * sizeof(Walker) + tp_spatialhash_bytes(n);
}

static void read_places(Kept *k) {
  const tp_Swarm *s = k->swarm;
  for (uint32_t i = 0; i < s->n; i++) {
    tp_Place at = {s->x[i], s->y[i]};
    tp_Position position = tp_flow_position(&k->flow, at);
    bool is_in = tp_flow_is_open(&k->flow, &position);
    bool had_arrived = is_in && s->arrived && s->arrived[i];
    k->walker[i] = (Walker){.left = -1,
                            .is_in = is_in,
                            .had_arrived = had_arrived,
                            .has_arrived = had_arrived};
    k->hash.agent[i].at = at;
    if (is_in) tp_spatialhash_add(&k->hash, i, at);
  }
}

static bool is_on_its_way(const Kept *k, uint32_t i) {
  const Walker *w = &k->walker[i];
  if (w->is_at_goal) return false;
  if (!is_same(place_of(k, i), place_before(k, i))) return true;
  if (w->drift != TP_DRIFT_ON && w->drift != TP_DRIFT_GOAL) return false;
  return !w->had_arrived || !w->has_arrived;
}

size_t tp_separation_advance(const tp_Flow *flow, const tp_Swarm *swarm,
                             void *block) {
  const tp_Grid *g = flow->grid;
  const tp_Place corner = tp_grid_origin(g);
  const uint32_t n = (uint32_t)swarm->n;
  Kept k = {.flow = *flow, .swarm = swarm, .walker = block};
  k.quarter = TP_STEER_LONGEST * fmin(g->cell_width, g->cell_height);
  k.hash.left = corner.x;
  k.hash.top = corner.y;
  /* `apart` is limited by the size of the map, so that all results are
   * finite. */
  double span = fmax(g->width * g->cell_width, g->height * g->cell_height);
  tp_spatialhash_init(&k.hash, k.walker + n, n, fmin(swarm->apart, 4 * span),
                      span);
  if (k.flow.navmap->irregular) k.flow.took_link = &k.took_link;
  read_places(&k);
  for (uint32_t i = 0; i < n; i++) {
    if (!k.walker[i].had_arrived)
      lead_agent(&k, i, tp_swarm_distance(swarm, i));
  }
  for (uint32_t i = 0; i < n; i++) {
    Walker *w = &k.walker[i];
    if (w->is_in) {
      step_agent(&k, i);
    } else { /* it goes to where the flow leads it */
      k.hash.agent[i].at = w->on;
      w->has_arrived = w->is_at_goal = w->drift == TP_DRIFT_GOAL;
    }
  }
  size_t on_the_way = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (comes_to_rest(&k, i)) k.walker[i].has_arrived = true;
    on_the_way += is_on_its_way(&k, i);
  }
  for (uint32_t i = 0; i < n; i++) {
    const tp_Place at = place_of(&k, i);
    swarm->x[i] = at.x;
    swarm->y[i] = at.y;
    if (swarm->arrived) swarm->arrived[i] = k.walker[i].has_arrived;
  }
  return on_the_way;
}
