/* bucketqueue.c - the block of a bucket queue:
 *
 *     tp_BucketQueue | filled | summary | top of each bucket | chunk 0, 1, 2,
 *     ...
 *
 * Chunks come last, so that a queue moves into a larger block by one copy. A
 * few bits and 4 bytes a bucket; 4 bytes an entry, and more if chunks are not
 * full.
 */
#include "bucketqueue.h"

#include <string.h>

/* Keeps a block below 4 GiB, which every size_t holds. */
enum { MAX_CAPACITY = 1 << 25, CHUNK_BYTES = TP_CHUNK * sizeof(uint32_t) };

static size_t summary_words(uint32_t window) {
  return window > 64 * 64 ? window / (64 * 64) : 1;
}

static size_t tops_at(uint32_t window) {
  const size_t words = window / 64 + summary_words(window);
  const size_t bytes = sizeof(tp_BucketQueue) + words * sizeof(uint64_t);
  return (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES;
}

size_t tp_buckets_bytes(uint32_t window, uint32_t capacity) {
  if (capacity > MAX_CAPACITY) return 0;
  return tops_at(window) + window * sizeof(uint32_t) +
         ((size_t)capacity + 1) * CHUNK_BYTES;
}

void tp_buckets_init(tp_BucketQueue *queue, uint32_t window,
                     uint32_t capacity) {
  TP_ASSERT(window >= 64 && (window & (window - 1)) == 0);
  *queue = (tp_BucketQueue){.window = window, .capacity = capacity};
  const tp_Buckets b = tp_buckets_of(queue);
  memset(b.top, 0xff, window * sizeof(uint32_t));
  memset(b.filled, 0, (size_t)((char *)b.top - (char *)b.filled));
}

/* Most queries leave only a few of thousands of buckets filled. */
void tp_buckets_clear(tp_BucketQueue *queue, uint64_t key) {
  const tp_Buckets b = tp_buckets_of(queue);
  for (uint32_t i = 0; i <= b.summary_mask; i++) {
    for (; b.summary[i]; b.summary[i] &= b.summary[i] - 1) {
      const uint32_t word = i * 64 + (uint32_t)tp_lowest(b.summary[i]);
      for (; b.filled[word]; b.filled[word] &= b.filled[word] - 1) {
        b.top[word * 64 + (uint32_t)tp_lowest(b.filled[word])] = TP_NO_ENTRY;
      }
    }
  }
  queue->live = queue->used = queue->free = 0;
  queue->key = key;
}

void tp_buckets_move(tp_BucketQueue *queue, const tp_BucketQueue *old,
                     uint32_t capacity) {
  TP_ASSERT(capacity >= old->capacity);
  memcpy(queue, old, tp_buckets_bytes(old->window, old->capacity));
  queue->capacity = capacity;
}

tp_Buckets tp_buckets_of(tp_BucketQueue *queue) {
  const uint32_t window = queue->window;
  uint32_t *top = (uint32_t *)(void *)((char *)queue + tops_at(window));
  uint64_t *filled = (uint64_t *)(void *)(queue + 1);
  return (tp_Buckets){.top = top,
                      .word = top + window,
                      .filled = filled,
                      .summary = filled + window / 64,
                      .mask = window - 1,
                      .summary_mask = (uint32_t)summary_words(window) - 1,
                      .capacity = queue->capacity,
                      .live = queue->live,
                      .used = queue->used,
                      .free = queue->free,
                      .key = queue->key};
}

void tp_buckets_store(const tp_Buckets *b, tp_BucketQueue *queue) {
  TP_ASSERT(b->used <= queue->capacity);
  queue->live = b->live;
  queue->used = b->used;
  queue->free = b->free;
  queue->key = b->key;
}
