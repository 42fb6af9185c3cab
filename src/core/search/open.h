/* open.h - the open list: cells by f, and of equal f the last one first; or,
 * where it is `ordered`, of equal f the one with the smallest h, and of equal
 * h the last one.
 *
 * Buckets (Dial 1969): where f is a whole number that never falls and rises by
 * less than `window` a step, the cells of one f hang in a list, found by
 * f % window; two levels of bits find the next list that is not empty. A pop
 * and a push cost a few nanoseconds together. An ordered list is sorted by h
 * when its turn comes; a cell pushed into the list whose turn it is has a
 * smaller h than all but its siblings there, so it finds its place near the
 * head. On game maps that saves not one expansion in a thousand and takes a
 * third of the time, so it is left to those who ask for it.
 *
 * A heap otherwise: f may fall (weights, heuristics that are not consistent),
 * or costs are so fine that the buckets would outgrow the map.
 *
 * Cells are never taken out early: one that was reached again at a lower cost
 * stands in twice, and its second coming finds the cell closed.
 */
#ifndef TP_OPEN_H
#define TP_OPEN_H

#include "../base/bits.h"
#include "heuristic.h"

typedef struct tp_Open {
  uint32_t window;   /* buckets, a power of two; 0: this is a heap          */
  uint32_t capacity; /* entries                                             */
  uint32_t live;     /* entries held                                        */
  uint32_t used;     /* buckets: entries ever taken; heap: pushes ever      */
  uint32_t free;     /* buckets: list of entries given back                 */
  uint32_t current;  /* bucket whose turn it is                             */
  uint64_t f;        /* and its f                                           */
  bool ordered;      /* by h where f is equal                               */
} tp_Open;

/* Bytes for a list of that many entries; 0 where that is too many. */
TP_FUNC size_t tp_open_bytes(uint32_t window, uint32_t capacity);
TP_FUNC void tp_open_init(tp_Open *open, uint32_t window, uint32_t capacity);

/* Empties the list; the first f to be pushed is at least `f`. */
TP_FUNC void tp_open_clear(tp_Open *open, uint64_t f, bool ordered);

/* Moves into a block of tp_open_bytes(old->window, capacity). */
TP_FUNC void tp_open_move(tp_Open *open, const tp_Open *old, uint32_t capacity);

typedef struct tp_Entry {
  uint32_t what; /* a cell, or what else a search counts its nodes by */
  uint32_t next; /* in the same bucket; 0: the last                    */
} tp_Entry;

typedef struct tp_HeapEntry {
  uint64_t f, h;
  uint32_t sequence; /* later is greater */
  uint16_t x, y;
} tp_HeapEntry;

/* ---- buckets ------------------------------------------------------------ */

/* The block's arrays and what changes with every pop and push, side by side
 * where a search loop can keep them in registers. */
typedef struct tp_Buckets {
  uint32_t *head;    /* first entry by bucket; holds where the bit is set     */
  uint64_t *filled;  /* a bit a bucket                                        */
  uint64_t *summary; /* a bit a word of `filled`                             */
  tp_Entry *entry;   /* from 1                                                */
  uint32_t mask, summary_mask;
  uint32_t live, used, free, current;
  uint64_t f;
  bool ordered;
} tp_Buckets;

TP_FUNC tp_Buckets tp_buckets_of(tp_Open *open);
TP_FUNC void tp_buckets_store(const tp_Buckets *b, tp_Open *open);

/* Puts the current list in order of h, equal ones as they are. */
TP_FUNC void tp_buckets_sort(tp_Buckets *b, const tp_Heuristic *h);

/* Where the list of an f begins, which there is from now on. */
TP_INLINE uint32_t *tp_buckets_list(tp_Buckets *b, uint64_t f) {
  uint32_t bucket = (uint32_t)f & b->mask, word = bucket >> 6;
  uint64_t bit = UINT64_C(1) << (bucket & 63);
  if (!(b->filled[word] & bit)) {
    b->filled[word] |= bit;
    b->summary[word >> 6] |= UINT64_C(1) << (word & 63);
    b->head[bucket] = 0;
  }
  return &b->head[bucket];
}

