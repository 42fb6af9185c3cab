/* sight.h - straight lines over the grid: the cells that they cross, and
 * whether an agent may walk along them. */
#ifndef TP_SIGHT_H
#define TP_SIGHT_H

#include "../navmap/navmap.h"
#include "body.h"

/* How a line entered its cell. */
typedef enum tp_LineStep {
  TP_LINE_END,
  TP_LINE_SIDE,
  TP_LINE_CORNER
} tp_LineStep;

/* A walk along a segment from cell to cell. */
typedef struct tp_Line {
  int32_t x, y;           /* the current cell */
  int32_t end_x, end_y;   /* the last cell */
  int32_t step_x, step_y; /* -1 or 1 */
  tp_Point from;
  int64_t length_x, length_y; /* absolute */
} tp_Line;

/* Puts the line into the cell of `from`. A point on a border belongs to the
 * cell right of it or below it. */
TP_FUNC void tp_line_start(tp_Line *line, tp_Point from, tp_Point to);

/* Goes on to the next cell: over a side; over a corner, diagonally; or not at
 * all at the end of the line. */
TP_FUNC tp_LineStep tp_line_next(tp_Line *line);

/* A walk from hexagon to hexagon along a segment between two centres, as if the
 * hexagons were regular. */
typedef struct tp_HexLine {
  tp_Stagger stagger;
  tp_Cell at, end;
  bool is_between;    /* along the border between the last two cells */
  int turn[3];        /* the sides towards which it runs, in order of angle */
  int64_t along[3];   /* how far it runs towards each; a step straight is 2 */
  int64_t past[3];    /* how far the centre of `at` is in that direction */
  int64_t from, over; /* it has come there at from / over of its length */
} tp_HexLine;

TP_FUNC void tp_hexline_start(tp_HexLine *line, tp_Stagger stagger,
                              tp_Cell from, tp_Cell to);

/* The next cells: one; two if the line runs along the border between them; none
 * at its end. The cell after two touches both, as the one before does. */
TP_FUNC int tp_hexline_next(tp_HexLine *line, tp_Cell next[2]);

typedef struct tp_Sight {
  bool clear;
  int32_t x, y; /* the first cell in the way, if not clear */
  double cost;  /* if clear: sum of price x length in cells along it */
} tp_Sight;

/* Can the agent walk along the segment? The conditions are:
 *
 * - the cells that its inside meets are free, on both sides if it runs along a
 *   border;
 * - at a corner the diagonal rule allows the step;
 * - it crosses no fence that is shut in its direction, or that bars such a
 *   step at a corner, and no fence lies along the line.
 *
 * If a wall is in the way, x, y is the cell behind it. Symmetric, except for
 * sides that are shut in one direction, and for x, y.
 *
 * Hexagons: between the centres of the cells of both points. A line along a
 * border is clear if the agent may walk on either side of it; walls on the
 * border itself are not in the way. The agent is up to date. */
TP_FUNC tp_Sight tp_sight(const tp_Navmap *navmap, tp_Point from, tp_Point to);

/* The same for a look from the first point to the second: ground that hides is
 * in the way, too, except in the cells of both points. */
TP_FUNC tp_Sight tp_look(const tp_Navmap *navmap, tp_Point from, tp_Point to);

/* The first without the cost, which takes longer. */
TP_FUNC bool tp_is_in_sight(const tp_Navmap *navmap, tp_Point from,
                            tp_Point to);

/* In cells. */
TP_FUNC double tp_line_length(tp_Point from, tp_Point to);

/* Is there a clear look from the centre of a free cell to the centre of a goal,
 * for an agent without a body? If the goal is blocked: up to where the agent
 * would cover it. Adds the work to `steps`, some nanoseconds each. */
TP_FUNC bool tp_point_sees(const tp_Navmap *navmap, tp_Cell from, tp_Cell goal,
                           uint64_t *steps);

/* Does the agent's body pass along that line, too? */
TP_FUNC bool tp_sees_goal(const tp_Navmap *navmap, tp_Cell from, tp_Cell goal,
                          uint64_t *steps);

#endif
