/* open.c - the block of an open list, and what is too rare or too long to be
 * inlined into a search; see open.h for the two kinds and their order.
 *
 *     buckets: tp_Open | filled | summary | head | entry 0, 1, 2, ...
 *     heap:    tp_Open | entry 0, 1, 2, ...
 *
 * Entries come last, so that a list moves into a larger block by one copy.
 */
#include "open.h"

#include <string.h>

/* Keeps a block below 4 GiB, which every size_t holds. */
enum { MAX_CAPACITY = 1 << 27 };

enum { HEAP_START = (sizeof(tp_Open) + 7) / 8 * 8 };

static size_t summary_words(uint32_t window) {
  return window > 64 * 64 ? window / (64 * 64) : 1;
}

static size_t buckets_start(uint32_t window) {
  return HEAP_START + (window / 64 + summary_words(window)) * sizeof(uint64_t) +
         window * sizeof(uint32_t);
}

static size_t bytes(uint32_t window, size_t entries) {
  if (window == 0) return HEAP_START + entries * sizeof(tp_HeapEntry);
  return buckets_start(window) + (entries + 1) * sizeof(tp_Entry);
}

size_t tp_open_bytes(uint32_t window, uint32_t capacity) {
  if (capacity > MAX_CAPACITY) return 0;
  return bytes(window, capacity);
}

void tp_open_init(tp_Open *open, uint32_t window, uint32_t capacity) {
  memset(open, 0, sizeof *open);
  open->window = window;
  open->capacity = capacity;
  tp_open_clear(open, 0, false);
}

void tp_open_clear(tp_Open *open, uint64_t f, bool ordered) {
  uint32_t window = open->window;
  open->ordered = ordered;
  open->live = open->used = open->free = 0;
  open->f = f;
  if (window == 0) return;
  open->current = (uint32_t)f & (window - 1);
  memset((char *)open + HEAP_START, 0,
         (window / 64 + summary_words(window)) * sizeof(uint64_t));
}

void tp_open_move(tp_Open *open, const tp_Open *old, uint32_t capacity) {
  memcpy(open, old, bytes(old->window, old->capacity));
  open->capacity = capacity;
}

/* ---- buckets ------------------------------------------------------------ */

tp_Buckets tp_buckets_of(tp_Open *open) {
  uint32_t window = open->window;
  uint64_t *filled = (uint64_t *)((char *)open + HEAP_START);
  uint64_t *summary = filled + window / 64;
  uint32_t *head = (uint32_t *)(summary + summary_words(window));
  return (tp_Buckets){
      .head = head,
      .filled = filled,
      .summary = summary,
      .entry = (tp_Entry *)(head + window),
      .mask = window - 1,
      .summary_mask = (uint32_t)summary_words(window) - 1,
      .live = open->live,
      .used = open->used,
      .free = open->free,
      .current = open->current,
      .f = open->f,
      .ordered = open->ordered,
  };
}

void tp_buckets_store(const tp_Buckets *b, tp_Open *open) {
  open->live = b->live;
  open->used = b->used;
  open->free = b->free;
  open->current = b->current;
  open->f = b->f;
}

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
void tp_buckets_sort(tp_Buckets *b, const tp_Heuristic *h) {
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

/* ---- heap --------------------------------------------------------------- */

static tp_HeapEntry *heap_of(const tp_Open *open) {
  return (tp_HeapEntry *)((char *)(uintptr_t)open + HEAP_START);
}

static bool comes_first(const tp_HeapEntry *a, const tp_HeapEntry *b) {
  if (a->f != b->f) return a->f < b->f;
  if (a->h != b->h) return a->h < b->h;
  return a->sequence > b->sequence;
}

void tp_heap_push(tp_Open *open, uint64_t f, uint64_t h, int32_t x, int32_t y) {
  tp_HeapEntry *heap = heap_of(open);
  tp_HeapEntry entry = {f, open->ordered ? h : 0, open->used++, (uint16_t)x,
                        (uint16_t)y};
  uint32_t i = open->live++;
  while (i > 0 && comes_first(&entry, &heap[(i - 1) / 2])) {
    heap[i] = heap[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap[i] = entry;
}

const tp_HeapEntry *tp_heap_first(const tp_Open *open) { return heap_of(open); }

void tp_heap_pop(tp_Open *open) {
  tp_HeapEntry *heap = heap_of(open);
  tp_HeapEntry last = heap[--open->live];
  uint32_t i = 0, child;
  while ((child = 2 * i + 1) < open->live) {
    if (child + 1 < open->live && comes_first(&heap[child + 1], &heap[child])) {
      child++;
    }
    if (!comes_first(&heap[child], &last)) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
}
