/* apart.c - agents that keep apart, those in front first.
 *
 * All go along the flow in thought. Who comes to where nobody else can come
 * near in this call (alone.h) is there, and has nothing to do with the others:
 * on a large map those are most, and they cost little more than without
 * `apart`. The others are put in order: by what is left of their way, and
 * before them, in the same order, who has arrived. Each in turn goes, or slides
 * past the others, or stands (aside.h).
 *
 * Those who had arrived and lie around one at a goal, one touching the next,
 * are its pile (pile.h says what ground that needs). They stay; who comes and
 * is not on that ground presses in, and they make way, those in front first.
 * Who stands off the ground has arrived only if nobody before it moves. There
 * is no other order of ties than that of numbers, nor any state but who has
 * arrived.
 *
 * Where agents are, and who had arrived, is read once: arrays may overlap.
 *
 * 92 bytes an agent besides placed.h and alone.h; in the open two to three
 * times the time of the flow.
 */
#include "apart.h"

#include <float.h>
#include <string.h>

#include "alone.h"
#include "aside.h"
#include "hill.h"
#include "pile.h"

/* ---- the order of all --------------------------------------------------- */

typedef struct Rank {
  uint32_t key, number;
} Rank;

enum { SPACE = 40 }; /* for cells of a pile, besides two for each agent */

/* A key is what is left as a float, without its last bits. Those of who has
 * arrived are less than FIRST; who is in no cell to be entered is LAST. */
enum { DROPPED = 10, DIGIT = 11, VALUES = 1 << DIGIT };
#define FIRST (UINT32_C(0x80000000) >> DROPPED)
#define LAST  (UINT32_MAX >> DROPPED)

/* Where an agent is; and, if it had not arrived, where the flow leads it. */
typedef struct Lead {
  tp_AsidePoint at, on;
  tp_Drift drift;
  bool by_link; /* it takes one to get there       */
  float left;   /* of its way, where that is known */
} Lead;

typedef struct Kept {
  tp_Aside aside;
  tp_Alone alone;
  const tp_Swarm *swarm;
  Lead *lead;  /* by agent */
  Rank *order; /* once they are in order: cells, or agents, to be seen to */
  Rank *spare;
  size_t ranked; /* so many are to be put in order */
  bool by_link;  /* somebody takes a link          */
} Kept;

/* Of one in a cell that may be entered. */
static uint32_t key_of(const Kept *k, uint32_t i) {
  const tp_Flow *w = &k->aside.flow;
  const tp_AsidePoint *at = &k->lead[i].at;
  uint32_t key;
  tp_Spot spot = tp_aside_spot(w, at->x, at->y);
  tp_spot_find_cell(w, &spot);
  float left = (float)tp_hill_left(w, &spot);
  k->lead[i].left = left;
  memcpy(&key, &left, sizeof key);
  return k->spare[i].key | key >> DROPPED;
}

/* By radix, a digit at a time; equal ones stay as they are. */
static void put_in_order(Kept *k) {
  uint32_t begin[2][VALUES] = {{0}}, sum[2] = {0, 0};
  uint32_t n = (uint32_t)k->ranked;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t key = k->spare[i].key;
    begin[0][key % VALUES]++;
    begin[1][key / VALUES]++;
  }
  for (int value = 0; value < VALUES; value++) {
    for (int d = 0; d < 2; d++) {
      uint32_t count = begin[d][value];
      begin[d][value] = sum[d];
      sum[d] += count;
    }
  }
  for (uint32_t i = 0; i < n; i++) {
    Rank r = k->spare[i];
    k->order[begin[0][r.key % VALUES]++] = r;
  }
  for (uint32_t i = 0; i < n; i++) {
    Rank r = k->order[i];
    k->spare[begin[1][r.key / VALUES]++] = r;
  }
}

/* ---- one agent ---------------------------------------------------------- */

typedef tp_AsideAgent Agent;

/* Along the flow, by so much. Is that by a link? */
static bool lead_by(const tp_Flow *flow, tp_AsidePoint *on, double by,
                    tp_Drift *drift) {
  bool took_link = false;
  tp_Flow told = *flow;
  if (flow->navmap->pins) told.took_link = &took_link;
  *drift = tp_flow_advance(&told, &on->x, &on->y, by);
  return took_link;
}

static void lead_on(const tp_Aside *k, Agent *a, double by) {
  a->on = a->at;
  a->by_link = lead_by(&k->flow, &a->on, by, &a->drift);
}

/* One that the flow has led as far as it may go. A long way is taken in
 * strides, so that nobody is jumped over; unless places are kept so coarsely
 * that a stride leads nowhere, or the way is one of thousands of strides: they
 * are twice as long after each STRIDES of them. */
