/* alone.c - see alone.h. */
#include "alone.h"

#include <math.h>
#include <string.h>

#include "../base/bits.h"

enum {
  BITS = 4,      /* for each head           */
  LOOKS = 20,    /* at so many of a list    */
  PART_BITS = 15 /* of a bin; coordinates have 31 */
};

static const uint32_t nobody = UINT32_MAX;

/* As many bins at most are as long as the map. */
static const double most_bins = 65535;

static size_t heads_for(size_t n) {
  size_t heads = 64;
  while (heads < n) heads *= 2;
  return heads;
}

size_t tp_alone_bytes(size_t n) {
  size_t heads = heads_for(n);
  return n * sizeof(tp_AlonePoint) + heads * sizeof(uint32_t) +
         2 * heads * BITS / 8;
}

void tp_alone_init(tp_Alone *a, void *block, size_t n, double near,
                   double span) {
  size_t heads = heads_for(n), words = heads * BITS / 64;
  a->mask = (uint32_t)(heads - 1);
  a->some = block;
  a->more = a->some + words;
  a->point = (tp_AlonePoint *)(a->more + words);
  a->head = (uint32_t *)(a->point + n);
  a->parts = (1 << PART_BITS) / fmax(near * 1.0002, span / most_bins);
  int64_t parts = (int64_t)(near * a->parts) + 2;
  a->near = parts * parts;
  memset(a->some, 0, 2 * words * sizeof a->some[0]);
  memset(a->head, 0xff, heads * sizeof a->head[0]);
}

/* ---- bins --------------------------------------------------------------- */

TP_INLINE uint32_t wrapped(const tp_Alone *a, uint32_t bin) {
  return bin & (BITS * (a->mask + 1) - 1);
}

TP_INLINE tp_AlonePoint point_at(const tp_Alone *a, double x, double y) {
  return (tp_AlonePoint){.x = (int32_t)((x - a->left) * a->parts),
                         .y = (int32_t)((y - a->top) * a->parts)};
}

/* The bin so many away from a point's. Three beside each other lie together. */
TP_INLINE uint32_t bin_at(const tp_Alone *a, const tp_AlonePoint *p, int right,
                          int down) {
  uint32_t column = (uint32_t)((p->x >> PART_BITS) + right);
  uint32_t row = (uint32_t)((p->y >> PART_BITS) + down);
  return wrapped(a, column + row * 0x9e3779b1u);
}

TP_INLINE bool has_bit(const uint64_t *bits, uint32_t bin) {
  return bits[bin >> 6] >> (bin & 63) & 1;
}

/* The bits of a bin and the two after it. */
TP_INLINE unsigned three_at(const tp_Alone *a, uint32_t bin) {
  uint32_t after = wrapped(a, bin + 2), shift = bin & 63;
  uint64_t bits = a->some[bin >> 6] >> shift;
  if (shift > 61) bits |= a->some[after >> 6] << (64 - shift);
  return bits & 7;
}

void tp_alone_add(tp_Alone *a, uint32_t number, double x, double y) {
  tp_AlonePoint point = point_at(a, x, y);
  uint32_t bin = bin_at(a, &point, 0, 0);
  uint32_t *head = &a->head[bin & a->mask];
  uint64_t bit = UINT64_C(1) << (bin & 63);
  point.next = *head;
  point.bin = bin;
  a->point[number] = point;
  *head = number;
  a->more[bin >> 6] |= a->some[bin >> 6] & bit;
  a->some[bin >> 6] |= bit;
}

/* ---- who is near -------------------------------------------------------- */

TP_INLINE bool is_near(const tp_Alone *a, const tp_AlonePoint *p,
                       const tp_AlonePoint *q) {
  int64_t dx = p->x - q->x, dy = p->y - q->y;
  return dx * dx + dy * dy < a->near;
}

TP_INLINE bool has_near(const tp_Alone *a, uint32_t list, uint32_t number,
                        const tp_AlonePoint *here) {
  uint32_t at = a->head[list];
  for (int n = 0; at != nobody; n++) {
    const tp_AlonePoint *p = &a->point[at];
    if (n == LOOKS || (at != number && is_near(a, p, here))) return true;
    at = p->next;
  }
  return false;
}

/* Those of three bins where one of the others may be. */
TP_INLINE unsigned others_at(const tp_Alone *a, uint32_t bin, uint32_t own,
                             bool is_own_only) {
  uint32_t right = wrapped(a, own - bin);
  bool is_out = is_own_only && right < 3;
  return three_at(a, bin) & ~((unsigned)is_out << (right & 3));
}

bool tp_alone_is(const tp_Alone *a, uint32_t number, double x, double y) {
  const tp_AlonePoint here = point_at(a, x, y);
  const uint32_t own = a->point[number].bin;
  const bool is_own_only = !has_bit(a->more, own);
  uint32_t bin[3];
  unsigned some = 0;
  for (int down = 0; down < 3; down++) {
    bin[down] = bin_at(a, &here, -1, down - 1);
    some |= others_at(a, bin[down], own, is_own_only) << (3 * down);
  }
  for (; some; some &= some - 1) {
    uint32_t at = (uint32_t)tp_lowest(some);
    uint32_t list = (bin[at / 3] + at % 3) & a->mask;
    if (has_near(a, list, number, &here)) return false;
  }
  return true;
}
