/* pending.c - changes that are noted together. No cell is forgotten; a few
 * changes are told as if each had been noted at once.
 */
#include "core/base/changelog.h"

#include <string.h>

#include "unit.h"

enum { MOST_SIDE = 130, TURNS = 6 };

typedef struct Map {
  int32_t width, height;
  bool changed[MOST_SIDE][MOST_SIDE];
  bool reported[MOST_SIDE][MOST_SIDE];
} Map;

static void mark(bool cells[MOST_SIDE][MOST_SIDE], tp_Rect r) {
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) cells[y][x] = true;
  }
}

static tp_Rect draw_rect(Unit *u, const Map *m) {
  int32_t w = 1 + random_below(&u->random, 3);
  int32_t h = 1 + random_below(&u->random, 3);
  w = tp_lesser(w, m->width);
  h = tp_lesser(h, m->height);
  return (tp_Rect){random_below(&u->random, m->width - w + 1),
                   random_below(&u->random, m->height - h + 1), w, h};
}

static void judge(Unit *u, const Map *m) {
  for (int32_t y = 0; y < m->height; y++) {
    for (int32_t x = 0; x < m->width; x++) {
      bool is_right = m->reported[y][x] || !m->changed[y][x];
      unit_expect(u, is_right, "%d, %d is forgotten", (int)x, (int)y);
    }
  }
}

/* Do both logs tell the same? */
static void compare(Unit *u, const tp_ChangeLog *log, const tp_ChangeLog *other,
                    uint64_t seen) {
  tp_Rect rects[TP_CHANGES], others[TP_CHANGES];
  int count = tp_changelog_since(log, seen, rects);
  bool is_same = tp_changelog_since(other, seen, others) == count;
  for (int i = 0; i < count && is_same; i++) {
    is_same = tp_rect_same(rects[i], others[i]);
  }
  unit_expect(u, is_same, "few are not told as they were");
}

void unit_pending(Unit *u) {
  static Map m;
  tp_ChangeLog log, at_once;
  tp_Pending pending;
  tp_Rect rects[TP_CHANGES];
  m.width = unit_draw_side(u, MOST_SIDE);
  m.height = unit_draw_side(u, MOST_SIDE);
  bool are_few = true;
  tp_changelog_init(&log, m.width, m.height);
  tp_changelog_init(&at_once, m.width, m.height);
  tp_pending_init(&pending, m.width, m.height);
  for (int turn = 0; turn < TURNS && !u->wrong; turn++) {
    uint64_t seen = log.now;
    int changes = random_below(
        &u->random, random_chance(&u->random, 0.5) ? 3 : 4 * TP_PENDING_FEW);
    memset(m.changed, 0, sizeof m.changed);
    memset(m.reported, 0, sizeof m.reported);
    for (int i = 0; i < changes; i++) {
      tp_Rect r = draw_rect(u, &m);
      mark(m.changed, r);
      tp_pending_add(&pending, r);
      tp_changelog_add(&at_once, r);
    }
    unit_expect(u, log.now == seen, "noted too early");
    tp_pending_record(&pending, &log);
    int count = tp_changelog_since(&log, seen, rects);
    for (int i = 0; i < count; i++) mark(m.reported, rects[i]);
    judge(u, &m);
    are_few = are_few && changes <= TP_PENDING_FEW;
    if (are_few) compare(u, &log, &at_once, seen);
  }
}
