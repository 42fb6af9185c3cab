/* heap.h - a queue for any keys: entries come by key, then by `tie`; of equal
 * ones the last one put in comes first.
 *
 * A binary heap (Williams 1964), for keys that may fall or that lie too far
 * apart for buckets. As in bucketqueue.h no entry is taken out early, except by
 * a caller that sorts the heap.
 */
#pragma once

#include "base.h"

typedef struct tp_HeapEntry {
  uint64_t key, tie;
  uint32_t sequence; /* later is greater */
  uint32_t what;     /* a cell, or another number of the user's */
} tp_HeapEntry;

/* In a block of tp_heap_bytes. */
typedef struct tp_Heap {
  uint32_t capacity; /* entries */
  uint32_t live;     /* entries held */
  uint32_t pushes;   /* ever */
  uint32_t padding;
  tp_HeapEntry entry[];
} tp_Heap;

/* Bytes for a heap of that many entries; 0 if that is too many. */
TP_FUNC size_t tp_heap_bytes(uint32_t capacity);
TP_FUNC void tp_heap_init(tp_Heap *heap, uint32_t capacity);

/* Moves into a block of tp_heap_bytes(capacity). */
TP_FUNC void tp_heap_move(tp_Heap *heap, const tp_Heap *old, uint32_t capacity);

TP_INLINE void tp_heap_clear(tp_Heap *heap) { heap->live = heap->pushes = 0; }

/* There must be room for one more entry. */
TP_FUNC void tp_heap_push(tp_Heap *heap, uint64_t key, uint64_t tie,
                          uint32_t what);

/* The first entry; the heap is not empty. */
TP_INLINE const tp_HeapEntry *tp_heap_first(const tp_Heap *heap) {
  TP_ASSERT(heap->live > 0);
  return heap->entry;
}

/* Takes the first entry out. */
TP_FUNC void tp_heap_pop(tp_Heap *heap);

/* Sorts all entries, the first one first. The result is a heap as well, even
 * after a caller removes entries and closes the gaps. */
TP_FUNC void tp_heap_sort(tp_Heap *heap);
