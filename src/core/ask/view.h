/* view.h - one row after another as it is seen from a cell. */
#ifndef TP_VIEW_H
#define TP_VIEW_H

#include "../navmap/navmap.h"
#include "shade.h"

/* What is seen of a row through one gap, from the origin's centre: slopes, in
 * columns a row, from the first to the last. */
typedef struct tp_Gap {
  uint16_t first_columns, first_rows, last_columns, last_rows;
} tp_Gap;

typedef struct tp_Gaps {
  tp_Gap *list, *spare;
  uint32_t count;
} tp_Gaps;

/* Looks around: start it, then take row after row until there is none.
 *
 *     tp_view_start(&view, agent, goal, range, work);
 *     while (tp_view_next(&view)) use(view.seen, view.y, view.first_word ...);
 *
 * It may be left between two rows, and goes on from there as long as the agent
 * and the block stay as they are. */
typedef struct tp_View {
  const tp_Navmap *navmap;
  tp_Cell from;
  uint64_t range;  /* squared */
  bool is_open;    /* a gap's own edges cannot be seen along       */
  bool is_outward; /* one looks out of the cell, and not towards it: the caller
                      sets it. That matters where sides are shut one way. */
  int quarter;     /* of the four, the one that is being looked at */
  int32_t rows;    /* away: the next one                           */
  int32_t reach;   /* columns that are within range there          */
  tp_Gaps gaps;
  uint64_t *row;    /* a row that is not as the mask has it         */
  tp_Shades shades; /* of thin walls, and a body of one cell      */
  uint64_t steps;   /* of work done so far, some nanoseconds each   */
  /* The row that was taken: a word of 64 columns each, from the first to the
   * last; others are not seen in this quarter. A row may come twice. */
  int32_t y, first_word, last_word;
  uint64_t *seen; /* by word of the row, from word 0 on */
} tp_View;

/* Is the origin a place where the agent may be? */
TP_INLINE bool tp_view_is_inside(const tp_View *v) {
  return tp_mask_has(v->navmap->mask, v->from.x, v->from.y);
}

/* Columns are counted away from the origin's: to the left of it in two of the
 * four quarters, in the last two of which rows are counted upwards. */
TP_INLINE bool tp_view_is_left(const tp_View *v) { return v->quarter & 1; }
TP_INLINE bool tp_view_is_up(const tp_View *v) { return v->quarter & 2; }

TP_INLINE int32_t tp_view_column(const tp_View *v, int32_t c) {
  return v->from.x + (tp_view_is_left(v) ? -c : c);
}

/* The first column away at `c` or after it, up to `end`, whose bit differs from
 * those of a word that are all the same; `end` + 1 where none does. */
TP_INLINE int32_t tp_view_find(const tp_View *v, const uint64_t *row, int32_t c,
                               int32_t end, uint64_t same) {
  while (c <= end) {
    int32_t x = v->from.x + (tp_view_is_left(v) ? -c : c), bit = x & 63;
    uint64_t word = row[x >> 6] ^ same;
    uint64_t rest = tp_view_is_left(v) ? word << (63 - bit) : word >> bit;
    if (rest) {
      c += tp_view_is_left(v) ? 63 - tp_highest(rest) : tp_lowest(rest);
      return c <= end ? c : end + 1;
    }
    c += tp_view_is_left(v) ? bit + 1 : 64 - bit;
  }
  return end + 1;
}

/* Past the map's sides all are blocked. */
TP_INLINE int32_t tp_view_blocked(const tp_View *v, const uint64_t *row,
                                  int32_t c, int32_t end) {
  return tp_view_find(v, row, c, end, UINT64_MAX);
}

TP_INLINE int32_t tp_view_clear(const tp_View *v, const uint64_t *row,
                                int32_t c, int32_t end) {
  return tp_view_find(v, row, c, end, 0);
}

/* A row of the mask, by word. Where the goal itself is in the way, nothing is
 * that stands on it. */
TP_FUNC const uint64_t *tp_view_row(const tp_View *view, int32_t y);

#endif
