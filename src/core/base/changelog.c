/* changelog.c - a log of rectangles that loses no changed cell, only precision.
 *
 * Entries stand in the order in which they were recorded, each with the version
 * of the last change in it. A follower reads the entries above the version that
 * it has seen:
 *
 *     version   5     9     12    13
 *              +-+         +-+
 *              | |         | |   +-+      seen 9: the two on the right
 *              +-+   +-+   +-+   +-+
 *                    +-+
 *
 * If the log is full, its oldest entries are joined. So each follower gets an
 * answer, however late it asks, and an exact one if it asks in time.
 *
 * Cost: a change is compared with the last NEWEST entries.
 */
#include "changelog.h"

#include <string.h>

/* A change may become part of one of so many entries, which then has at most so
 * many cells, and so many unchanged ones. A follower that has seen the entry
 * reads all its cells again: with 256 an edit in a room drawn cell by cell took
 * twice as long. The unchanged ones are worth the shorter log, for example
 * where a path through a maze turns a corner. */
enum { NEWEST = 4, SMALL = 64, GAPS = 4 };

/* A rectangle is joined with one of so many before it, if that pays; with 16 of
 * them, joining took longer than all that followed. */
enum { LATEST = 4 };

/* To follow a rectangle takes as long as reading so many cells anew: with more
 * than SOME of them, a follower reads the whole map once that is less work.
 * Measured with a mask and regions; jump points and costs of cells near walls
 * have rules of their own. */
enum { SOME = 16, CELLS_A_RECT = 256 };

void tp_changelog_init(tp_ChangeLog *log, int32_t width, int32_t height) {
  memset(log, 0, sizeof *log);
  log->now = log->all = 1;
  log->whole = (tp_Rect){0, 0, width, height};
}

static tp_Rect rect_of(const tp_Change *c) {
  return (tp_Rect){c->x, c->y, c->w, c->h};
}

static tp_Change change_of(uint64_t version, tp_Rect r) {
  return (tp_Change){version, (int16_t)r.x, (int16_t)r.y, (int16_t)r.w,
                     (int16_t)r.h};
}

/* The cells of the smallest rectangle over both, which are not empty. Without
 * making that rectangle: each change calls this several times. */
static int64_t area_of_both(const tp_Change *c, tp_Rect r) {
  int32_t x = tp_lesser(c->x, r.x), y = tp_lesser(c->y, r.y);
  int32_t end_x = tp_greater(c->x + c->w, r.x + r.w);
  int32_t end_y = tp_greater(c->y + c->h, r.y + r.h);
  return (int64_t)(end_x - x) * (end_y - y);
}

/* Joins each of the oldest entries of a full log with the next one. Most
 * followers have seen these already, so it costs them nothing:
 *
 *     version   5     9     12    13                9     12    13    14
 *              +-+         +-+               +-------+   +-+
 *              | |         | |   +-+   ->    |       |   | |   +-+   +-+
 *              +-+   +-+   +-+   +-+         |       |   +-+   +-+   +-+
 *                    +-+                     +-------+ */
static void join_oldest(tp_ChangeLog *log) {
  tp_Change *change = log->change;
  for (int i = 0; i < TP_OLDEST / 2; i++) {
    const tp_Change *first = &change[(size_t)2 * i], *second = first + 1;
    change[i] = change_of(second->version,
                          tp_rect_join(rect_of(first), rect_of(second)));
  }
  memmove(&change[TP_OLDEST / 2], &change[TP_OLDEST],
          (TP_CHANGES - TP_OLDEST) * sizeof *change);
  log->count -= TP_OLDEST / 2;
}

/* Makes a change part of one of the newest entries, if the result is small and
 * nearly without gaps. That entry becomes the newest. So runs and blocks of
 * cells, and cells that change again and again, make one entry each.
 *
 *     +-----+#          +-----+-+         +-----+         #: its own entry
 *     |     |     ->    |       |         |     |
 *     +-----+           +-------+         +-----+   # */
static bool extend_entry(tp_ChangeLog *log, tp_Rect rect) {
  int last = (int)log->count - 1;
  for (int i = last; i >= 0 && i > last - NEWEST; i--) {
    tp_Change *change = &log->change[i];
    int64_t area = area_of_both(change, rect);
    int64_t cells = (int64_t)change->w * change->h + (int64_t)rect.w * rect.h;
    if (area > SMALL || area > cells + GAPS) continue;
    tp_Rect both = tp_rect_join(rect_of(change), rect);
    memmove(change, change + 1, (size_t)(last - i) * sizeof *change);
    log->change[last] = change_of(log->now, both);
    return true;
  }
  return false;
}

