/* view.h - the cells that a point sees from a cell, row by row or as a set. */
#ifndef TP_VIEW_H
#define TP_VIEW_H

#include "../navmap/navmap.h"

/* The part of a row that is seen through one gap, from the origin's centre:
 * slopes, in columns a row, from the first to the last. */
typedef struct tp_Gap {
  uint16_t first_columns, first_rows, last_columns, last_rows;
} tp_Gap;

/* Looks around: start it, then take row after row until there is none.
 *
 *     tp_view_start(&view, agent, goal, range, work);
 *     while (tp_view_next(&view)) use(view.seen, view.y, view.first_word ...);
 *
 * The iteration can be suspended between two rows, if agent and block do not
 * change. */
typedef struct tp_View {
  const tp_Navmap *navmap;
  tp_Cell from;
  uint64_t range;  /* squared; hexagons: of steps, here and below */
  bool is_open;    /* lines along a gap's own edges are blocked */
  bool is_outward; /* the view looks out of the cell, not towards it: the
                      caller sets it. Matters for sides shut in one direction */
  bool is_crowded; /* this quarter has more gaps than there is room for:
                      cells are tested one by one */
  int quarter;     /* the current one of four */
  int32_t rows;    /* rows away: the next one */
  int32_t reach;   /* columns that are within range there */
  tp_Gap *gaps, *spare;
  uint32_t room;        /* for either */
  uint32_t count, kept; /* gaps, and spare ones */
  uint64_t *row;        /* a row that differs from the mask's */
  uint64_t steps;       /* of work so far, some nanoseconds each */
  /* The current row: a word of 64 columns each, from the first to the last;
   * other columns are not seen in this quarter. A row may come twice. */
  int32_t y, first_word, last_word;
  uint64_t *seen; /* words of the row, from word 0 on */
} tp_View;

/* The words of working space that a view takes on a map of that width. */
TP_FUNC size_t tp_view_words(int32_t width);

/* Starts a view of the cells within a range, squared, that see the cell (inside
 * the map) by tp_point_sees. The agent is up to date. */
TP_FUNC void tp_view_start(tp_View *view, const tp_Navmap *navmap, tp_Cell cell,
                           uint64_t range, uint64_t *work);

/* False if there are no more rows. */
TP_FUNC bool tp_view_next(tp_View *view);

/* Of some cells in a word of the current row, those from which the agent sees
 * the cell with its body, by tp_sees_goal. */
TP_FUNC uint64_t tp_view_ends(tp_View *view, int32_t word, uint64_t among);

/* ---- all at once ----------------------------------------------------- */

/* A set of the cells that are seen from one, a bit each: a plane over the
 * rectangle within range, in words of a mask's row. */
typedef struct tp_Seen {
  int32_t first_word, words; /* of each row */
  int32_t top, rows;
  uint64_t count; /* of cells */
  uint64_t *bits; /* the caller's: rows of words */
} tp_Seen;

/* An empty set for cells within a range, squared, of a cell inside the map. The
 * caller provides its bits: tp_seen_bytes of them. */
TP_FUNC void tp_seen_init(tp_Seen *seen, const tp_Mask *mask, tp_Cell cell,
                          uint64_t range);
TP_FUNC size_t tp_seen_bytes(const tp_Seen *seen);

/* Adds a cell, which lies in the set's rectangle. */
TP_INLINE void tp_seen_add(tp_Seen *seen, tp_Cell c) {
  const size_t row = (size_t)(c.y - seen->top) * (size_t)seen->words;
  const size_t word = (size_t)((c.x >> 6) - seen->first_word);
  seen->bits[row + word] |= UINT64_C(1) << (c.x & 63);
}

/* Adds all hexagons that are seen from one, at most so many steps away, on a
 * map without thin walls (hexview.c). False if there is too little working
 * space; then only some of them are added. */
TP_FUNC bool tp_seen_cast(tp_Seen *seen, const tp_Navmap *navmap, tp_Cell cell,
                          int32_t reach, uint64_t *work);

/* Fills the set, for which `bits` has room, with the cells of
 * tp_view_start(...), looking outwards. `work`: tp_view_words of the map's
 * width. */
TP_FUNC void tp_seen_fill(tp_Seen *seen, const tp_Navmap *navmap, tp_Cell cell,
                          uint64_t range, uint64_t *work);

/* After that: adds the blocked cells within range that touch a cell of the set
 * with a side or a corner. */
TP_FUNC void tp_seen_add_walls(tp_Seen *seen, const tp_Navmap *navmap,
                               tp_Cell cell, uint64_t range, uint64_t *work);

/* Is the cell, which may be anywhere, in the set? */
TP_FUNC bool tp_seen_has(const tp_Seen *seen, tp_Cell cell);

/* The first cell of the set in reading order whose place, as a bit of the
 * plane, is at least `*at`; *at becomes the place after it. False if there is
 * none. */
TP_FUNC bool tp_seen_next(const tp_Seen *seen, size_t *at, tp_Cell *cell);

#endif
