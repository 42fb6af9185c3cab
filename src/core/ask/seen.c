/* seen.c - what visible.c comes to, kept: its rows, of which some come twice,
 * put together in a plane of bits.
 *
 * A bit for each cell of the rectangle around the origin in which cells within
 * range lie, with its sides at multiples of 64 columns: so a row is taken over
 * word by word. 656 bytes for a range of 20.
 */
#include "seen.h"

#include <math.h>
#include <string.h>

#include "../base/bits.h"

void tp_seen_init(tp_Seen *s, const tp_Mask *m, tp_Cell cell, uint64_t range) {
  const tp_Rect map = {0, 0, m->width, m->height};
  const double most = TP_MAX_SIDE;
  int32_t reach = (int32_t)fmin(sqrt((double)range), most);
  tp_Rect box = tp_rect_grow((tp_Rect){cell.x, cell.y, 1, 1}, reach);
  box = tp_rect_clip(box, map);
  *s = (tp_Seen){.first_word = box.x >> 6, .top = box.y, .rows = box.h};
  s->words = ((box.x + box.w - 1) >> 6) - s->first_word + 1;
}

static size_t words_of(const tp_Seen *s) {
  return (size_t)s->words * (size_t)s->rows;
}

size_t tp_seen_bytes(const tp_Seen *s) {
  return words_of(s) * sizeof(uint64_t);
}

static uint64_t *row_of(const tp_Seen *s, int32_t y) {
  return &s->bits[(size_t)(y - s->top) * (size_t)s->words];
}

void tp_seen_fill(tp_Seen *s, const tp_Navmap *nav, tp_Cell cell,
                  uint64_t range, uint64_t *work) {
  tp_View view;
  memset(s->bits, 0, tp_seen_bytes(s));
  tp_view_start(&view, nav, cell, range, work);
  view.is_outward = true;
  while (tp_view_next(&view)) {
    uint64_t *row = row_of(s, view.y);
    for (int32_t w = view.first_word; w <= view.last_word; w++) {
      row[w - s->first_word] |= view.seen[w];
    }
  }
  s->count = 0;
  for (size_t i = 0; i < words_of(s); i++) {
    s->count += (uint64_t)tp_popcount(s->bits[i]);
  }
}

bool tp_seen_has(const tp_Seen *s, tp_Cell c) {
  const tp_Rect box = {s->first_word * 64, s->top, s->words * 64, s->rows};
  if (!tp_rect_has(box, c.x, c.y)) return false;
  return row_of(s, c.y)[(c.x - box.x) >> 6] >> (c.x & 63) & 1;
}

bool tp_seen_next(const tp_Seen *s, size_t *at, tp_Cell *cell) {
  size_t words = words_of(s);
  for (size_t i = *at / 64; i < words; *at = ++i * 64) {
    uint64_t rest = s->bits[i] >> (*at & 63);
    if (rest == 0) continue;
    size_t bit = *at + (size_t)tp_lowest(rest), columns = (size_t)s->words * 64;
    *at = bit + 1;
    cell->x = s->first_word * 64 + (int32_t)(bit % columns);
    cell->y = s->top + (int32_t)(bit / columns);
    return true;
  }
  return false;
}
