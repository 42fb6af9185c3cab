/* frontier.h - the open list of a field: cells by cost, in buckets as wide as
 * the cheapest step (field.c says why), and beside them a heap of those that
 * are further ahead than the buckets reach. */
#ifndef TP_FRONTIER_H
#define TP_FRONTIER_H

#include "field.h"

/* Adds a cell that costs at most a step more than the one taken last. */
TP_INLINE void tp_frontier_add(tp_Field *f, tp_Buckets *list, uint64_t cost,
                               uint32_t what) {
  if (f->by_heap) {
    tp_heap_push(f->seeds, cost, 0, what);
  } else {
    tp_buckets_push(list, cost >> f->shift, what);
  }
}

/* Adds a cell that may be further ahead. */
TP_INLINE void tp_frontier_sow(tp_Field *f, tp_Buckets *list, uint64_t cost,
                               tp_Cell at) {
  if (f->by_heap || (cost >> f->shift) - list->key > list->mask) {
    tp_heap_push(f->seeds, cost, 0, tp_pack_cell(at.x, at.y));
  } else {
    tp_buckets_push(list, cost >> f->shift, tp_pack_cell(at.x, at.y));
  }
}

TP_INLINE bool tp_frontier_is_empty(const tp_Field *f, const tp_Buckets *list) {
  return list->live == 0 && f->seeds->live == 0;
}

/* Takes out the cell whose turn it is; there is one. list->key is its bucket.
 */
TP_INLINE tp_Cell tp_frontier_take(tp_Field *f, tp_Buckets *list) {
  if (f->seeds->live) {
    const tp_HeapEntry seed = *tp_heap_first(f->seeds);
    uint64_t next = UINT64_MAX;
    if (list->live) {
      next = list->key + ((tp_buckets_next(list) - list->current) & list->mask);
    }
    if (seed.key >> f->shift <= next) {
      list->key = seed.key >> f->shift;
      list->current = (uint32_t)list->key & list->mask;
      tp_heap_pop(f->seeds);
      return tp_unpack_cell(seed.what);
    }
  }
  return tp_unpack_cell(tp_buckets_pop(list));
}

#endif
