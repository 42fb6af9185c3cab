/* fencedsteps.c - fences as one agent sees them.
 *
 * A straight step is barred if one of the sides that the agent crosses with its
 * front is closed. A diagonal step has two ways round, each a straight step and
 * another one. It is barred if both are; under the rule "only_if_no_obstacles",
 * if one of them is. A step of a hexagon crosses its own side, whatever its
 * direction is called.
 *
 *     +---+---+     From a to d: through b, or through c. If only the side
 *     | a | b |     between a and b is closed, the way through c is left; with
 *     +---+---+     a fence all along the middle, none is.
 *     | c | d |
 *     +---+---+
 *
 * A large agent has the fences of the cell of its position, the one at its top
 * left. No step crosses a closed side inside of what it covers: the agent
 * cannot be there. So the mask has that (tp_fencedsteps_erode), and a side that
 * is closed in one direction counts as closed.
 */
#include "fencedsteps.h"

#include <string.h>

#include "../base/bits.h"

size_t tp_fencedsteps_bytes(int32_t width, int32_t height) {
  return offsetof(tp_FencedSteps, byte) + 2 * (size_t)width * (size_t)height;
}

void tp_fencedsteps_init(tp_FencedSteps *s, int32_t width, int32_t height) {
  memset(s, 0, tp_fencedsteps_bytes(width, height));
  s->width = width;
  s->height = height;
}

/* For some cells and those around them: bit d, of the straight directions (on
 * hexagons of all), if the agent there crosses a closed side with a step in
 * direction d. */
enum { SIDE = TP_PLOT + 2 };
typedef struct Fronts {
  tp_Rect rect;
  uint64_t work;              /* of reading them */
  uint8_t closed[SIDE][SIDE]; /* of the rows of the rectangle */
} Fronts;

/* The rectangle is at most as large as a plot. Each line of cells is read from
 * its far end, with the next closed side in mind: a front crosses it if it
 * reaches so far. */
static void init_fronts(Fronts *f, const tp_Fences *fences, const tp_Profile *p,
                        tp_Rect rect) {
  const tp_Rect r = tp_rect_grow(rect, 1);
  f->rect = r;
  f->work = 0;
  memset(f->closed, 0, (size_t)r.h * SIDE);
  const int directions = p->diagonal == TP_HEXAGONS ? TP_DIRECTIONS : TP_SE;
  for (int d = 0; d < directions; d++) {
    const bool across = tp_is_across(d);
    const int32_t lines = across ? r.w : r.h, cells = across ? r.h : r.w;
    const int32_t front = across ? p->high : p->wide;
    const int32_t x = r.x + (d == TP_E ? p->wide - 1 : 0);
    const int32_t y = r.y + (d == TP_S ? p->high - 1 : 0);
    for (int32_t line = 0; line < lines; line++) {
      int32_t closed = INT32_MAX;
      for (int32_t i = cells + front - 2; i >= 0; i--) {
        const int32_t column = across ? line : i, row = across ? i : line;
        if (tp_fences_are_closed(fences, x + column, y + row, d)) closed = i;
        if (i >= cells || closed - i >= front) continue;
        f->closed[row][column] |= (uint8_t)(1u << d);
      }
    }
    f->work += (uint64_t)lines * (uint64_t)(cells + front - 1);
  }
}

/* Is a straight step from the cell barred? */
static bool is_fenced(const Fronts *f, tp_Cell at, int d) {
  return f->closed[at.y - f->rect.y][at.x - f->rect.x] >> d & 1;
}

static bool is_step_fenced(const Fronts *f, tp_Diagonal rule, tp_Cell at,
                           int d) {
  if (!tp_is_diagonal(d) || rule == TP_HEXAGONS) return is_fenced(f, at, d);
  const int one = tp_side_x(d), other = tp_side_y(d);
  bool by_one =
      is_fenced(f, at, one) || is_fenced(f, tp_beside(at, one), other);
  bool by_other =
      is_fenced(f, at, other) || is_fenced(f, tp_beside(at, other), one);
  return rule == TP_ONLY_IF_NO_OBSTACLES ? by_one || by_other
                                         : by_one && by_other;
}

void tp_fencedsteps_touch(const tp_Fences *f, const tp_Profile *p,
                          tp_Plot *plot) {
  tp_fences_spread(f, plot, (tp_Rect){-1, -1, p->wide + 2, p->high + 2});
}

