/* body.h - agents larger than a cell, and such as keep away from walls: where
 * they fit and what they pay, by looking at every cell of the world that is
 * under them and around them.
 */
#ifndef BODY_H
#define BODY_H

#include "world.h"

typedef struct Body {
  int wide, high; /* cells, from the one that the agent is said to be in */
  int away;       /* cells; 0: walls do not matter                       */
  double away_cost;
} Body;

/* Mostly of one cell. `uniform`: one that pays the same everywhere. */
Body body_draw(Random *r, bool uniform, int width, int height);

/* Price of the dearest cell under the agent; INFINITY: it does not fit. */
double body_dearest(const World *w, const Body *b, int x, int y);

/* With what it pays for walls that are near. */
double body_price(const World *w, const Body *b, int x, int y);

#endif
