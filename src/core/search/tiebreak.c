/* tiebreak.c - sorts a bucket of equal f by h, in place. */
#include "tiebreak.h"

static uint64_t estimate(const tp_Buckets *b, const tp_Heuristic *h,
                         uint32_t i) {
  tp_Cell cell = tp_unpack_cell(b->entry[i].what);
  return tp_estimate(h, cell.x, cell.y);
}

/* Merges two lists, neither empty, in order of h; of equal cells, `a`'s
 * first. */
static uint32_t merge(tp_Buckets *b, const tp_Heuristic *h, uint32_t a,
                      uint32_t c) {
  uint32_t first = 0, *link = &first;
  uint64_t of_a = estimate(b, h, a), of_c = estimate(b, h, c);
  for (;;) {
    if (of_c < of_a) {
      *link = c;
      link = &b->entry[c].next;
      c = *link;
      if (!c) break;
      of_c = estimate(b, h, c);
    } else {
      *link = a;
      link = &b->entry[a].next;
      a = *link;
      if (!a) break;
      of_a = estimate(b, h, a);
    }
  }
  *link = a ? a : c;
  return first;
}

/* Takes the longest run off the front that is in order of h, or in strictly
 * falling order, which it turns round. */
static uint32_t take_run(tp_Buckets *b, const tp_Heuristic *h, uint32_t *rest) {
  uint32_t first = *rest, last = first, next = b->entry[first].next;
  uint64_t least = estimate(b, h, first), greatest = least;
  while (next) {
    uint64_t e = estimate(b, h, next);
    uint32_t after = b->entry[next].next;
    if (e >= greatest) {
      b->entry[last].next = next;
      last = next;
      greatest = e;
    } else if (e < least) {
      b->entry[next].next = first;
      first = next;
      least = e;
    } else {
      break;
    }
    next = after;
  }
  b->entry[last].next = 0;
  *rest = next;
  return first;
}

/* Merge sort from the bottom up: run[k] holds 2^k runs that stood before
 * those still to come. Most lists hold two. */
void tp_tiebreak_sort(tp_Buckets *b, const tp_Heuristic *h) {
  uint32_t rest = b->head[b->current], second = b->entry[rest].next;
  if (b->entry[second].next == 0) {
    bool turn = estimate(b, h, second) < estimate(b, h, rest);
    uint32_t first = turn ? second : rest, last = turn ? rest : second;
    b->head[b->current] = first;
    b->entry[first].next = last;
    b->entry[last].next = 0;
    return;
  }
  uint32_t run[32] = {0};
  int used = 0;
  while (rest) {
    uint32_t list = take_run(b, h, &rest);
    int k = 0;
    for (; k < 31 && run[k]; k++) {
      list = merge(b, h, run[k], list);
      run[k] = 0;
    }
    run[k] = run[k] ? merge(b, h, run[k], list) : list;
    if (k >= used) used = k + 1;
  }
  for (int k = 0; k < used; k++) {
    if (run[k]) rest = rest ? merge(b, h, run[k], rest) : run[k];
  }
  b->head[b->current] = rest;
}
