/* heap.c - a heap, compared with a list that is searched. */
#include "core/base/heap.h"

#include "unit.h"

enum { MOST = 400, STEPS = 300, FIRST_CAPACITY = 3 };

/* In the order of pushes. */
typedef struct List {
  tp_HeapEntry held[MOST];
  int count;
} List;

/* The last push of those with the smallest key and tie; the list is not empty.
 */
static int first_of(const List *list) {
  int first = 0;
  for (int i = 1; i < list->count; i++) {
    const tp_HeapEntry *a = &list->held[i], *b = &list->held[first];
    if (a->key < b->key || (a->key == b->key && a->tie <= b->tie)) first = i;
  }
  return first;
}

static void take(Unit *u, tp_Heap *heap, List *list) {
  int first = first_of(list);
  tp_HeapEntry right = list->held[first], is = *tp_heap_first(heap);
  list->count--;
  for (int i = first; i < list->count; i++) list->held[i] = list->held[i + 1];
  tp_heap_pop(heap);
  unit_expect(
      u, is.what == right.what && is.key == right.key && is.tie == right.tie,
      "%u comes first, not %u", (unsigned)right.what, (unsigned)is.what);
}

/* Sorted, the items stand in the order in which they would be popped; some may
 * be left out. */
static void sort(Unit *u, tp_Heap *heap, List *list) {
  uint32_t kept = 0;
  tp_heap_sort(heap);
  for (uint32_t i = 1; i < heap->live; i++) {
    const tp_HeapEntry *a = &heap->entry[i - 1], *b = &heap->entry[i];
    unit_expect(u, a->key < b->key || (a->key == b->key && a->tie <= b->tie),
                "sorted, entry %u comes too late", (unsigned)i);
  }
  for (uint32_t i = 0; i < heap->live; i++) {
    const tp_HeapEntry entry = heap->entry[i];
    if (entry.what % 8 != 0) heap->entry[kept++] = entry;
  }
  heap->live = kept;
  kept = 0;
  for (int i = 0; i < list->count; i++) {
    if (list->held[i].what % 8 != 0) list->held[kept++] = list->held[i];
  }
  list->count = (int)kept;
}

void unit_heap(Unit *u) {
  static List list;
  Random *r = &u->random;
  double puts = 0.3 + 0.4 * random_unit(r);
  uint64_t kinds = random_chance(r, 0.5) ? 4 : UINT64_MAX;
  uint32_t capacity = FIRST_CAPACITY;
  tp_Heap *heap = unit_allocate(u, tp_heap_bytes(capacity));
  list.count = 0;
  tp_heap_init(heap, capacity);
  for (int i = 0; i < STEPS && !u->wrong; i++) {
    if (heap->live == capacity) {
      tp_Heap *larger = unit_allocate(u, tp_heap_bytes(2 * capacity));
      tp_heap_move(larger, heap, 2 * capacity);
      capacity *= 2;
      heap = larger;
    }
    if (random_chance(r, 0.02)) {
      sort(u, heap, &list);
    } else if (list.count == 0 || random_chance(r, puts)) {
      tp_HeapEntry e = {random_bits(r) % kinds, random_bits(r) % 3, 0,
                        (uint32_t)random_bits(r)};
      tp_heap_push(heap, e.key, e.tie, e.what);
      list.held[list.count++] = e;
    } else {
      take(u, heap, &list);
    }
    unit_expect(u, heap->live == (uint32_t)list.count, "%u entries, not %d",
                (unsigned)heap->live, list.count);
  }
  while (list.count > 0 && !u->wrong) take(u, heap, &list);
  tp_heap_push(heap, 1, 0, 1);
  tp_heap_clear(heap);
  unit_expect(u, heap->live == 0, "what was emptied holds something");
}
