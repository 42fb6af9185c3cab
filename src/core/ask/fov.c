/* fov.c - all cells that see a cell, in one sweep: shadow casting in whole
 * numbers, exact by the rule of sight.c.
 *
 * Seen from the centre of the origin, the line to another centre is a slope, of
 * so many columns a row. The rows between let the slopes of some gaps pass;
 * each row further away removes from them the slopes that its blocked cells
 * hide:
 *
 *        b    B   e           A blocked cell B, c columns and r rows away,
 *         `. ###             hides from the slope of its far inner corner b,
 *           `###'            (2c - 1) / (2r + 1), to that of its near outer
 *            `.'             one e, (2c + 1) / (2r - 1). In its own row it
 *        ..    `             hides only the cells behind it, up to e.
 *      o
 *
 * A fence between two columns is a cell without width, between c and c + 1:
 * from (2c + 1) / (2r + 1) to (2c + 1) / (2r - 1). The border before a row is a
 * row without height, and a fence on it is a cell of that: with 2r - 1 rows
 * to either corner.
 *
 * Only corners bound a gap. A line exactly through a corner depends on the
 * diagonal rule: gaps are open if a corner must be clear on both sides, and
 * closed otherwise. A corner with walls on both sides then leaves a gap of one
 * slope: it is dropped at once if the rule forbids to pass that corner. If no
 * line may pass a corner, the numbers tell which lines do: columns and rows
 * away are divisible by two equally often.
 *
 * Numerators and denominators fit 16 bits, so products are compared exactly. In
 * a row the shadows between two gaps are wider than a cell, so there are at
 * most as many gaps as columns. The exception is fences between columns: a
 * map that is far higher than wide may have more gaps than there is room for.
 * Then those behind wait for another sweep of the same quarter.
 *
 * Costs a few divisions for each gap of a row, and a word operation for 64
 * clear cells: 10 us for 300 cells around on open ground, and elsewhere a few
 * ns a cell.
 */
#include "fov.h"

#include <string.h>

enum { RIGHT_DOWN, LEFT_DOWN, RIGHT_UP, LEFT_UP, QUARTERS };

static int32_t row_words(int32_t width) { return (width + 63) / 64; }

static uint32_t most_gaps(int32_t width, int32_t height) {
  return (uint32_t)tp_greater(width, height / 4) + 4;
}

/* The gaps twice, the row that is seen, and another row with a word before and
 * after it. On hexagons a set. */
size_t tp_fov_words(const tp_Grid *g) {
  const size_t row = (size_t)row_words(g->width);
  if (tp_is_hexagonal(g->stagger)) {
    return tp_hexfov_words(g->width, g->height) + row * (size_t)g->height;
  }
  return 2 * (size_t)most_gaps(g->width, g->height) + row + row + 2;
}

/* All slopes from a row to a column. */
static const tp_Gap whole = {{0, 1}, {1, 0}};

void tp_fov_start(tp_Fov *v, const tp_Navmap *nav, tp_Cell cell, uint64_t range,
                  uint64_t *work) {
  tp_Diagonal rule = nav->profile.diagonal;
  *v = (tp_Fov){.navmap = nav,
                .alone = tp_navmap_alone(nav),
                .clear = tp_navmap_clear(nav),
                .from = cell,
                .range = range};
  if (tp_is_hexagonal(nav->moves.stagger)) {
    const tp_Mask *m = v->navmap->mask;
    tp_visibleset_init(&v->set, m, v->from, v->range);
    v->set.bits = work + tp_hexfov_words(m->width, m->height);
    memset(v->set.bits, 0, tp_visibleset_bytes(&v->set));
    tp_hexfov_start(&v->around, v->navmap, v->from, v->range, work);
    return;
  }
  v->first = whole;
  v->is_open = rule == TP_ONLY_IF_NO_OBSTACLES || tp_is_four(rule);
  v->room = most_gaps(nav->mask->width, nav->mask->height);
  v->gaps = (tp_Gap *)(void *)work;
  v->spare = (tp_Gap *)(void *)(work + v->room);
  v->visible = work + 2 * (size_t)v->room;
  v->row = v->visible + row_words(nav->mask->width) + 1;
  memset(v->visible, 0,
         (size_t)row_words(nav->mask->width) * sizeof *v->visible);
}

