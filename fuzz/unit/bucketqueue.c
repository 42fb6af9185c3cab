/* bucketqueue.c - a queue, against a list that is searched through. */
#include "core/base/bucketqueue.h"

#include "unit.h"

enum { MOST = 400, STEPS = 300, FIRST_CAPACITY = 5 };

typedef struct Held {
  uint64_t key;
  uint32_t what;
} Held;

/* In the order in which they were put in. */
typedef struct List {
  Held held[MOST];
  int count;
  uint64_t key; /* whose turn it is */
} List;

/* Of the smallest key the last one; the list is not empty. */
static int first_of(const List *list) {
  int first = 0;
  for (int i = 1; i < list->count; i++) {
    if (list->held[i].key <= list->held[first].key) first = i;
  }
  return first;
}

static void take(Unit *u, tp_Buckets *b, List *list) {
  int first = first_of(list);
  Held held = list->held[first];
  bool turns = tp_buckets_turn(b);
  list->count--;
  for (int i = first; i < list->count; i++) list->held[i] = list->held[i + 1];
  unit_expect(u, turns == (held.key != list->key),
              "the turn is another, or not");
  list->key = held.key;
  uint32_t seen = tp_buckets_first(b);
  uint32_t what =
      random_chance(&u->random, 0.5) ? tp_buckets_take(b) : tp_buckets_pop(b);
  unit_expect(u, b->key == held.key, "the turn of %llu, not of %llu",
              (unsigned long long)held.key, (unsigned long long)b->key);
  unit_expect(u, what == held.what && seen == what, "%u comes first, not %u",
              (unsigned)held.what, (unsigned)what);
}

/* At most so many keys from the one whose turn it is; or before it, which
 * counts as that. */
static void put(Unit *u, tp_Buckets *b, List *list, uint32_t window) {
  Random *r = &u->random;
  uint32_t what = (uint32_t)random_bits(r);
  uint64_t key = list->key + random_bits(r) % window;
  if (random_chance(r, 0.5)) key = list->key + random_bits(r) % 4;
  if (random_chance(r, 0.05)) key = list->key + window - 1;
  if (random_chance(r, 0.1)) key = list->key - random_bits(r) % 5;
  tp_buckets_push(b, key, what);
  if (key < list->key) key = list->key;
  list->held[list->count++] = (Held){key, what};
}

static tp_BucketQueue *allocate(Unit *u, uint32_t window, uint32_t capacity) {
  return unit_allocate(u, tp_bucketqueue_bytes(window, capacity));
}

void unit_bucketqueue(Unit *u) {
  static List list;
  Random *r = &u->random;
  uint32_t window = UINT32_C(64) << random_below(r, 9);
  double puts = 0.3 + 0.4 * random_unit(r);
  uint32_t capacity = FIRST_CAPACITY;
  tp_BucketQueue *queue = allocate(u, window, capacity);
  tp_bucketqueue_init(queue, window, capacity);
  list = (List){.key = 5 + random_bits(r) % 100000};
  tp_bucketqueue_clear(queue, list.key);
  tp_Buckets b = tp_buckets_of(queue);
  for (int i = 0; i < STEPS && !u->wrong; i++) {
    if ((uint32_t)list.count == capacity) {
      capacity *= 2;
      tp_BucketQueue *larger = allocate(u, window, capacity);
      tp_buckets_store(&b, queue);
      tp_bucketqueue_move(larger, queue, capacity);
      queue = larger;
      b = tp_buckets_of(queue);
    }
    if (random_chance(r, 0.1)) {
      tp_buckets_store(&b, queue);
      b = tp_buckets_of(queue);
    }
    if (list.count == 0 || random_chance(r, puts)) {
      put(u, &b, &list, window);
    } else {
      take(u, &b, &list);
    }
    unit_expect(u, b.live == (uint32_t)list.count, "%u entries, not %d",
                (unsigned)b.live, list.count);
    unit_expect(u, b.used <= capacity, "%u entries taken of %u",
                (unsigned)b.used, (unsigned)capacity);
  }
  while (list.count > 0 && !u->wrong) take(u, &b, &list);
}
