/* bodyclearance.h - agents larger than a cell, and agents that keep away from
 * walls. Where they fit and what they pay is found by looking at every cell
 * that they cover and at the cells around.
 */
#ifndef BODY_H
#define BODY_H

#include "oracle.h"
#include "world.h"

typedef struct Body {
  int wide, high; /* cells that it covers, from its top left cell on */
  int away;       /* cells; 0: walls do not matter */
  double away_price;
  double radius;                  /* of a circle, world units; 0: a point */
  double cell_width, cell_height; /* of the world's cells, world units */
} Body;

/* A body of one cell. */
Body body_small(void);

/* Draws a body, mostly of one cell. `uniform`: it pays the same everywhere. */
Body body_draw(Random *r, bool uniform, int width, int height);

/* Under this diagonal rule, may a body have a radius? (A round body cannot cut
 * corners.) */
bool body_may_be_round(OracleRule rule);

/* Draws the size of the world's cells. */
void body_draw_cells(Body *b, Random *r);

/* Draws a radius of any allowed size, mostly none. */
void body_draw_radius(Body *b, Random *r);

/* The radius in 1/65536 of a cell: along a row, and along a column. */
int64_t body_radius_x(const Body *b);
int64_t body_radius_y(const Body *b);

/* Price of the most expensive cell under the agent. INFINITY: the agent does
 * not fit, because of a cell or a fence. */
double body_dearest(const World *w, const Body *b, int x, int y);

/* The surcharge that the agent pays if somebody stands on a cell under it. */
double body_raise(const World *w, const Body *b, int x, int y);

/* The same as body_dearest, with the surcharge for walls that are near. */
double body_price(const World *w, const Body *b, int x, int y);

#endif
