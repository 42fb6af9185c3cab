/* placed.c - bins: see placed.h. */
#include "placed.h"

#include <math.h>
#include <string.h>

#include "../base/bits.h"

enum { PART_BITS = 15 }; /* of a bin; coordinates have 31 */

/* Of what agents are to be apart: the side of a bin, and how near counts as
 * touching. */
static const double side = 1.1251, touching = 1.125;

/* As many bins at most are as long as the map. */
static const double most_bins = 65535;

static int64_t square(double v) {
  int64_t whole = (int64_t)v + 2;
  return whole * whole;
}

void tp_placed_init(tp_Placed *p, size_t n, double apart, double span) {
  size_t heads = tp_placed_heads(n);
  p->mask = (uint32_t)(heads - 1);
  p->apart = apart;
  p->parts = (1 << PART_BITS) / fmax(side * apart, span / most_bins);
  p->near = square(apart * p->parts);
  p->touching = square(touching * apart * p->parts);
  memset(p->head, 0xff, heads * sizeof p->head[0]);
  memset(p->used, 0, heads * TP_PLACED_BITS / 8);
}

TP_INLINE tp_Place place_at(const tp_Placed *p, double x, double y) {
  return (tp_Place){.world_x = x,
                    .world_y = y,
                    .x = (int32_t)((x - p->left) * p->parts),
                    .y = (int32_t)((y - p->top) * p->parts),
                    .next = TP_NOBODY,
                    .before = TP_NOBODY,
                    .root = TP_NOBODY};
}

TP_INLINE uint32_t bin_of(int32_t v) { return (uint32_t)(v >> PART_BITS); }

/* Of as many bins as there are bits; its last bits are the list's. */
TP_INLINE uint32_t hash_of(const tp_Placed *p, uint32_t x, uint32_t y) {
  return (x + y * 0x9e3779b1u) & (TP_PLACED_BITS * (p->mask + 1) - 1);
}

TP_INLINE uint32_t hash_at(const tp_Placed *p, const tp_Place *at) {
  return hash_of(p, bin_of(at->x), bin_of(at->y));
}

/* The bits of a bin and the two after it. */
TP_INLINE uint64_t used_at(const tp_Placed *p, uint32_t hash) {
  uint32_t after = (hash + 2) & (TP_PLACED_BITS * (p->mask + 1) - 1);
  uint32_t shift = hash & 63;
  uint64_t bits = p->used[hash >> 6] >> shift;
  if (shift > 61) bits |= p->used[after >> 6] << (64 - shift);
  return bits & 7;
}

TP_INLINE void link_to(tp_Placed *p, uint32_t agent, uint32_t hash) {
  tp_Place *place = &p->place[agent];
  uint32_t *head = &p->head[hash & p->mask];
  place->next = *head;
  place->before = TP_NOBODY;
  if (*head != TP_NOBODY) p->place[*head].before = agent;
  *head = agent;
  p->used[hash >> 6] |= UINT64_C(1) << (hash & 63);
}

void tp_placed_add(tp_Placed *p, uint32_t agent, double x, double y) {
  p->place[agent] = place_at(p, x, y);
  link_to(p, agent, hash_at(p, &p->place[agent]));
}

void tp_placed_move(tp_Placed *p, uint32_t agent, double x, double y) {
  tp_Place *place = &p->place[agent], there = place_at(p, x, y);
  uint32_t from = hash_at(p, place), to = hash_at(p, &there);
  place->world_x = x;
  place->world_y = y;
  place->x = there.x;
  place->y = there.y;
  place->has_moved = 1;
  if (from == to) return;
  from &= p->mask;
  if (place->next != TP_NOBODY) p->place[place->next].before = place->before;
  if (place->before != TP_NOBODY) {
    p->place[place->before].next = place->next;
  } else {
    p->head[from] = place->next;
  }
  link_to(p, agent, to);
}

