/* mergesort.c - merge sort from below: runs of 1, 2, 4 ... are merged from one
 * list into the other. n log n comparisons in every case, except n for a sorted
 * list, as most are.
 *
 * A crowd has thousands of shorter keys at a moment. These are sorted digit by
 * digit, the last one first (radix sort). Digits that are all the same are
 * skipped: at most four passes, each of some 3 ns an item.
 */
#include "mergesort.h"

#include <string.h>

enum {
  SHORT = 48, /* fewer items of shorter keys are sorted by insertion */
  DIGIT = 8,  /* bits */
  DIGITS = 1 << DIGIT
};

void tp_mergesort(tp_Ranked *list, tp_Ranked *spare, uint32_t count) {
  tp_Ranked *from = list, *to = spare;
  uint32_t sorted = 1;
  while (sorted < count && list[sorted].key >= list[sorted - 1].key) sorted++;
  if (sorted >= count) return;
  for (uint32_t run = 1; run < count; run *= 2) {
    for (uint32_t first = 0; first < count; first += 2 * run) {
      uint32_t middle = first + run < count ? first + run : count;
      uint32_t end = middle + run < count ? middle + run : count;
      /* Merges the ordered runs first .. middle - 1 and middle .. end - 1. */
      uint32_t a = first, b = middle;
      for (uint32_t i = first; i < end; i++) {
        bool takes_a = a < middle && (b == end || from[a].key <= from[b].key);
        to[i] = takes_a ? from[a++] : from[b++];
      }
    }
    tp_Ranked *old = from;
    from = to;
    to = old;
  }
  if (from != list) memcpy(list, from, count * sizeof *list);
}

/* ---- shorter keys -------------------------------------------------------- */

static unsigned digit_of(uint32_t key, int shift) {
  return key >> shift & (DIGITS - 1);
}

void tp_mergesort_numbered(tp_Numbered *list, tp_Numbered *spare,
                           uint32_t count) {
  tp_Numbered *from = list, *to = spare;
  uint32_t differs = 0;
  bool is_ordered = true;
  for (uint32_t i = 1; i < count; i++) {
    differs |= list[i].key ^ list[0].key;
    is_ordered = is_ordered && list[i - 1].key <= list[i].key;
  }
  if (is_ordered) return;
  if (count < SHORT) {
    for (uint32_t i = 1; i < count; i++) {
      tp_Numbered item = list[i];
      uint32_t k = i;
      for (; k > 0 && item.key < list[k - 1].key; k--) list[k] = list[k - 1];
      list[k] = item;
    }
    return;
  }
  for (int shift = 0; shift < 32; shift += DIGIT) {
    if (digit_of(differs, shift) == 0) continue;
    /* By one digit, from one list into the other. */
    uint32_t place[DIGITS] = {0}, sum = 0;
    for (uint32_t i = 0; i < count; i++) place[digit_of(from[i].key, shift)]++;
    for (int i = 0; i < DIGITS; i++) {
      uint32_t many = place[i];
      place[i] = sum;
      sum += many;
    }
    for (uint32_t i = 0; i < count; i++) {
      to[place[digit_of(from[i].key, shift)]++] = from[i];
    }
    tp_Numbered *old = from;
    from = to;
    to = old;
  }
  if (from != list) memcpy(list, from, count * sizeof *list);
}
