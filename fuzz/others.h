/* others.h - crowds of units that stand in the way of the trial's agents, and
 * whom these are to avoid; the library's, and the same on a list.
 */
#ifndef OTHERS_H
#define OTHERS_H

#include "core/agent/avoided.h"
#include "world.h"

enum { OTHERS_CROWDS = 3, OTHERS_UNITS = 400, OTHERS_PLACES = 24 };

/* One who stands somewhere, or nowhere: an empty rectangle. */
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
  tp_Presence presence; /* at the last aim */
  tp_Rect rect[OTHERS_PLACES];
  tp_Excepted except[OTHERS_PLACES];
  int excepted[OTHERS_PLACES]; /* the same, by their places on the list */
} Others;

/* Crowds on a world, and an aim that avoids nobody yet. */
void others_make(Others *o, const World *w, Random *r);
void others_free(Others *o);

/* Some of them go elsewhere, mostly a cell on. */
void others_move(Others *o, const World *w, Random *r);

/* Chooses who is to be avoided from that start, most often as before; tells the
 * library and the world. */
void others_aim(Others *o, World *w, Random *r, tp_Rect start);

#endif
