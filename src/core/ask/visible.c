/* visible.c - which cells see one, all in one sweep: shadow casting in whole
 * numbers, exact by the rule of sight.c.
 *
 * Seen from the centre of the origin, the line to another centre is a slope, of
 * so many columns a row. What lies in between lets the slopes of some gaps
 * pass; each row further away cuts out of them what its blocked cells hide:
 *
 *        b    B   e           A blocked cell B, c columns and r rows away,
 *         `. ###             hides from the slope of its far inner corner b,
 *           `###'            (2c - 1) / (2r + 1), to that of its near outer
 *            `.'             one e, (2c + 1) / (2r - 1). In its own row it
 *        ..    `             hides only what is behind it, up to e.
 *      o
 *
 * Only corners bound a gap. A line that passes exactly through one asks the
 * diagonal rule, so gaps are open there where a corner must be clear on both
 * sides, and closed where it need not. Two blocked cells that touch at a corner
 * leave a gap of one slope between them: under TP_AT_LEAST_ONE_WALKABLE it is
 * closed as soon as it turns up at their own corner. Where no line may pass a
 * corner, those that do are known from the numbers alone: columns and rows away
 * are divisible by two equally often.
 *
 * Thin walls, and bodies, are left to fence.c: what they hide is left out of a
 * row that is seen without them.
 *
 * Numerators and denominators fit 16 bits, so products are compared exactly. In
 * a row the shadows between two gaps are wider than a cell, so there are at
 * most as many gaps as columns. Costs a few divisions for each gap of a row,
 * and a word operation for 64 clear cells: 10 us for 300 cells around on open
 * ground, and no more than a few ns a cell anywhere.
 */
#include "visible.h"

#include <string.h>

#include "fence.h"

enum { RIGHT_DOWN, LEFT_DOWN, RIGHT_UP, LEFT_UP, QUARTERS };

static int32_t row_words(int32_t width) { return (width + 63) / 64; }

static size_t shade_words(int32_t width) {
  return ((size_t)width + 4) * (sizeof(tp_Shade) / sizeof(uint64_t));
}

/* The gaps twice, the shades twice, the row that is seen, and another one with
 * a word before it and behind it. */
size_t tp_view_words(int32_t width) {
  size_t row = (size_t)row_words(width);
  return 2 * ((size_t)width + 4) + 2 * shade_words(width) + row + row + 2;
}

void tp_view_start(tp_View *v, const tp_Navmap *nav, tp_Cell cell,
                   uint64_t range, uint64_t *work) {
  tp_Diagonal rule = nav->profile.diagonal;
  size_t gaps = (size_t)nav->mask->width + 4;
  *v = (tp_View){.navmap = nav, .from = cell, .range = range};
  v->is_open = rule == TP_ONLY_IF_NO_OBSTACLES || rule == TP_NEVER;
  v->gaps.list = (tp_Gap *)(void *)work;
  v->gaps.spare = (tp_Gap *)(void *)(work + gaps);
  work += 2 * gaps;
  v->shades.list = (tp_Shade *)(void *)work;
  v->shades.spare = (tp_Shade *)(void *)(work + shade_words(nav->mask->width));
  v->shades.room = (uint32_t)nav->mask->width + 4;
  v->seen = work + 2 * shade_words(nav->mask->width);
  v->row = v->seen + row_words(nav->mask->width) + 1;
  memset(v->seen, 0, (size_t)row_words(nav->mask->width) * sizeof *v->seen);
}

/* ---- rows --------------------------------------------------------------- */

/* Columns a to b away are seen. */
static void see(tp_View *v, int32_t a, int32_t b) {
  if (a > b) return;
  int32_t first = v->from.x + (tp_view_is_left(v) ? -b : a);
  int32_t last = v->from.x + (tp_view_is_left(v) ? -a : b);
  int32_t first_word = first >> 6, last_word = last >> 6;
  if (first_word < v->first_word) v->first_word = first_word;
  if (last_word > v->last_word) v->last_word = last_word;
  uint64_t begin = UINT64_MAX << (first & 63);
  uint64_t end = UINT64_MAX >> (63 - (last & 63));
  if (first_word == last_word) {
    v->seen[first_word] |= begin & end;
    return;
  }
  v->seen[first_word] |= begin;
  for (int32_t w = first_word + 1; w < last_word; w++) v->seen[w] = UINT64_MAX;
  v->seen[last_word] |= end;
}

/* ---- slopes ------------------------------------------------------------- */

/* -1, 0 or 1 where a / b is smaller than c / d, the same, or larger. */
static int compare(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  uint64_t left = (uint64_t)a * d, right = (uint64_t)c * b;
  return left < right ? -1 : left > right;
}

