/* heapsort.c - items of any size, sorted in place, compared with insertion. */
#include "core/base/heapsort.h"

#include <string.h>

#include "unit.h"

enum { MOST = 300 };

/* An item begins with its key; the rest follows from the key. */
static bool has_less(const void *a, const void *b) {
  uint16_t of_a, of_b;
  memcpy(&of_a, a, sizeof of_a);
  memcpy(&of_b, b, sizeof of_b);
  return of_a < of_b;
}

static void insert(char *list, size_t count, size_t size, const char *item) {
  size_t i = count;
  for (; i > 0 && has_less(item, list + (i - 1) * size); i--) {
    memcpy(list + i * size, list + (i - 1) * size, size);
  }
  memcpy(list + i * size, item, size);
}

void unit_heapsort(Unit *u) {
  Random *r = &u->random;
  size_t count = (size_t)random_below(r, random_chance(r, 0.1) ? MOST : 20);
  size_t size = 2 * (1 + (size_t)random_below(r, TP_SORT_SIZE / 2));
  bool in_order = random_chance(r, 0.3);
  char *list = unit_allocate(u, count * size);
  char *right = unit_allocate(u, count * size);
  for (size_t i = 0; i < count; i++) {
    /* No two keys are equal. They are in order, with a few out of place; or
     * scrambled. */
    uint16_t key = (uint16_t)(in_order ? i : (i * 7919 + u->seed) % 65521);
    if (in_order && random_chance(r, 0.02)) key = (uint16_t)(1000 + i);
    for (size_t k = 0; k < size; k++) list[i * size + k] = (char)(key + k);
    memcpy(list + i * size, &key, sizeof key);
    insert(right, i, size, list + i * size);
  }
  tp_sort(list, count, size, has_less);
  unit_expect(u, memcmp(list, right, count * size) == 0,
              "%zu items of %zu bytes are not in order", count, size);
}
