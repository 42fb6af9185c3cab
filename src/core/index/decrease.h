/* decrease.h - a distance table (landmarks.h), repaired after steps have become
 * cheaper.
 *
 * A number that is too high is lowered, and its cell put into the queue. From
 * there on numbers are lowered by Dijkstra's algorithm, over buckets as wide as
 * the cheapest step (field/propagate.c says why). A cell that comes too early
 * comes again, so any cells may begin, in any order.
 */
#ifndef TP_DECREASE_H
#define TP_DECREASE_H

#include "../base/bucketqueue.h"
#include "landmarks.h"

TP_INLINE tp_BucketQueue *tp_decrease_queue(const tp_Landmarks *m) {
  return (tp_BucketQueue *)(void *)((char *)(uintptr_t)m + m->queue_at);
}

/* The steps out of a cell, which are those into it the other way round; none if
 * the cell may not be entered. */
TP_INLINE unsigned tp_decrease_steps(const tp_LandmarkMap *map, int32_t x,
                                     int32_t y) {
  unsigned nine = tp_mask_nine(map->mask, x, y);
  return nine >> tp_nine_bit(0, 0) & 1 ? map->moves->legal[nine] : 0;
}

/* Begins with a table; no repair is under way. */
TP_FUNC void tp_decrease_begin(tp_Landmarks *m, int table);

/* Puts a landmark into the table: its number is 0. */
TP_FUNC void tp_decrease_put(tp_Landmarks *m, size_t cell);

/* Forgets the numbers of a row, except those of landmarks, from which the table
 * is made again. */
TP_FUNC void tp_decrease_reset(tp_Landmarks *m, tp_Rect row);

/* Lowers all numbers that are too high for some step out of a cell of a row. */
TP_FUNC void tp_decrease_seed(tp_Landmarks *m, const tp_LandmarkMap *map,
                              tp_Rect row);

/* Lowers all numbers behind those. Is the queue empty, within the budget? */
TP_FUNC bool tp_decrease_run(tp_Landmarks *m, const tp_LandmarkMap *map,
                             uint64_t *budget);

#endif
