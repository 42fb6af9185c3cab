/* spatialhash.c - see spatialhash.h.
 */
#include "spatialhash.h"

#include <math.h>
#include <string.h>

enum {
  LOOKS = 20,    /* the most that are read of a list */
  PART_BITS = 15 /* bits of a part; coordinates have 31 */
};

static const uint32_t nobody = UINT32_MAX;

/* The side of a bucket, in units of `apart`; the most buckets along the map. */
static const double side = 1.5, most_bins = 65500;

static size_t heads_for(size_t n) {
  size_t heads = 64;
  while (heads < 2 * n) heads *= 2;
  return heads;
}

size_t tp_spatialhash_bytes(size_t n) {
  return n * sizeof(tp_HashedAgent) + heads_for(n) * sizeof(uint32_t);
}

void tp_spatialhash_init(tp_SpatialHash *p, void *block, size_t n, double apart,
                         double span) {
  size_t heads = heads_for(n);
  p->agent = block;
  p->head = (uint32_t *)(p->agent + n);
  p->mask = (uint32_t)(heads - 1);
  p->apart = apart;
  p->parts = (1 << PART_BITS) / fmax(side * apart, span / most_bins);
  memset(p->head, 0xff, heads * sizeof p->head[0]);
}

TP_INLINE int32_t part_x(const tp_SpatialHash *p, tp_Place at) {
  return (int32_t)((at.x - p->left) * p->parts);
}

TP_INLINE int32_t part_y(const tp_SpatialHash *p, tp_Place at) {
  return (int32_t)((at.y - p->top) * p->parts);
}

/* Buckets side by side have heads side by side. */
TP_INLINE uint32_t hash_of(int32_t column, int32_t row) {
  return (uint32_t)column + (uint32_t)row * 0x9e3779b1u;
}

TP_INLINE uint32_t *list_at(const tp_SpatialHash *p, const tp_HashedAgent *a) {
  uint32_t hash = hash_of(a->x >> PART_BITS, a->y >> PART_BITS);
  return &p->head[hash & p->mask];
}

static void put_agent(tp_SpatialHash *p, uint32_t number, tp_Place at) {
  tp_HashedAgent *a = &p->agent[number];
  a->at = at;
  a->x = part_x(p, at);
  a->y = part_y(p, at);
}

static void link_to(tp_SpatialHash *p, uint32_t number, uint32_t *list) {
  tp_HashedAgent *a = &p->agent[number];
  a->next = *list;
  a->before = nobody;
  if (a->next != nobody) p->agent[a->next].before = number;
  *list = number;
}

void tp_spatialhash_add(tp_SpatialHash *p, uint32_t number, tp_Place at) {
  put_agent(p, number, at);
  link_to(p, number, list_at(p, &p->agent[number]));
}

void tp_spatialhash_move(tp_SpatialHash *p, uint32_t number, tp_Place at) {
  tp_HashedAgent *a = &p->agent[number];
  uint32_t *from = list_at(p, a);
  put_agent(p, number, at);
  uint32_t *to = list_at(p, a);
  if (from == to) return;
  if (a->next != nobody) p->agent[a->next].before = a->before;
  if (a->before != nobody) {
    p->agent[a->before].next = a->next;
  } else {
    *from = a->next;
  }
  link_to(p, number, to);
}

tp_Near tp_spatialhash_find(const tp_SpatialHash *p, uint32_t except,
                            tp_Place at, double times) {
  const tp_HashedAgent *agent = p->agent;
  const uint32_t *head = p->head, mask = p->mask;
  const int32_t reach = (int32_t)(tp_product(times, p->apart) * p->parts) + 2;
  const int64_t most = (int64_t)reach * reach;
  const int32_t x = part_x(p, at), y = part_y(p, at);
  const int32_t first = (x - reach) >> PART_BITS;
  const uint32_t columns = (uint32_t)(((x + reach) >> PART_BITS) - first);
  const int32_t last = (y + reach) >> PART_BITS;
  int64_t least = INT64_MAX;
  tp_Near near;
  near.count = 0;
  for (int32_t row = (y - reach) >> PART_BITS; row <= last; row++) {
    const uint32_t hash = hash_of(first, row);
    for (uint32_t column = 0; column <= columns; column++) {
      uint32_t other = head[(hash + column) & mask];
      for (int n = 0; other != nobody && n < LOOKS; n++) {
        const tp_HashedAgent *a = &agent[other];
        int64_t dx = a->x - x, dy = a->y - y, far = dx * dx + dy * dy;
        uint32_t number = other;
        other = a->next;
        if (far >= most || number == except) continue;
        if (far < least) least = far;
        if (near.count == TP_SPATIALHASH_NEAR) continue;
        near.who[near.count] = number;
        near.far[near.count++] = far;
      }
    }
  }
  near.least = least;
  return near;
}
