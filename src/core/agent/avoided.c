/* avoided.c - from crowds to a mask of the cells where units stand.
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
#include "avoided.h"

#include <string.h>

static size_t align(size_t bytes) { return (bytes + 7) / 8 * 8; }

size_t tp_avoided_bytes(int32_t width, int32_t height) {
  return align(sizeof(tp_Avoided)) + 2 * tp_mask_bytes(width, height);
}

static tp_Mask *stood_of(tp_Avoided *a) {
  return (tp_Mask *)(void *)((char *)a + a->stood_at);
}

static tp_Mask *next_of(tp_Avoided *a) {
  return (tp_Mask *)(void *)((char *)a + a->next_at);
}

void tp_avoided_init(tp_Avoided *a, int32_t width, int32_t height) {
  memset(a, 0, sizeof *a);
  a->stood_at = align(sizeof *a);
  a->next_at = a->stood_at + tp_mask_bytes(width, height);
  tp_mask_init(stood_of(a), width, height);
  tp_mask_init(next_of(a), width, height);
}

/* ---- the new bits of a rectangle ---------------------------------------- */

static void unite(tp_Mask *next, const tp_Presence *p, tp_Rect r) {
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
}

static void fill(tp_Mask *m, tp_Rect r, bool value) {
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) tp_mask_put(m, x, y, value);
  }
}

/* Does a cell have a holder who counts? */
static bool has_holder(const tp_Presence *p, int32_t x, int32_t y) {
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

static void except(tp_Mask *m, const tp_Presence *p, tp_Rect r) {
  for (uint32_t i = 0; i < p->excepted; i++) {
    tp_Rect own = tp_rect_clip(p->except[i].cells, r);
    for (int32_t y = own.y; y < own.y + own.h; y++) {
      for (int32_t x = own.x; x < own.x + own.w; x++) {
        if (tp_mask_has(m, x, y)) tp_mask_put(m, x, y, has_holder(p, x, y));
      }
    }
  }
}

static void work_out(tp_Mask *next, const tp_Presence *p, tp_Rect r) {
  unite(next, p, r);
  except(next, p, r);
  for (uint32_t i = 0; i < p->rects; i++) {
    fill(next, tp_rect_clip(p->rect[i], r), true);
  }
  fill(next, tp_rect_clip(p->start, r), false);
}

/* ---- changes ------------------------------------------------------------ */

static void renew(tp_Avoided *a, const tp_Presence *p, tp_Rect r) {
  if (tp_rect_is_empty(r)) return;
  work_out(next_of(a), p, r);
  tp_mask_take(stood_of(a), next_of(a), NULL, r);
}

static void add_special(tp_Avoided *a, tp_Rect r) {
  if (tp_rect_is_empty(r)) return;
  if (a->specials < TP_SPECIALS) {
    a->special[a->specials++] = r;
  } else {
    a->special[TP_SPECIALS - 1] = tp_rect_join(a->special[TP_SPECIALS - 1], r);
  }
}

static void note_specials(tp_Avoided *a, const tp_Presence *p, tp_Rect start) {
  a->specials = 0;
  add_special(a, start);
  for (uint32_t i = 0; i < p->excepted; i++) {
    add_special(a, p->except[i].cells);
  }
  for (uint32_t i = 0; i < p->rects; i++) add_special(a, p->rect[i]);
}

/* Are those the crowds of the last time, in the same order? */
static bool has_same(const tp_Avoided *a, const tp_Presence *p) {
  if (a->crowds != p->crowds) return false;
  for (uint32_t c = 0; c < p->crowds; c++) {
    if (a->id[c] != p->crowd[c]->id) return false;
  }
  return true;
}

static void renew_specials(tp_Avoided *a, const tp_Presence *p) {
  for (uint32_t i = 0; i < a->specials; i++) renew(a, p, a->special[i]);
}

void tp_avoided_aim(tp_Avoided *a, const tp_Presence *p) {
  const tp_Rect whole = stood_of(a)->changes.whole;
  tp_Presence now = *p;
  tp_Rect rects[TP_CHANGES];
  TP_ASSERT(p->crowds <= TP_MAX_CROWDS);
  now.start = tp_rect_clip(p->start, whole);
  if (!has_same(a, &now)) {
    renew(a, &now, whole);
  } else {
    renew_specials(a, &now);
    for (uint32_t c = 0; c < now.crowds; c++) {
      const tp_Changes *log = &now.crowd[c]->changes;
      int count = tp_changes_since(log, a->seen[c], rects);
      for (int i = 0; i < count; i++) renew(a, &now, rects[i]);
    }
  }
  note_specials(a, &now, now.start);
  if (has_same(a, &now)) renew_specials(a, &now);
  a->crowds = now.crowds;
  for (uint32_t c = 0; c < now.crowds; c++) {
    a->id[c] = now.crowd[c]->id;
    a->seen[c] = now.crowd[c]->changes.now;
  }
}
