/* changelog.c - a log of changes, compared with all changes. A reader who has
 * seen some of them must learn of each cell that changed since.
 */
#include "core/base/changelog.h"

#include "unit.h"

/* The largest rectangle that may share an entry: a promise of changelog.c. */
enum { NOTES = 2 * TP_CHANGES, SHARED_CELLS = 64 };

typedef struct Noted {
  tp_Rect rect[NOTES]; /* of version 2 and later ones */
  int count;
  bool apart; /* no two share an entry, and the log had room for all */
} Noted;

static tp_Rect draw_rect(Random *r, tp_Rect whole) {
  int32_t most = random_chance(r, 0.2) ? 400 : 4;
  int32_t x = random_below(r, whole.w), y = random_below(r, whole.h);
  int32_t wide = 1 + random_below(r, most), high = 1 + random_below(r, most);
  return (tp_Rect){x, y, tp_lesser(wide, whole.w - x),
                   tp_lesser(high, whole.h - y)};
}

static tp_Rect draw_large(Random *r, tp_Rect whole) {
  tp_Rect rect = draw_rect(r, whole);
  rect.w = tp_lesser(30, whole.w);
  rect.h = tp_lesser(30, whole.h);
  rect.x = tp_lesser(rect.x, whole.w - rect.w);
  rect.y = tp_lesser(rect.y, whole.h - rect.h);
  return rect;
}

typedef enum Kind { ANYWHERE, NEAR_BY, LARGE } Kind;

/* Mostly near the last one; or too large to share an entry. */
static tp_Rect draw(Random *r, const Noted *n, tp_Rect whole, Kind kind) {
  if (kind == LARGE) return draw_large(r, whole);
  if (kind == ANYWHERE || n->count == 0 || random_chance(r, 0.3)) {
    return draw_rect(r, whole);
  }
  tp_Rect last = n->rect[n->count - 1];
  int32_t x = last.x + random_below(r, 20), y = last.y + random_below(r, 20);
  return (tp_Rect){tp_lesser(x, whole.w - 1), tp_lesser(y, whole.h - 1), 1, 1};
}

static bool cover(const tp_Rect rects[], int count, int32_t x, int32_t y) {
  for (int i = 0; i < count; i++) {
    if (tp_rect_has(rects[i], x, y)) return true;
  }
  return false;
}

static void judge_covered(Unit *u, const tp_Rect rects[], int count,
                          tp_Rect noted) {
  for (int32_t y = noted.y; y < noted.y + noted.h; y++) {
    for (int32_t x = noted.x; x < noted.x + noted.w; x++) {
      if (!unit_expect(u, cover(rects, count, x, y),
                       "%d, %d has changed, and nobody is told", (int)x,
                       (int)y)) {
        return;
      }
    }
  }
}

static void judge(Unit *u, const tp_ChangeLog *log, const Noted *n,
                  uint64_t seen) {
  tp_Rect rects[TP_CHANGES];
  int count = tp_changelog_since(log, seen, rects);
  int64_t reported = 0, changed = 0;
  for (int i = 0; i < count; i++) {
    tp_Rect inside = tp_rect_clip(rects[i], log->whole);
    unit_expect(u, tp_rect_same(rects[i], inside),
                "a change reaches out of the layer");
    reported += tp_rect_area(rects[i]);
  }
  for (int i = 0; i < n->count && !u->wrong; i++) {
    if ((uint64_t)i + 2 <= seen) continue;
    judge_covered(u, rects, count, n->rect[i]);
    changed += tp_rect_area(n->rect[i]);
  }
  if (seen == 0) {
    unit_expect(u, count == 1 && tp_rect_same(rects[0], log->whole),
                "who has seen nothing is told of a part");
  } else {
    unit_expect(u, seen < log->now || count == 0,
                "who has seen all is told of %d changes", count);
    unit_expect(u, !n->apart || reported <= changed || count == 1,
                "%lld cells are told of, where %lld changed",
                (long long)reported, (long long)changed);
  }
}