TP_INLINE void tp_buckets_insert(tp_Buckets *b, uint32_t *link, uint32_t what) {
  uint32_t i = b->free;
  if (i) {
    b->free = b->entry[i].next;
  } else {
    i = ++b->used;
  }
  b->live++;
  b->entry[i] = (tp_Entry){what, *link};
  *link = i;
}

/* Of equal f, the last one added comes first. */
TP_INLINE void tp_buckets_add(tp_Buckets *b, uint64_t f, uint32_t what) {
  if (f < b->f) f = b->f;
  tp_buckets_insert(b, tp_buckets_list(b, f), what);
}

TP_INLINE uint32_t tp_pack_cell(int32_t x, int32_t y) {
  return (uint32_t)x | (uint32_t)y << 16;
}

TP_INLINE tp_Cell tp_unpack_cell(uint32_t what) {
  return (tp_Cell){(int32_t)(what & 0xffff), (int32_t)(what >> 16)};
}

/* The same for a cell, by h where the list is ordered. */
TP_INLINE void tp_buckets_push(tp_Buckets *b, uint64_t f, int32_t x, int32_t y,
                               const tp_Heuristic *h, uint64_t estimate) {
  if (f < b->f) f = b->f;
  uint32_t *link = tp_buckets_list(b, f);
  while (b->ordered && f == b->f && *link) {
    tp_Cell cell = tp_unpack_cell(b->entry[*link].what);
    if (tp_estimate(h, cell.x, cell.y) >= estimate) break;
    link = &b->entry[*link].next;
  }
  tp_buckets_insert(b, link, tp_pack_cell(x, y));
}

/* The first bucket that is not empty, from the current one on and around; at
 * least one is. */
TP_INLINE uint32_t tp_buckets_next(const tp_Buckets *b) {
  uint32_t word = b->current >> 6, at = word >> 6;
  uint64_t rest = b->filled[word] >> (b->current & 63);
  if (rest) return b->current + (uint32_t)tp_lowest(rest);
  uint64_t words = b->summary[at] & ~((UINT64_C(2) << (word & 63)) - 1);
  while (!words) {
    at = (at + 1) & b->summary_mask;
    words = b->summary[at];
  }
  word = at * 64 + (uint32_t)tp_lowest(words);
  return word * 64 + (uint32_t)tp_lowest(b->filled[word]);
}

/* The first one; the list is not empty. b->f is its f. `h` orders cells; NULL
 * for other things. */
TP_INLINE uint32_t tp_buckets_first(tp_Buckets *b, const tp_Heuristic *h) {
  if (!(b->filled[b->current >> 6] >> (b->current & 63) & 1)) {
    uint32_t next = tp_buckets_next(b);
    b->f += (next - b->current) & b->mask;
    b->current = next;
    /* Most lists of an estimate that takes many values hold one cell. */
    bool is_one = b->entry[b->head[next]].next == 0;
    if (h && b->ordered && !is_one) tp_buckets_sort(b, h);
  }
  return b->entry[b->head[b->current]].what;
}

/* Takes it out. */
TP_INLINE uint32_t tp_buckets_pop(tp_Buckets *b, const tp_Heuristic *h) {
  tp_buckets_first(b, h);
  uint32_t bucket = b->current, word = bucket >> 6;
  uint32_t i = b->head[bucket];
  tp_Entry entry = b->entry[i];
  b->head[bucket] = entry.next;
  if (!entry.next) {
    b->filled[word] &= ~(UINT64_C(1) << (bucket & 63));
    if (!b->filled[word]) {
      b->summary[word >> 6] &= ~(UINT64_C(1) << (word & 63));
    }
  }
  b->entry[i].next = b->free;
  b->free = i;
  b->live--;
  return entry.what;
}

/* ---- heap --------------------------------------------------------------- */

TP_FUNC void tp_heap_push(tp_Open *open, uint64_t f, uint64_t h, int32_t x,
                          int32_t y);

/* The first entry; the heap is not empty. */
TP_FUNC const tp_HeapEntry *tp_heap_first(const tp_Open *open);

/* Takes it out. */
TP_FUNC void tp_heap_pop(tp_Open *open);

#endif
