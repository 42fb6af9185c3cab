/* sight.h - straight lines over the grid: which cells they cross, and whether
 * an agent may walk along them. */
#ifndef TP_SIGHT_H
#define TP_SIGHT_H

#include "../navmap/navmap.h"
#include "body.h"

/* How a line came into its cell. */
typedef enum tp_LineStep {
  TP_LINE_END,
  TP_LINE_SIDE,
  TP_LINE_CORNER
} tp_LineStep;

/* Walks along a segment from cell to cell. */
typedef struct tp_Line {
  int32_t x, y;           /* the cell it is in                      */
  int32_t end_x, end_y;   /* the cell it ends in                    */
  int32_t step_x, step_y; /* -1 or 1                                */
  tp_Point from;
  int64_t length_x, length_y; /* absolute                           */
} tp_Line;

/* Puts the line into the cell of `from`. A point on a border belongs to the
 * cell right of it or below it. */
TP_FUNC void tp_line_start(tp_Line *line, tp_Point from, tp_Point to);

/* Moves on to the next cell: by a side; by a corner, diagonally; or not at
 * all, because the line ends here. */
TP_FUNC tp_LineStep tp_line_next(tp_Line *line);

/* Walks from hexagon to hexagon along a segment between two centres, as if the
 * hexagons were regular. */
typedef struct tp_HexLine {
  tp_Stagger stagger;
  tp_Cell at, end;
  bool is_between;    /* along the border between the last two cells         */
  int turn[3];        /* the sides towards which it runs, as one turns       */
  int64_t along[3];   /* how far it runs towards each; a step straight is 2  */
  int64_t past[3];    /* how far the centre of `at` lies in that direction   */
  int64_t from, over; /* it has come there at from / over of its length      */
} tp_HexLine;

TP_FUNC void tp_hexline_start(tp_HexLine *line, tp_Stagger stagger,
                              tp_Cell from, tp_Cell to);

/* The next cells: one; two where the line runs along the border between them;
 * none where it ends. The cell behind two touches both, as the one before. */
TP_FUNC int tp_hexline_next(tp_HexLine *line, tp_Cell next[2]);

typedef struct tp_Sight {
  bool clear;
  int32_t x, y; /* the first cell in the way, where not clear            */
  double cost;  /* where clear: sum of price x length in cells along it  */
} tp_Sight;

/* Can the agent walk the segment? Cells that its inside meets must be
 * enterable, on both sides where it runs along a border; at a corner the
 * diagonal rule decides. No thin wall may be crossed that is shut that way, or
 * at a corner shut off such a step, or lie along the line; x, y is then the
 * cell behind it. But for sides that are shut one way, and for x, y, symmetric.
 * Hexagons: between the centres of the cells of both points. A line that runs
 * along a border is clear if one may walk on either side of it; no wall on the
 * border itself is in the way. The agent is up to date. */
TP_FUNC tp_Sight tp_sight(const tp_Navmap *navmap, tp_Point from, tp_Point to);

/* Only whether it can: what it costs takes longer to find. */
TP_FUNC bool tp_is_in_sight(const tp_Navmap *navmap, tp_Point from,
                            tp_Point to);

/* In cells. */
TP_FUNC double tp_line_length(tp_Point from, tp_Point to);

/* Is there a clear line from the centre of a cell that the agent may enter to
 * that of a goal, for an agent without a body? If the goal may not be entered,
 * up to where the agent would stand on it. Adds to `steps` what it took, some
 * nanoseconds each. */
TP_FUNC bool tp_point_sees(const tp_Navmap *navmap, tp_Cell from, tp_Cell goal,
                           uint64_t *steps);

/* And does its body come along that line? */
TP_FUNC bool tp_sees_goal(const tp_Navmap *navmap, tp_Cell from, tp_Cell goal,
                          uint64_t *steps);

#endif
