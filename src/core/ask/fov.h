/* fov.h - the cells that a point sees from a cell, row by row or as a set. */
#ifndef TP_FOV_H
#define TP_FOV_H

#include "hexfov.h"

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
  const tp_Navmap *navmap, *alone; /* and for fences without others */
  const tp_Mask *clear;            /* the cells that lines may pass */
  tp_Cell from;
  uint64_t range;  /* squared; hexagons: of steps, here and below */
  bool is_open;    /* lines along a gap's own edges are blocked */
  bool is_outward; /* the view looks out of the cell, not towards it: the
                      caller sets it. Matters for sides shut in one direction */
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
  uint64_t *seen; /* words of the row, from word 0 on */
  /* Hexagons: rows without words come first, then those of the whole set. */
  tp_HexView around;
  tp_Seen set;
} tp_View;

/* The words of working space that a view takes on a grid. */
TP_FUNC size_t tp_view_words(const tp_Grid *grid);

/* Starts a view of the cells within a range, squared, that see the cell (inside
 * the map) by tp_point_sees. The agent is up to date. */
TP_FUNC void tp_view_start(tp_View *view, const tp_Navmap *navmap, tp_Cell cell,
                           uint64_t range, uint64_t *work);

/* False if there are no more rows. */
TP_FUNC bool tp_view_next(tp_View *view);

/* Of some cells in a word of the current row, those from which the agent sees
 * the cell with its body, by tp_sees_goal. */
TP_FUNC uint64_t tp_view_ends(tp_View *view, int32_t word, uint64_t among);

/* Fills the set, for which `bits` has room, with the cells of
 * tp_view_start(...), looking outwards. `work`: tp_view_words of the grid. */
TP_FUNC void tp_seen_fill(tp_Seen *seen, const tp_Navmap *navmap, tp_Cell cell,
                          uint64_t range, uint64_t *work);

#endif
