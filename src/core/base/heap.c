/* heap.c - a binary heap; see heap.h for its order. 24 bytes an entry. */
#include "heap.h"

#include <string.h>

/* Keeps a block below 4 GiB, which every size_t holds. */
enum { MAX_CAPACITY = 1 << 27 };

size_t tp_heap_bytes(uint32_t capacity) {
  if (capacity > MAX_CAPACITY) return 0;
  return offsetof(tp_Heap, entry) + (size_t)capacity * sizeof(tp_HeapEntry);
}

void tp_heap_init(tp_Heap *heap, uint32_t capacity) {
  heap->capacity = capacity;
  tp_heap_clear(heap);
}

void tp_heap_move(tp_Heap *heap, const tp_Heap *old, uint32_t capacity) {
  TP_ASSERT(capacity >= old->capacity);
  memcpy(heap, old, tp_heap_bytes(old->capacity));
  heap->capacity = capacity;
}

static bool comes_first(const tp_HeapEntry *a, const tp_HeapEntry *b) {
  if (a->key != b->key) return a->key < b->key;
  if (a->tie != b->tie) return a->tie < b->tie;
  return a->sequence > b->sequence;
}

void tp_heap_push(tp_Heap *heap, uint64_t key, uint64_t tie, uint32_t what) {
  TP_ASSERT(heap->live < heap->capacity);
  tp_HeapEntry entry = {key, tie, heap->pushes++, what};
  uint32_t i = heap->live++;
  while (i > 0 && comes_first(&entry, &heap->entry[(i - 1) / 2])) {
    heap->entry[i] = heap->entry[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap->entry[i] = entry;
}

void tp_heap_pop(tp_Heap *heap) {
  TP_ASSERT(heap->live > 0);
  heap->live--;
  /* The last entry moves down from the free place at the top. */
  const tp_HeapEntry moved = heap->entry[heap->live];
  uint32_t i = 0;
  tp_HeapEntry *entry = heap->entry;
  uint32_t child;
  while ((child = 2 * i + 1) < heap->live) {
    if (child + 1 < heap->live &&
        comes_first(&entry[child + 1], &entry[child])) {
      child++;
    }
    if (!comes_first(&entry[child], &moved)) break;
    entry[i] = entry[child];
    i = child;
  }
  entry[i] = moved;
}

/* Each popped entry goes behind the rest: so the order is backwards, and is
 * reversed at the end. */
void tp_heap_sort(tp_Heap *heap) {
  const uint32_t count = heap->live;
  while (heap->live > 1) {
    const tp_HeapEntry first = heap->entry[0];
    tp_heap_pop(heap);
    heap->entry[heap->live] = first;
  }
  heap->live = count;
  for (uint32_t i = 0; i < count / 2; i++) {
    const tp_HeapEntry other = heap->entry[i];
    heap->entry[i] = heap->entry[count - 1 - i];
    heap->entry[count - 1 - i] = other;
  }
}