static bool walk(const tp_Aside *k, Agent *a, double distance) {
  enum { MOST_SLIDES = 64, STRIDES = 256 };
  double left = distance;
  double stride = fmax(k->placed.apart / 2, k->quarter);
  bool is_led = distance <= stride;
  for (int slides = 0, n = 1; slides < MOST_SLIDES; n++) {
    if (n % STRIDES == 0) stride = fmin(2 * stride, DBL_MAX);
    double by = fmin(left, stride);
    if (!is_led) lead_on(k, a, by);
    is_led = false;
    a->rests = false;
    tp_AsideStep took = tp_aside_step(k, a, by);
    bool stands = took == TP_STANDS;
    bool is_lost = stands && by < left && a->drift == TP_DRIFT_ON;
    if (is_lost && !a->rests && stride < DBL_MAX / 2) {
      stride *= 2;
      slides++;
      continue;
    }
    left -= by;
    slides += took == TP_SLIDES;
    if (took == TP_PRESSES) return true;
    if (stands || took == TP_GIVES_WAY || left <= 0) return false;
    if (a->drift != TP_DRIFT_ON) return false;
  }
  return false;
}

/* Has it arrived before, and still lies in its pile, where that may be? */
static bool is_in_place(const Kept *k, Agent *a) {
  const tp_Aside *aside = &k->aside;
  a->root = aside->placed.place[a->number].root;
  if (a->root == TP_NOBODY) return false;
  bool is_root = a->root == a->number;
  if (is_root || aside->is_calm || !aside->stirs) return true;
  uint32_t agents = aside->placed.place[a->root].pile;
  return (double)k->lead[a->number].left <=
         tp_pile_reach(&aside->pile[a->root], agents);
}

/* It stays, or goes off those that lie too near. */
static void stay(const tp_Aside *k, Agent *a, double distance) {
  a->rests = true;
  if (a->root == a->number) {
    a->drift = TP_DRIFT_GOAL;
  } else if (distance > 0) {
    tp_aside_make_room(k, a, distance);
  }
}

/* Writes where it has come to; says whether it is on its way. */
static bool tell(const Kept *k, const Agent *a) {
  const tp_Swarm *s = k->swarm;
  bool has_arrived = a->rests || a->drift == TP_DRIFT_GOAL;
  const tp_AsidePoint *was = &k->lead[a->number].at;
  bool is_moved = a->at.x != was->x || a->at.y != was->y;
  tp_numbers_put(&s->x, a->number, a->at.x);
  tp_numbers_put(&s->y, a->number, a->at.y);
  if (s->arrived) s->arrived[a->number] = has_arrived;
  bool is_going =
      !has_arrived || is_moved || (a->is_tight && !k->aside.is_calm);
  return a->drift == TP_DRIFT_ON && is_going;
}

/* The ground that so many need around one that is at a goal. */
static void find_ground(Kept *k, uint32_t root, const tp_AsidePoint *at,
                        uint32_t agents) {
  tp_Aside *aside = &k->aside;
  tp_Spot spot = tp_aside_spot(&aside->flow, at->x, at->y);
  tp_spot_find_cell(&aside->flow, &spot);
  aside->placed.place[root].pile = agents;
  aside->pile[root] = tp_pile_find(&aside->flow, spot.cell, aside->placed.apart,
                                   agents, (uint32_t *)k->order);
}

/* One more has come. */
static void add_to_pile(Kept *k, uint32_t root) {
  tp_Aside *aside = &k->aside;
  uint32_t agents = ++aside->placed.place[root].pile;
  if (agents / 3 * 2 <= aside->pile[root].agents) return;
  find_ground(k, root,
              &(tp_AsidePoint){aside->placed.place[root].world_x,
                               aside->placed.place[root].world_y},
              agents);
}

/* The others see where it has come to, and what rests at its goal. */
static void place(Kept *k, const Agent *a) {
  tp_Aside *aside = &k->aside;
  tp_Place *place = &aside->placed.place[a->number];
  bool is_at_goal = a->drift == TP_DRIFT_GOAL;
  aside->stirs |= a->at.x != place->world_x || a->at.y != place->world_y;
  tp_placed_move(&aside->placed, a->number, a->at.x, a->at.y);
  if (is_at_goal && place->root != a->number) {
    find_ground(k, a->number, &a->at, 1);
  } else if (a->rests && place->root == TP_NOBODY) {
    add_to_pile(k, a->root);
  }
  place->root = is_at_goal ? a->number : a->root;
  place->has_arrived = a->rests || is_at_goal;
}

