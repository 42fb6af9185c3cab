/* heap.h - a queue for any keys: what was put in, by key, of equal keys by
 * `tie`, and of those the last one first.
 *
 * A binary heap (Williams 1964), for keys that may fall or that lie too far
 * apart for buckets. Nothing is taken out early, as in bins.h, but by
 * who sorts it.
 */
#ifndef TP_HEAP_H
#define TP_HEAP_H

#include "base.h"

typedef struct tp_HeapEntry {
  uint64_t key, tie;
  uint32_t sequence; /* later is greater                         */
  uint32_t what;     /* a cell, or what else its user counts by  */
} tp_HeapEntry;

/* In a block of tp_heap_bytes. */
typedef struct tp_Heap {
  uint32_t capacity; /* entries       */
  uint32_t live;     /* entries held  */
  uint32_t pushes;   /* ever          */
  uint32_t padding;
  tp_HeapEntry entry[];
} tp_Heap;

/* Bytes for a heap of that many entries; 0 where that is too many. */
TP_FUNC size_t tp_heap_bytes(uint32_t capacity);
TP_FUNC void tp_heap_init(tp_Heap *heap, uint32_t capacity);

/* Moves into a block of tp_heap_bytes(capacity). */
TP_FUNC void tp_heap_move(tp_Heap *heap, const tp_Heap *old, uint32_t capacity);

TP_INLINE void tp_heap_clear(tp_Heap *heap) { heap->live = heap->pushes = 0; }

/* There is room for one more. */
TP_FUNC void tp_heap_push(tp_Heap *heap, uint64_t key, uint64_t tie,
                          uint32_t what);

/* The first entry; the heap is not empty. */
TP_INLINE const tp_HeapEntry *tp_heap_first(const tp_Heap *heap) {
  TP_ASSERT(heap->live > 0);
  return heap->entry;
}

/* Takes it out. */
TP_FUNC void tp_heap_pop(tp_Heap *heap);

/* Puts all entries in order, the first one first. It is a heap as well: any of
 * them may be left out from there. */
TP_FUNC void tp_heap_sort(tp_Heap *heap);

#endif