static int64_t cells_since(const tp_ChangeLog *log, uint64_t seen) {
  tp_Rect rects[TP_CHANGES];
  int64_t cells = 0;
  for (int i = tp_changelog_since(log, seen, rects); i-- > 0;) {
    cells += tp_rect_area(rects[i]);
  }
  return cells;
}

/* A full log makes room in some of its oldest entries; here it is a copy. A
 * reader who has seen all of these learns of nothing but the new change. */
static void judge_full(Unit *u, tp_ChangeLog log, uint64_t seen) {
  tp_Rect rect = {0, 0, tp_lesser(30, log.whole.w), tp_lesser(30, log.whole.h)};
  int64_t before = cells_since(&log, seen), cells = tp_rect_area(rect);
  bool joins = tp_changelog_is_full(&log, seen);
  unit_expect(u, !joins || log.count == TP_CHANGES, "%d entries are too many",
              (int)log.count);
  if (seen == 0 || cells <= SHARED_CELLS || joins) return;
  tp_changelog_add(&log, rect);
  int64_t more = cells_since(&log, seen) - before;
  /* Who has much to read is told of the whole map. */
  unit_expect(u, more <= cells || before + more == tp_rect_area(log.whole),
              "%lld cells more are told of, where %lld changed",
              (long long)more, (long long)cells);
}

/* More changes than there is room for, all in one part of the layer: a reader
 * learns of all of them, and of no cell elsewhere. */
static void judge_room(Unit *u) {
  Random *r = &u->random;
  enum { SIDE = 4000, PART = 100 };
  static Noted n;
  tp_ChangeLog log;
  tp_Rect part = {random_below(r, SIDE - PART), random_below(r, SIDE - PART),
                  PART, PART};
  tp_Rect rects[TP_CHANGES];
  uint64_t seen = 1 + (uint64_t)random_below(r, NOTES);
  tp_changelog_init(&log, SIDE, SIDE);
  for (n.count = 0; n.count < NOTES; n.count++) {
    if (log.count == TP_CHANGES) {
      judge_full(u, log, 1 + (uint64_t)random_below(r, n.count));
    }
    n.rect[n.count] = (tp_Rect){part.x + random_below(r, PART),
                                part.y + random_below(r, PART), 1, 1};
    tp_changelog_add(&log, n.rect[n.count]);
  }
  judge(u, &log, &n, seen);
  for (int i = tp_changelog_since(&log, seen, rects); i-- > 0;) {
    unit_expect(u, tp_rect_same(rects[i], tp_rect_clip(rects[i], part)),
                "a change in one part is told of elsewhere");
  }
}

void unit_changelog(Unit *u) {
  Random *r = &u->random;
  Noted n = {.count = 0};
  tp_ChangeLog log;
  int32_t width = unit_draw_side(u, 400), height = unit_draw_side(u, 400);
  Kind kind = (Kind)random_below(r, 3);
  tp_changelog_init(&log, width, height);
  n.apart = true;
  for (int i = 0; i < NOTES && !u->wrong; i++) {
    bool all = random_chance(r, 0.02);
    tp_Rect rect = all ? log.whole : draw(r, &n, log.whole, kind);
    if (all) {
      tp_changelog_add_all(&log);
    } else {
      tp_changelog_add(&log, rect);
    }
    n.apart =
        n.apart && !all && i < TP_CHANGES && tp_rect_area(rect) > SHARED_CELLS;
    n.rect[n.count++] = rect;
    unit_expect(u, log.now == (uint64_t)i + 2, "version %llu after %d changes",
                (unsigned long long)log.now, i + 1);
    uint64_t seen = (uint64_t)random_below(r, i + 3);
    if (random_chance(r, 0.02)) judge(u, &log, &n, seen);
    if (random_chance(r, 0.1)) judge_full(u, log, seen);
  }
  judge(u, &log, &n, 0);
  judge(u, &log, &n, log.now);
  judge_room(u);
}