void tp_changelog_add(tp_ChangeLog *log, tp_Rect rect) {
  TP_ASSERT(!tp_rect_is_empty(rect));
  TP_ASSERT(tp_rect_same(rect, tp_rect_clip(rect, log->whole)));
  log->now++;
  if (extend_entry(log, rect)) return;
  if (log->count == TP_CHANGES) join_oldest(log);
  log->change[log->count++] = change_of(log->now, rect);
}

void tp_changelog_add_all(tp_ChangeLog *log) {
  log->count = 0;
  log->all = ++log->now;
}

void tp_changelog_resize(tp_ChangeLog *log, int32_t width, int32_t height) {
  log->whole = (tp_Rect){0, 0, width, height};
  tp_changelog_add_all(log);
}

int tp_changelog_entries(const tp_ChangeLog *log, uint64_t seen) {
  int first = (int)log->count;
  if (seen < log->all) return 1;
  while (first > 0 && log->change[first - 1].version > seen) first--;
  return (int)log->count - first;
}

int tp_changelog_since(const tp_ChangeLog *log, uint64_t seen,
                       tp_Rect rects[TP_CHANGES]) {
  const int entries = tp_changelog_entries(log, seen);
  const int first = (int)log->count - entries;
  int n = 0;
  int64_t cells = entries > SOME ? (int64_t)entries * CELLS_A_RECT : 0;
  for (int i = first; i < log->count && cells > 0; i++) {
    cells += tp_rect_area(rect_of(&log->change[i]));
  }
  if (seen < log->all || cells > tp_rect_area(log->whole)) {
    rects[0] = log->whole;
    return 1;
  }
  for (int i = first; i < log->count; i++) {
    tp_Rect rect = rect_of(&log->change[i]);
    /* Rectangles that cover no more cells together become one. */
    for (int k = tp_greater(0, n - LATEST); k < n; k++) {
      tp_Rect both = tp_rect_join(rects[k], rect);
      cells = tp_rect_area(rects[k]) + tp_rect_area(rect);
      if (tp_rect_area(both) > cells) continue;
      rect = both;
      rects[k] = rects[--n];
      k = tp_greater(0, n - LATEST) - 1;
    }
    rects[n++] = rect;
  }
  return n;
}

/* ---- versions of squares --------------------------------------------- */

/* A number a square of cells: 1/32 of a byte a cell. */
enum { SIDE = 16, MANY = 64 };

uint64_t tp_versions_place(tp_Versions *v, uint64_t at, int32_t width,
                           int32_t height) {
  v->now = 0;
  v->at = at;
  v->wide = (width - 1) / SIDE + 1;
  v->high = (height - 1) / SIDE + 1;
  return at + (uint64_t)v->wide * (uint64_t)v->high;
}

void tp_versions_touch(uint64_t *words, const tp_Versions *v, tp_Rect rect) {
  int32_t right = (rect.x + rect.w - 1) / SIDE;
  int32_t bottom = (rect.y + rect.h - 1) / SIDE;
  TP_ASSERT(!tp_rect_is_empty(rect) && rect.x >= 0 && rect.y >= 0);
  TP_ASSERT(right < v->wide && bottom < v->high);
  for (int32_t y = rect.y / SIDE; y <= bottom; y++) {
    uint64_t *row = &words[v->at + (size_t)y * (size_t)v->wide];
    for (int32_t x = rect.x / SIDE; x <= right; x++) row[x] = v->now;
  }
}

void tp_versions_touch_all(uint64_t *words, const tp_Versions *v) {
  size_t squares = (size_t)v->wide * (size_t)v->high;
  for (size_t i = 0; i < squares; i++) words[v->at + i] = v->now;
}

bool tp_versions_are_unchanged(const uint64_t *words, const tp_Versions *v,
                               tp_Box box, uint64_t then) {
  int32_t left = box.left / SIDE, right = box.right / SIDE;
  int32_t top = box.top / SIDE, bottom = box.bottom / SIDE;
  TP_ASSERT(left <= right && right < v->wide);
  TP_ASSERT(top <= bottom && bottom < v->high);
  if ((right - left + 1) * (bottom - top + 1) > MANY) return false;
  for (int32_t y = top; y <= bottom; y++) {
    const uint64_t *row = &words[v->at + (size_t)y * (size_t)v->wide];
    for (int32_t x = left; x <= right; x++) {
      if (row[x] > then) return false;
    }
  }
  return true;
}
