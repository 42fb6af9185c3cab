/* body.h - agents larger than a cell, and such as keep away from walls: where
 * they fit and what they pay, by looking at every cell of the world that is
 * under them and around them.
 */
#ifndef BODY_H
#define BODY_H

#include "oracle.h"
#include "world.h"

typedef struct Body {
  int wide, high; /* cells, from the one that the agent is said to be in */
  int away;       /* cells; 0: walls do not matter                       */
  double away_cost;
  double radius;                  /* of a circle, world units; 0: a point   */
  double cell_width, cell_height; /* of the world's cells, in the same units */
} Body;

/* Of one cell. */
Body body_small(void);

/* Mostly of one cell. `uniform`: one that pays the same everywhere. */
Body body_draw(Random *r, bool uniform, int width, int height);

/* A body cannot cut corners. */
bool body_may_be_round(OracleRule rule);

/* Gives the world cells of some size. */
void body_draw_cells(Body *b, Random *r);

/* Gives it a radius, of any size that it may have, mostly none. */
void body_draw_radius(Body *b, Random *r);

/* The radius in 1/65536 of a cell, along a row and down a column. */
int64_t body_radius_x(const Body *b);
int64_t body_radius_y(const Body *b);

/* Price of the dearest cell under the agent; INFINITY: it does not fit, for a
 * cell or for a thin wall. */
double body_dearest(const World *w, const Body *b, int x, int y);

/* What it pays besides where somebody stands on a cell under it. */
double body_raise(const World *w, const Body *b, int x, int y);

/* With what it pays for walls that are near. */
double body_price(const World *w, const Body *b, int x, int y);

#endif
