/* aims.h - goals of a query that may end in more cells than one: chosen at
 * random, handed to the library, and told by looking at every cell. One may
 * cover a rectangle; then it is all of its cells.
 */
#ifndef AIMS_H
#define AIMS_H

#include "onlooker.h"

enum { MOST_AIMS = 60 };

typedef struct Aims {
  tp_GoalKind kind;
  int count;
  tp_Cell cell[MOST_AIMS]; /* of a rectangle the top left one */
  int wide[MOST_AIMS], high[MOST_AIMS];
  double extra[MOST_AIMS];
  double range;
  bool sight;
  bool has_other;    /* by the eyes of another agent, `other` */
  Onlooker onlooker; /* whoever it is                         */
  Player other;
  const tp_Navmap *self;
  const tp_Grid *grid;
  tp_Goals *goals; /* the library's; made anew for each query */
} Aims;

/* For that player to go to. */
void aims_draw(Aims *a, Trial *t, const Player *p);
void aims_free(Aims *a);

/* A query from the trial's start to them. */
tp_Query aims_query(Aims *a, const Trial *t, bool partial, uint64_t max_nodes);

/* Does a cell, which is free, end a query for goal k? */
bool aims_end(const Aims *a, const Trial *t, int k, tp_Cell cell);

/* Could goal k be reached at all, if there were a way; else why not. */
tp_Reason aims_reason(const Aims *a, const Trial *t, int k);

/* How far a cell is from the nearest of goal k, moved into the map. */
double aims_distance(const Aims *a, const Trial *t, int k, tp_Cell cell);

/* Why none of the aims, which are cells that cannot be entered, can be. */
tp_Reason aims_blame(const Aims *aims, Trial *t, tp_Reason reason);

#endif