static Agent agent_at(const Kept *k, uint32_t number) {
  return (Agent){.number = number,
                 .at = k->lead[number].at,
                 .drift = TP_DRIFT_ON,
                 .root = TP_NOBODY};
}

/* Moves one among others, and says whether it is on its way. */
static bool move(Kept *k, Rank rank) {
  tp_Aside *aside = &k->aside;
  Agent a = agent_at(k, rank.number);
  double distance = tp_swarm_distance(k->swarm, rank.number);
  if (rank.key >= FIRST && rank.key != LAST) {
    a.on = k->lead[rank.number].on;
    a.drift = k->lead[rank.number].drift;
    a.by_link = k->lead[rank.number].by_link;
  } else if (rank.key != LAST && is_in_place(k, &a)) {
    stay(aside, &a, distance);
  } else {
    lead_on(aside, &a, distance);
  }
  if (rank.key == LAST) {
    a.at = a.on;
    return tell(k, &a);
  }
  bool presses = !a.rests && distance > 0 && walk(aside, &a, distance);
  place(k, &a);
  aside->placed.place[a.number].is_fixed = rank.key >= FIRST;
  if (presses) tp_aside_press(aside, k->swarm, a.number, (uint32_t *)k->order);
  return tell(k, &a);
}

/* ---- all of them -------------------------------------------------------- */

size_t tp_apart_bytes(size_t n) {
  const size_t each =
      sizeof(tp_Place) + sizeof(Lead) + 2 * sizeof(Rank) + sizeof(tp_Pile);
  if (n > (UINT32_MAX >> 2) || n > SIZE_MAX / 8 / each) return SIZE_MAX;
  size_t heads = tp_placed_heads(n);
  return n * each + SPACE * sizeof(Rank) + heads * sizeof(uint32_t) +
         heads * TP_PLACED_BITS / 8 + tp_alone_bytes(n);
}

/* As much as the map has room for, so that all that is worked out is finite. */
static double span_of(const tp_Grid *g) {
  return fmax(g->width * g->cell_width, g->height * g->cell_height);
}

static Kept kept_in(const tp_Flow *flow, const tp_Swarm *swarm, void *block) {
  const tp_Grid *g = flow->grid;
  Kept k = {.aside = {.flow = *flow}, .swarm = swarm};
  tp_Placed *placed = &k.aside.placed;
  size_t n = swarm->n, heads = tp_placed_heads(n);
  k.aside.may_press = swarm->arrived != NULL;
  k.aside.flow.narrow = swarm->x.narrow;
  k.aside.quarter = TP_STEER_LONGEST * fmin(g->cell_width, g->cell_height);
  placed->used = block;
  placed->head = (uint32_t *)(placed->used + heads * TP_PLACED_BITS / 64);
  placed->place = (tp_Place *)(placed->head + heads);
  k.lead = (Lead *)(placed->place + n);
  k.order = (Rank *)(k.lead + n);
  k.spare = k.order + n + SPACE;
  k.aside.pile = (tp_Pile *)(k.spare + n);
  placed->left = g->origin_x;
  placed->top = g->origin_y;
  k.alone.left = g->origin_x;
  k.alone.top = g->origin_y;
  return k;
}

/* One that comes to where nobody else is as near has nothing to do with the
 * others in this call, if it goes first: they go by no more than twice their
 * distance and a hair. */
static double reach_of(const Kept *k) {
  const tp_Swarm *s = k->swarm;
  double most = 0;
  size_t n = s->distance.stride ? s->n : 1;
  for (size_t i = 0; i < n; i++) most = fmax(most, tp_swarm_distance(s, i));
  return s->apart + most * 2.0625 + k->aside.quarter / 8;
}

/* Reads where all are, and begins their keys. */
static void read_places(Kept *k) {
  const tp_Swarm *s = k->swarm;
  for (uint32_t i = 0; i < s->n; i++) {
    double x = tp_numbers_get(&s->x, i), y = tp_numbers_get(&s->y, i);
    tp_Spot spot = tp_aside_spot(&k->aside.flow, x, y);
    bool is_in = tp_aside_is_open(&k->aside.flow, &spot);
    bool had_arrived = s->arrived && s->arrived[i];
    k->spare[i].key = !is_in ? LAST : had_arrived ? 0 : FIRST;
    k->lead[i].at = (tp_AsidePoint){x, y};
    if (is_in) tp_alone_add(&k->alone, i, x, y);
  }
}

/* All that had not arrived, whose cells may be entered: to where they go if
 * nobody is near. A loop of its own, so that machines work on several at once.
 */
