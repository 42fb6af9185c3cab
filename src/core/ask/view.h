/* view.h - which cells a point sees from one, row by row or kept as a set. */
#ifndef TP_VIEW_H
#define TP_VIEW_H

#include "../navmap/navmap.h"

/* What is seen of a row through one gap, from the origin's centre: slopes, in
 * columns a row, from the first to the last. */
typedef struct tp_Gap {
  uint16_t first_columns, first_rows, last_columns, last_rows;
} tp_Gap;

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
  uint64_t range;  /* squared; of hexagons, in steps: here and below */
  bool is_open;    /* a gap's own edges cannot be seen along       */
  bool is_outward; /* one looks out of the cell, and not towards it: the caller
                      sets it. That matters where sides are shut one way. */
  bool is_crowded; /* there were more gaps in this quarter than there is room
                      for: cells are asked about one by one */
  int quarter;     /* of the four, the one that is being looked at */
  int32_t rows;    /* away: the next one                           */
  int32_t reach;   /* columns that are within range there          */
  tp_Gap *gaps, *spare;
  uint32_t room;        /* for either                              */
  uint32_t count, kept; /* of the gaps, and of the spare ones      */
  uint64_t *row;        /* a row that is not as the mask has it         */
  uint64_t steps;       /* of work done so far, some nanoseconds each   */
  /* The row that was taken: a word of 64 columns each, from the first to the
   * last; others are not seen in this quarter. A row may come twice. */
  int32_t y, first_word, last_word;
  uint64_t *seen; /* by word of the row, from word 0 on */
} tp_View;

/* Words of working space that a view takes on a map so wide. */
TP_FUNC size_t tp_view_words(int32_t width);

/* A view of the cells within that range, squared, from which one sees the cell
 * (which lies inside) as tp_point_sees has it. The agent is up to date. */
TP_FUNC void tp_view_start(tp_View *view, const tp_Navmap *navmap, tp_Cell cell,
                           uint64_t range, uint64_t *work);

/* False if there are no more rows. */
TP_FUNC bool tp_view_next(tp_View *view);

/* Of the cells `among` a word of the row that was taken, those from which the
 * agent sees the cell as tp_sees_goal has it, with its body. */
TP_FUNC uint64_t tp_view_ends(tp_View *view, int32_t word, uint64_t among);

/* ---- all at once -------------------------------------------------------- */

/* The cells that are seen from one, as a bit each: a plane over the rectangle
 * within range, in words of a mask's row. */
typedef struct tp_Seen {
  int32_t first_word, words; /* of each row                 */
  int32_t top, rows;
  uint64_t count; /* of cells                    */
  uint64_t *bits; /* the caller's: rows of words */
} tp_Seen;

/* An empty set for cells within that range, squared, of a cell inside the map.
 * Its bits are yet to be given: tp_seen_bytes of them. */
TP_FUNC void tp_seen_init(tp_Seen *seen, const tp_Mask *mask, tp_Cell cell,
                          uint64_t range);
TP_FUNC size_t tp_seen_bytes(const tp_Seen *seen);

/* Adds a cell, which lies in its rectangle. */
TP_INLINE void tp_seen_add(tp_Seen *seen, tp_Cell c) {
  const size_t row = (size_t)(c.y - seen->top) * (size_t)seen->words;
  const size_t word = (size_t)((c.x >> 6) - seen->first_word);
  seen->bits[row + word] |= UINT64_C(1) << (c.x & 63);
}

/* hexview.c: adds all hexagons that are seen from one, at most so many steps
 * away, on a map without thin walls. False if there is too little working space,
 * with some of them added. */
TP_FUNC bool tp_seen_cast(tp_Seen *seen, const tp_Navmap *navmap, tp_Cell cell,
                          int32_t reach, uint64_t *work);

/* Fills the set, for which `bits` has room, with what tp_view_start(...) comes
 * to, looking outwards. `work`: tp_view_words of the map's width. */
TP_FUNC void tp_seen_fill(tp_Seen *seen, const tp_Navmap *navmap, tp_Cell cell,
                          uint64_t range, uint64_t *work);

/* After that: adds the cells within range that cannot be entered and touch one
 * of the set, with a side or a corner. */
TP_FUNC void tp_seen_add_walls(tp_Seen *seen, const tp_Navmap *navmap,
                               tp_Cell cell, uint64_t range, uint64_t *work);

/* Is the cell, which may lie anywhere, one of the set? */
TP_FUNC bool tp_seen_has(const tp_Seen *seen, tp_Cell cell);

/* The first cell of the set in reading order whose place, as a bit of the
 * plane, is `*at` or comes after it; then *at is the place behind it. False
 * if there is none. */
TP_FUNC bool tp_seen_next(const tp_Seen *seen, size_t *at, tp_Cell *cell);

#endif
