/* bucketqueue.h - a queue whose keys never fall far: what was put in, by key,
 * and of equal keys the last one first.
 *
 * Buckets (Dial 1969): where a key is a whole number that is never less than
 * the one whose turn it is, and more by less than `window`, the entries of one
 * key hang in a list, found by key % window; two levels of bits find the next
 * list that is not empty. A pop and a push cost a few nanoseconds together.
 *
 * Nothing is taken out early: who lowers a key puts the same thing in again,
 * and knows it when it comes a second time.
 */
#ifndef TP_BUCKETQUEUE_H
#define TP_BUCKETQUEUE_H

#include "bits.h"

/* In a block of tp_bucketqueue_bytes, which the arrays fill. */
typedef struct tp_BucketQueue {
  uint32_t window;   /* buckets, a power of two            */
  uint32_t capacity; /* entries                            */
  uint32_t live;     /* entries held                       */
  uint32_t used;     /* entries ever taken                 */
  uint32_t free;     /* list of entries given back         */
  uint32_t current;  /* bucket whose turn it is            */
  uint64_t key;      /* and its key                        */
} tp_BucketQueue;

/* Bytes for a queue of that many entries; 0 where that is too many. */
TP_FUNC size_t tp_bucketqueue_bytes(uint32_t window, uint32_t capacity);
TP_FUNC void tp_bucketqueue_init(tp_BucketQueue *queue, uint32_t window,
                                 uint32_t capacity);

/* Empties it; the first key to come is at least `key`. */
TP_FUNC void tp_bucketqueue_clear(tp_BucketQueue *queue, uint64_t key);

/* Moves into a block of tp_bucketqueue_bytes(old->window, capacity). */
TP_FUNC void tp_bucketqueue_move(tp_BucketQueue *queue,
                                 const tp_BucketQueue *old, uint32_t capacity);

typedef struct tp_Entry {
  uint32_t what; /* a cell, or what else its user counts by */
  uint32_t next; /* in the same bucket; 0: the last         */
} tp_Entry;

/* The block's arrays and what changes with every pop and push, side by side
 * where a loop can keep them in registers. */
typedef struct tp_Buckets {
  uint32_t *head;    /* first entry by bucket; holds where the bit is set */
  uint64_t *filled;  /* a bit a bucket                                    */
  uint64_t *summary; /* a bit a word of `filled`                          */
  tp_Entry *entry;   /* from 1                                            */
  uint32_t mask, summary_mask;
  uint32_t live, used, free, current;
  uint64_t key;
} tp_Buckets;

TP_FUNC tp_Buckets tp_buckets_of(tp_BucketQueue *queue);
TP_FUNC void tp_buckets_store(const tp_Buckets *b, tp_BucketQueue *queue);

/* Where the list of a key begins, which there is from now on. */
TP_INLINE uint32_t *tp_buckets_list(tp_Buckets *b, uint64_t key) {
  uint32_t bucket = (uint32_t)key & b->mask, word = bucket >> 6;
  uint64_t bit = UINT64_C(1) << (bucket & 63);
  if (!(b->filled[word] & bit)) {
    b->filled[word] |= bit;
    b->summary[word >> 6] |= UINT64_C(1) << (word & 63);
    b->head[bucket] = 0;
  }
  return &b->head[bucket];
}

/* Puts an entry before the one that `link` leads to. */
TP_INLINE void tp_buckets_insert(tp_Buckets *b, uint32_t *link, uint32_t what) {
  uint32_t i = b->free;
  if (i) {
    b->free = b->entry[i].next;
  } else {
    i = ++b->used;
  }
  b->live++;
  b->entry[i] = (tp_Entry){what, *link};
  *link = i;
}

/* A key that is less than the one whose turn it is counts as that. */
TP_INLINE void tp_buckets_push(tp_Buckets *b, uint64_t key, uint32_t what) {
  if (key < b->key) key = b->key;
  TP_ASSERT(key - b->key <= b->mask);
  tp_buckets_insert(b, tp_buckets_list(b, key), what);
}

/* The first bucket that is not empty, from the current one on and around; at
 * least one is. */
TP_INLINE uint32_t tp_buckets_next(const tp_Buckets *b) {
  TP_ASSERT(b->live > 0);
  uint32_t word = b->current >> 6, at = word >> 6;
  uint64_t rest = b->filled[word] >> (b->current & 63);
  if (rest) return b->current + (uint32_t)tp_lowest(rest);
  uint64_t words = b->summary[at] & ~((UINT64_C(2) << (word & 63)) - 1);
  while (!words) {
    at = (at + 1) & b->summary_mask;
    words = b->summary[at];
  }
  word = at * 64 + (uint32_t)tp_lowest(words);
  return word * 64 + (uint32_t)tp_lowest(b->filled[word]);
}

/* Makes it the turn of the first bucket that is not empty; there is one. Is
 * that another than before? */
TP_INLINE bool tp_buckets_turn(tp_Buckets *b) {
  if (b->filled[b->current >> 6] >> (b->current & 63) & 1) return false;
  uint32_t next = tp_buckets_next(b);
  b->key += (next - b->current) & b->mask;
  b->current = next;
  return true;
}

/* The first of the bucket whose turn it is, which is not empty. */
TP_INLINE uint32_t tp_buckets_first(const tp_Buckets *b) {
  TP_ASSERT(b->filled[b->current >> 6] >> (b->current & 63) & 1);
  return b->entry[b->head[b->current]].what;
}

/* Takes it out. */
TP_INLINE uint32_t tp_buckets_take(tp_Buckets *b) {
  TP_ASSERT(b->filled[b->current >> 6] >> (b->current & 63) & 1);
  uint32_t bucket = b->current, word = bucket >> 6;
  uint32_t i = b->head[bucket];
  tp_Entry entry = b->entry[i];
  b->head[bucket] = entry.next;
  if (!entry.next) {
    b->filled[word] &= ~(UINT64_C(1) << (bucket & 63));
    if (!b->filled[word]) {
      b->summary[word >> 6] &= ~(UINT64_C(1) << (word & 63));
    }
  }
  b->entry[i].next = b->free;
  b->free = i;
  b->live--;
  return entry.what;
}

/* Takes the first one out, whichever bucket's turn it is; there is one. */
TP_INLINE uint32_t tp_buckets_pop(tp_Buckets *b) {
  tp_buckets_turn(b);
  return tp_buckets_take(b);
}

#endif
