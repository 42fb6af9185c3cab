/* heapsort.h - sorts in place (heap sort, Williams 1964): n log n steps in
 * every case, except n for a sorted list; no memory. */
#pragma once

#include <string.h>

#include "base.h"

/* Bytes of the largest item. */
enum { TP_SORT_SIZE = 48 };

typedef bool tp_Before(const void *a, const void *b);

/* Moves item i down to its place in a heap of `count` items; the last in order
 * is on top. */
TP_INLINE void tp_sort_sift(char *items, size_t i, size_t count, size_t size,
                            tp_Before *before) {
  char item[TP_SORT_SIZE];
  size_t child;
  memcpy(item, items + i * size, size);
  while ((child = 2 * i + 1) < count) {
    char *one = items + child * size;
    if (child + 1 < count && before(one, one + size)) {
      one += size;
      child++;
    }
    if (!before(item, one)) break;
    memcpy(items + i * size, one, size);
    i = child;
  }
  memcpy(items + i * size, item, size);
}

/* Sorts items of `size` bytes. The result is the same everywhere only if no two
 * items are equal. */
TP_INLINE void tp_sort(void *list, size_t count, size_t size,
                       tp_Before *before) {
  char *items = list, item[TP_SORT_SIZE];
  size_t sorted = 1;
  TP_ASSERT(size <= TP_SORT_SIZE);
  while (sorted < count &&
         !before(items + sorted * size, items + (sorted - 1) * size)) {
    sorted++;
  }
  if (sorted >= count) return;
  for (size_t i = count / 2; i-- > 0;) {
    tp_sort_sift(items, i, count, size, before);
  }
  for (size_t last = count - 1; last > 0; last--) {
    memcpy(item, items, size);
    memcpy(items, items + last * size, size);
    memcpy(items + last * size, item, size);
    tp_sort_sift(items, 0, last, size, before);
  }
}
