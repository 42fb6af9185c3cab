/* visibleset.c - see visibleset.h.
 *
 * A set has a bit for each cell of a rectangle around the origin that contains
 * the range, with its sides at multiples of 64 columns: so a row is copied word
 * by word. 656 bytes for a range of 20.
 */
#include "visibleset.h"

#include <math.h>
#include <string.h>

int32_t tp_visibleset_reach(uint64_t range) {
  return (int32_t)fmin(sqrt((double)range), 2 * TP_MAX_SIDE);
}

void tp_visibleset_init(tp_VisibleSet *s, const tp_Mask *m, tp_Cell cell,
                        uint64_t range) {
  const tp_Rect map = {0, 0, m->width, m->height};
  tp_Rect box =
      tp_rect_grow((tp_Rect){cell.x, cell.y, 1, 1}, tp_visibleset_reach(range));
  box = tp_rect_clip(box, map);
  *s = (tp_VisibleSet){.first_word = box.x >> 6, .top = box.y, .rows = box.h};
  s->words = ((box.x + box.w - 1) >> 6) - s->first_word + 1;
}

size_t tp_visibleset_bytes(const tp_VisibleSet *s) {
  return (size_t)s->words * (size_t)s->rows * sizeof(uint64_t);
}

/* In a row: the columns of a word whose cells touch their neighbours in each
 * direction. */
typedef struct Touch {
  uint64_t to[TP_DIRECTIONS];
} Touch;

static Touch touch_in_row(tp_Stagger stagger, int32_t y) {
  static const uint64_t even_columns = UINT64_MAX / 3;
  Touch touch;
  memset(&touch, 0xff, sizeof touch);
  if (!tp_is_hexagonal(stagger)) return touch;
  const unsigned shoved = tp_is_shoved(stagger, (tp_Cell){0, y});
  const unsigned even = tp_hexagon_steps(stagger, shoved);
  const unsigned odd = tp_hexagon_steps(stagger, shoved ^ stagger.columns);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    touch.to[d] =
        (even >> d & 1 ? even_columns : 0) | (odd >> d & 1 ? ~even_columns : 0);
  }
  return touch;
}

/* Columns of a word that touch seen ones, in their row, above or below. */
static uint64_t touched(uint64_t *const row[3], int32_t words, int32_t w,
                        const Touch *touch) {
  static const int directions[3][2] = {
      {TP_NW, TP_NE}, {TP_W, TP_E}, {TP_SW, TP_SE}};
  uint64_t beside = 0;
  for (int i = 0; i < 3; i++) {
    if (!row[i]) continue;
    uint64_t west = row[i][w] << 1, east = row[i][w] >> 1;
    if (w > 0) west |= row[i][w - 1] >> 63;
    if (w + 1 < words) east |= row[i][w + 1] << 63;
    beside |= row[i][w] | (west & touch->to[directions[i][0]]) |
              (east & touch->to[directions[i][1]]);
  }
  return beside;
}

void tp_visibleset_add_walls(tp_VisibleSet *s, const tp_Navmap *nav,
                             tp_Cell cell, uint64_t range, uint64_t *work) {
  const size_t bytes = (size_t)s->words * sizeof(uint64_t);
  const tp_Mask *m = nav->mask;
  const tp_Stagger stagger = nav->moves.stagger;
  uint64_t *above = NULL;
  for (int32_t y = s->top; y < s->top + s->rows; y++) {
    uint64_t *here = y & 1 ? work : work + s->words;
    uint64_t *row = tp_visibleset_row(s, y);
    memcpy(here, row, bytes);
    uint64_t *below = y + 1 < s->top + s->rows ? row + s->words : NULL;
    uint64_t *const three[] = {above, here, below};
    const Touch touch = touch_in_row(stagger, y);
    for (int32_t w = 0; w < s->words; w++) {
      uint64_t rest = touched(three, s->words, w, &touch) &
                      ~tp_mask_row(m, y)[s->first_word + w];
      for (; rest; rest &= rest - 1) {
        const int32_t x = (s->first_word + w) * 64 + tp_lowest(rest);
        if (x >= m->width) continue;
        const int64_t dx = cell.x - x, dy = cell.y - y;
        uint64_t square = (uint64_t)(dx * dx + dy * dy);
        if (tp_is_hexagonal(stagger)) {
          const tp_Cell at = {x, y};
          const uint64_t steps = tp_hexagons_apart(stagger, cell, at);
          square = steps * steps;
        }
        if (square > range) continue;
        row[w] |= rest & (0 - rest);
        s->count++;
      }
    }
    above = here;
  }
}

void tp_visibleset_join(tp_VisibleSet *all, const tp_VisibleSet *one) {
  const int32_t first = one->first_word - all->first_word;
  for (int32_t y = one->top; y < one->top + one->rows; y++) {
    uint64_t *to = tp_visibleset_row(all, y) + first;
    const uint64_t *from = tp_visibleset_row(one, y);
    for (int32_t w = 0; w < one->words; w++) {
      all->count += (uint64_t)tp_popcount(from[w] & ~to[w]);
      to[w] |= from[w];
    }
  }
}

bool tp_visibleset_has(const tp_VisibleSet *s, tp_Cell c) {
  const tp_Rect box = {s->first_word * 64, s->top, s->words * 64, s->rows};
  if (!tp_rect_has(box, c.x, c.y)) return false;
  return tp_visibleset_row(s, c.y)[(c.x - box.x) >> 6] >> (c.x & 63) & 1;
}

bool tp_visibleset_next(const tp_VisibleSet *s, size_t *at, tp_Cell *cell) {
  size_t words = (size_t)s->words * (size_t)s->rows;
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
