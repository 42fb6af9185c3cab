/* bucketqueue.c - a queue of buckets, compared with a stack for each key. */
#include "core/base/bucketqueue.h"

#include <string.h>

#include "unit.h"

enum { MOST_KEYS = 1 << 14, DEEP = 40, STEPS = 600, FIRST_CAPACITY = 2 };

/* By key modulo the number of keys, which is the window. */
typedef struct Model {
  uint32_t held[MOST_KEYS][DEEP];
  int count[MOST_KEYS], all;
  uint32_t keys;
  uint64_t key; /* the current key */
} Model;

static tp_BucketQueue *allocate(Unit *u, const Model *m, uint32_t capacity) {
  return unit_allocate(u, tp_buckets_bytes(m->keys, capacity));
}

static void put(Unit *u, tp_Buckets *b, Model *m) {
  Random *r = &u->random;
  const uint64_t last = m->key + m->keys - 1;
  uint64_t key = m->key + random_bits(r) % m->keys, asked;
  if (random_chance(r, 0.7)) key = m->key + random_bits(r) % 3;
  if (random_chance(r, 0.05)) key = m->key;
  if (random_chance(r, 0.05)) key = last;
  int bucket = (int)(key % m->keys);
  uint32_t what = (uint32_t)random_bits(r);
  if (m->count[bucket] == DEEP) return;
  m->held[bucket][m->count[bucket]++] = what;
  m->all++;
  asked = key;
  if (key == m->key) asked -= random_bits(r) % 5;
  if (key == last) asked += random_bits(r) % 5;
  if (asked == key && random_chance(r, 0.5)) {
    tp_buckets_push(b, key, what);
  } else {
    tp_buckets_push_clamped(b, asked, what);
  }
}

static void take(Unit *u, tp_Buckets *b, Model *m) {
  while (m->count[m->key % m->keys] == 0) m->key++;
  int at = (int)(m->key % m->keys);
  tp_buckets_turn(b);
  unit_expect(u, b->key == m->key, "the turn of %llu, not of %llu",
              (unsigned long long)b->key, (unsigned long long)m->key);
  uint32_t right = m->held[at][--m->count[at]], what = tp_buckets_take(b);
  m->all--;
  unit_expect(u, what == right, "%u comes first, not %u", (unsigned)what,
              (unsigned)right);
}

/* Several pushes at once take no more chunks than promised. */
static void put_many(Unit *u, tp_Buckets *b, Model *m, uint32_t capacity) {
  const uint32_t before = b->live, most = capacity - before;
  int count = 1 + random_below(&u->random, 60);
  uint32_t chunks = tp_buckets_chunks_for(m->keys, (uint32_t)count);
  if (chunks > most) return;
  while (count-- > 0) put(u, b, m);
  unit_expect(u, b->live - before <= chunks, "%u chunks more, not %u at most",
              (unsigned)(b->live - before), (unsigned)chunks);
}

/* The next query begins. */
static void clear(Unit *u, tp_BucketQueue *queue, tp_Buckets *b, Model *m) {
  memset(m->count, 0, sizeof m->count);
  m->all = 0;
  m->key = 5 + random_bits(&u->random) % 100000;
  tp_buckets_store(b, queue);
  tp_buckets_clear(queue, m->key);
  *b = tp_buckets_of(queue);
}

void unit_bucketqueue(Unit *u) {
  static Model m;
  Random *r = &u->random;
  double puts = 0.4 + 0.3 * random_unit(r);
  uint32_t capacity = FIRST_CAPACITY;
  memset(m.count, 0, sizeof m.count);
  m.all = 0;
  m.keys = UINT32_C(64) << 2 * random_below(r, 5);
  m.key = 5 + random_bits(r) % 100000;
  tp_BucketQueue *queue = allocate(u, &m, capacity);
  tp_buckets_init(queue, m.keys, capacity);
  tp_buckets_clear(queue, m.key);
  tp_Buckets b = tp_buckets_of(queue);
  for (int i = 0; i < STEPS && !u->wrong; i++) {
    if (!tp_buckets_fit(&b, 1) || random_chance(r, 0.02)) {
      if (!tp_buckets_fit(&b, 1)) capacity *= 2;
      tp_BucketQueue *larger = allocate(u, &m, capacity);
      tp_buckets_store(&b, queue);
      tp_buckets_move(larger, queue, capacity);
      queue = larger;
      b = tp_buckets_of(queue);
    }
    if (random_chance(r, 0.01)) clear(u, queue, &b, &m);
    if (m.all == 0 || random_chance(r, puts)) {
      put(u, &b, &m);
      if (random_chance(r, 0.1)) put_many(u, &b, &m, capacity);
    } else {
      take(u, &b, &m);
    }
    unit_expect(u, (b.live == 0) == (m.all == 0), "%u chunks of %d entries",
                (unsigned)b.live, m.all);
    unit_expect(u, b.used <= capacity, "%u chunks taken of %u",
                (unsigned)b.used, (unsigned)capacity);
  }
  while (m.all > 0 && !u->wrong) take(u, &b, &m);
}
