/* fence.c - shades, row by row.
 *
 * A thin wall between two rows hides what lies between the lines through its
 * ends, from the row behind it on. One between two columns stands in a row:
 *
 *             far end
 *          |  '          Of that row it hides what is behind it, up to the line
 *          |'            through its near end; of the rows behind, what lies
 *         '| near end    between both lines.
 *       '
 *     o
 *
 * What lies right on a line through an end passes a corner, and is asked of
 * sight.c. Where there are more shades than there is room for (shade.c), so is
 * each cell.
 */
#include "fence.h"

#include <math.h>

#include "body.h"
#include "sight.h"

/* In columns: what is nearer to the end of a shade is asked about. */
static const double hair = 1e-6;

/* ---- thin walls --------------------------------------------------------- */

/* Is a side of a cell shut, which one looks out through, or in? */
static bool is_shut(const tp_View *v, int32_t x, int32_t y, int out) {
  unsigned bars = v->is_outward ? tp_navmap_barred(v->navmap, x, y)
                                : tp_navmap_barred_into(v->navmap, x, y);
  return bars >> out & 1;
}

/* The first column away, from c on, whose far side is shut in a row, or (not
 * `beside`) whose side towards the next row; `end` + 1 where none is, up to
 * `end`. */
static int32_t find_shut(tp_View *v, int32_t y, bool beside, int32_t c,
                         int32_t end) {
  const uint64_t *pins = tp_mask_row(v->navmap->pins, y);
  const int across = tp_view_is_left(v) ? TP_W : TP_E;
  const int out = beside ? across : tp_view_is_up(v) ? TP_N : TP_S;
  for (;; c++) {
    c = tp_view_find(v, pins, c, end, 0);
    if (c > end || is_shut(v, tp_view_column(v, c), y, out)) return c;
    v->steps++;
  }
}

/* Of those between two rows, that run together. */
static void cast_before(tp_View *v, int32_t before) {
  tp_shades_begin(&v->shades);
  for (int32_t c = 0; c <= v->reach; c++) {
    int32_t first = find_shut(v, before, false, c, v->reach);
    if (first > v->reach) break;
    for (c = first; c < v->reach;) {
      if (find_shut(v, before, false, c + 1, c + 1) != c + 1) break;
      c++;
    }
    tp_shades_add(&v->shades, &v->navmap->profile, v->rows, first, c);
    v->steps += 4;
  }
  tp_shades_end(&v->shades);
  v->steps += v->shades.count + (uint64_t)v->reach / 64;
}

/* ---- which cells are hidden --------------------------------------------- */

/* May the agent be in all cells of the box around the origin and a word of the
 * row, and stands no thin wall there? Then its body comes from each of them. */
static bool is_box_free(tp_View *v, int32_t w) {
  const tp_Mask *m = v->navmap->mask;
  const tp_Mask *pins = v->navmap->bars ? v->navmap->pins : NULL;
  int32_t first = tp_lesser(w * 64 + tp_lowest(v->seen[w]), v->from.x);
  int32_t last = tp_greater(w * 64 + tp_highest(v->seen[w]), v->from.x);
  int32_t step = v->y < v->from.y ? -1 : 1;
  for (int32_t y = v->from.y;; y += step) {
    v->steps += 1 + (uint64_t)(last - first) / 64;
    if (tp_mask_run_end(m, y, first, last + 1) <= last) return false;
    if (pins && tp_mask_next(pins, y, first, last + 1) <= last) return false;
    if (y == v->y) return true;
  }
}

/* Exactly; where only walls matter, of a body alone. */
static bool sees(tp_View *v, int32_t x) {
  const tp_Cell at = {x, v->y};
  if (!v->navmap->bars) {
    return tp_body_sees(v->navmap, at, v->from, &v->steps);
  }
  return v->is_outward ? tp_sees_goal(v->navmap, v->from, at, &v->steps)
                       : tp_sees_goal(v->navmap, at, v->from, &v->steps);
}

/* Of a word of the row, cells from which a body does not get there, though a
 * point would. */
static void leave_out_one_by_one(tp_View *v, int32_t w) {
  if (is_box_free(v, w)) return;
  for (uint64_t rest = v->seen[w]; rest; rest &= rest - 1) {
    if (!sees(v, w * 64 + tp_lowest(rest))) v->seen[w] ^= rest & (0 - rest);
  }
}