bool tp_fencedsteps_let(const tp_Fences *f, tp_Diagonal rule, tp_Cell at,
                        int d) {
  const tp_Profile p = {.wide = 1, .high = 1, .diagonal = rule};
  Fronts fronts;
  init_fronts(&fronts, f, &p, (tp_Rect){at.x, at.y, 1, 1});
  return !is_step_fenced(&fronts, rule, at, d);
}

static void write_steps(tp_FencedSteps *s, int32_t x, int32_t y, unsigned out,
                        unsigned in) {
  uint8_t *at = &s->byte[(size_t)y * (size_t)s->width + (size_t)x];
  uint8_t *back = at + (size_t)s->width * (size_t)s->height;
  if (*at == out && *back == in) return;
  s->one_way -= (uint64_t)tp_popcount(*back & ~*at);
  s->one_way += (uint64_t)tp_popcount(in & ~out);
  s->version++;
  *at = (uint8_t)out;
  *back = (uint8_t)in;
}

void tp_fencedsteps_stop(tp_FencedSteps *s, const tp_FencedSteps *from,
                         const tp_Mask *stops, tp_Rect r) {
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    const size_t i = (size_t)c.y * (size_t)s->width + (size_t)c.x;
    unsigned out = from ? tp_fencedsteps_out(from)[i] : 0;
    unsigned in = from ? tp_fencedsteps_in(from)[i] : 0;
    if (tp_mask_has(stops, c.x, c.y)) out = UINT8_MAX;
    for (int d = 0; d < TP_DIRECTIONS; d++) {
      const tp_Cell beside = tp_beside(c, d);
      if (tp_mask_can_enter(stops, beside.x, beside.y)) in |= 1u << d;
    }
    write_steps(s, c.x, c.y, out, in);
  }
}

static void read_plot(tp_FencedSteps *s, const tp_Fences *f,
                      const tp_Profile *p, tp_Plot *plot) {
  const tp_Rect r = plot->rect;
  Fronts fronts;
  init_fronts(&fronts, f, p, r);
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    if (tp_plot_has(plot, c.x, c.y)) {
      unsigned out = 0, in = 0;
      for (int d = 0; d < TP_DIRECTIONS; d++) {
        const tp_Cell from = tp_beside(c, d);
        const int back = tp_opposite(d);
        if (is_step_fenced(&fronts, p->diagonal, c, d)) out |= 1u << d;
        if (is_step_fenced(&fronts, p->diagonal, from, back)) in |= 1u << d;
      }
      write_steps(s, c.x, c.y, out, in);
      plot->work += (uint64_t)2 * TP_DIRECTIONS;
    } else {
      write_steps(s, c.x, c.y, 0, 0);
    }
  }
  plot->work += fronts.work;
}

uint64_t tp_fencedsteps_read(tp_FencedSteps *s, const tp_Fences *f,
                             const tp_Profile *p, tp_Rect r) {
  uint64_t work = 0;
  for (int32_t y = r.y; y < r.y + r.h; y += TP_PLOT) {
    for (int32_t x = r.x; x < r.x + r.w; x += TP_PLOT) {
      tp_Plot plot = tp_fences_plot(r, x, y);
      tp_fencedsteps_touch(f, p, &plot);
      read_plot(s, f, p, &plot);
      work += plot.work;
    }
  }
  return work;
}

static void take_away(tp_Mask *mask, const tp_Plot *plot) {
  const tp_Rect r = plot->rect;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (uint64_t row = plot->row[y - r.y]; row; row &= row - 1) {
      tp_mask_set(mask, r.x + tp_lowest(row), y, false);
    }
  }
}

uint64_t tp_fencedsteps_erode(tp_Mask *mask, const tp_Fences *f,
                              const tp_Profile *p, tp_Rect r) {
  uint64_t work = 0;
  if (!f || f->count == 0) return work;
  for (int32_t y = r.y; y < r.y + r.h; y += TP_PLOT) {
    for (int32_t x = r.x; x < r.x + r.w; x += TP_PLOT) {
      tp_Plot plot = tp_fences_plot(r, x, y);
      tp_fences_spread(f, &plot, (tp_Rect){0, 0, p->wide, p->high});
      take_away(mask, &plot);
      work += plot.work;
    }
  }
  return work;
}
