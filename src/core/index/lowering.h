/* lowering.h - lanes of landmarks, lowered where steps have become cheaper.
 *
 * Whoever lowers a number puts its cell into the queue; from there on numbers
 * are lowered as Dijkstra's algorithm does it, over buckets as wide as the
 * cheapest step (field/propagate.c says why). A cell that comes too early comes
 * again, so that any cells may begin, in any order.
 */
#ifndef TP_LOWERING_H
#define TP_LOWERING_H

#include "../base/bucketqueue.h"
#include "lanes.h"

TP_INLINE tp_BucketQueue *tp_landmarks_queue(const tp_Landmarks *m) {
  return (tp_BucketQueue *)(void *)((char *)(uintptr_t)m + m->queue_at);
}

/* Lowers a number to 0, from where it goes on. The queue is empty. */
TP_FUNC void tp_lowering_begin(tp_Landmarks *m, int lane, size_t cell);

/* Empties the queue for a lane, of which numbers from `low` on are too high. */
TP_FUNC void tp_lowering_clear(tp_Landmarks *m, int lane, uint32_t low);

/* Of so many cells of a row, each with the steps out of it: lowers numbers of
 * the lane that is lowered. */
TP_FUNC void tp_lowering_seed(tp_Landmarks *m, const tp_LandmarkMap *map,
                              tp_Rect row);

/* Goes on with that. Is the queue empty, within the budget? */
TP_FUNC bool tp_lowering_run(tp_Landmarks *m, const tp_LandmarkMap *map,
                             uint64_t *budget);

/* The least number that is still to be lowered in that lane, or may be. */
TP_FUNC uint32_t tp_lowering_low(const tp_Landmarks *m);

#endif
