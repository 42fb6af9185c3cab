/* bucketqueue.h - a bucket queue (Dial 1969) for monotone keys: entries of four
 * bytes, side by side in chunks of a cache line.
 *
 * Keys are monotone: never below the current one, and above it by less than
 * `window`. Of equal keys the last one put in comes first. Each bucket is a
 * stack of chunks; the first word of a chunk links to the rest of the bucket.
 * Two levels of bits find the next bucket that is not empty. If prices lie far
 * apart, nearly all buckets are empty: a scan of one after the other took 40
 * times as long. The bits are written when a bucket gets its first chunk, or
 * loses its last one.
 *
 * No entry is taken out early. A caller that lowers a key puts the same entry
 * in again, and must skip the stale one when it comes. A pop and a push take
 * ten instructions each.
 */
#pragma once

#include "bits.h"

enum { TP_CHUNK = 16 }; /* words */

/* In a block of tp_buckets_bytes, which also contains the arrays. */
typedef struct tp_BucketQueue {
  uint32_t window;   /* buckets, a power of two from 64 on */
  uint32_t capacity; /* chunks */
  uint32_t live;     /* chunks that hold entries */
  uint32_t used;     /* chunks ever taken */
  uint32_t free;     /* list of free chunks; 0: none */
  uint32_t padding;
  uint64_t key; /* the current one */
} tp_BucketQueue;

/* Bytes for a queue of that many chunks; 0 if that is too many. */
TP_FUNC size_t tp_buckets_bytes(uint32_t window, uint32_t capacity);
TP_FUNC void tp_buckets_init(tp_BucketQueue *queue, uint32_t window,
                             uint32_t capacity);

/* Empties the queue; the first key to come is at least `key`. */
TP_FUNC void tp_buckets_clear(tp_BucketQueue *queue, uint64_t key);

/* The most chunks that so many entries need, whatever their keys: one for each
 * bucket, and those that are full. */
TP_INLINE uint32_t tp_buckets_chunks_for(uint32_t window, uint32_t entries) {
  const uint32_t buckets = entries < window ? entries : window;
  const uint32_t chunks = buckets + entries / (TP_CHUNK - 1);
  return chunks < entries ? chunks : entries;
}

/* Moves into a block of tp_buckets_bytes(old->window, capacity). */
TP_FUNC void tp_buckets_move(tp_BucketQueue *queue, const tp_BucketQueue *old,
                             uint32_t capacity);

/* The block's arrays and the variables of pops and pushes, side by side, so
 * that a loop keeps them in registers. */
typedef struct tp_Buckets {
  uint32_t
      *top; /* place of the last entry by bucket; TP_NO_ENTRY: it is empty */
  uint32_t *word;             /* chunk 0, 1, 2, ...: 0 is never taken */
  uint64_t *filled, *summary; /* a bit for each bucket that is not empty; and a
                                 bit for each word of those */
  uint32_t mask, summary_mask;
  uint32_t capacity, live, used, free;
  uint64_t key;
} tp_Buckets;

/* The last place of a chunk that does not exist: an entry on top of it gets a
 * new chunk. */
#define TP_NO_ENTRY UINT32_MAX

TP_FUNC tp_Buckets tp_buckets_of(tp_BucketQueue *queue);
TP_FUNC void tp_buckets_store(const tp_Buckets *b, tp_BucketQueue *queue);

TP_INLINE void tp_buckets_record_filled(tp_Buckets *b, uint32_t bucket) {
  uint64_t *word = &b->filled[bucket >> 6];
  if (!*word) b->summary[bucket >> 12] |= UINT64_C(1) << (bucket >> 6 & 63);
  *word |= UINT64_C(1) << (bucket & 63);
}

TP_INLINE void tp_buckets_record_empty(tp_Buckets *b, uint32_t bucket) {
  uint64_t *word = &b->filled[bucket >> 6];
  *word &= ~(UINT64_C(1) << (bucket & 63));
  if (!*word) b->summary[bucket >> 12] &= ~(UINT64_C(1) << (bucket >> 6 & 63));
}

