/* viewrow.h - the state of a view, and the row of cells that it looks at: its
 * columns, counted away from the origin.
 */
#pragma once

#include <string.h>

#include "hexfov.h"
#include "sight.h"

/* So many columns for so many rows. */
typedef struct tp_FovSlope {
  uint16_t columns, rows;
} tp_FovSlope;

/* The part of a row that is seen through one gap, from the origin's centre. */
typedef struct tp_Gap {
  tp_FovSlope first, last;
} tp_Gap;

typedef struct tp_Fov {
  const tp_Navmap *navmap, *alone; /* and for fences without others */
  const tp_Mask *clear;            /* the cells that lines may pass */
  tp_Cell from;
  uint64_t range;  /* squared; hexagons: of steps, here and below */
  bool is_open;    /* lines along a gap's own edges are blocked */
  bool is_outward; /* the view looks out of the cell, not towards it: the
                      caller sets it. Matters for sides closed in one direction
                      */
  int quarter;     /* the current one of four */
  int32_t rows;    /* rows away: the next one */
  int32_t reach;   /* columns that are within range there */
  tp_Gap *gaps, *spare;
  uint32_t room;        /* for either */
  uint32_t count, kept; /* gaps, and spare ones */
  bool has_rest;
  tp_Gap first, rest; /* this sweep begins with their first slopes, and the one
                         after it, if there were too many gaps */
  uint64_t *row;      /* a row that differs from the mask's */
  uint64_t steps;     /* of work so far, some nanoseconds each */
  /* The current row: a word of 64 columns each, from the first to the last;
   * other columns are not seen in this quarter. A row may come twice. */
  int32_t y, first_word, last_word;
  uint64_t *visible; /* words of the row, from word 0 on */
  /* Hexagons: rows without words come first, then those of the whole set. */
  tp_HexFov around;
  tp_VisibleSet set;
} tp_Fov;

/* Columns count away from the origin: leftwards in two of the four quarters.
 * Rows count upwards in the last two. */
TP_INLINE bool tp_fov_is_left(const tp_Fov *v) { return v->quarter & 1; }
TP_INLINE bool tp_fov_is_up(const tp_Fov *v) { return v->quarter & 2; }

TP_INLINE int32_t tp_fov_column(const tp_Fov *v, int32_t c) {
  return v->from.x + (tp_fov_is_left(v) ? -c : c);
}

TP_INLINE int32_t tp_fov_row_before(const tp_Fov *v, int32_t y) {
  return tp_fov_is_up(v) ? y + 1 : y - 1;
}

/* The first column away at `c` or after it, up to `end`, whose bit differs from
 * `same`; `end` + 1: none. Past the map's sides all are blocked. */
TP_INLINE int32_t tp_fov_find(const tp_Fov *v, const uint64_t *row, int32_t c,
                              int32_t end, uint64_t same) {
  while (c <= end) {
    int32_t x = tp_fov_column(v, c), bit = x & 63;
    uint64_t word = row[x >> 6] ^ same;
    uint64_t rest = tp_fov_is_left(v) ? word << (63 - bit) : word >> bit;
    if (rest) {
      c += tp_fov_is_left(v) ? 63 - tp_highest(rest) : tp_lowest(rest);
      return c <= end ? c : end + 1;
    }
    c += tp_fov_is_left(v) ? bit + 1 : 64 - bit;
  }
  return end + 1;
}

TP_INLINE int32_t tp_fov_find_blocked(const tp_Fov *v, const uint64_t *row,
                                      int32_t c, int32_t end) {
  return tp_fov_find(v, row, c, end, UINT64_MAX);
}

TP_INLINE int32_t tp_fov_find_clear(const tp_Fov *v, const uint64_t *row,
                                    int32_t c, int32_t end) {
  return tp_fov_find(v, row, c, end, 0);
}

TP_INLINE bool tp_fov_may_pass(const tp_Fov *v, int32_t x, int32_t y) {
  return tp_mask_can_enter(v->clear, x, y) ||
         tp_is_on_goal(v->navmap, v->from, x, y);
}

/* A row of clear cells, by word, with those that tp_is_on_goal allows. */
TP_INLINE const uint64_t *tp_fov_clear_row(const tp_Fov *v, int32_t y) {
  const tp_Mask *m = v->clear;
  const tp_Profile *p = &v->navmap->profile;
  const uint64_t *row = tp_mask_row(m, y);
  if (y <= v->from.y - p->high || y >= v->from.y + p->high ||
      tp_mask_has(v->navmap->mask, v->from.x, v->from.y)) {
    return row;
  }
  memcpy(v->row - 1, row - 1, ((size_t)m->stride + 1) * sizeof *row);
  const int32_t last = tp_lesser(v->from.x + p->wide, m->width);
  for (int32_t x = tp_greater(v->from.x - p->wide, -1) + 1; x < last; x++) {
    if (!tp_is_on_goal(v->navmap, v->from, x, y)) continue;
    v->row[x >> 6] |= UINT64_C(1) << (x & 63);
  }
  return v->row;
}

/* Is the step out of a cell, in the direction of the view, fenced off? */
TP_INLINE bool tp_fov_is_fenced(const tp_Fov *v, int32_t x, int32_t y,
                                int direction) {
  if (!v->alone->fences) return false;
  unsigned fences = v->is_outward ? tp_navmap_fenced(v->alone, x, y)
                                  : tp_navmap_fenced_into(v->alone, x, y);
  return fences >> direction & 1;
}

/* The first column away, from c to `end`, whose side in that direction is
 * closed; `end` + 1: none. */
TP_INLINE int32_t tp_fov_find_shut(tp_Fov *v, int32_t y, int direction,
                                   int32_t c, int32_t end) {
  const uint64_t *irregular = tp_mask_row(v->alone->irregular, y);
  for (;; c++) {
    c = tp_fov_find_clear(v, irregular, c, end);
    if (c > end || tp_fov_is_fenced(v, tp_fov_column(v, c), y, direction))
      return c;
    v->steps++;
  }
}

/* The first column behind a closed side away from the origin; none: end + 1. */
TP_INLINE int32_t tp_fov_find_beside(tp_Fov *v, int32_t y, int32_t c,
                                     int32_t end) {
  return tp_fov_find_shut(v, y, tp_fov_is_left(v) ? TP_W : TP_E, c, end - 1) +
         1;
}

/* Marks columns a to b away as seen. */
TP_INLINE void tp_fov_see(tp_Fov *v, int32_t a, int32_t b) {
  if (a > b) return;
  int32_t first = v->from.x + (tp_fov_is_left(v) ? -b : a);
  int32_t last = v->from.x + (tp_fov_is_left(v) ? -a : b);
  int32_t first_word = first >> 6, last_word = last >> 6;
  if (first_word < v->first_word) v->first_word = first_word;
  if (last_word > v->last_word) v->last_word = last_word;
  uint64_t begin = UINT64_MAX << (first & 63);
  uint64_t end = UINT64_MAX >> (63 - (last & 63));
  if (first_word == last_word) {
    v->visible[first_word] |= begin & end;
    return;
  }
  v->visible[first_word] |= begin;
  for (int32_t w = first_word + 1; w < last_word; w++)
    v->visible[w] = UINT64_MAX;
  v->visible[last_word] |= end;
}
