/* fieldqueue.h - the open list of a field: cells by cost, in buckets as wide as
 * the cheapest step (dijkstra.c says why). Beside the buckets is a heap of
 * seeds: cells that start at a cost of their own, which counts only when its
 * turn comes. With buckets as of A* on priced ground, fields take a twentieth
 * less time than with linked entries.
 *
 * An entry has the index of a cell, and the direction of the step that reached
 * it. The direction tells which steps need not be tried from there. So no byte
 * a cell is needed for it.
 */
#pragma once

#include "../base/bucketqueue.h"
#include "../base/heap.h"

enum { TP_CAME_BY = 28 }; /* bits of an index: there are at most 2^28 cells */

TP_INLINE uint32_t tp_entry_of(size_t cell, int came_by) {
  return (uint32_t)cell | (uint32_t)came_by << TP_CAME_BY;
}

TP_INLINE size_t tp_entry_cell(uint32_t entry) {
  return entry & ((UINT32_C(1) << TP_CAME_BY) - 1);
}

/* In place of a direction: a link led to the cell. */
enum { TP_ENTRY_LINK = TP_DIRECTIONS + 1 };

/* A direction; TP_NO_DIRECTION: none. */
TP_INLINE int tp_entry_came_by(uint32_t entry) {
  return (int)(entry >> TP_CAME_BY);
}

/* Extra buckets besides those that a step spans, for costs that are written
 * before their turn (rundijkstra.c). */
enum { TP_SPAN_AHEAD = 56 };

/* How costs are sorted into buckets. */
typedef struct tp_Span {
  int shift;       /* a bucket holds costs that differ in these low bits only */
  uint32_t window; /* number of buckets */
  bool by_heap;    /* costs are too fine for buckets: all cells are in the
                      heap */
  bool sorts;      /* some links cost less than the width of a bucket */
  uint32_t beside; /* the most cells that one cell adds to the heap */
} tp_Span;

typedef struct tp_FieldQueue {
  tp_Buckets list;
  tp_BucketQueue *buckets;
  tp_Heap *heap;
  tp_Span span;
} tp_FieldQueue;

/* Is there room for so many more cells, and for those at the ends of links? */
TP_INLINE bool tp_fieldqueue_fits(const tp_FieldQueue *open, uint32_t more) {
  const uint32_t beside = open->span.beside;
  if (beside && open->heap->live + beside > open->heap->capacity) return false;
  const uint32_t chunks = tp_buckets_chunks_for(open->buckets->window, more);
  return tp_buckets_fit(&open->list, chunks);
}

/* Adds a cell that costs at most a step more than the last one taken. */
TP_INLINE void tp_fieldqueue_add(tp_FieldQueue *open, uint64_t cost,
                                 uint32_t entry) {
  if (open->span.by_heap) {
    tp_heap_push(open->heap, cost, 0, entry);
  } else {
    const uint64_t bucket = cost >> open->span.shift, now = open->list.key;
    tp_buckets_push(&open->list, bucket > now ? bucket : now, entry);
  }
}

TP_INLINE bool tp_fieldqueue_is_empty(const tp_FieldQueue *open) {
  return open->list.live == 0 && open->heap->live == 0;
}

/* An entry that was taken, and its cost as a seed; UINT64_MAX: the entry was in
 * a bucket. */
typedef struct tp_Taken {
  uint32_t entry;
  uint64_t seed;
} tp_Taken;

/* Takes the next entry; there must be one. In the same bucket the heap comes
 * first; if `sorts`, last. */
TP_INLINE tp_Taken tp_fieldqueue_take(tp_FieldQueue *open) {
  tp_Buckets *list = &open->list;
  const uint64_t next = list->live ? tp_buckets_next(list) : UINT64_MAX;
  if (open->heap->live) {
    const tp_HeapEntry *first = tp_heap_first(open->heap);
    const uint64_t bucket = first->key >> open->span.shift;
    if (bucket + open->span.sorts <= next) {
      const tp_Taken taken = {first->what, first->key};
      list->key = bucket;
      tp_heap_pop(open->heap);
      return taken;
    }
  }
  list->key = next;
  return (tp_Taken){tp_buckets_take(list), UINT64_MAX};
}

/* Is the entry due: has its cell this cost, and was it not expanded at a lower
 * cost before? */
TP_INLINE bool tp_fieldqueue_is_due(const tp_FieldQueue *open, tp_Taken taken,
                                    uint64_t cost) {
  if (taken.seed != UINT64_MAX) {
    return (open->span.by_heap || open->span.sorts) && cost == taken.seed;
  }
  return cost >> open->span.shift == open->list.key;
}
