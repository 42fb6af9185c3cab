/* frontier.h - the open list of a field: cells by cost, in buckets as wide as
 * the cheapest step (field.c says why), and beside them a heap of seeds: cells
 * that begin by themselves, at a cost that counts only when its turn comes.
 *
 * An entry is the index of a cell in the field, and how it was come by: the
 * direction of the step, which says what steps need not be tried from there. So
 * no byte a cell is kept for that. */
#ifndef TP_FRONTIER_H
#define TP_FRONTIER_H

#include "field.h"

enum { TP_CAME_BY = 28 }; /* bits of an index: TP_MAX_CELLS are less */

TP_INLINE uint32_t tp_entry_of(size_t cell, int came_by) {
  return (uint32_t)cell | (uint32_t)came_by << TP_CAME_BY;
}

TP_INLINE size_t tp_entry_cell(uint32_t entry) {
  return entry & ((UINT32_C(1) << TP_CAME_BY) - 1);
}

/* A direction; TP_DIRECTIONS: by none. */
TP_INLINE int tp_entry_came_by(uint32_t entry) {
  return (int)(entry >> TP_CAME_BY);
}

/* Puts a cell among the seeds. */
TP_INLINE void tp_frontier_seed(tp_Field *f, uint64_t cost, uint32_t entry) {
  tp_heap_push(f->seeds, cost, 0, (int32_t)(entry & 0xffff),
               (int32_t)(entry >> 16));
}

/* Adds a cell that costs at most a step more than the one taken last. */
TP_INLINE void tp_frontier_add(tp_Field *f, tp_Buckets *list, uint64_t cost,
                               uint32_t entry) {
  if (f->by_heap) {
    tp_frontier_seed(f, cost, entry);
  } else {
    tp_buckets_add(list, cost >> f->shift, entry);
  }
}

/* Do the buckets reach as far as that cost? */
TP_INLINE bool tp_frontier_reaches(const tp_Field *f, const tp_Buckets *list,
                                   uint64_t cost) {
  return !f->by_heap && (cost >> f->shift) - list->f <= list->mask;
}

TP_INLINE bool tp_frontier_is_empty(const tp_Field *f, const tp_Buckets *list) {
  return list->live == 0 && f->seeds->live == 0;
}

/* Takes out the entry whose turn it is. There is one. list->f tells its bucket;
 * *seed what it costs by itself, TP_FAR where it comes from a bucket. */
TP_INLINE uint32_t tp_frontier_take(tp_Field *f, tp_Buckets *list,
                                    uint64_t *seed) {
  if (f->seeds->live) {
    const tp_HeapEntry *first = tp_heap_first(f->seeds);
    uint64_t next = UINT64_MAX;
    if (list->live) {
      next = list->f + ((tp_buckets_next(list) - list->current) & list->mask);
    }
    if (first->f >> f->shift <= next) {
      uint32_t entry = first->x | (uint32_t)first->y << 16;
      *seed = first->f;
      list->f = first->f >> f->shift;
      list->current = (uint32_t)list->f & list->mask;
      tp_heap_pop(f->seeds);
      return entry;
    }
  }
  *seed = TP_FAR;
  return tp_buckets_pop(list, NULL);
}

#endif
