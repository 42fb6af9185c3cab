/* frontier.h - the open list of a field: cells by cost, in buckets as wide as
 * the cheapest step (propagate.c says why), and beside them a heap of seeds:
 * cells that begin by themselves, at a cost that counts only when its turn has
 * come. By the bins of A* on priced ground fields take a twentieth less than by
 * lists of entries.
 *
 * An entry is the number of a cell in the field, and how it was come by: the
 * direction of the step, which says what steps need not be tried from there. So
 * no byte a cell is kept for that. */
#ifndef TP_FRONTIER_H
#define TP_FRONTIER_H

#include "../base/bins.h"
#include "../base/heap.h"

enum { TP_CAME_BY = 28 }; /* bits of a number: there are 2^28 cells at most */

TP_INLINE uint32_t tp_entry_of(size_t cell, int came_by) {
  return (uint32_t)cell | (uint32_t)came_by << TP_CAME_BY;
}

TP_INLINE size_t tp_entry_cell(uint32_t entry) {
  return entry & ((UINT32_C(1) << TP_CAME_BY) - 1);
}

/* In place of a direction: a link has led to the cell. */
enum { TP_ENTRY_LINK = TP_DIRECTIONS + 1 };

/* A direction; TP_DIRECTIONS: by none. */
TP_INLINE int tp_entry_came_by(uint32_t entry) {
  return (int)(entry >> TP_CAME_BY);
}

/* Buckets that there are besides those that a step spans, for costs that are
 * written ahead of their turn (sweep.c). */
enum { TP_SPAN_AHEAD = 56 };

/* How costs fall into buckets. */
typedef struct tp_Span {
  int shift;       /* a bucket holds costs that differ in so many bits       */
  uint32_t window; /* buckets                                                */
  bool by_heap;    /* costs are too fine for them: all cells are in the heap */
  bool sorts;      /* some links cost less than a bucket is wide             */
  uint32_t beside; /* cells that one adds to the heap at most                */
} tp_Span;

typedef struct tp_Frontier {
  tp_Bins list;
  tp_BinQueue *buckets;
  tp_Heap *heap;
  tp_Span span;
} tp_Frontier;

TP_INLINE tp_Frontier tp_frontier_of(tp_BinQueue *buckets, tp_Heap *heap,
                                     tp_Span span) {
  return (tp_Frontier){tp_bins_of(buckets), buckets, heap, span};
}

/* Puts back what changed. */
TP_INLINE void tp_frontier_store(const tp_Frontier *open) {
  tp_bins_store(&open->list, open->buckets);
}

/* Is there room for so many cells more, and for those that links lead to? */
TP_INLINE bool tp_frontier_fits(const tp_Frontier *open, uint32_t more) {
  const uint32_t beside = open->span.beside;
  if (beside && open->heap->live + beside > open->heap->capacity) return false;
  const uint32_t chunks = tp_bins_chunks_for(open->buckets->window, more);
  return tp_bins_fit(&open->list, chunks);
}

/* Puts a cell that begins by itself into the heap. */
TP_INLINE void tp_frontier_seed(tp_Heap *heap, uint64_t cost, uint32_t entry) {
  tp_heap_push(heap, cost, 0, entry);
}

/* Adds a cell that costs at most a step more than the one taken last. */
TP_INLINE void tp_frontier_add(tp_Frontier *open, uint64_t cost,
                               uint32_t entry) {
  if (open->span.by_heap) {
    tp_frontier_seed(open->heap, cost, entry);
  } else {
    const uint64_t bucket = cost >> open->span.shift, now = open->list.key;
    tp_bins_push(&open->list, bucket > now ? bucket : now, entry);
  }
}

/* Do the buckets reach as far as that cost? */
TP_INLINE bool tp_frontier_reaches(const tp_Frontier *open, uint64_t cost) {
  uint64_t bucket = cost >> open->span.shift;
  return !open->span.by_heap && bucket - open->list.key <= open->list.mask;
}

TP_INLINE bool tp_frontier_is_empty(const tp_Frontier *open) {
  return open->list.live == 0 && open->heap->live == 0;
}

/* An entry that was taken out, and what it costs as a seed; UINT64_MAX: it
 * comes from a bucket. */
typedef struct tp_Taken {
  uint32_t entry;
  uint64_t seed;
} tp_Taken;

/* Takes out the entry whose turn it is. There is one. The heap comes first in a
 * bucket; but where it sorts, last. */
TP_INLINE tp_Taken tp_frontier_take(tp_Frontier *open) {
  tp_Bins *list = &open->list;
  const uint64_t next = list->live ? tp_bins_next(list) : UINT64_MAX;
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
  return (tp_Taken){tp_bins_take(list), UINT64_MAX};
}

/* Is it the cell's turn, which costs that much and no more than as a seed; or
 * has that been, at a lower cost than when this entry was made? */
TP_INLINE bool tp_frontier_is_due(const tp_Frontier *open, tp_Taken taken,
                                  uint64_t cost) {
  if (taken.seed != UINT64_MAX) {
    return (open->span.by_heap || open->span.sorts) && cost == taken.seed;
  }
  return cost >> open->span.shift == open->list.key;
}

#endif
