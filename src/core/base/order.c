/* order.c - merge sort, from below: runs of 1, 2, 4 ... are merged from one
 * list into the other. n log n comparisons whatever is in the list, and n where
 * it is in order already, as most lists are.
 */
#include "order.h"

#include <string.h>

static bool is_ordered(const tp_Ranked *list, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    if (list[i].key < list[i - 1].key) return false;
  }
  return true;
}

/* Merges the ordered runs first .. middle - 1 and middle .. end - 1. */
static void merge(const tp_Ranked *from, tp_Ranked *to, uint32_t first,
                  uint32_t middle, uint32_t end) {
  uint32_t a = first, b = middle;
  for (uint32_t i = first; i < end; i++) {
    bool takes_a = a < middle && (b == end || from[a].key <= from[b].key);
    to[i] = takes_a ? from[a++] : from[b++];
  }
}

void tp_order(tp_Ranked *list, tp_Ranked *spare, uint32_t count) {
  tp_Ranked *from = list, *to = spare;
  if (is_ordered(list, count)) return;
  for (uint32_t run = 1; run < count; run *= 2) {
    for (uint32_t first = 0; first < count; first += 2 * run) {
      uint32_t middle = first + run < count ? first + run : count;
      uint32_t end = middle + run < count ? middle + run : count;
      merge(from, to, first, middle, end);
    }
    tp_Ranked *old = from;
    from = to;
    to = old;
  }
  if (from != list) memcpy(list, from, count * sizeof *list);
}
