/* visible.h - all cells from which one is seen, row by row. */
#ifndef TP_VISIBLE_H
#define TP_VISIBLE_H

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
  uint64_t range; /* squared */
  bool is_open;   /* a gap's own edges cannot be seen along       */
  int quarter;    /* of the four, the one that is being looked at */
  int32_t rows;   /* away: the next one                           */
  int32_t reach;  /* columns that are within range there          */
  tp_Gaps gaps;
  uint64_t *row;    /* a row that is not as the mask has it         */
  tp_Shades shades; /* of a body of one cell                      */
  uint64_t steps;   /* of work done so far, some nanoseconds each   */
  /* The row that was taken: a word of 64 columns each, from the first to the
   * last; others are not seen in this quarter. A row may come twice. */
  int32_t y, first_word, last_word;
  uint64_t *seen; /* by word of the row, from word 0 on */
} tp_View;

/* Words of working space that a view takes on a map so wide. */
TP_FUNC size_t tp_view_words(int32_t width);

/* A view of the cells within that range, squared, from which one sees the cell
 * (which lies inside) as tp_sees_goal has it. The agent is up to date. */
TP_FUNC void tp_view_start(tp_View *view, const tp_Navmap *navmap, tp_Cell cell,
                           uint64_t range, uint64_t *work);

/* False where there are no more rows. */
TP_FUNC bool tp_view_next(tp_View *view);

#endif
