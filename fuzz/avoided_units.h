/* avoided_units.h - crowds of units that the trial's agents must avoid: the
 * library's crowds, and the same units in a list.
 */
#ifndef AVOIDED_UNITS_H
#define AVOIDED_UNITS_H

#include "core/agent/obstacles.h"
#include "world.h"

enum { OTHERS_CROWDS = 3, OTHERS_UNITS = 400, OTHERS_PLACES = 24 };

/* A unit that stands somewhere, or nowhere: then the rectangle is empty. */
typedef struct Stander {
  int crowd;
  uint32_t who;
  tp_Rect at;
} Stander;

typedef struct Others {
  tp_Occupancy *crowd[OTHERS_CROWDS];
  tp_Avoided *avoided;
  int count;
  Stander unit[OTHERS_UNITS];
  tp_Obstacles obstacles; /* at the last aim */
  tp_Rect rect[OTHERS_PLACES];
  tp_Excepted except[OTHERS_PLACES];
  int excepted[OTHERS_PLACES]; /* the exceptions, by their index in the list */
} Others;

/* Makes the crowds of a world, and an aim that avoids no unit yet. */
void others_make(Others *o, const World *w, Random *r);
void others_free(Others *o);

/* Moves some units, mostly by a cell. */
void others_move(Others *o, const World *w, Random *r);

/* Chooses which units are avoided from that start, most often the same as
 * before. Tells the library and the world. */
void others_aim(Others *o, World *w, Random *r, tp_Rect start);

#endif