static void lead_all(Kept *k) {
  for (uint32_t i = 0; i < k->swarm->n; i++) {
    if (k->spare[i].key != FIRST) continue;
    Lead *lead = &k->lead[i];
    lead->on = lead->at;
    lead->by_link = lead_by(&k->aside.flow, &lead->on,
                            tp_swarm_distance(k->swarm, i), &lead->drift);
    k->by_link |= lead->by_link;
  }
}

/* Those that nobody comes near to just go; the others are to be put in order:
 * all where somebody takes a link, who may come near to anybody. Returns how
 * many of the first are on their way. */
static size_t move_those_alone(Kept *k) {
  size_t on_the_way = 0;
  for (uint32_t i = 0; i < k->swarm->n; i++) {
    uint32_t key = k->spare[i].key;
    const Lead *lead = &k->lead[i];
    if (key == FIRST && lead->drift != TP_DRIFT_GOAL && !k->by_link &&
        tp_alone_is(&k->alone, i, lead->on.x, lead->on.y)) {
      Agent a = {.number = i, .at = lead->on, .drift = lead->drift};
      on_the_way += tell(k, &a);
    } else {
      if (key != LAST) key = key_of(k, i);
      k->spare[k->ranked++] = (Rank){key, i};
    }
  }
  return on_the_way;
}

static void place_the_rest(Kept *k) {
  tp_Placed *placed = &k->aside.placed;
  double span = span_of(k->aside.flow.grid);
  tp_placed_init(placed, k->swarm->n, fmin(k->swarm->apart, 4 * span), span);
  for (size_t i = 0; i < k->ranked; i++) {
    Rank rank = k->spare[i];
    const tp_AsidePoint *at = &k->lead[rank.number].at;
    if (rank.key == LAST) continue;
    tp_placed_add(placed, rank.number, at->x, at->y);
    placed->place[rank.number].has_arrived = rank.key < FIRST;
  }
}

/* Is it at a goal? */
static bool is_at_goal(const Kept *k, uint32_t number) {
  const tp_Flow *w = &k->aside.flow;
  tp_AsidePoint at = k->lead[number].at;
  tp_Spot spot = tp_aside_spot(w, at.x, at.y);
  if (!tp_spot_find_cell(w, &spot) || tp_steer_ways(w, spot.cell)) return false;
  return tp_flow_advance(w, &at.x, &at.y, 0) == TP_DRIFT_GOAL;
}

/* All that lie around one at a goal, one by the other, and had arrived; and the
 * ground that they need. */
static void find_pile(Kept *k, uint32_t root) {
  tp_Aside *aside = &k->aside;
  uint32_t *queue = (uint32_t *)k->order;
  size_t count = 1;
  aside->placed.place[root].root = queue[0] = root;
  for (size_t i = 0; i < count; i++) {
    count += tp_placed_spread(&aside->placed, queue[i], root, queue + count);
  }
  find_ground(k, root, &k->lead[root].at, (uint32_t)count);
}

/* Who had arrived and lies in none has not. */
static void find_piles(Kept *k) {
  tp_Place *place = k->aside.placed.place;
  size_t i = 0;
  for (; i < k->ranked && k->spare[i].key < FIRST; i++) {
    uint32_t number = k->spare[i].number;
    bool is_new = place[number].root == TP_NOBODY;
    if (is_new && is_at_goal(k, number)) find_pile(k, number);
  }
  k->aside.is_calm = i == k->ranked || k->spare[i].key == LAST;
  while (i-- > 0) {
    tp_Place *at = &place[k->spare[i].number];
    at->has_arrived = at->root != TP_NOBODY;
  }
}

/* Agents come in an order of their own: memory is told who is next. */
static void fetch(const Kept *k, size_t i) {
#if defined(__GNUC__)
  uint32_t number = k->spare[i].number;
  __builtin_prefetch(&k->aside.placed.place[number], 1);
  __builtin_prefetch(&k->lead[number]);
#else
  (void)k;
  (void)i;
#endif
}

size_t tp_apart_advance(const tp_Flow *flow, const tp_Swarm *swarm,
                        void *block) {
  enum { AHEAD = 8 };
  Kept k = kept_in(flow, swarm, block);
  double span = span_of(flow->grid);
  tp_alone_init(&k.alone, k.aside.pile + swarm->n, swarm->n,
                fmin(reach_of(&k), 4 * span), span);
  read_places(&k);
  lead_all(&k);
  size_t on_the_way = move_those_alone(&k);
  if (k.ranked == 0) return on_the_way;
  place_the_rest(&k);
  put_in_order(&k);
  find_piles(&k);
  for (size_t i = 0; i < k.ranked; i++) {
    if (i + AHEAD < k.ranked) fetch(&k, i + AHEAD);
    on_the_way += move(&k, k.spare[i]);
  }
  return on_the_way;
}