/* Is there room for so many more chunks? */
TP_INLINE bool tp_buckets_fit(const tp_Buckets *b, uint32_t chunks) {
  return b->live + chunks <= b->capacity;
}

/* Puts an entry in. There must be room for one more chunk. */
TP_INLINE void tp_buckets_push(tp_Buckets *b, uint64_t key, uint32_t what) {
  uint32_t *top = &b->top[key & b->mask], at = *top;
  TP_ASSERT(key - b->key <= b->mask);
  if (at % TP_CHUNK == TP_CHUNK - 1) {
    uint32_t chunk = b->free;
    if (chunk) {
      b->free = b->word[chunk];
    } else {
      chunk = ++b->used * TP_CHUNK;
    }
    if (at == TP_NO_ENTRY) tp_buckets_record_filled(b, (uint32_t)key & b->mask);
    b->live++;
    TP_ASSERT(b->live <= b->capacity);
    b->word[chunk] = at;
    at = chunk;
  }
  b->word[++at] = what;
  *top = at;
}

/* The same for any key: a key outside of the window counts as the nearest one
 * inside. */
TP_INLINE void tp_buckets_push_clamped(tp_Buckets *b, uint64_t key,
                                       uint32_t what) {
  const uint64_t last = b->key + b->mask;
  tp_buckets_push(b, key < b->key ? b->key : key > last ? last : key, what);
}

/* Does the current bucket hold an entry? */
TP_INLINE bool tp_buckets_has_more(const tp_Buckets *b) {
  return b->top[b->key & b->mask] != TP_NO_ENTRY;
}

/* The key of the first bucket that is not empty; there must be one. */
TP_INLINE uint64_t tp_buckets_next(const tp_Buckets *b) {
  TP_ASSERT(b->live > 0);
  const uint32_t bucket = (uint32_t)b->key & b->mask;
  const uint64_t rest = b->filled[bucket >> 6] >> (bucket & 63);
  if (rest) return b->key + (uint64_t)tp_lowest(rest);
  uint32_t word = bucket >> 6, at = word >> 6;
  uint64_t words = b->summary[at] & ~((UINT64_C(2) << (word & 63)) - 1);
  while (!words) {
    at = (at + 1) & b->summary_mask;
    words = b->summary[at];
  }
  word = at * 64 + (uint32_t)tp_lowest(words);
  const uint32_t next = word * 64 + (uint32_t)tp_lowest(b->filled[word]);
  return b->key + ((next - bucket) & b->mask);
}

/* Makes that bucket the current one. */
TP_INLINE void tp_buckets_turn(tp_Buckets *b) { b->key = tp_buckets_next(b); }

/* Returns to an earlier key, whose bucket is empty, and moves the entries of
 * the next bucket into it. No entry may have been put in since with a later
 * key. */
TP_INLINE void tp_buckets_return(tp_Buckets *b, uint64_t key) {
  const uint32_t at = (uint32_t)key & b->mask, next = (at + 1) & b->mask;
  TP_ASSERT(b->top[at] == TP_NO_ENTRY);
  b->key = key;
  if (b->top[next] == TP_NO_ENTRY) return;
  b->top[at] = b->top[next];
  b->top[next] = TP_NO_ENTRY;
  tp_buckets_record_filled(b, at);
  tp_buckets_record_empty(b, next);
}

/* Takes the last entry out of the current bucket, which must not be empty. */
TP_INLINE uint32_t tp_buckets_take(tp_Buckets *b) {
  uint32_t *top = &b->top[b->key & b->mask], at = *top;
  TP_ASSERT(at != TP_NO_ENTRY);
  uint32_t what = b->word[at--];
  if (at % TP_CHUNK == 0) {
    uint32_t chunk = at;
    at = b->word[chunk];
    b->word[chunk] = b->free;
    b->free = chunk;
    b->live--;
    if (at == TP_NO_ENTRY)
      tp_buckets_record_empty(b, (uint32_t)b->key & b->mask);
  }
  *top = at;
  return what;
}