/* ---- slopes ------------------------------------------------------------- */

/* -1, 0 or 1 if a is smaller than, equal to, or larger than b. */
static int compare(tp_FovSlope a, tp_FovSlope b) {
  uint64_t left = (uint64_t)a.columns * b.rows;
  uint64_t right = (uint64_t)b.columns * a.rows;
  return left < right ? -1 : left > right;
}

/* The first column of a row with at least that slope; if open, more. */
static int32_t first_target(const tp_Fov *v, tp_FovSlope first) {
  const uint64_t product = (uint64_t)first.columns * (uint32_t)v->rows;
  const uint32_t rows = first.rows;
  if (first.columns == 0 || rows == 0) return 0;
  return (int32_t)(v->is_open ? product / rows + 1
                              : (product + rows - 1) / rows);
}

/* The last one with at most that slope; if open, less. */
static int32_t last_target(const tp_Fov *v, tp_FovSlope last) {
  uint64_t product = (uint64_t)last.columns * (uint32_t)v->rows;
  if (last.rows == 0) return v->reach;
  int32_t c = (int32_t)((product - v->is_open) / last.rows);
  return tp_lesser(c, v->reach);
}

static bool is_line(const tp_Gap *gap) {
  return compare(gap->first, gap->last) == 0;
}

/* ---- a row, or the border before it ------------------------------------- */

/* Its corners are `near` and `far` half rows away. */
typedef struct Layer {
  const uint64_t *row; /* of cells; NULL: a border */
  int32_t y;           /* of the row, or of the one before the border */
  uint32_t near, far;
} Layer;

/* The first column in which a cell hides part of the gap: its slope e is above
 * the gap's first. A gap of one slope may end at a cell that it just touches,
 * and a border may reduce a gap to one slope. */
static int32_t first_met(const tp_Fov *v, const Layer *l, const tp_Gap *gap) {
  bool touches = !v->is_open && (!l->row || is_line(gap));
  uint64_t far = (uint64_t)gap->first.columns * l->near;
  uint64_t unit = gap->first.rows;
  if (unit == 0 || far < unit) return 0;
  if (touches) return (int32_t)((far - unit + 2 * unit - 1) / (2 * unit));
  return (int32_t)((far - unit) / (2 * unit)) + 1;
}

/* The last one: its slope b is below the gap's last. */
static int32_t last_met(const tp_Fov *v, const Layer *l, const tp_Gap *gap) {
  uint64_t most = (uint64_t)gap->last.columns * l->far;
  uint64_t unit = gap->last.rows;
  if (unit == 0) return v->reach;
  uint64_t c = (most + unit - 1) / (2 * unit);
  return c < (uint64_t)v->reach ? (int32_t)c : v->reach;
}

/* The next blocked columns from c on, and the first one behind them; a fence
 * between two columns gives the same column twice. */
static int32_t next_in_path(tp_Fov *v, const Layer *l, int32_t c, int32_t last,
                            int32_t *behind) {
  if (!l->row) {
    const int out = tp_fov_is_up(v) ? TP_N : TP_S;
    int32_t first = tp_fov_find_shut(v, l->y, out, c, last);
    for (*behind = first + 1; *behind <= last; ++*behind) {
      if (tp_fov_find_shut(v, l->y, out, *behind, *behind) != *behind) break;
    }
    return first;
  }
  int32_t blocked = tp_fov_find_blocked(v, l->row, c, last);
  if (v->alone->fences) {
    *behind = tp_fov_find_beside(v, l->y, c, tp_lesser(blocked, last));
    if (*behind < blocked && *behind <= last) return *behind;
  }
  *behind = tp_fov_find_clear(v, l->row, blocked, last);
  return blocked;
}