/* Columns a to b away are not seen. */
static void hide(tp_View *v, int32_t a, int32_t b) {
  if (a > b) return;
  int32_t first = v->from.x + (tp_view_is_left(v) ? -b : a);
  int32_t last = v->from.x + (tp_view_is_left(v) ? -a : b);
  for (int32_t w = first >> 6; w <= last >> 6; w++) {
    uint64_t word = UINT64_MAX;
    if (w == first >> 6) word &= UINT64_MAX << (first & 63);
    if (w == last >> 6) word &= UINT64_MAX >> (63 - (last & 63));
    v->seen[w] &= ~word;
  }
}

/* A cell right at the end of a shade: the answer is to be exact. */
static void look_closely(tp_View *v, double end) {
  double c = floor(end + 0.5);
  if (!(fabs(end - c) < hair && c >= 0 && c <= v->reach)) return;
  int32_t x = tp_view_column(v, (int32_t)c);
  bool is_candidate = v->seen[x >> 6] >> (x & 63) & 1;
  if (!is_candidate) return;
  if (!sees(v, x)) hide(v, (int32_t)c, (int32_t)c);
}

/* What lies between two places of the row, in columns away, is hidden. */
static void leave_out_between(tp_View *v, double first, double last) {
  last = fmin(last, v->reach + 1.0);
  look_closely(v, first);
  look_closely(v, last);
  hide(v, (int32_t)fmax(0, floor(first + hair) + 1),
       tp_lesser((int32_t)ceil(last - hair) - 1, v->reach));
  v->steps += 2;
}

static void leave_out_shades(tp_View *v) {
  const double rows = v->rows;
  for (uint32_t i = 0; i < v->shades.count; i++) {
    double first = v->shades.list[i].first * rows;
    if (first > v->reach + 1.0) break;
    leave_out_between(v, first, v->shades.list[i].last * rows);
  }
}

/* What stands between columns of the row itself. In the origin's own row all
 * behind it is hidden. */
static void leave_out_beside(tp_View *v) {
  const tp_Profile *p = &v->navmap->profile;
  for (int32_t c = 0; c < v->reach; c++) {
    c = find_shut(v, v->y, true, c, v->reach - 1);
    if (c >= v->reach) return;
    double last = tp_shade_of_side(p, v->rows, c) * tp_greater(v->rows, 1);
    leave_out_between(v, c + 0.5, last);
    if (v->rows == 0) return;
  }
}

/* Or is each cell asked about? */
static bool casts_shades(const tp_View *v) {
  if (tp_body_is_there(v->navmap)) return !v->navmap->cells;
  return v->navmap->bars;
}

/* In the origin's own row a body of one cell comes where a point does. */
void tp_fence_leave_out(tp_View *v) {
  if (casts_shades(v) && !v->shades.is_full) {
    if (v->rows > 0) leave_out_shades(v);
    if (v->navmap->bars) leave_out_beside(v);
    return;
  }
  if (!tp_body_is_there(v->navmap) && !v->shades.is_full) return;
  for (int32_t w = v->first_word; w <= v->last_word; w++) {
    if (v->seen[w]) leave_out_one_by_one(v, w);
  }
}

/* ---- row by row --------------------------------------------------------- */

/* The shades of walls in a row, one of the two beside the border rows - 1/2
 * rows away. */
static void cast(tp_View *v, const uint64_t *row) {
  tp_shades_begin(&v->shades);
  for (int32_t c = 0; c <= v->reach;) {
    int32_t first = tp_view_blocked(v, row, c, v->reach);
    if (first > v->reach) break;
    c = tp_view_clear(v, row, first, v->reach);
    tp_shades_add(&v->shades, &v->navmap->profile, v->rows, first, c - 1);
    v->steps += 4;
  }
  tp_shades_end(&v->shades);
  v->steps += v->shades.count + (uint64_t)v->reach / 64;
}

/* What stands before the row, and of a body what walls on both sides of that
 * border hide in it. */
void tp_fence_before(tp_View *v, int32_t y) {
  int32_t before = tp_view_is_up(v) ? y + 1 : y - 1;
  if (!casts_shades(v)) return;
  tp_shades_trim(&v->shades, (v->reach + 1.0) / v->rows);
  if (tp_body_is_there(v->navmap)) {
    cast(v, tp_view_row(v, before));
    cast(v, tp_view_row(v, y));
  }
  if (v->navmap->bars) cast_before(v, before);
}

void tp_fence_behind(tp_View *v) {
  if (v->rows == 0) v->shades.count = 0;
  if (!casts_shades(v) || !v->navmap->bars) return;
  tp_shades_begin(&v->shades);
  for (int32_t c = 0; c < v->reach; c++) {
    c = find_shut(v, v->y, true, c, v->reach - 1);
    if (c >= v->reach) break;
    tp_shades_add_side(&v->shades, &v->navmap->profile, v->rows, c);
    v->steps += 4;
  }
  tp_shades_end(&v->shades);
}