/* The first column of a row that has at least that slope, or more. */
static int32_t first_target(const tp_View *v, uint32_t columns, uint32_t rows,
                            int32_t r) {
  uint64_t product = (uint64_t)columns * (uint32_t)r;
  if (columns == 0 || rows == 0) return 0;
  return (int32_t)(v->is_open ? product / rows + 1
                              : (product + rows - 1) / rows);
}

/* The last one that has at most that slope, or less. */
static int32_t last_target(const tp_View *v, const tp_Gap *gap, int32_t r) {
  uint64_t product = (uint64_t)gap->last_columns * (uint32_t)r;
  if (gap->last_rows == 0) return v->reach;
  int32_t c = (int32_t)((product - v->is_open) / gap->last_rows);
  return tp_lesser(c, v->reach);
}

static bool is_line(const tp_Gap *gap) {
  return compare(gap->first_columns, gap->first_rows, gap->last_columns,
                 gap->last_rows) == 0;
}

/* The first column of a row in which a cell hides part of the gap: its slope e
 * is above the gap's first. Where one clear side will do at a corner, a gap of
 * one slope may end at a cell that it just touches. */
static int32_t first_crossed(const tp_View *v, const tp_Gap *gap, int32_t r) {
  bool touches =
      v->navmap->profile.diagonal == TP_AT_LEAST_ONE_WALKABLE && is_line(gap);
  uint64_t far = (uint64_t)gap->first_columns * (uint32_t)(2 * r - 1);
  uint64_t unit = gap->first_rows;
  if (unit == 0 || far < unit) return 0;
  if (touches) return (int32_t)((far - unit + 2 * unit - 1) / (2 * unit));
  return (int32_t)((far - unit) / (2 * unit)) + 1;
}

/* The last one: its slope b is below the gap's last. */
static int32_t last_crossed(const tp_View *v, const tp_Gap *gap, int32_t r) {
  uint64_t far = (uint64_t)gap->last_columns * (uint32_t)(2 * r + 1);
  uint64_t unit = gap->last_rows;
  if (unit == 0) return v->reach;
  uint64_t c = (far + unit - 1) / (2 * unit);
  return c < (uint64_t)v->reach ? (int32_t)c : v->reach;
}

/* ---- a row -------------------------------------------------------------- */

/* A line that comes past the near outer corner of a cell, c columns away, has
 * the cell before the next one on its other side. */
static bool closes_corner(const tp_View *v, int32_t c, int32_t y) {
  const tp_Navmap *nav = v->navmap;
  int32_t x = tp_view_column(v, c + 1);
  int32_t before = y < v->from.y ? y + 1 : y - 1;
  if (nav->profile.diagonal != TP_AT_LEAST_ONE_WALKABLE) return false;
  if (!tp_view_is_inside(v) && x <= v->from.x &&
      x > v->from.x - nav->profile.wide && before <= v->from.y &&
      before > v->from.y - nav->profile.high) {
    return false;
  }
  return !tp_mask_can_enter(nav->mask, x, before);
}

static void keep(tp_View *v, uint32_t *kept, tp_Gap gap) {
  int order = compare(gap.first_columns, gap.first_rows, gap.last_columns,
                      gap.last_rows);
  if (order < 0 || (order == 0 && !v->is_open)) v->gaps.spare[(*kept)++] = gap;
}

/* What the blocked cells of a row leave of a gap. */
static void cut(tp_View *v, const uint64_t *row, int32_t y, int32_t r,
                tp_Gap gap, uint32_t *kept) {
  int32_t begin = first_target(v, gap.first_columns, gap.first_rows, r);
  int32_t end = last_target(v, &gap, r);
  int32_t c = first_crossed(v, &gap, r), last = last_crossed(v, &gap, r);
  v->steps += 6;
  for (;;) {
    int32_t blocked = tp_view_blocked(v, row, c, last);
    see(v, begin, tp_lesser(blocked - 1, end));
    v->steps += 2 + (uint32_t)(blocked - c) / 32;
    if (blocked > last) break;
    if (blocked > 0) {
      tp_Gap before = gap;
      before.last_columns = (uint16_t)(2 * blocked - 1);
      before.last_rows = (uint16_t)(2 * r + 1);
      keep(v, kept, before);
    }
    c = tp_view_clear(v, row, blocked, last);
    uint32_t columns = (uint32_t)(2 * c - 1), rows = (uint32_t)(2 * r - 1);
    if (compare(columns, rows, gap.first_columns, gap.first_rows) > 0) {
      gap.first_columns = (uint16_t)columns;
      gap.first_rows = (uint16_t)rows;
    }
    begin = first_target(v, gap.first_columns, gap.first_rows, r);
    if (begin < c) begin = c;
    if (begin > v->reach) return;
    if (closes_corner(v, c - 1, y) && is_line(&gap)) return;
  }
  keep(v, kept, gap);
}

