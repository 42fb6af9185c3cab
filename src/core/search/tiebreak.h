/* tiebreak.h - A* by the book: of equal f, the cell with the smallest h comes
 * first, and of equal h the last one.
 *
 * A bucket is sorted by h when its turn comes. A cell that is pushed into the
 * bucket whose turn it is has a smaller h than all but its siblings there, so
 * it finds its place near the head. On game maps that saves not one expansion
 * in a thousand and takes a third of the time, so it is left to those who ask
 * for it.
 */
#ifndef TP_TIEBREAK_H
#define TP_TIEBREAK_H

#include "../base/bucketqueue.h"
#include "heuristic.h"

/* Puts the bucket whose turn it is, and which holds more than one cell, in
 * order of h, equal ones as they are. */
TP_FUNC void tp_tiebreak_sort(tp_Buckets *b, const tp_Heuristic *h);

/* To be called where it has become the turn of another bucket. */
TP_INLINE void tp_tiebreak_turn(tp_Buckets *b, const tp_Heuristic *h) {
  /* Most buckets of an estimate that takes many values hold one cell. */
  bool is_one = b->entry[b->head[b->current]].next == 0;
  if (!is_one) tp_tiebreak_sort(b, h);
}

/* Pushes a cell of that estimate. */
TP_INLINE void tp_tiebreak_push(tp_Buckets *b, uint64_t f, uint32_t what,
                                const tp_Heuristic *h, uint64_t estimate) {
  if (f < b->key) f = b->key;
  uint32_t *link = tp_buckets_list(b, f);
  while (f == b->key && *link) {
    tp_Cell cell = tp_unpack_cell(b->entry[*link].what);
    if (tp_estimate(h, cell.x, cell.y) >= estimate) break;
    link = &b->entry[*link].next;
  }
  tp_buckets_insert(b, link, what);
}

#endif
