/* obstacles.c - from crowds to a mask of the cells where units stand.
 *
 * A crowd keeps a bit a cell and a log of changes. The cells of many crowds are
 * the union of their bits. To these a query adds special places: rectangles,
 * exceptions, and its start. A cell can differ from the last time only in
 *
 *     the changes in the logs of the crowds since then
 *     the special places of the last time, and those of now
 *
 * and is computed again there, 64 cells at a time, in a second mask. Where it
 * differs from the first mask, the first is updated and notes the change. So a
 * log that does not know exactly where a crowd moved costs some thousand words
 * to read, and followers see only real changes.
 */
#include "obstacles.h"

#include <string.h>

size_t tp_avoided_bytes(int32_t width, int32_t height) {
  return sizeof(tp_Avoided) + 2 * tp_mask_bytes(width, height);
}

static tp_Mask *stood_of(tp_Avoided *a) { return (tp_Mask *)(void *)(a + 1); }

static tp_Mask *next_of(tp_Avoided *a) {
  return (tp_Mask *)(void *)((char *)a + a->next_at);
}

void tp_avoided_init(tp_Avoided *a, int32_t width, int32_t height) {
  memset(a, 0, sizeof *a);
  a->next_at = sizeof *a + tp_mask_bytes(width, height);
  tp_mask_init(stood_of(a), width, height);
  tp_mask_init(next_of(a), width, height);
}

/* ---- the new bits of a rectangle ---------------------------------------- */

bool tp_obstacles_cover(const tp_Obstacles *p, int32_t x, int32_t y) {
  for (uint32_t c = 0; c < p->crowds; c++) {
    uint32_t who = tp_occupancy_at(p->crowd[c], x, y);
    bool counts = who != 0;
    for (uint32_t i = 0; counts && i < p->excepted; i++) {
      const tp_Excepted *e = &p->except[i];
      counts = e->crowd != p->crowd[c] || e->who != who;
    }
    if (counts) return true;
  }
  return false;
}

/* ---- changes ------------------------------------------------------------ */

static void renew(tp_Avoided *a, const tp_Obstacles *p, tp_Rect r) {
  tp_Mask *next = next_of(a);
  if (tp_rect_is_empty(r)) return;
  /* The union of all crowds. */
  const int32_t first = r.x >> 6, last = (r.x + r.w - 1) >> 6;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    uint64_t *row = tp_mask_words(next, y);
    for (int32_t i = first; i <= last; i++) {
      row[i] = 0;
      for (uint32_t c = 0; c < p->crowds; c++) {
        row[i] |= tp_occupancy_row(p->crowd[c], y)[i];
      }
    }
  }
  for (uint32_t i = 0; i < p->excepted; i++) {
    tp_Rect own = tp_rect_clip(p->except[i].cells, r);
    for (tp_Cell cell = tp_rect_first(own); tp_rect_wrap(own, &cell);
         cell.x++) {
      if (!tp_mask_has(next, cell.x, cell.y)) continue;
      tp_mask_write(next, cell.x, cell.y,
                    tp_obstacles_cover(p, cell.x, cell.y));
    }
  }
  for (uint32_t i = 0; i < p->rects; i++) {
    tp_mask_fill(next, tp_rect_clip(p->rect[i], r), true);
  }
  tp_mask_fill(next, tp_rect_clip(p->start, r), false);
  tp_mask_take(stood_of(a), next, NULL, r);
}

static void add_special(tp_Avoided *a, tp_Rect r) {
  if (tp_rect_is_empty(r)) return;
  if (a->specials < TP_SPECIALS) {
    a->special[a->specials++] = r;
  } else {
    a->special[TP_SPECIALS - 1] = tp_rect_join(a->special[TP_SPECIALS - 1], r);
  }
}

void tp_avoided_update(tp_Avoided *a, const tp_Obstacles *p) {
  const tp_Rect whole = stood_of(a)->changes.whole;
  tp_Obstacles now = *p;
  tp_Rect rects[TP_CHANGES];
  TP_ASSERT(p->crowds <= TP_MAX_CROWDS);
  now.start = tp_rect_clip(p->start, whole);
  /* Are those the crowds of the last time, in the same order? */
  bool are_same = a->crowds == p->crowds;
  for (uint32_t c = 0; c < p->crowds && are_same; c++) {
    are_same = a->id[c] == p->crowd[c]->id;
  }
  if (!are_same) {
    renew(a, &now, whole);
  } else {
    for (uint32_t i = 0; i < a->specials; i++) renew(a, &now, a->special[i]);
    for (uint32_t c = 0; c < now.crowds; c++) {
      const tp_ChangeLog *log = &now.crowd[c]->changes;
      int count = tp_changelog_since(log, a->seen[c], rects);
      for (int i = 0; i < count; i++) renew(a, &now, rects[i]);
    }
  }
  a->specials = 0;
  add_special(a, now.start);
  for (uint32_t i = 0; i < p->excepted; i++) {
    add_special(a, p->except[i].cells);
  }
  for (uint32_t i = 0; i < p->rects; i++) add_special(a, p->rect[i]);
  for (uint32_t i = 0; are_same && i < a->specials; i++) {
    renew(a, &now, a->special[i]);
  }
  a->crowds = now.crowds;
  for (uint32_t c = 0; c < now.crowds; c++) {
    a->id[c] = now.crowd[c]->id;
    a->seen[c] = now.crowd[c]->changes.now;
  }
}