/* Of the row, what no line may come to that passes a corner. */
static void leave_out_corners(tp_View *v, int32_t r) {
  int times = tp_lowest((uint64_t)r);
  int64_t step = INT64_C(2) << times;
  if (v->navmap->profile.diagonal != TP_NEVER) return;
  if (step <= 64) {
    uint64_t word = 0;
    int64_t first = (v->from.x + step / 2) & (step - 1);
    for (int64_t i = first; i < 64; i += step) word |= UINT64_C(1) << i;
    for (int32_t w = v->first_word; w <= v->last_word; w++) v->seen[w] &= ~word;
    return;
  }
  for (int64_t c = step / 2; c <= v->reach; c += step) {
    int64_t x = tp_view_column(v, (int32_t)c);
    v->seen[x >> 6] &= ~(UINT64_C(1) << (x & 63));
  }
}

/* Cells of the row that are seen, but where the agent cannot be. */
static void leave_out_blocked(tp_View *v) {
  const uint64_t *row = tp_mask_row(v->navmap->mask, v->y);
  for (int32_t w = v->first_word; w <= v->last_word; w++) v->seen[w] &= row[w];
  if (v->last_word >= 0) v->steps += (uint64_t)(v->last_word - v->first_word);
  tp_fence_leave_out(v);
}

static void clear_row(tp_View *v) {
  for (int32_t w = v->first_word; w <= v->last_word; w++) v->seen[w] = 0;
  v->first_word = INT32_MAX;
  v->last_word = -1;
}

static void look_at_row(tp_View *v, int32_t y) {
  tp_fence_before(v, y);
  const uint64_t *row = tp_view_row(v, y);
  int32_t r = v->rows;
  uint32_t kept = 0;
  v->y = y;
  for (uint32_t i = 0; i < v->gaps.count; i++) {
    tp_Gap gap = v->gaps.list[i];
    /* What is past the reach here is so in all rows to come. */
    int32_t begin = first_target(v, gap.first_columns, gap.first_rows, r);
    if (begin > v->reach) break;
    cut(v, row, y, r, gap, &kept);
  }
  tp_Gap *old = v->gaps.list;
  v->gaps.list = v->gaps.spare;
  v->gaps.spare = old;
  v->gaps.count = kept;
  leave_out_corners(v, r);
  leave_out_blocked(v);
  tp_fence_behind(v);
}

/* ---- the origin's own row ----------------------------------------------- */

/* Sets the reach of a row: within range, and inside. */
static void set_reach(tp_View *v) {
  int32_t most =
      tp_view_is_left(v) ? v->from.x : v->navmap->mask->width - 1 - v->from.x;
  uint64_t away = (uint64_t)v->rows * (uint64_t)v->rows;
  if (v->rows == 0) v->reach = most;
  if (away > v->range) {
    v->reach = -1;
    return;
  }
  if (v->rows == 0 && (uint64_t)most * (uint64_t)most > v->range) {
    int32_t reach = 0;
    for (int32_t bit = 1 << 15; bit; bit >>= 1) {
      uint64_t more = (uint64_t)(reach | bit);
      if (more * more <= v->range) reach |= bit;
    }
    v->reach = reach;
  }
  while (away + (uint64_t)v->reach * (uint64_t)v->reach > v->range) v->reach--;
}

/* What is seen along the row lets pass the slopes up to the first blocked cell
 * of it. */
static void look_along_row(tp_View *v) {
  const uint64_t *row = tp_view_row(v, v->from.y);
  v->y = v->from.y;
  set_reach(v);
  int32_t blocked = tp_view_blocked(v, row, 1, v->reach);
  see(v, 0, blocked - 1);
  v->shades.is_full = false;
  leave_out_blocked(v);
  tp_fence_behind(v);
  tp_Gap all = {0, 1, 1, 0};
  if (blocked <= v->reach) {
    all.last_columns = (uint16_t)(2 * blocked - 1);
    all.last_rows = 1;
  }
  v->gaps.list[0] = all;
  v->gaps.count = 1;
  v->steps += 8 + (uint64_t)(blocked / 32);
}

bool tp_view_next(tp_View *v) {
  for (; v->quarter < QUARTERS; v->quarter++, v->rows = 0, v->gaps.count = 0) {
    clear_row(v);
    if (v->rows == 0) {
      look_along_row(v);
      v->rows = 1;
      return true;
    }
    int32_t y = v->from.y + (v->quarter >= RIGHT_UP ? -v->rows : v->rows);
    set_reach(v);
    if (v->gaps.count == 0 || v->reach < 0) continue;
    if (y < 0 || y >= v->navmap->mask->height) continue;
    look_at_row(v, y);
    v->rows++;
    return true;
  }
  return false;
}
