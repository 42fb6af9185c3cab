/* nearest.c - the cell nearest to a rectangle, found by rows from there
 * outwards.
 *
 * Within a row, distances from the rectangle never fall outwards, neither
 * straight nor by any metric. So on either side only the first acceptable cell
 * counts, and on the left of hexagons also cells at the same distance. Nor do
 * distances fall from row to row: the search ends with the row whose cells
 * straight above or below are too far away. Each cell is examined at most once:
 * blocked cells 64 at a time, and cells of a wrong region a run at a time, as
 * cells side by side belong to one region.
 */
#include "nearest.h"
#include "../navmap/connectivity.h"

typedef struct Best {
  uint64_t distance;
  tp_Cell cell;
  bool found;
  uint64_t work;
} Best;

static uint64_t distance(const tp_Nearest *n, int32_t x, int32_t y) {
  if (n->metric) return tp_metric_to(*n->metric, (tp_Cell){x, y}, n->to);
  const uint64_t dx = tp_beyond(x, n->to.x, n->to.w);
  const uint64_t dy = tp_beyond(y, n->to.y, n->to.h);
  return dx * dx + dy * dy;
}

/* Takes a cell if it is acceptable and nearer than the best, or equally near
 * and earlier in reading order. True: no later cell of its row can be better.
 * */
static bool take_cell(const tp_Nearest *n, Best *best, uint64_t far, int32_t x,
                      int32_t y) {
  const tp_Cell at = {x, y};
  const tp_Cell last = best->cell;
  bool is_first = y < last.y || (y == last.y && x < last.x);
  bool is_better = far < best->distance ||
                   (best->found && far == best->distance && is_first);
  if (far < n->least) return false;
  if (is_better && n->will_do && !n->will_do(n->context, x, y)) return false;
  if (is_better) *best = (Best){far, at, true, best->work};
  return true;
}

/* On one side of the rectangle, outwards. */
static void look_aside(const tp_Navmap *nav, const tp_Nearest *n, int32_t y,
                       int32_t x, bool left, Best *best) {
  const tp_Mask *m = n->among ? n->among : nav->mask;
  const bool may_tie = left && n->metric && tp_is_hexagonal(n->metric->stagger);
  for (;;) {
    x = left ? tp_mask_last(m, y, x, 0, 0) : tp_mask_next(m, y, x, m->width);
    if (x < 0 || x >= m->width) return;
    uint64_t far = distance(n, x, y);
    best->work++;
    if (far > best->distance) return;
    const bool is_home =
        !n->regions.region ||
        tp_region_is_in(n->regions, tp_navmap_region(nav, x, y));
    if (is_home && take_cell(n, best, far, x, y) && !may_tie) return;
    /* Cells of its run belong to its region. */
    if (left) {
      const bool has_run = !is_home && !nav->fences;
      x = has_run ? tp_mask_last(nav->mask, y, x, 0, UINT64_MAX) : x - 1;
    } else {
      x = is_home ? x + 1 : tp_navmap_row_end(nav, y, x, nav->mask->width);
    }
  }
}

/* From the first column of the rectangle to both sides. */
static void look_in_row(const tp_Navmap *nav, const tp_Nearest *n, int64_t row,
                        Best *best) {
  const int32_t width = nav->mask->width, x = n->to.x, y = (int32_t)row;
  if (row < 0 || row >= nav->mask->height) return;
  look_aside(nav, n, y, tp_greater(x, 0), false, best);
  look_aside(nav, n, y, tp_lesser(x, width) - 1, true, best);
}

uint64_t tp_nearest(const tp_Navmap *nav, const tp_Nearest *n, uint64_t least,
                    tp_Cell *cell) {
  Best best = {.distance = least};
  const int32_t last = nav->mask->height - 1;
  const int32_t top = n->to.y, bottom = top + n->to.h - 1;
  int32_t step = bottom < 0 ? -bottom : tp_greater(top - last, 1);
  for (int32_t y = tp_greater(top, 0); y <= tp_lesser(bottom, last); y++) {
    look_in_row(nav, n, y, &best);
  }
  /* Rows above and below have the same distance. */
  for (; step <= top || step <= last - bottom; step++) {
    const int32_t inwards = top < 0 ? bottom + step : top - step;
    if (distance(n, n->to.x, inwards) > best.distance) break;
    best.work++;
    look_in_row(nav, n, (int64_t)top - step, &best);
    look_in_row(nav, n, (int64_t)bottom + step, &best);
  }
  tp_navmap_add_work(nav, best.work);
  if (best.found) *cell = best.cell;
  return best.distance;
}
