/* bars.c - thin walls, seen by one agent.
 *
 * A straight step is barred where one of the sides is shut that the agent
 * crosses with its front. A diagonal step can be made in two ways round, a
 * straight step and another one. It is barred where each of them is; and under
 * the rule "only_if_no_obstacles" where one of them is.
 *
 *     +---+---+     From a to d: by way of b, or of c. With the side between a
 *     | a | b |     and b shut, and nothing else, the way by c is left; with
 *     +---+---+     a thin wall all along the middle, none is.
 *     | c | d |
 *     +---+---+
 *
 * A large agent has bars of the cell that it is said to be in, the one at its
 * top left. A side that is shut within what it covers is not crossed by any
 * step: there it cannot be. So the mask has it (tp_bars_erode), and a side that
 * is shut one way counts as shut.
 */
#include "bars.h"

#include <string.h>

#include "../base/bits.h"

size_t tp_bars_bytes(int32_t width, int32_t height) {
  return offsetof(tp_Bars, byte) + 2 * (size_t)width * (size_t)height;
}

void tp_bars_init(tp_Bars *b, int32_t width, int32_t height) {
  memset(b, 0, tp_bars_bytes(width, height));
  b->width = width;
  b->height = height;
}

/* May a straight step from the cell not be taken? */
static bool is_barred(const tp_Edges *e, const tp_Profile *p, int32_t x,
                      int32_t y, int d) {
  const bool across = tp_dx[d] != 0;
  const int32_t front = across ? p->high : p->wide;
  if (d == TP_E) x += p->wide - 1;
  if (d == TP_S) y += p->high - 1;
  for (int32_t i = 0; i < front; i++) {
    if (tp_edges_are_shut(e, across ? x : x + i, across ? y + i : y, d)) {
      return true;
    }
  }
  return false;
}

/* The same of a diagonal one. */
static bool is_corner_barred(const tp_Edges *e, const tp_Profile *p, int32_t x,
                             int32_t y, int d) {
  const int one = tp_side_x(d), other = tp_side_y(d);
  bool by_one =
      is_barred(e, p, x, y, one) || is_barred(e, p, x + tp_dx[one], y, other);
  bool by_other =
      is_barred(e, p, x, y, other) || is_barred(e, p, x, y + tp_dy[other], one);
  return p->diagonal == TP_ONLY_IF_NO_OBSTACLES ? by_one || by_other
                                                : by_one && by_other;
}

static bool is_step_barred(const tp_Edges *e, const tp_Profile *p, int32_t x,
                           int32_t y, int d) {
  return tp_is_diagonal(d) ? is_corner_barred(e, p, x, y, d)
                           : is_barred(e, p, x, y, d);
}

static unsigned bars_at(const tp_Edges *e, const tp_Profile *p, int32_t x,
                        int32_t y) {
  unsigned bars = 0;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    if (is_step_barred(e, p, x, y, d)) bars |= 1u << d;
  }
  return bars;
}

/* Those that keep one from coming to the cell. */
static unsigned bars_into(const tp_Edges *e, const tp_Profile *p, int32_t x,
                          int32_t y) {
  unsigned bars = 0;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    const int32_t from_x = x + tp_dx[d], from_y = y + tp_dy[d];
    if (is_step_barred(e, p, from_x, from_y, tp_opposite(d))) bars |= 1u << d;
  }
  return bars;
}

void tp_bars_touch(const tp_Edges *e, const tp_Profile *p, tp_Plot *plot) {
  tp_edges_spread(e, plot, (tp_Rect){-1, -1, p->wide + 2, p->high + 2});
}

bool tp_bars_let(const tp_Edges *e, tp_Diagonal rule, tp_Cell at, int d) {
  const tp_Profile p = {.wide = 1, .high = 1, .diagonal = rule};
  return !is_step_barred(e, &p, at.x, at.y, d);
}

/* Those into it that are open the other way. */
static int count_one_way(unsigned out, unsigned in) {
  return tp_popcount(in & ~out);
}

static void put(tp_Bars *b, size_t i, unsigned out, unsigned in) {
  uint8_t *at = &b->byte[i], *back = at + (size_t)b->width * (size_t)b->height;
  if (*at == out && *back == in) return;
  b->one_way -= (uint64_t)count_one_way(*at, *back);
  b->one_way += (uint64_t)count_one_way(out, in);
  b->version++;
  *at = (uint8_t)out;
  *back = (uint8_t)in;
}

static void read_plot(tp_Bars *b, const tp_Edges *e, const tp_Profile *p,
                      const tp_Plot *plot) {
  const tp_Rect r = plot->rect;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      const size_t i = (size_t)y * (size_t)b->width + (size_t)x;
      const bool touched = tp_plot_has(plot, x, y);
      put(b, i, touched ? bars_at(e, p, x, y) : 0,
          touched ? bars_into(e, p, x, y) : 0);
    }
  }
}

void tp_bars_read(tp_Bars *b, const tp_Edges *e, const tp_Profile *p,
                  tp_Rect r) {
  for (int32_t y = r.y; y < r.y + r.h; y += TP_PLOT) {
    for (int32_t x = r.x; x < r.x + r.w; x += TP_PLOT) {
      tp_Plot plot = tp_edges_plot(r, x, y);
      tp_bars_touch(e, p, &plot);
      read_plot(b, e, p, &plot);
    }
  }
}

static void take_away(tp_Mask *mask, const tp_Plot *plot) {
  const tp_Rect r = plot->rect;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (uint64_t row = plot->row[y - r.y]; row; row &= row - 1) {
      tp_mask_set(mask, r.x + tp_lowest(row), y, false);
    }
  }
}

void tp_bars_erode(tp_Mask *mask, const tp_Edges *e, const tp_Profile *p,
                   tp_Rect r) {
  if (!e || e->ways == 0) return;
  for (int32_t y = r.y; y < r.y + r.h; y += TP_PLOT) {
    for (int32_t x = r.x; x < r.x + r.w; x += TP_PLOT) {
      tp_Plot plot = tp_edges_plot(r, x, y);
      tp_edges_spread(e, &plot, (tp_Rect){0, 0, p->wide, p->high});
      take_away(mask, &plot);
    }
  }
}