TP_INLINE int64_t square_to(const tp_Place *a, const tp_Place *b) {
  int64_t dx = a->x - b->x, dy = a->y - b->y;
  return dx * dx + dy * dy;
}

/* Those at the front are those that have moved. */
TP_INLINE void note(tp_Near *near, const tp_Place *place, uint32_t agent,
                    int64_t far) {
  if (near->count < TP_PLACED_NEAR) near->who[near->count++] = agent;
  if (far < near->least) near->least = far;
  if (!place->has_moved) return;
  near->moved++;
  if (far < near->least_moved) near->least_moved = far;
  near->is_unsettled |= !place->has_arrived;
}

static void look_at(const tp_Placed *p, uint32_t list, uint32_t agent,
                    const tp_Place *here, tp_Near *near) {
  uint32_t at = p->head[list];
  for (int n = 0; at != TP_NOBODY && n < TP_PLACED_LOOKS; n++) {
    const tp_Place *place = &p->place[at];
    int64_t far = square_to(place, here);
    if (far < p->near && at != agent) note(near, place, at, far);
    at = place->next;
  }
}

void tp_placed_look(const tp_Placed *p, uint32_t agent, double x, double y,
                    tp_Near *near) {
  const tp_Place here = place_at(p, x, y);
  const uint32_t column = bin_of(here.x) - 1, row = bin_of(here.y) - 1;
  near->count = near->moved = 0;
  near->least = near->least_moved = INT64_MAX;
  near->is_unsettled = false;
  for (uint32_t down = 0; down < 3; down++) {
    uint32_t hash = hash_of(p, column, row + down);
    uint64_t three = used_at(p, hash);
    for (; three; three &= three - 1) {
      uint32_t right = (uint32_t)tp_lowest(three);
      look_at(p, (hash + right) & p->mask, agent, &here, near);
    }
  }
}

/* The root of one in that list; TP_NOBODY. */
static uint32_t touched_in(const tp_Placed *p, uint32_t list,
                           const tp_Place *here) {
  uint32_t at = p->head[list];
  for (int n = 0; at != TP_NOBODY && n < TP_PLACED_LOOKS; n++) {
    const tp_Place *place = &p->place[at];
    bool is_in_pile = place->has_arrived && place->root != TP_NOBODY;
    if (is_in_pile && square_to(place, here) < p->touching) return place->root;
    at = place->next;
  }
  return TP_NOBODY;
}

uint32_t tp_placed_touches(const tp_Placed *p, double x, double y) {
  const tp_Place here = place_at(p, x, y);
  const uint32_t column = bin_of(here.x) - 1, row = bin_of(here.y) - 1;
  for (uint32_t i = 0; i < 9; i++) {
    uint32_t hash = hash_of(p, column + i % 3, row + i / 3);
    uint32_t root = touched_in(p, hash & p->mask, &here);
    if (root != TP_NOBODY) return root;
  }
  return TP_NOBODY;
}

static size_t spread_in(tp_Placed *p, uint32_t list, const tp_Place *here,
                        uint32_t root, uint32_t *who) {
  size_t count = 0;
  uint32_t at = p->head[list];
  for (int n = 0; at != TP_NOBODY && n < TP_PLACED_LOOKS; n++) {
    tp_Place *place = &p->place[at];
    bool is_new = place->has_arrived && place->root == TP_NOBODY;
    if (is_new && square_to(place, here) < p->touching) {
      place->root = root;
      who[count++] = at;
    }
    at = place->next;
  }
  return count;
}

size_t tp_placed_spread(tp_Placed *p, uint32_t agent, uint32_t root,
                        uint32_t *who) {
  const tp_Place here = p->place[agent];
  const uint32_t column = bin_of(here.x) - 1, row = bin_of(here.y) - 1;
  size_t count = 0;
  for (uint32_t i = 0; i < 9; i++) {
    uint32_t list = hash_of(p, column + i % 3, row + i / 3) & p->mask;
    count += spread_in(p, list, &here, root, who + count);
  }
  return count;
}
