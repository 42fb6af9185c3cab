/* changes.c - a log of rectangles that forgets no cell, only where exactly.
 *
 * Entries stand in the order in which they were noted, each with the version of
 * the last change in it. A change near the newest entry becomes part of it.
 * Where the log is full, two entries that follow one another become one, those
 * which that makes the least larger:
 *
 *     version 3   4      6        9            3   6        9   12
 *             +-+                              +-+
 *             | |        +-+                   | | +------+
 *             +-+    +-+ | |                   +-+ |      |
 *                    +-+ +-+      and 12:          +------+     +-+
 *                             +-+                           +-+ +-+
 *                             +-+                           +-+
 *
 * Who has seen version 3 reads a few cells more than have changed since, and
 * who has seen version 4 reads the cells of 4 again. So everybody's question
 * has an answer, however late it comes, in a few hundred bytes.
 *
 * Some 20 ns a change; as much for each entry that is asked for.
 */
#include "changes.h"

#include <string.h>

/* Cells that several changes may share an entry for. Whoever has seen the first
 * of them reads the others' cells again for the last one's sake: words of 64
 * cells, so a few of them more cost nothing, and a large rectangle would. */
enum { SHARED_CELLS = 256, NEAR_CELLS = 4096 };

void tp_changes_init(tp_Changes *log, int32_t width, int32_t height) {
  memset(log, 0, sizeof *log);
  log->now = 1;
  log->whole = (tp_Rect){0, 0, width, height};
}

/* Makes one entry of two that follow one another: those for which one who has
 * seen the first has the fewest cells more to read, or where all lie far apart,
 * the oldest. */
static void make_room(tp_Changes *log) {
  int64_t best = NEAR_CELLS;
  int at = 0;
  for (int i = 0; i + 1 < log->count; i++) {
    tp_Rect a = log->change[i].rect, b = log->change[i + 1].rect;
    int64_t more = tp_rect_area(tp_rect_join(a, b)) - tp_rect_area(b);
    if (more >= best) continue;
    best = more;
    at = i;
  }
  tp_Change *change = &log->change[at];
  change[1].rect = tp_rect_join(change->rect, change[1].rect);
  memmove(change, change + 1,
          (size_t)(log->count - 1 - at) * sizeof log->change[0]);
  log->count--;
}

void tp_changes_note(tp_Changes *log, tp_Rect rect) {
  log->now++;
  if (log->count > 0) {
    tp_Change *newest = &log->change[log->count - 1];
    tp_Rect both = tp_rect_join(newest->rect, rect);
    if (tp_rect_area(both) <= SHARED_CELLS) {
      *newest = (tp_Change){log->now, both};
      return;
    }
  }
  if (log->count == TP_CHANGES) make_room(log);
  log->change[log->count++] = (tp_Change){log->now, rect};
}

void tp_changes_note_all(tp_Changes *log) {
  log->count = 0;
  tp_changes_note(log, log->whole);
}

/* Adds a rectangle to n others; those that take fewer cells together become
 * one. Returns how many there are then. */
static int add(tp_Rect rects[TP_CHANGES], int n, tp_Rect rect) {
  for (int i = 0; i < n; i++) {
    tp_Rect both = tp_rect_join(rects[i], rect);
    if (tp_rect_area(both) > tp_rect_area(rects[i]) + tp_rect_area(rect)) {
      continue;
    }
    rect = both;
    rects[i] = rects[--n];
    i = -1;
  }
  rects[n] = rect;
  return n + 1;
}

int tp_changes_since(const tp_Changes *log, uint64_t seen,
                     tp_Rect rects[TP_CHANGES]) {
  int n = 0;
  if (seen == 0) {
    rects[0] = log->whole;
    return 1;
  }
  for (int i = 0; i < log->count; i++) {
    if (log->change[i].version > seen) n = add(rects, n, log->change[i].rect);
  }
  return n;
}