/* A line passes the near outer corner of a wall c columns away: does the rule
 * forbid that? */
static bool closes_corner(const tp_Fov *v, const Layer *l, int32_t c) {
  const int32_t before = l->row ? tp_fov_row_before(v, l->y) : l->y;
  const int32_t y = before + (tp_fov_is_up(v) ? -1 : 1);
  const int32_t x = tp_fov_column(v, c), next = tp_fov_column(v, c + 1);
  return !tp_may_cut(v->navmap->profile.diagonal, tp_fov_may_pass(v, x, y),
                     tp_fov_may_pass(v, next, before)) ||
         tp_fov_is_fenced(v, x, before, tp_direction(next - x, y - before));
}

/* Keeps a gap. If there is no room, it waits with all gaps behind it. */
static void keep_gap(tp_Fov *v, tp_Gap gap) {
  int order = compare(gap.first, gap.last);
  if (order > 0 || (order == 0 && v->is_open)) return;
  if (v->kept < v->room) {
    v->spare[v->kept++] = gap;
  } else if (!v->has_rest || compare(gap.first, v->rest.first) < 0) {
    v->has_rest = true;
    v->rest = gap;
  }
}

/* Of columns a to b away, sees those with ground that hides: lines may end
 * there, and only their own row can still be in the way. */
static void see_hiding(tp_Fov *v, int32_t a, int32_t b) {
  const uint64_t *free = tp_mask_row(v->navmap->mask, v->y);
  const uint64_t *clear = tp_mask_row(v->clear, v->y);
  if (v->clear == v->navmap->mask) return;
  for (int32_t c = a; c <= b; c++) {
    const int32_t x = tp_fov_column(v, c);
    const tp_Cell at = {x, v->y};
    v->steps++;
    if (!((free[x >> 6] & ~clear[x >> 6]) >> (x & 63) & 1)) continue;
    if (tp_point_sees(v->navmap, v->is_outward ? v->from : at,
                      v->is_outward ? at : v->from, &v->steps)) {
      tp_fov_see(v, c, c);
    }
  }
}

/* Keeps the rest of a gap. */
static void cut_gap(tp_Fov *v, const Layer *l, tp_Gap gap) {
  int32_t begin = first_target(v, gap.first);
  int32_t end = last_target(v, gap.last);
  int32_t c = first_met(v, l, &gap);
  int32_t last = last_met(v, l, &gap);
  v->steps += 6;
  if (l->row) see_hiding(v, begin, end);
  for (;;) {
    int32_t behind, blocked = next_in_path(v, l, c, last, &behind);
    if (l->row) tp_fov_see(v, begin, tp_lesser(blocked - 1, end));
    v->steps += 2 + (uint32_t)(blocked - c) / 32;
    if (blocked > last) break;
    if (blocked > 0) {
      const uint16_t columns = (uint16_t)(2 * blocked - 1);
      keep_gap(v, (tp_Gap){gap.first, {columns, (uint16_t)l->far}});
    }
    c = behind;
    const tp_FovSlope inner = {(uint16_t)(2 * c - 1), (uint16_t)l->near};
    if (compare(inner, gap.first) > 0) gap.first = inner;
    begin = first_target(v, gap.first);
    if (begin < c) begin = c;
    if (begin > v->reach) return;
    if (!v->is_open && is_line(&gap) && closes_corner(v, l, c - 1)) return;
  }
  keep_gap(v, gap);
}

static void cut_gaps(tp_Fov *v, Layer l) {
  v->kept = 0;
  for (uint32_t i = 0; i < v->count; i++) {
    tp_Gap gap = v->gaps[i];
    /* The rest is past the reach here, and in all later rows. */
    if (first_target(v, gap.first) > v->reach) break;
    cut_gap(v, &l, gap);
  }
  tp_Gap *old = v->gaps;
  v->gaps = v->spare;
  v->spare = old;
  v->count = v->kept;
}

