/* bucketqueue.c - the block of a bucket queue:
 *
 *     tp_BucketQueue | filled | summary | head | entry 0, 1, 2, ...
 *
 * Entries come last, so that a queue moves into a larger block by one copy.
 * Some bits and 4 bytes a bucket, 8 bytes an entry.
 */
#include "bucketqueue.h"

#include <string.h>

/* Keeps a block below 4 GiB, which every size_t holds. */
enum { MAX_CAPACITY = 1 << 27 };

enum { ARRAYS = (sizeof(tp_BucketQueue) + 7) / 8 * 8 };

static size_t summary_words(uint32_t window) {
  return window > 64 * 64 ? window / (64 * 64) : 1;
}

static size_t bit_bytes(uint32_t window) {
  return (window / 64 + summary_words(window)) * sizeof(uint64_t);
}

static size_t bytes(uint32_t window, size_t entries) {
  return ARRAYS + bit_bytes(window) + window * sizeof(uint32_t) +
         (entries + 1) * sizeof(tp_Entry);
}

size_t tp_bucketqueue_bytes(uint32_t window, uint32_t capacity) {
  return capacity > MAX_CAPACITY ? 0 : bytes(window, capacity);
}

void tp_bucketqueue_init(tp_BucketQueue *queue, uint32_t window,
                         uint32_t capacity) {
  TP_ASSERT(window >= 64 && (window & (window - 1)) == 0);
  *queue = (tp_BucketQueue){.window = window, .capacity = capacity};
  tp_bucketqueue_clear(queue, 0);
}

void tp_bucketqueue_clear(tp_BucketQueue *queue, uint64_t key) {
  queue->live = queue->used = queue->free = 0;
  queue->key = key;
  queue->current = (uint32_t)key & (queue->window - 1);
  memset((char *)queue + ARRAYS, 0, bit_bytes(queue->window));
}

void tp_bucketqueue_move(tp_BucketQueue *queue, const tp_BucketQueue *old,
                         uint32_t capacity) {
  TP_ASSERT(capacity >= old->capacity);
  memcpy(queue, old, bytes(old->window, old->capacity));
  queue->capacity = capacity;
}

tp_Buckets tp_buckets_of(tp_BucketQueue *queue) {
  uint32_t window = queue->window;
  uint64_t *filled = (uint64_t *)((char *)queue + ARRAYS);
  uint64_t *summary = filled + window / 64;
  uint32_t *head = (uint32_t *)(summary + summary_words(window));
  return (tp_Buckets){
      .head = head,
      .filled = filled,
      .summary = summary,
      .entry = (tp_Entry *)(head + window),
      .mask = window - 1,
      .summary_mask = (uint32_t)summary_words(window) - 1,
      .live = queue->live,
      .used = queue->used,
      .free = queue->free,
      .current = queue->current,
      .key = queue->key,
  };
}

void tp_buckets_store(const tp_Buckets *b, tp_BucketQueue *queue) {
  TP_ASSERT(b->used <= queue->capacity);
  queue->live = b->live;
  queue->used = b->used;
  queue->free = b->free;
  queue->current = b->current;
  queue->key = b->key;
}
