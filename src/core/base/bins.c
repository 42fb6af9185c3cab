/* bins.c - the block of a bucket queue:
 *
 *     tp_BinQueue | filled | summary | top of each bin | chunk 0, 1, 2, ...
 *
 * Chunks come last, so that a queue moves into a larger block by one copy. A
 * few bits and 4 bytes a bin; 4 bytes an entry, and more if chunks are not
 * full.
 */
#include "bins.h"

#include <string.h>

/* Keeps a block below 4 GiB, which every size_t holds. */
enum { MAX_CAPACITY = 1 << 25, CHUNK_BYTES = TP_CHUNK * sizeof(uint32_t) };

static size_t summary_words(uint32_t window) {
  return window > 64 * 64 ? window / (64 * 64) : 1;
}

static size_t bit_words(uint32_t window) {
  return window / 64 + summary_words(window);
}

static size_t tops_at(uint32_t window) {
  return ((sizeof(tp_BinQueue) + bit_words(window) * sizeof(uint64_t)) +
          CHUNK_BYTES - 1) /
         CHUNK_BYTES * CHUNK_BYTES;
}

static size_t bytes(uint32_t window, size_t chunks) {
  return tops_at(window) + window * sizeof(uint32_t) +
         (chunks + 1) * CHUNK_BYTES;
}

static uint64_t *bits_of(tp_BinQueue *queue) {
  return (uint64_t *)(void *)(queue + 1);
}

static uint32_t *tops_of(tp_BinQueue *queue) {
  return (uint32_t *)(void *)((char *)queue + tops_at(queue->window));
}

size_t tp_bins_bytes(uint32_t window, uint32_t capacity) {
  return capacity > MAX_CAPACITY ? 0 : bytes(window, capacity);
}

void tp_bins_init(tp_BinQueue *queue, uint32_t window, uint32_t capacity) {
  TP_ASSERT(window >= 64 && (window & (window - 1)) == 0);
  *queue = (tp_BinQueue){.window = window, .capacity = capacity};
  memset(tops_of(queue), 0xff, window * sizeof(uint32_t));
  memset(bits_of(queue), 0, bit_words(window) * sizeof(uint64_t));
}

/* Most queries leave only a few of thousands of bins filled. */
void tp_bins_clear(tp_BinQueue *queue, uint64_t key) {
  uint32_t *top = tops_of(queue);
  uint64_t *filled = bits_of(queue);
  uint64_t *summary = filled + queue->window / 64;
  for (uint32_t i = 0; i < summary_words(queue->window); i++) {
    for (; summary[i]; summary[i] &= summary[i] - 1) {
      const uint32_t word = i * 64 + (uint32_t)tp_lowest(summary[i]);
      for (; filled[word]; filled[word] &= filled[word] - 1) {
        top[word * 64 + (uint32_t)tp_lowest(filled[word])] = TP_NO_ENTRY;
      }
    }
  }
  queue->live = queue->used = queue->free = 0;
  queue->key = key;
}

void tp_bins_move(tp_BinQueue *queue, const tp_BinQueue *old,
                  uint32_t capacity) {
  TP_ASSERT(capacity >= old->capacity);
  memcpy(queue, old, bytes(old->window, old->capacity));
  queue->capacity = capacity;
}

tp_Bins tp_bins_of(tp_BinQueue *queue) {
  const uint32_t window = queue->window;
  uint32_t *top = tops_of(queue);
  uint64_t *filled = bits_of(queue);
  return (tp_Bins){.top = top,
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

void tp_bins_store(const tp_Bins *b, tp_BinQueue *queue) {
  TP_ASSERT(b->used <= queue->capacity);
  queue->live = b->live;
  queue->used = b->used;
  queue->free = b->free;
  queue->key = b->key;
}