/* Leaves out the cells of the row to which every line passes a corner, if none
 * may. */
static void leave_out_corners(tp_Fov *v) {
  int times = tp_lowest((uint64_t)v->rows);
  int64_t step = INT64_C(2) << times;
  if (!tp_is_four(v->navmap->profile.diagonal)) return;
  if (step <= 64) {
    uint64_t word = 0;
    int64_t first = (v->from.x + step / 2) & (step - 1);
    for (int64_t i = first; i < 64; i += step) word |= UINT64_C(1) << i;
    for (int32_t w = v->first_word; w <= v->last_word; w++)
      v->visible[w] &= ~word;
    return;
  }
  for (int64_t c = step / 2; c <= v->reach; c += step) {
    int64_t x = tp_fov_column(v, (int32_t)c);
    v->visible[x >> 6] &= ~(UINT64_C(1) << (x & 63));
  }
}

static void leave_out_blocked(tp_Fov *v) {
  const uint64_t *row = tp_mask_row(v->navmap->mask, v->y);
  for (int32_t w = v->first_word; w <= v->last_word; w++)
    v->visible[w] &= row[w];
  if (v->last_word >= 0) v->steps += (uint64_t)(v->last_word - v->first_word);
}

/* ---- the origin's own row ----------------------------------------------- */

/* Sets the reach of a row: within range, and inside. */
static void set_reach(tp_Fov *v) {
  int32_t most =
      tp_fov_is_left(v) ? v->from.x : v->navmap->mask->width - 1 - v->from.x;
  uint64_t away = (uint64_t)v->rows * (uint64_t)v->rows;
  if (v->rows == 0) v->reach = tp_lesser(most, tp_visibleset_reach(v->range));
  if (away > v->range) {
    v->reach = -1;
    return;
  }
  while (away + (uint64_t)v->reach * (uint64_t)v->reach > v->range) v->reach--;
}

/* Sees the cells of the origin's row. The first gap has the slopes up to the
 * first blocked cell of it. */
static void look_along_row(tp_Fov *v) {
  const uint64_t *row = tp_fov_clear_row(v, v->from.y);
  v->y = v->from.y;
  set_reach(v);
  int32_t blocked = tp_fov_find_blocked(v, row, 1, v->reach);
  if (v->alone->fences) {
    blocked = tp_lesser(blocked, tp_fov_find_beside(v, v->y, 0, v->reach));
  }
  tp_fov_see(v, 0, blocked - 1);
  see_hiding(v, blocked, tp_lesser(blocked, v->reach));
  leave_out_blocked(v);
  v->gaps[0] = (tp_Gap){v->first.first, whole.last};
  if (blocked <= v->reach) {
    v->gaps[0].last = (tp_FovSlope){(uint16_t)(2 * blocked - 1), 1};
  }
  v->count = 1;
  v->steps += 8 + (uint64_t)(blocked / 32);
}

/* ---- hexagons ----------------------------------------------------------- */

