/* goals.h - goals that may end a query in several cells: drawn, handed to the
 * library, and judged by looking at every cell. A goal that covers a
 * rectangle consists of all cells of it.
 */
#ifndef GOALS_H
#define GOALS_H

#include "observer.h"

enum { MOST_AIMS = 60 };

typedef struct Aims {
  tp_GoalKind kind;
  int count;
  tp_Cell cell[MOST_AIMS]; /* top left cell, for a rectangle */
  int wide[MOST_AIMS], high[MOST_AIMS];
  double extra[MOST_AIMS];
  double range;
  bool sight;
  bool has_other;    /* `other`, another agent, is the one that sees */
  Observer observer; /* the agent that sees */
  Player other;
  const tp_Navmap *self;
  const tp_Grid *grid;
  tp_Goals *goals; /* the library's goals; made anew for each query */
} Aims;

/* Draws goals for that player. */
void aims_draw(Aims *a, Trial *t, const Player *p);
void aims_free(Aims *a);

/* A query from the trial's start to these goals. */
tp_Query aims_query(Aims *a, const Trial *t, bool partial, uint64_t max_nodes);

/* Does a free cell end a query for goal k? */
bool aims_end(const Aims *a, const Trial *t, int k, tp_Cell cell);

/* TP_NO_REASON if goal k could be reached on an open map; else the reason of
 * the refusal. */
tp_Reason aims_reason(const Aims *a, const Trial *t, int k);

/* Distance from a cell to the nearest cell of goal k; cells outside count as
 * moved into the map. */
double aims_distance(const Aims *a, const Trial *t, int k, tp_Cell cell);

/* Why no cell of the aims can be entered, if all aims are cells. */
tp_Reason aims_blame(const Aims *aims, Trial *t, tp_Reason reason);

#endif
