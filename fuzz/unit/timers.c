/* timers.c - which mover wakes when, compared with a list of times. */
#include "core/crowd/timers.h"

#include <string.h>

#include "unit.h"

enum { MOST = 60, STEPS = 300 };

typedef struct Model {
  tp_Wakes wakes;
  uint32_t id[MOST];
  tp_Mover mover[MOST + 1];
  uint64_t wake[MOST + 1]; /* by the model */
  uint32_t movers;
  uint64_t now;
} Model;

/* Some near, some far, many equal. */
static uint64_t draw_time(Random *r, uint64_t now) {
  switch (random_below(r, 6)) {
    case 0: return now;
    case 1: return now + (uint64_t)random_below(r, 4);
    case 2: return now + (uint64_t)random_below(r, 200);
    case 3: return now + (random_bits(r) >> random_below(r, 64)) / 2;
    case 4: return (now / 64 + (uint64_t)random_below(r, 3) + 1) * 64;
    default: return now + 4096 * (uint64_t)(1 + random_below(r, 3));
  }
}

static uint64_t first_of(const Model *a) {
  uint64_t first = TP_NO_TIME;
  for (uint32_t id = 1; id <= a->movers; id++) {
    if (a->wake[id] < first) first = a->wake[id];
  }
  return first;
}

static void set(Unit *u, Model *a) {
  Random *r = &u->random;
  uint32_t id = 1 + (uint32_t)random_below(r, (int)a->movers);
  uint64_t wake = random_chance(r, 0.2) ? TP_NO_TIME : draw_time(r, a->now);
  tp_wakes_set(&a->wakes, a->mover, id, wake);
  a->wake[id] = wake;
}

/* Takes all movers that wake at that time, each once. */
static void take_all(Unit *u, Model *a, uint64_t time) {
  uint32_t last = 0;
  while (tp_wakes_next(&a->wakes, a->mover) <= time) {
    const uint32_t id = a->wakes.id[0];
    if (!unit_expect(u, a->wake[id] == time && id > last, "%u does not wake",
                     (unsigned)id)) {
      return;
    }
    tp_wakes_set(&a->wakes, a->mover, id, TP_NO_TIME);
    a->wake[id] = TP_NO_TIME;
    last = id;
  }
  unit_expect(u, first_of(a) > time, "somebody sleeps on");
}

/* Time passes to a limit, from moment to moment. */
static void go_on(Unit *u, Model *a) {
  uint64_t limit = draw_time(&u->random, a->now);
  while (!u->wrong) {
    const uint64_t due = tp_wakes_next(&a->wakes, a->mover);
    if (!unit_expect(u, due == first_of(a), "another time is due")) return;
    if (due > limit) break;
    a->now = due;
    if (random_chance(&u->random, 0.3)) set(u, a);
    take_all(u, a, due);
  }
  a->now = limit;
}

void unit_timers(Unit *u) {
  static Model a;
  memset(&a, 0, sizeof a);
  a.wakes.id = a.id;
  a.movers = 1 + (uint32_t)random_below(&u->random, MOST);
  for (uint32_t id = 0; id <= a.movers; id++) {
    a.mover[id].wake = a.wake[id] = TP_NO_TIME;
  }
  for (int i = 0; i < STEPS && a.now < UINT64_MAX / 4 && !u->wrong; i++) {
    if (random_chance(&u->random, 0.7)) {
      set(u, &a);
    } else {
      go_on(u, &a);
    }
  }
}