bool tp_fov_next(tp_Fov *v) {
  if (tp_is_hexagonal(v->navmap->moves.stagger)) {
    /* A ring without cells of a row; or, at the end, a row of the set. */
    v->y = v->from.y;
    v->first_word = 0;
    v->last_word = -1;
    v->around.is_outward = v->is_outward;
    if (tp_hexfov_next(&v->around, &v->set)) {
      v->steps = v->around.steps;
      return true;
    }
    if (v->rows == v->set.rows) return false;
    v->y = v->set.top + v->rows++;
    v->first_word = v->set.first_word;
    v->last_word = v->first_word + v->set.words - 1;
    v->visible = tp_visibleset_row(&v->set, v->y) - v->first_word;
    return true;
  }
  while (v->quarter < QUARTERS) {
    for (int32_t w = v->first_word; w <= v->last_word; w++) v->visible[w] = 0;
    v->first_word = INT32_MAX;
    v->last_word = -1;
    if (v->rows == 0) {
      look_along_row(v);
      v->rows = 1;
      return true;
    }
    int32_t y = v->from.y + (v->quarter >= RIGHT_UP ? -v->rows : v->rows);
    set_reach(v);
    if (v->count > 0 && v->reach >= 0 && y >= 0 &&
        y < v->navmap->mask->height) {
      const uint32_t near = 2 * (uint32_t)v->rows - 1;
      v->y = y;
      if (v->alone->fences) {
        cut_gaps(v, (Layer){NULL, tp_fov_row_before(v, y), near, near});
      }
      cut_gaps(v, (Layer){tp_fov_clear_row(v, y), y, near, near + 2});
      leave_out_corners(v);
      leave_out_blocked(v);
      v->rows++;
      return true;
    }
    /* The next quarter, or this one again, if gaps wait. */
    v->first = v->has_rest ? v->rest : whole;
    if (!v->has_rest) v->quarter++;
    v->has_rest = false;
    v->rows = 0;
  }
  return false;
}

/* ---- with a body -------------------------------------------------------- */

/* Is the box around the origin and some cells of a word of the row free,
 * without fences near? Then a body passes from each. */
static bool is_box_free(tp_Fov *v, int32_t w, uint64_t cells) {
  const int32_t far = tp_fov_is_left(v)
                          ? v->from.x - (w * 64 + tp_lowest(cells))
                          : w * 64 + tp_highest(cells) - v->from.x;
  for (int32_t y = v->y;; y = tp_fov_row_before(v, y)) {
    v->steps += 1 + (uint64_t)far / 64;
    if (tp_fov_find_blocked(v, tp_fov_clear_row(v, y), 0, far) <= far)
      return false;
    if (v->alone->fences &&
        tp_fov_find_clear(v, tp_mask_row(v->alone->irregular, y), 0, far) <=
            far) {
      return false;
    }
    if (y == v->from.y) return true;
  }
}

uint64_t tp_fov_ends(tp_Fov *v, int32_t w, uint64_t among) {
  uint64_t cells = v->visible[w] & among;
  TP_ASSERT(!v->is_outward);
  if (!cells || !tp_body_is_there(v->navmap)) return cells;
  if (is_box_free(v, w, cells)) return cells;
  for (uint64_t rest = cells; rest; rest &= rest - 1) {
    const tp_Cell at = {w * 64 + tp_lowest(rest), v->y};
    bool comes = tp_body_sees(v->navmap, at, v->from, &v->steps);
    if (!comes) cells ^= rest & (0 - rest);
  }
  return cells;
}

/* ---- all at once ----------------------------------------------------- */

void tp_visibleset_fill(tp_VisibleSet *s, const tp_Navmap *nav, tp_Cell cell,
                        uint64_t range, uint64_t *work) {
  memset(s->bits, 0, tp_visibleset_bytes(s));
  if (tp_is_hexagonal(nav->moves.stagger)) {
    tp_HexFov around;
    tp_hexfov_start(&around, nav, cell, range, work);
    around.is_outward = true;
    while (tp_hexfov_next(&around, s)) continue;
  } else {
    tp_Fov view;
    tp_fov_start(&view, nav, cell, range, work);
    view.is_outward = true;
    while (tp_fov_next(&view)) {
      uint64_t *row = tp_visibleset_row(s, view.y);
      for (int32_t w = view.first_word; w <= view.last_word; w++) {
        row[w - s->first_word] |= view.visible[w];
      }
    }
  }
  s->count = 0;
  for (size_t i = 0; i < tp_visibleset_bytes(s) / sizeof *s->bits; i++) {
    s->count += (uint64_t)tp_popcount(s->bits[i]);
  }
}
