/* hexline.h - straight lines over hexagons: the cells that they cross. */
#pragma once

#include "../map/grid.h"
#include "bodyclearance.h"

/* The shape of hexagons, in whole units: for the sides 0 to 2, clockwise, the
 * corner at which the side begins and the way to the neighbour behind it, both
 * from the middle. Those of the sides 3 to 5 lie opposite. */
typedef struct tp_HexShape {
  tp_Point corner[3], step[3];
  int64_t near; /* a corner no farther from a line than that lies on it */
} tp_HexShape;

/* A walk from hexagon to hexagon along a segment. */
typedef struct tp_HexLine {
  tp_Stagger stagger;
  tp_HexShape shape;
  tp_Cell at, end;
  tp_Point vector; /* from the start to the end */
  tp_Point middle; /* of `at`, from the start */
  int64_t aside;   /* how far it is to the right, times the line's length */
  int front,
      fronts; /* the line leaves cells by so many sides from `front` on */
  int64_t from, over; /* the line has left the last cells at from / over of its
                         length */
  int64_t end_from, end_over; /* the same for a border between two cells */
  bool is_between;            /* along the border between the last two cells */
} tp_HexLine;

/* Between the middles of any two cells, as if the hexagons were regular. */
TP_FUNC void tp_hexline_between(tp_HexLine *line, tp_Stagger stagger,
                                tp_Cell from, tp_Cell to);

/* Between two points of a map, over its hexagons as they are. */
TP_FUNC void tp_hexline_start(tp_HexLine *line, const tp_Grid *grid,
                              tp_Point from, tp_Point to);

/* The next cells: one; two if the line runs along the border between them; none
 * at its end. The cell after two touches both, as the one before does. Beside a
 * border on which the line begins or ends, it is in the cell of that point. */
TP_FUNC int tp_hexline_next(tp_HexLine *line, tp_Cell next[2]);

/* The length of the line in steps, as if the hexagons were regular. */
TP_FUNC double tp_hexline_length(const tp_HexLine *line);
